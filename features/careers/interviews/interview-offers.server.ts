import { undoSeconds } from "../../../core/appointments/appointment.ts";
import { listReplyErrors } from "../../../core/conversations/replies.server.ts";
import { setAnswered } from "../../../core/conversations/reply-state.server.ts";
import { listThread } from "../../../core/conversations/thread.server.ts";
import { tidy } from "../../../core/records/notes.server.ts";
import type { RecordKind } from "../../../core/records/record-kind.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import type { RenderedEmail } from "../../../platform/email/email.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { stopEmail } from "../../../platform/email/unsent-emails-store.ts";
import { explainKeyReuse, respondOnce } from "../../../platform/http/idempotency.ts";
import { createOrderedId } from "../../../platform/ids/ordered-id.ts";
import { createUnusedReference } from "../../../platform/ids/reference.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import { toOneLine } from "../../../shared/clean-text.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { findApplication } from "../applications/store.server.ts";
import { createOfferEmail } from "./email-intents.server.ts";
import { renderOffer } from "./emails.server.tsx";
import { findInterviewers, type InterviewDeps } from "./interview-deps.server.ts";
import { addInterviewEvent } from "./interview-events.server.ts";
import { interviewPrefix, type InterviewRecord } from "./interview-record.ts";
import { cancelInterview } from "./interview-times-store.server.ts";
import { createInterviewUrl } from "./private-link.ts";
import { checkTerms, type InterviewPlace, type InterviewTerms, type TypedTerms } from "./rules.ts";
import { listInterviewSlots } from "./slots.server.ts";
import { findInterview, insertInterview } from "./store.server.ts";

/** An offer as a form sends it. */
export type TypedOffer = TypedTerms & { place: string; subject: string; text: string };

/** A possible interviewer. */
export type Interviewer = { id: string; name: string; email: string; hasVideo: boolean };

type OfferResult = { ok: true; reference: string } | { ok: false; errors: FieldError[] };

/** The member who works with an interview. */
export type Recruiter = { id: string; name: string };

/** Staff's actions on offers of interviews. */
export type InterviewOffers = {
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
};

export type DeskInterviewDeps = InterviewDeps & { kinds: readonly RecordKind[] };

/** Creates what staff do with offers of interviews. */
export function createInterviewOffers({
	database,
	clock,
	company,
	hosts,
	careersEmail,
	publicUrl,
	messageIdDomain,
	kinds,
	onOccurrence,
	listInterviewers,
}: DeskInterviewDeps & { listInterviewers(): Promise<Interviewer[]> }): InterviewOffers {
	const { db } = database;

	async function check(typed: TypedTerms) {
		const { timeZone } = company;
		const today = findDate(clock.now().epochMilliseconds, timeZone);
		return checkTerms(typed, { today, timeZone, knownHosts: (await listInterviewers()).map(({ id }) => id) });
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
		const checked = await check(typed);
		const errors = checked.ok ? [] : checked.errors;
		const place = readPlace(placeKey);
		if (!place) errors.push({ field: "place", message: "Choose a place" });
		else if (place.kind === "phone" && (await findApplication(db, { reference: application }))?.answers.phone === "")
			errors.push({
				field: "place",
				message: "The application has no phone number. Add it first, or choose another place",
			});
		const subject = toOneLine(typedSubject);
		const text = tidy(typedText);
		errors.push(...listReplyErrors({ subject, text, files: [], textName: "the text" }));
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

	return {
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
			const checked = await check({ ...typed, starts: [] });
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
				return refuse("text", explainKeyReuse(error, "send this offer too"));
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
	};
}

/** Rolls a transaction back because the application is closed. */
class ApplicationClosedError extends Error {
	constructor() {
		super("The application is closed");
		this.name = "ApplicationClosedError";
	}
}

/** Tells whether the e-mail of an offer has not left. */
export function canUndoOffer({ state, sendsAt }: InterviewRecord, now: Temporal.Instant): boolean {
	return state === "offered" && Temporal.Instant.compare(now, sendsAt) < 0;
}

function refuse(field: string, message: string): { ok: false; errors: FieldError[] } {
	return { ok: false, errors: [{ field, message }] };
}
