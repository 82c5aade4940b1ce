import { undoSeconds } from "../../core/appointments/appointment.ts";
import type { ByStaff } from "../../core/appointments/appointment-kind.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { readMessage } from "./message-field.tsx";
import { readStart } from "./slots.server.ts";
import type { Undoable } from "./undo-form.tsx";

/** Changes that calls and interviews share. */
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
	/** "call", for notices. */
	noun: string;
	/** Returns the changes, with their entry in the audit log. */
	open(deed: "move" | "reassign" | "cancel" | "undo"): Changes;
	readHosts(form: URLSearchParams): unknown;
};

/** Handles the forms of a call or an interview: returns the notice or the errors, or undefined for another form. */
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

/** Describes the change that a member has just made and can still undo. */
export function showUndoable(found: { id: string; kind: string } | undefined, noun: string): Undoable | undefined {
	if (!found) return undefined;
	const done: Record<string, string> = { moved: "moved", booked: "booked", "handed-over": "reassigned" };
	return {
		id: found.id,
		said: `You ${done[found.kind] ?? "cancelled"} this ${noun}. E-mails go out within ${undoSeconds} seconds.`,
	};
}
