import type { AppointmentKind, LinkState } from "../../../core/appointments/appointment-kind.ts";
import { hasBegun, isBooked, type Timed } from "../../../core/appointments/appointment.ts";
import { findHosts, listHostChoices } from "../../../core/appointments/find-free-hosts.server.ts";
import type { Connection } from "../../../platform/database/database.ts";
import { findApplication } from "../applications/store.server.ts";
import { describeForApplicant } from "./calendar.server.ts";
import { declareInterviewEmails } from "./email-intents.server.ts";
import type { InterviewDeps } from "./interview-deps.server.ts";
import { interviewChanges } from "./interview-events.server.ts";
import { interviewPurpose, type Applicant, type InterviewRecord } from "./interview-record.ts";
import {
	bookInterview,
	cancelInterview,
	giveToInterviewers,
	putBackInterview,
} from "./interview-times-store.server.ts";
import { isExpired } from "./needs.server.ts";
import { createInterviewUrl } from "./private-link.ts";
import { checkInterviewers, nobodyLeft, type Interviewers, type TypedInterviewers } from "./rules.ts";
import { listInterviewSlots, spanAhead } from "./slots.server.ts";
import { toStanding } from "./standing-interview.server.ts";
import { findInterview, findInterviewByToken, interviewLinks } from "./store.server.ts";

/**
 * offered: a time can be chosen; expired: no longer; upcoming: can be moved and cancelled; started: has begun or is over; closed: the
 * application is withdrawn or quarantined.
 */
export type InterviewLinkState = Extract<
	LinkState,
	"offered" | "expired" | "upcoming" | "started" | "cancelled" | "closed"
>;

export type InterviewKind = AppointmentKind<InterviewRecord, Applicant, Interviewers, InterviewLinkState>;

/** Declares interviews as a kind of appointment: several hosts, and an applicant who chooses among offered times. */
export function createInterviewKind({
	company,
	hosts,
	careersEmail,
	publicUrl,
}: Pick<InterviewDeps, "company" | "hosts" | "careersEmail" | "publicUrl">): InterviewKind {
	async function withApplicant(db: Connection, interview: InterviewRecord | undefined) {
		const application = interview && (await findApplication(db, { reference: interview.application }));
		return application && { appointment: interview, guest: { email: application.answers.email, application } };
	}
	return {
		purpose: interviewPurpose,
		noun: "interview",
		changes: interviewChanges,
		links: interviewLinks,
		emails: declareInterviewEmails(careersEmail),
		find: async (db, reference) => withApplicant(db, await findInterview(db, reference)),
		findByToken: async (db, tokenHash) => withApplicant(db, await findInterviewByToken(db, tokenHash)),
		findState({ appointment, guest }, now) {
			if (guest.application.state !== "received") return "closed";
			if (appointment.state === "cancelled") return "cancelled";
			if (isExpired(appointment, now)) return "expired";
			if (hasBegun(appointment, now)) return "started";
			return appointment.state === "booked" ? "upcoming" : "offered";
		},
		explainFixed({ appointment, guest: { application } }, now) {
			if (appointment.state === "cancelled") return "The interview is cancelled.";
			if (application.state === "withdrawn") return "The application is withdrawn.";
			if (application.state === "quarantined") return "The application is marked as spam. Mark it as not spam first.";
			return hasBegun(appointment, now) ? "The interview has already started." : undefined;
		},
		async listFree(db, interview, { now, at, byStaff, hosts: others }) {
			const asked = { ...interview, ...others };
			const terms = byStaff ? { ...asked, ...spanAhead(now, company.timeZone), startsMs: undefined } : asked;
			const free = await listInterviewSlots(db, terms, { company, hosts, now, except: interview.reference, at });
			return free.filter((startMs) => startMs !== interview.startsAt?.epochMilliseconds);
		},
		listHosts: (db, interview, now) => listHostChoices(db, interview, { purpose: interviewPurpose, now }, hosts),
		async checkHosts(db, interview, typed, now) {
			const { hostIds, firstIsFree } = interview;
			const nowMs = now.epochMilliseconds;
			const question = { purpose: interviewPurpose, now };
			const known = (await findHosts(db, { startMs: nowMs, endMs: nowMs + 1 }, question, hosts)).hosts;
			const wanted = checkInterviewers(
				typed as TypedInterviewers,
				known.map(({ id }) => id),
			);
			if (typeof wanted === "string") return wanted;
			const areSame =
				firstIsFree === wanted.firstIsFree &&
				hostIds[0] === wanted.hostIds[0] &&
				hostIds.length === wanted.hostIds.length &&
				hostIds.every((id) => wanted.hostIds.includes(id));
			if (areSame) return undefined;
			if (!wanted.firstIsFree || !isBooked(interview)) return { hosts: wanted };
			const choices = await listHostChoices(db, interview, question, hosts);
			const isTaken = (id: string) => hostIds.includes(id) || wanted.hostIds.includes(id);
			return choices.some(({ id, busy }) => busy === undefined && !isTaken(id)) ? { hosts: wanted } : nobodyLeft;
		},
		schedule(transaction, interview, startsAt, { hosts: others, ...options }) {
			const given = { ...interview, ...others };
			// The video call is the first interviewer's.
			const videoUrl = given.hostIds[0] === interview.hostIds[0] ? interview.videoUrl : undefined;
			return bookInterview(transaction, { ...given, videoUrl }, startsAt, { ...options, hosts });
		},
		reassign: (transaction, interview, wanted, now) =>
			giveToInterviewers(transaction, interview, wanted, { now, hosts }),
		cancel: cancelInterview,
		readStanding: async (_db, interview) => toStanding(interview),
		putBack: (transaction, interview, standing, now) =>
			putBackInterview(transaction, interview, standing, { now, hosts }),
		describeForGuest: ({ appointment, guest }, people, token) =>
			describeForApplicant(appointment as Timed<InterviewRecord>, {
				jobTitle: guest.application.jobTitle,
				company,
				hosts: people,
				url: createInterviewUrl(publicUrl, token),
			}),
	};
}
