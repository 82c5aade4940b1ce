import { hasBegun, isBooked } from "../../../core/appointments/appointment.ts";
import {
	createAppointmentChanges,
	type AppointmentChanges,
	type AppointmentChoices,
} from "../../../core/appointments/change-appointment.server.ts";
import { isConflict } from "../../../core/appointments/conflicts.server.ts";
import { findHosts } from "../../../core/appointments/find-free-hosts.server.ts";
import { findEndedRecords } from "../../../core/records/changes.server.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { applicationStore, type ApplicationRecord } from "../applications/store.server.ts";
import { findInterviewers, keepHosts } from "./interview-deps.server.ts";
import { addInterviewEvent } from "./interview-events.server.ts";
import { createInterviewKind } from "./interview-kind.server.ts";
import {
	canUndoOffer,
	createInterviewOffers,
	type DeskInterviewDeps,
	type InterviewOffers,
	type Interviewer,
	type Recruiter,
} from "./interview-offers.server.ts";
import {
	interviewPurpose,
	type Applicant,
	type BookedInterview,
	type InterviewOutcome,
	type InterviewRecord,
} from "./interview-record.ts";
import { nameInterviewers } from "./interview-texts.ts";
import { findNeeds, isExpired, type InterviewNeed } from "./needs.server.ts";
import {
	findInterview,
	listBookedInterviews,
	listInterviewsOf,
	listInterviewsOfHost,
	listOpenInterviews,
	setInterviewOutcome,
} from "./store.server.ts";

/** The actions that an interview allows. */
export type InterviewChoices = AppointmentChoices<InterviewRecord, Applicant> & {
	/** Names of the interviewers. */
	names: string[];
	/** Needed action. */
	need: InterviewNeed | undefined;
	/** Whether the offer can still be undone. */
	canUndoOffer: boolean;
};

/** An interview with applicant, interviewers and what to do about it. */
export type OpenInterview = InterviewRecord & {
	applicant: string;
	jobTitle: string;
	names: string[];
	need: InterviewNeed | undefined;
};

/** An applicant whom a member interviews, with their interviews by that member. */
export type OwnApplicant = { application: ApplicationRecord; interviews: (InterviewRecord & { names: string[] })[] };

/** Staff's actions on interviews. */
export type DeskInterviews = Omit<AppointmentChanges<InterviewRecord, Applicant>, "findChoices"> &
	InterviewOffers & {
		/** Lists the possible interviewers. */
		listInterviewers(): Promise<Interviewer[]>;
		/** Finds an interview with what it allows; undefined when there is none. */
		findChoices(reference: string): Promise<InterviewChoices | undefined>;
		/** Sets or clears the outcome of an interview. Returns undefined on success. */
		setOutcome(
			reference: string,
			outcome: InterviewOutcome | undefined,
			by: Recruiter,
		): Promise<FieldError[] | undefined>;
		/** Lists an application's interviews, earliest offered first. */
		listOf(application: string): Promise<(InterviewRecord & { names: string[] })[]>;
		/**
		 * Lists the applicants whom a member interviews: with an interview that is offered, booked or held, and an application that is neither
		 * withdrawn nor quarantined. An interviewer may see them and nobody else.
		 */
		listOwnApplicants(accountId: string): Promise<OwnApplicant[]>;
		/** Lists interviews that are upcoming or need something done, with what that is. */
		listOpen(): Promise<OpenInterview[]>;
		/** Lists interviews in an interval, with applicants and interviewers. */
		listBetween(
			from: Temporal.Instant,
			before: Temporal.Instant,
		): Promise<(BookedInterview & { applicant: string; jobTitle: string; names: string[] })[]>;
	};

/** Creates what staff do with interviews. */
export function createDeskInterviews(deps: DeskInterviewDeps): DeskInterviews {
	const { database, clock, hosts, kinds } = deps;
	const { db } = database;
	const changes = createAppointmentChanges(createInterviewKind(deps), deps);

	async function listInterviewers(): Promise<Interviewer[]> {
		const now = clock.now();
		const nowMs = now.epochMilliseconds;
		const found = await findHosts(db, { startMs: nowMs, endMs: nowMs + 1 }, { purpose: interviewPurpose, now }, hosts);
		return found.hosts.map(({ id, name, email, video }) => ({ id, name, email, hasVideo: video.kind !== "none" }));
	}

	/** Adds applicants and interviewers; interviews without an application are left out. */
	async function withApplicants<Interview extends InterviewRecord>(interviews: readonly Interview[]) {
		if (interviews.length === 0) return [];
		const people = await hosts.listPeople(db, interviewPurpose);
		const references = interviews.map(({ application }) => application);
		const applications = new Map((await applicationStore.listOf(db, references)).map((one) => [one.reference, one]));
		return interviews.flatMap((interview) => {
			const application = applications.get(interview.application);
			if (!application) return [];
			const { jobTitle, answers } = application;
			return [{ ...interview, applicant: answers.fullName, jobTitle, names: nameHosts(interview, people) }];
		});
	}

	async function readNeeds(interviews: readonly InterviewRecord[]): Promise<Map<string, InterviewNeed>> {
		const references = [...new Set(interviews.map(({ application }) => application))];
		return findNeeds(interviews, {
			ended: await findEndedRecords(db, kinds, references),
			now: clock.now(),
		});
	}

	return {
		listInterviewers,

		...createInterviewOffers({ ...deps, listInterviewers }),

		...changes,

		async findChoices(reference) {
			const choices = await changes.findChoices(reference);
			if (!choices) return undefined;
			const { appointment: interview } = choices;
			return {
				...choices,
				names: nameInterviewers(interview, await findInterviewers(db, interview, hosts)),
				need: (await readNeeds(await listInterviewsOf(db, [interview.application]))).get(reference),
				canUndoOffer: canUndoOffer(interview, clock.now()),
			};
		},

		async setOutcome(reference, outcome, by) {
			const now = clock.now();
			const interview = await findInterview(db, reference);
			if (!interview || !isBooked(interview) || !hasBegun(interview, now))
				return [{ field: "outcome", message: "The interview has not started yet. Add the outcome once it has" }];
			try {
				await database.write(async (transaction) => {
					await setInterviewOutcome(transaction, interview, outcome);
					await addInterviewEvent(transaction, interview, {
						at: now,
						kind: "outcome",
						actorId: by.id,
						detail: outcome ? { outcome } : {},
					});
				});
				return undefined;
			} catch (error) {
				if (!isConflict(error)) throw error;
				return [{ field: "outcome", message: "Someone else has changed it at the same time. Review it and try again" }];
			}
		},

		async listOf(application) {
			const interviews = await listInterviewsOf(db, [application]);
			const people = interviews.length === 0 ? [] : await hosts.listPeople(db, interviewPurpose);
			return interviews.map((interview) => ({ ...interview, names: nameHosts(interview, people) }));
		},

		async listOwnApplicants(accountId) {
			const now = clock.now();
			const interviews = (await listInterviewsOfHost(db, accountId)).filter(
				(interview) => interview.outcome !== "no-show" && !isExpired(interview, now),
			);
			if (interviews.length === 0) return [];
			const people = await hosts.listPeople(db, interviewPurpose);
			const byApplication = Map.groupBy(interviews, ({ application }) => application);
			const applications = await applicationStore.listOf(db, [...byApplication.keys()]);
			return applications
				.filter(({ state }) => state === "received")
				.map((application) => ({
					application,
					interviews: (byApplication.get(application.reference) ?? []).map((interview) => ({
						...interview,
						names: nameHosts(interview, people),
					})),
				}));
		},

		async listOpen() {
			const interviews = await listOpenInterviews(db);
			const applications = [...new Set(interviews.map(({ application }) => application))];
			const needs = await readNeeds(await listInterviewsOf(db, applications));
			const now = clock.now();
			// An expired offer without a need was replaced, or its application has ended.
			return (await withApplicants(interviews))
				.map((one) => ({ ...one, need: needs.get(one.reference) }))
				.filter((one) => one.need !== undefined || !isExpired(one, now));
		},

		async listBetween(from, before) {
			return withApplicants(await listBookedInterviews(db, { from, before }));
		},
	};
}

function nameHosts(interview: InterviewRecord, people: readonly { id: string; name: string }[]): string[] {
	return nameInterviewers(interview, keepHosts(interview, people));
}
