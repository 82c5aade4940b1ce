import { hasBegun } from "../../../core/appointments/appointment.ts";
import { createGuestAccess, type GuestAccess } from "../../../core/appointments/guest-access.server.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { createToken } from "../../../platform/ids/secret-token.ts";
import type { ApplicationRecord } from "../applications/store.server.ts";
import { interviewsProduct } from "./calendar.server.ts";
import { isStanding, nameInterview } from "./call-off.server.ts";
import { findInterviewers, type InterviewDeps } from "./interview-deps.server.ts";
import { createInterviewKind, type InterviewLinkState } from "./interview-kind.server.ts";
import type { Applicant, InterviewRecord } from "./interview-record.ts";
import { nameForApplicant } from "./interview-texts.ts";
import type { InterviewPlace } from "./rules.ts";
import { listInterviewsOf } from "./store.server.ts";

/** The private link's view of the interview, without anything that the applicant sent. */
export type ManagedInterview = {
	reference: string;
	jobTitle: string;
	state: InterviewLinkState;
	durationMinutes: number;
	place: InterviewPlace;
	/** Names of the interviewers. */
	names: string[];
	timeZone: string;
	/** In milliseconds since 1970; absent until a time is chosen. */
	startMs?: number | undefined;
	videoUrl?: string | undefined;
};

/** The actions of an interview's private link. */
export type ManageInterview = Pick<
	GuestAccess<InterviewRecord, Applicant, InterviewLinkState>,
	"listFree" | "writeCalendarFile" | "choose" | "cancel"
> & {
	/** Finds the interview of a link, without side effects. */
	find(token: string): Promise<ManagedInterview | undefined>;
	/** Names an application's upcoming interviews, such as "Interview on Monday, 23 November 2026 at 10:00 AM". */
	listStanding(application: string): Promise<string[]>;
	/** Cancels a withdrawing applicant's interviews in the same transaction. */
	cancelAll(transaction: WriteTransaction, application: ApplicationRecord): Promise<void>;
};

/** Creates what the private link of an interview can do. */
export function createManageInterview(deps: InterviewDeps): ManageInterview {
	const { database, clock, hosts } = deps;
	const access = createGuestAccess(createInterviewKind(deps), { ...deps, product: interviewsProduct });
	return {
		...access,
		async find(token) {
			const found = await access.find(token);
			if (!found) return undefined;
			const { appointment: interview, guest, state } = found;
			const { reference, durationMinutes, place, timeZone, startsAt, videoUrl } = interview;
			return {
				reference,
				jobTitle: guest.application.jobTitle,
				state,
				durationMinutes,
				place,
				names: nameForApplicant(interview, await findInterviewers(database.db, interview, hosts)),
				timeZone,
				...(startsAt && { startMs: startsAt.epochMilliseconds }),
				...((state === "upcoming" || state === "started") && videoUrl !== undefined && { videoUrl }),
			};
		},
		async listStanding(application) {
			const now = clock.now();
			const own = await listInterviewsOf(database.db, [application]);
			return own.filter((interview) => isStanding(interview, now)).map(nameInterview);
		},
		async cancelAll(transaction, application) {
			const now = clock.now();
			const guest = { email: application.answers.email, application };
			for (const appointment of await listInterviewsOf(transaction, [application.reference]))
				if (appointment.state !== "cancelled" && !hasBegun(appointment, now))
					// An applicant who withdraws gets no e-mail with a link.
					await access.cancelIn(
						transaction,
						{ appointment, guest },
						{ change: "withdrawn", token: createToken(), now },
					);
		},
	};
}
