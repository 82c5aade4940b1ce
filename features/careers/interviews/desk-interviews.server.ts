import { hasBegun, isBooked, undoSeconds } from "../../../core/appointments/appointment.ts";
import {
	createAppointmentChanges,
	type AppointmentChanges,
	type AppointmentChoices,
} from "../../../core/appointments/change-appointment.server.ts";
import { isConflict } from "../../../core/appointments/conflicts.server.ts";
import { findHosts } from "../../../core/appointments/find-free-hosts.server.ts";
import { setAnswered } from "../../../core/conversations/reply-state.server.ts";
import { listThread } from "../../../core/conversations/thread.server.ts";
import { findEndedRecords } from "../../../core/records/changes.server.ts";
import type { RecordKind } from "../../../core/records/record-kind.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import type { RenderedEmail } from "../../../platform/email/email.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { stopEmail } from "../../../platform/email/unsent-emails-store.ts";
import { respondOnce, IdempotencyKeyReusedError } from "../../../platform/http/idempotency.ts";
import { createOrderedId } from "../../../platform/ids/ordered-id.ts";
import { createUnusedReference } from "../../../platform/ids/reference.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { findApplication, applicationStore, type ApplicationRecord } from "../applications/store.server.ts";
import { createOfferEmail } from "./email-intents.server.ts";
import { renderOffer } from "./emails.server.tsx";
import { findInterviewers, keepHosts, type InterviewDeps } from "./interview-deps.server.ts";
import { addInterviewEvent } from "./interview-events.server.ts";
import { createInterviewKind } from "./interview-kind.server.ts";
import {
	interviewPrefix,
	interviewPurpose,
	type Applicant,
	type BookedInterview,
	type InterviewOutcome,
	type InterviewRecord,
} from "./interview-record.ts";
import { nameInterviewers } from "./interview-texts.ts";
import { cancelInterview } from "./interview-times-store.server.ts";
import { findNeeds, isExpired, type InterviewNeed } from "./needs.server.ts";
import { createInterviewUrl } from "./private-link.ts";
import { checkTerms, type InterviewPlace, type InterviewTerms, type TypedTerms } from "./rules.ts";
import { listInterviewSlots } from "./slots.server.ts";
import {
	findInterview,
	insertInterview,
	listBookedInterviews,
	listInterviewsOf,
	listInterviewsOfHost,
	listOpenInterviews,
	setInterviewOutcome,
} from "./store.server.ts";

const maxOfferSubject = 200;
const maxOfferText = 20_000;

/** An offer as a form sends it. */
export type TypedOffer = TypedTerms & { place: string; subject: string; text: string };

/** A possible interviewer. */
type Interviewer = { id: string; name: string; email: string; hasVideo: boolean };

type OfferResult = { ok: true; reference: string } | { ok: false; errors: FieldError[] };

/** The member who works with an interview. */
type Recruiter = { id: string; name: string };

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
export type DeskInterviews = Omit<AppointmentChanges<InterviewRecord, Applicant>, "findChoices"> & {
	/** Lists the possible interviewers. */
	listInterviewers(): Promise<Interviewer[]>;
	/** Lists the possible places of an interview, with their keys in forms. */
	listPlaces(): { key: string; label: string }[];
	/** Finds the key of a place in forms. */
	findPlaceKey(place: InterviewPlace): string;
	/** Lists possible starts, in milliseconds since 1970; empty when the terms are invalid. */
	listFree(terms: TypedTerms): Promise<number[]>;
	/** Returns the e-mail as it will be sent, without the private link, which is created on sending. */
	preview(
		application: string,
		offer: TypedOffer,
		by: Recruiter,
	): Promise<{ ok: true; email: RenderedEmail & { recipient: string } } | { ok: false; errors: FieldError[] }>;
	/** Stores an offer with its e-mail, which leaves after ten seconds. The idempotency key of a stored offer returns that offer again. */
	offer(
		application: string,
		offer: TypedOffer,
		by: Recruiter,
		options: { idempotencyKey: string | undefined },
	): Promise<OfferResult>;
	/** Undoes an offer that has not left, so that nothing is sent; false when it is too late. */
	undoOffer(reference: string, by: Recruiter): Promise<boolean>;
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

export type DeskInterviewDeps = InterviewDeps & { kinds: readonly RecordKind[] };

/** Creates what staff do with interviews. */
export function createDeskInterviews(deps: DeskInterviewDeps): DeskInterviews {
	const { database, clock, company, hosts, careersEmail, publicUrl, messageIdDomain, kinds, onOccurrence } = deps;
	const { db } = database;
	const changes = createAppointmentChanges(createInterviewKind(deps), deps);

	async function listInterviewers(connection: Connection = db): Promise<Interviewer[]> {
		const now = clock.now();
		const nowMs = now.epochMilliseconds;
		const found = await findHosts(
			connection,
			{ startMs: nowMs, endMs: nowMs + 1 },
			{ purpose: interviewPurpose, now },
			hosts,
		);
		return found.hosts.map(({ id, name, email, video }) => ({ id, name, email, hasVideo: video.kind !== "none" }));
	}

	function readPlace(key: string): InterviewPlace | undefined {
		if (key === "video" || key === "phone") return { kind: key };
		const office = company.offices.find(({ id }) => `office-${id}` === key);
		if (!office) return undefined;
		const { city, street, locality, postalCode } = office;
		return { kind: "office", city, address: [street, [locality, postalCode].filter(Boolean).join(" ")].join(", ") };
	}

	async function checkOffer(
		application: string,
		{ place: placeKey, subject: typedSubject, text: typedText, ...typed }: TypedOffer,
	): Promise<
		| { ok: true; terms: InterviewTerms; place: InterviewPlace; subject: string; text: string }
		| { ok: false; errors: FieldError[] }
	> {
		const today = findDate(clock.now().epochMilliseconds, company.timeZone);
		const knownHosts = (await listInterviewers()).map(({ id }) => id);
		const checked = checkTerms(typed, { today, knownHosts });
		const errors = checked.ok ? [] : checked.errors;
		const place = readPlace(placeKey);
		if (!place) errors.push({ field: "place", message: "Choose a place" });
		else if (place.kind === "phone" && (await findApplication(db, { reference: application }))?.answers.phone === "")
			errors.push({
				field: "place",
				message: "The application has no phone number. Add it first, or choose another place",
			});
		const subject = typedSubject.replaceAll(/\s+/g, " ").trim();
		const text = typedText.replaceAll(/\r\n?/g, "\n").trim();
		if (subject === "") errors.push({ field: "subject", message: "Enter a subject" });
		else if (subject.length > maxOfferSubject)
			errors.push({ field: "subject", message: `Shorten the subject to ${maxOfferSubject} characters` });
		if (text === "") errors.push({ field: "text", message: "Enter a text" });
		else if (text.length > maxOfferText)
			errors.push({ field: "text", message: `Shorten the text to ${maxOfferText} characters` });
		if (errors.length > 0 || !checked.ok || !place) return { ok: false, errors };
		const free = await listInterviewSlots(db, checked.terms, { company, hosts, now: clock.now() });
		if (free.length === 0)
			return refuse(
				"first",
				"No common free time on these days. Choose more days, a shorter interview or other people",
			);
		return { ok: true, terms: checked.terms, place, subject, text };
	}

	function toInterview(
		application: string,
		{ terms, place, subject, text }: { terms: InterviewTerms; place: InterviewPlace; subject: string; text: string },
		{ reference, by, now }: { reference: string; by: Recruiter; now: Temporal.Instant },
	): InterviewRecord {
		return {
			id: createOrderedId(),
			reference,
			application,
			...terms,
			state: "offered",
			outcome: undefined,
			place,
			timeZone: company.timeZone,
			startsAt: undefined,
			videoUrl: undefined,
			sequence: 0,
			moves: 0,
			offeredBy: by.id,
			senderName: by.name,
			subject,
			text,
			messageId: "",
			offeredAt: now,
			sendsAt: now.add({ seconds: undoSeconds }),
			calledOff: undefined,
		};
	}

	/**
	 * Stores an offer with its e-mail and returns its reference. The key is deleted with the application, so it is stored under the
	 * application's reference.
	 */
	async function storeOffer(
		transaction: WriteTransaction,
		application: string,
		offer: Parameters<typeof toInterview>[1],
		{ by, now }: { by: Recruiter; now: Temporal.Instant },
	): Promise<string> {
		const found = await findApplication(transaction, { reference: application });
		if (found?.state !== "received") throw new ApplicationClosedError();
		const reference = await createUnusedReference(interviewPrefix, (one) => findInterview(transaction, one));
		const interview = toInterview(application, offer, { reference, by, now });
		const token = createToken();
		const email = createOfferEmail(interview, { email: found.answers.email, token });
		const messageId = await enqueueEmail(transaction, email, { messageIdDomain, now });
		await insertInterview(transaction, { ...interview, messageId }, { tokenHash: hashToken(token) });
		await addInterviewEvent(transaction, interview, {
			at: now,
			kind: "offered",
			actorId: by.id,
			detail: { message: offer.text },
		});
		await setAnswered(transaction, kinds, application);
		return reference;
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
		listInterviewers: () => listInterviewers(),

		listPlaces: () => [
			{ key: "video", label: "Video call (first interviewer’s link)" },
			{ key: "phone", label: "Phone: we call the applicant" },
			...company.offices.map(({ id, city }) => ({ key: `office-${id}`, label: `Office in ${city}` })),
		],

		findPlaceKey: (place) =>
			place.kind === "office"
				? `office-${company.offices.find(({ city }) => city === place.city)?.id ?? ""}`
				: place.kind,

		async listFree(typed) {
			const today = findDate(clock.now().epochMilliseconds, company.timeZone);
			const knownHosts = (await listInterviewers()).map(({ id }) => id);
			const checked = checkTerms({ ...typed, starts: [] }, { today, knownHosts });
			return checked.ok ? listInterviewSlots(db, checked.terms, { company, hosts, now: clock.now() }) : [];
		},

		async preview(reference, typed, by) {
			const application = await findApplication(db, { reference });
			const checked = await checkOffer(reference, typed);
			if (!checked.ok) return checked;
			if (!application) return refuse("text", "The application no longer exists");
			const interview = toInterview(reference, checked, { reference: `${interviewPrefix}-…`, by, now: clock.now() });
			const people = await findInterviewers(db, interview, hosts);
			const thread = await listThread(db, kinds, { reference });
			const url = createInterviewUrl(publicUrl, "…");
			const email = await renderOffer({ interview, hosts: people, thread }, { company, careersEmail, url });
			return { ok: true, email: { ...email, recipient: application.answers.email } };
		},

		async offer(application, typed, by, { idempotencyKey }) {
			const checked = await checkOffer(application, typed);
			if (!checked.ok) return checked;
			const now = clock.now();
			try {
				const stored = await database.write(async (transaction) => {
					let isNew = false;
					const request = { route: "desk/interviews", key: idempotencyKey, body: { application, by: by.id, ...typed } };
					const answer = await respondOnce(transaction, request, now, async () => {
						isNew = true;
						return {
							reference: application,
							interview: await storeOffer(transaction, application, checked, { by, now }),
						};
					});
					return { ...answer, isNew };
				});
				if (stored.isNew) onOccurrence("offered");
				return { ok: true, reference: stored.interview };
			} catch (error) {
				if (error instanceof ApplicationClosedError)
					return refuse("text", "The application is withdrawn, quarantined or erased");
				if (error instanceof IdempotencyKeyReusedError)
					return refuse("text", "This form was already sent with a different text. Send it again to send this one too");
				throw error;
			}
		},

		async undoOffer(reference, by) {
			return database.write(async (transaction) => {
				const now = clock.now();
				const interview = await findInterview(transaction, reference);
				if (!interview || !canUndoOffer(interview, now)) return false;
				const { application, messageId } = interview;
				if (!(await stopEmail(transaction, { reference: application, messageId }, now))) return false;
				await cancelInterview(transaction, interview);
				await addInterviewEvent(transaction, interview, {
					at: now,
					kind: "taken-back",
					actorId: by.id,
					detail: {},
				});
				await setAnswered(transaction, kinds, application);
				return true;
			});
		},

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

/** Rolls a transaction back because the application is closed. */
class ApplicationClosedError extends Error {
	constructor() {
		super("The application is closed");
		this.name = "ApplicationClosedError";
	}
}

function nameHosts(interview: InterviewRecord, people: readonly { id: string; name: string }[]): string[] {
	return nameInterviewers(interview, keepHosts(interview, people));
}

function canUndoOffer({ state, sendsAt }: InterviewRecord, now: Temporal.Instant): boolean {
	return state === "offered" && Temporal.Instant.compare(now, sendsAt) < 0;
}

function refuse(field: string, message: string): { ok: false; errors: FieldError[] } {
	return { ok: false, errors: [{ field, message }] };
}
