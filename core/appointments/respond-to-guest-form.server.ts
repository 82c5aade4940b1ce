import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { readFormText } from "../../shared/form-text.ts";
import type { LinkState } from "./appointment-kind.ts";
import { maxMoves } from "./appointment.ts";
import type { GuestResult } from "./guest-access.server.ts";

export type GuestFormOutcome =
	| { kind: "booked" | "moved" | "cancelled" | "confirmed" | "unknown" }
	/** The chosen time is no longer free. */
	| { kind: "taken" }
	/** The appointment was moved as often as allowed. */
	| { kind: "limited"; message: string }
	/** `message` tells the guest why. */
	| { kind: "refused"; message: string }
	| { kind: "failed" };

/** Texts of the form, by kind of appointment. */
type GuestForm<S extends LinkState> = {
	/** startMs: in milliseconds since 1970; absent until a time is chosen. */
	find(token: string): Promise<{ state: S; startMs?: number | undefined } | undefined>;
	choose(token: string, startMs: number): Promise<GuestResult<S>>;
	cancel(token: string): Promise<GuestResult<S>>;
	confirm?(token: string, code: string): Promise<GuestResult<S>>;
};

export type GuestFormWords<S extends LinkState> = {
	/** Such as "The call". */
	subject: string;
	/** Where to ask for another time. */
	contact: { email: string; phone: string };
	/** Explains why a state forbids something; `verb` is "moved" for a move. */
	refuse(state: Exclude<S, "offered" | "upcoming">, verb: "moved" | "cancelled" | "confirmed"): string;
	/** Shown when no time was chosen. */
	choose: string;
};

/**
 * Handles the form of the private page. Its intent is "choose" (with a start in milliseconds since 1970), "cancel", or "confirm" (with the
 * code from the e-mail).
 */
export async function respondToGuestForm<S extends LinkState>(
	form: FormData,
	token: string,
	access: GuestForm<S>,
	{ subject, contact, refuse, choose }: GuestFormWords<S>,
): Promise<GuestFormOutcome> {
	const read = (name: string) => readFormText(form, name);
	const describe = (
		result: GuestResult<S>,
		verb: "moved" | "cancelled" | "confirmed",
		done: "booked" | typeof verb = verb,
	): GuestFormOutcome => {
		if (result.ok) return { kind: done };
		if (result.kind === "unknown" || result.kind === "taken") return { kind: result.kind };
		if (result.kind !== "moved-enough") return { kind: "refused", message: refuse(result.kind, verb) };
		return {
			kind: "limited",
			message: `${subject} has been moved ${maxMoves} times, which is as often as it can be here. Write to ${contact.email} or call ${contact.phone}, and we find a time for you.`,
		};
	};
	try {
		const intent = read("intent");
		if (intent === "cancel") return describe(await access.cancel(token), "cancelled");
		if (intent === "confirm" && access.confirm) return describe(await access.confirm(token, read("code")), "confirmed");
		if (intent !== "choose") return { kind: "refused", message: choose };
		const start = read("start");
		if (!/^\d{1,15}$/.test(start)) return { kind: "refused", message: "Choose one of the times." };
		const before = await access.find(token);
		// A second press chooses the time that it has already.
		const isSame = before?.startMs === Number(start);
		const hadTime = before?.state === "upcoming" && !isSame;
		return describe(await access.choose(token, Number(start)), "moved", hadTime ? "moved" : "booked");
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed" };
	}
}
