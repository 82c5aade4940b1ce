import { pathOfCalls } from "../../shared/call-type.ts";
import { isJsonObject, readPath, readText, readTexts, type JsonObject } from "../../shared/json-shape.ts";
import { responseTimeoutMs, postJson } from "../../shared/post-json.ts";
import { unpackAvailability, type Availability, type AvailabilityResponse } from "./availability.ts";
import type { FieldError, toBookingInput } from "./rules.ts";
import type { BookingConfirmation } from "./submit-booking.server.ts";

const otherShape = "The response has another shape";

/** The server's response to a stored booking. */
export type BookingReceipt = Omit<BookingConfirmation, "confirmBy" | "personCheckUrl"> & {
	confirmBy?: string | undefined;
	/** Path of the page that asks whether a person booked the call, where that is in doubt. */
	personCheckPath?: string | undefined;
	/** Whether the visitor invites guests. */
	hasGuests?: boolean;
};

/** A receipt with its heading. */
export type TitledReceipt = BookingReceipt & { title: string };

/** Why a call was not booked; `message` says when to come back, or whom to call instead. */
export type BookingRefusal =
	| { kind: "taken"; freeSlots: string[] }
	| { kind: "rejected"; errors: FieldError[] }
	| { kind: "limit-reached" | "failed"; message?: string };

/** The server's additions to the steps for a browser without scripts. */
export type PlainBooking = {
	/** Undefined while the database cannot be read. */
	window: AvailabilityResponse | undefined;
	/** Makes sending the form twice harmless. */
	idempotencyKey: string;
	/** Why the form that was sent is shown again, with what was typed. */
	refusal: (BookingRefusal & { values: Record<string, string> }) | undefined;
};

/**
 * Asks for the whole window of dates and free slots of a type of call.
 *
 * @param callType its slug
 * @throws without a successful response of the right shape within 20 seconds
 */
export async function fetchAvailability(callType: string): Promise<Availability> {
	const { today, lastDate, slots, days, closures } = await fetchData(`${pathOfCalls(callType)}/availability`);
	if (typeof today !== "string" || typeof lastDate !== "string" || !isJsonObject(days)) throw new Error(otherShape);
	return unpackAvailability({
		today,
		lastDate,
		slots: readTexts(slots),
		days,
		closures: Array.isArray(closures) ? closures.filter(isClosure) : [],
	});
}

/**
 * Fetches the free slots of one date. Source: docs/product/booking.md, Calls.
 * @throws like fetchAvailability
 */
export async function fetchSlots(callType: string, date: string): Promise<string[]> {
	const { availableSlots } = await fetchData(`${pathOfCalls(callType)}/slots/${date}`);
	if (!Array.isArray(availableSlots)) throw new Error(otherShape);
	return readTexts(availableSlots);
}

/**
 * Books a slot and returns the outcome; never throws.
 * @param callType slug of its type
 * @param key sent as Idempotency-Key: sending the same booking again with it never books twice
 */
export async function sendBooking(
	callType: string,
	booking: ReturnType<typeof toBookingInput>,
	key: string,
): Promise<{ kind: "booked"; receipt: BookingReceipt } | BookingRefusal> {
	const { ok, status, message, errors, members } = await postJson(
		`${pathOfCalls(callType)}/book`,
		JSON.stringify(booking),
		key,
	);
	const receipt = ok ? readReceipt(members.data) : undefined;
	if (receipt) return { kind: "booked", receipt };
	if (status === 409) return { kind: "taken", freeSlots: readTexts(members.availableSlots) };
	if (errors.length > 0) return { kind: "rejected", errors };
	return { kind: "failed", ...(status === 429 && message && { message }) };
}

async function fetchData(url: string): Promise<JsonObject> {
	const response = await fetch(url, { signal: AbortSignal.timeout(responseTimeoutMs) });
	const json: unknown = response.ok && (await response.json());
	if (!isJsonObject(json) || !isJsonObject(json.data)) throw new Error(otherShape);
	return json.data;
}

function isClosure(value: unknown): value is { date: string; reason: string } {
	return isJsonObject(value) && typeof value.date === "string" && typeof value.reason === "string";
}

function readReceipt(data: unknown): BookingReceipt | undefined {
	if (!hasReceipt(data)) return undefined;
	return { ...data, confirmBy: readText(data.confirmBy), personCheckPath: readPath(data.personCheckUrl) };
}

function hasReceipt(data: unknown): data is Omit<BookingReceipt, "confirmBy" | "personCheckPath"> & JsonObject {
	return (
		isJsonObject(data) &&
		["reference", "date", "time", "timeZone"].every((name) => typeof data[name] === "string") &&
		typeof data.durationMinutes === "number" &&
		readPath(data.manageUrl) !== undefined
	);
}
