import { undoSeconds } from "../../core/appointments/appointment.ts";
import type { ByStaff } from "../../core/appointments/appointment-kind.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { readMessage } from "./message-field.tsx";
import { readStart } from "./slots.server.ts";
import type { Undoable } from "./undo-form.tsx";

/** What staff do with calls and interviews alike. */
type Changes = {
	move(reference: string, startMs: number, by: ByStaff): Promise<FieldError[] | undefined>;
	reassign(reference: string, hosts: unknown, by: ByStaff): Promise<FieldError[] | undefined>;
	cancel(reference: string, by: ByStaff): Promise<FieldError[] | undefined>;
	undo(reference: string, changeId: string, accountId: string): Promise<string | undefined>;
};

type Asked = {
	reference: string;
	account: { id: string; name: string };
	timeZone: string;
	/** "call", as notices name it. */
	noun: string;
	/** Gives what changes one, noting in the audit log what is done. */
	open(deed: "move" | "reassign" | "cancel" | "undo"): Changes;
	readHosts(form: URLSearchParams): unknown;
};

/**
 * Does what a form asks of a call or an interview: what to say of it, or what is wrong with it; undefined when it asks for something else.
 */
export async function changeAppointment(
	form: URLSearchParams,
	{ reference, account, timeZone, noun, open, readHosts }: Asked,
): Promise<{ notice: string } | { errors: FieldError[] } | undefined> {
	const asked = form.get("do") ?? "";
	const by = { id: account.id, name: account.name, message: readMessage(form) };
	const report = (errors: FieldError[] | undefined, done: string) =>
		errors ? { errors } : { notice: `${done}. Everyone is notified in ${undoSeconds} seconds unless you undo it.` };
	const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
	switch (asked) {
		case "undo": {
			const refusal = await open(asked).undo(reference, form.get("change") ?? "", account.id);
			return { notice: refusal ?? `Undone. The ${noun} is unchanged, and nobody was notified.` };
		}
		case "move": {
			const startMs = readStart(form, timeZone);
			if (startMs === undefined) return { errors: [{ field: "slot", message: "Choose a date and time" }] };
			return report(await open(asked).move(reference, startMs, by), `${title} scheduled`);
		}
		case "reassign":
			return report(await open(asked).reassign(reference, readHosts(form), by), `${title} reassigned`);
		case "cancel":
			return report(await open(asked).cancel(reference, by), `${title} cancelled`);
		default:
			return undefined;
	}
}

/** Shows what somebody has just done with one and can still undo. */
export function showUndoable(found: { id: string; kind: string } | undefined, noun: string): Undoable | undefined {
	if (!found) return undefined;
	const done: Record<string, string> = { moved: "moved", booked: "booked", "handed-over": "reassigned" };
	return {
		id: found.id,
		said: `You ${done[found.kind] ?? "cancelled"} this ${noun}. E-mails go out within ${undoSeconds} seconds.`,
	};
}
