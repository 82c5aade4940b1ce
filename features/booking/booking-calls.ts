import { answerTimeoutMs, postJson } from "../../shared/post-json.ts";
import { unpackAvailability, type Availability, type AvailabilityAnswer } from "./availability.ts";
import type { FieldError } from "./rules.ts";

/** What the server says about a booking that it has stored. */
export type BookingReceipt = {
	reference: string;
	date: string;
	time: string;
	timeZone: string;
	durationMinutes: number;
	/** Private page on which the call can be moved or cancelled. */
	manageUrl: string;
	/** Until when the call has to be confirmed by e-mail, where it has to be. */
	confirmBy?: string;
	/** Page that asks whether a person booked the call, where that is in doubt. */
	personCheckUrl?: string;
};

/** A receipt with what stands above it. */
export type TitledReceipt = BookingReceipt & { title: string };

export type BookingOutcome =
	| { kind: "booked"; receipt: BookingReceipt }
	| { kind: "taken"; availableSlots: string[] }
	| { kind: "rejected"; errors: FieldError[] }
	| { kind: "failed"; message?: string | undefined };

/**
 * Asks for the whole window of dates and free slots.
 *
 * @throws when there is no answer within 20 seconds, or one that is not a success
 */
export async function fetchAvailability(): Promise<Availability> {
	const { data } = await fetchJson<{ data: AvailabilityAnswer }>("/demo/availability");
	return unpackAvailability(data);
}

/**
 * Asks for the free slots of one date, fresh from the database. Source: docs/product/booking.md, Calls.
 *
 * @throws like fetchAvailability
 */
export async function fetchSlots(date: string): Promise<string[]> {
	const { data } = await fetchJson<{ data: { availableSlots: string[] } }>(`/demo/slots/${date}`);
	return data.availableSlots;
}

/**
 * Books a slot and says what became of it; never throws.
 *
 * @param key sent as Idempotency-Key: the same booking sent again with the same key is never made twice
 */
export async function sendBooking(booking: Record<string, string>, key: string): Promise<BookingOutcome> {
	const { ok, status, members } = await postJson<{ data: BookingReceipt; availableSlots: string[] }>(
		"/demo/book",
		JSON.stringify(booking),
		key,
	);
	if (ok && members.data) return { kind: "booked", receipt: members.data };
	if (status === 409) return { kind: "taken", availableSlots: members.availableSlots ?? [] };
	if (members.errors?.length) return { kind: "rejected", errors: members.errors };
	// Too many: when to come back, or whom to call instead.
	return { kind: "failed", message: status === 429 ? members.message : undefined };
}

async function fetchJson<Answer>(url: string): Promise<Answer> {
	const response = await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) });
	if (!response.ok) throw new Error(`${url} answered ${response.status}`);
	return response.json();
}
