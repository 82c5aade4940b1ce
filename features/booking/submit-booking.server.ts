import { callEvents, writeAppointmentEvent } from "../../core/appointments/appointment-events.server.ts";
import { listChangeEmails } from "../../core/appointments/change-emails.ts";
import { TimeTakenError } from "../../core/appointments/conflicts.server.ts";
import type { NoteNotice } from "../../core/notices/note-notice.ts";
import { rememberPersonCheck, type PersonCheckDeps } from "../../core/people/person-check.server.ts";
import { pushToHosts } from "../../core/push/push-to-hosts.server.ts";
import { insertAnswerFiles, matchAnswerFiles } from "../../core/records/answer-files.server.ts";
import { findFirstOwner } from "../../core/records/find-first-owner.server.ts";
import { notifyMember } from "../../core/records/notifications.server.ts";
import { submitRecord } from "../../core/records/submit-record.server.ts";
import { noteTrialRecord } from "../../core/self-trial/trial-store.server.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { describeKeyReuse, findStoredResponse } from "../../platform/http/idempotency.ts";
import { createNetworkBuckets } from "../../platform/http/network-buckets.ts";
import type { UploadedFile } from "../../platform/http/receive-files.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { createKeyedQueue } from "../../platform/keyed-queue.ts";
import { demoSlug, type CallType } from "../../shared/call-type.ts";
import { askForAnswer, findAnswerOwner, listAnswered, validateAnswers } from "../../shared/question-answers.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { findSlot, type BookingDeps, type SlotRefusal } from "./booking-deps.server.ts";
import {
	LimitReachedError,
	findConfirmBy,
	decideBookingLimits,
	describeBookingLimit,
} from "./booking-limits.server.ts";
import { bookingNames } from "./booking-names.ts";
import { demoCallPurpose, type BookingRecord } from "./booking-record.server.ts";
import { createConfirmRequest, declareBookingEmails } from "./email-intents.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { createManageUrl } from "./private-links.ts";
import type { CheckedBooking } from "./rules.ts";
import { insertBooking } from "./store.server.ts";

/** The response to a booking. */
export type BookingConfirmation = {
	reference: string;
	date: string;
	time: string;
	timeZone: string;
	durationMinutes: number;
	/** Private link that shows, moves and cancels the call. */
	manageUrl: string;
	/** Deadline of the confirmation by e-mail, where it is needed. */
	confirmBy?: string;
	/** Where the visitor can say that a person booked the call; a suspicious booking holds no slot until then. */
	personCheckUrl?: string;
};

/** The sender has too many calls; the message is for them. */
type LimitRefusal = { kind: "limit-reached"; message: string; retryAfterSeconds: number };

export type SubmitBookingResult =
	| { ok: true; confirmation: BookingConfirmation }
	| ({ ok: false } & (SlotRefusal | LimitRefusal));

/**
 * Stores a valid booking with its e-mails and its idempotency key in one transaction.
 *
 * Suspected spam is quarantined, without a slot and with its e-mails held; its sender is told and can object. A sender near a limit has to
 * confirm by e-mail.
 * @param options an idempotency key, which returns the first result again for the same booking; the client's address; the files of
 * answers, of which the caller discards those that are not kept; who books for the visitor; and the trial of the site, if it is one
 * @returns the confirmation; or the errors by field ("Idempotency-Key" when the key came with another booking); or the day's free slots
 * when the slot is gone; or that the sender has too many calls
 * @throws StorageUnavailableError when nothing can be stored
 */
export type SubmitBooking = (
	checked: CheckedBooking,
	options?: {
		idempotencyKey?: string | undefined;
		client?: string | undefined;
		files?: readonly UploadedFile[] | undefined;
		/** The member or program that books for the visitor. */
		by?: string | undefined;
		/** The trial of the site whose booking it is: in quarantine it holds no time, and nobody is told of it. */
		trial?: { id: string } | undefined;
	},
) => Promise<SubmitBookingResult>;

/** The longest Retry-After, and the one where the limit has no end. */
const longestRetrySeconds = 3_600;

/** Records which notice a visitor saw who books. */
export type BookingNotice = { noteNotice: NoteNotice };

/** Creates the function that accepts bookings of a type of call. */
export function createSubmitBooking(parts: BookingDeps & BookingNotice, callType: CallType): SubmitBooking {
	const {
		database,
		clock,
		company,
		hosts,
		salesEmail,
		publicUrl,
		messageIdDomain,
		limits,
		files,
		noteNotice,
		onOccurrence,
	} = parts;
	const findNetworkBucket = createNetworkBuckets();
	const emails = declareBookingEmails(salesEmail);
	// Of many requests for one slot, the others find it taken without a transaction.
	const inTurn = createKeyedQueue();

	return (checked, options = {}) => {
		const { date, time } = checked.booking;
		return inTurn(`${date} ${time}`, () => submit(checked, options));
	};

	async function submit(
		{ booking: input, looksLikeSpam, answers: posted = {}, guests = [], notice }: CheckedBooking,
		{ idempotencyKey, client, files: uploaded = [], by, trial }: NonNullable<Parameters<SubmitBooking>[1]>,
	): Promise<SubmitBookingResult> {
		const now = clock.now();
		const { date, time, ...details } = input;
		const isQuarantined = looksLikeSpam || trial !== undefined;
		const state = isQuarantined ? "quarantined" : "booked";
		const questions = trial ? [] : callType.questions;
		const reference = await createUnusedReference(bookingNames.prefix, (candidate) =>
			findBooking(database.db, candidate),
		);
		const isDemo = callType.slug === demoSlug;
		const slot = await findSlot(database.db, { date, time }, { company, callType, hosts, now });
		// Only a key can still turn this into an earlier response.
		if (slot.kind !== "free" && idempotencyKey === undefined) return refuse(slot, trial);
		const token = createToken();
		const given = matchAnswerFiles(questions, posted, uploaded);
		const answers = listAnswered(questions, given.answers);

		async function store(transaction: WriteTransaction): Promise<BookingConfirmation> {
			if (slot.kind !== "free") throw new TimeTakenError();
			const networkBucket = client === undefined ? undefined : await findNetworkBucket(transaction, client);
			// Suspected spam holds no slot and sends nothing; limits apply when it is released.
			const verdict = isQuarantined
				? undefined
				: await decideBookingLimits(transaction, { email: details.email, networkBucket }, { limits, now });
			if (verdict?.kind === "refused") throw new LimitReachedError(verdict);
			// Nobody is invited in the name of a stranger.
			const mustConfirm = verdict?.kind === "confirm" || (verdict !== undefined && guests.length > 0);
			const confirmBy = mustConfirm ? findConfirmBy(slot, now) : undefined;
			const confirmCode = createToken();
			const booking: BookingRecord = {
				...details,
				startsAt: slot.startsAt,
				timeZone: company.timeZone,
				durationMinutes: callType.callMinutes,
				callType: callType.slug,
				callTitle: isDemo ? "" : callType.title,
				bufferBeforeMinutes: callType.bufferBeforeMinutes,
				bufferAfterMinutes: callType.bufferAfterMinutes,
				place: callType.place,
				id: createOrderedId(),
				reference,
				bookedAt: now,
				hostIds: [],
				sequence: 0,
				moves: 0,
				state,
				...(confirmBy && { confirmBy }),
				...(answers.length > 0 && { answers }),
				...(guests.length > 0 && { guests: guests.map((email) => ({ email, isOurs: false })) }),
			};
			const ownerId = await findFirstOwner(transaction, bookingNames, findAnswerOwner(callType, given.answers));
			const stored = await insertBooking(transaction, booking, {
				company,
				now,
				hosts,
				tokenHash: hashToken(token),
				ownerId,
				...(confirmBy && { confirmHash: hashToken(confirmCode) }),
				...(!isQuarantined && { networkBucket }),
			});
			if (!stored) throw new TimeTakenError();
			await noteNotice(transaction, { reference, shown: notice }, now);
			await insertAnswerFiles(transaction, reference, given.files);
			if (ownerId !== undefined && !isQuarantined)
				await notifyMember(transaction, { accountId: ownerId, reference, kind: "new", cause: reference }, now);
			const confirmation = {
				reference,
				...toSlot(stored.startsAt.epochMilliseconds, stored.timeZone),
				timeZone: stored.timeZone,
				durationMinutes: stored.durationMinutes,
				manageUrl: createManageUrl(publicUrl, token),
			};
			if (trial) {
				await noteTrialRecord(transaction, trial.id, "call", reference);
				return confirmation;
			}
			const people = await hosts.listPeople(transaction, demoCallPurpose);
			const told = { before: undefined, after: { ...stored, state: "booked" as const }, guest: stored, people };
			await enqueueEmails(
				transaction,
				confirmBy
					? [createConfirmRequest({ ...booking, confirmBy }, { token, confirmCode })]
					: listChangeEmails(emails, { ...told, change: { kind: "booked" }, token, now }),
				{ messageIdDomain, now, state: looksLikeSpam ? "held" : "waiting" },
			);
			if (!confirmBy) {
				await pushToHosts(transaction, { after: stored, purpose: demoCallPurpose }, now);
				await writeAppointmentEvent(transaction, callEvents, { after: stored, by }, now);
			}
			return {
				...confirmation,
				...(confirmBy && { confirmBy: toInstantText(confirmBy) }),
				...(looksLikeSpam && {
					personCheckUrl: await rememberPersonCheck(transaction, reference, {
						publicUrl,
						now,
					} satisfies PersonCheckDeps),
				}),
			};
		}

		try {
			const request = {
				route: "bookings",
				key: idempotencyKey,
				body: {
					...input,
					state,
					...(!isDemo && { callType: callType.slug }),
					...(Object.keys(given.answers).length > 0 && { answers: given.answers }),
					...(guests.length > 0 && { guests }),
					...(given.files.length > 0 && { files: given.files.map(({ file }) => file.sha256) }),
				},
			};
			const errors = validateAnswers(questions, given.answers, askForAnswer);
			if (errors.length > 0) {
				// The questions may have changed since it was first sent.
				const earlier = await findStoredResponse<BookingConfirmation>(database.db, request, now);
				return earlier ? { ok: true, confirmation: earlier } : { ok: false, kind: "invalid", errors };
			}
			const { receipt: confirmation, isNew } = await submitRecord(
				{ database, files },
				{ request, reference, uploaded: given.files, now },
				store,
			);
			if (isNew && !trial) onOccurrence(confirmation.confirmBy ? "asked-to-confirm" : state);
			return { ok: true, confirmation };
		} catch (error) {
			if (error instanceof LimitReachedError) {
				onOccurrence("limit-reached");
				const { by: limit, until } = error.verdict;
				const seconds = until ? Math.ceil(now.until(until).total("seconds")) : longestRetrySeconds;
				return {
					ok: false,
					kind: "limit-reached",
					message: describeBookingLimit(limit, company),
					retryAfterSeconds: Math.max(1, Math.min(seconds, longestRetrySeconds)),
				};
			}
			if (error instanceof TimeTakenError)
				return refuse(
					slot.kind === "free" ? await findSlot(database.db, { date, time }, { company, callType, hosts, now }) : slot,
					trial,
				);
			return { ok: false, kind: "invalid", errors: describeKeyReuse(error, "book this as well") };
		}
	}

	function refuse(slot: Awaited<ReturnType<typeof findSlot>>, trial: { id: string } | undefined): SubmitBookingResult {
		if (slot.kind === "invalid") return { ok: false, ...slot };
		if (!trial) onOccurrence("slot-taken");
		return { ok: false, kind: "taken", availableSlots: slot.availableSlots };
	}
}
