import type { ByStaff } from "../../core/appointments/appointment-kind.ts";
import { undoSeconds } from "../../core/appointments/appointment.ts";
import { mostGuestsOfCall } from "../../features/booking/booking-record.server.ts";
import { checkAddresses, splitAddresses } from "../../shared/address-list.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Company } from "../../shared/company.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { NoticeUndo } from "../guard/notices.server.ts";
import { showShortTime } from "../records/show-values.server.ts";
import { readMessage } from "./message-field.tsx";
import { readStart } from "./slots.server.ts";

/** Changes that calls and interviews share. */
type Changes = {
	move(reference: string, startMs: number, by: ByStaff, hosts?: unknown): Promise<FieldError[] | undefined>;
	reassign(reference: string, hosts: unknown, by: ByStaff): Promise<FieldError[] | undefined>;
	cancel(reference: string, by: ByStaff): Promise<FieldError[] | undefined>;
	invite(reference: string, addresses: readonly string[], by: ByStaff): Promise<FieldError[] | undefined>;
	findUndoable(reference: string, accountId: string): Promise<{ id: string } | undefined>;
	undo(reference: string, changeId: string, accountId: string): Promise<string | undefined>;
};

/** A notice of the change, with its undo; or why nothing was changed. */
type ActionData = { notice: string; undo?: Pick<NoticeUndo, "does" | "id"> | undefined } | { errors: FieldError[] };

/** An appointment and its changes. */
export type AppointmentTarget = {
	reference: string;
	/** "call", for notices. */
	noun: string;
	/** Returns the changes, with their entry in the audit log. */
	open(deed: "move" | "reassign" | "cancel" | "invite" | "undo"): Changes;
	/** Whether its guest has yet to confirm it, so nobody else knows of it; absent where nothing needs confirming. */
	isUnconfirmed?(): Promise<boolean>;
	/** Whether its guest has yet to choose a time, so that nobody is told who takes it. */
	hasNoTime?: boolean;
	/** Whether these are its guests, beside the visitor; absent where nobody can be invited. */
	hasGuests?(addresses: readonly string[]): Promise<boolean>;
	readHosts(form: URLSearchParams): unknown;
};

type Asked = AppointmentTarget & {
	account: { id: string; name: string };
	company: Pick<Company, "locale" | "timeZone">;
};

/** Handles the forms of a call or an interview: returns the notice or the errors, or undefined for another form. */
export async function changeAppointment(
	form: URLSearchParams,
	{ reference, account, company, noun, open, isUnconfirmed, hasNoTime = false, hasGuests, readHosts }: Asked,
): Promise<ActionData | undefined> {
	const asked = form.get("do") ?? "";
	const by = { id: account.id, name: account.name, message: readMessage(form) };
	// A cancelled call no longer says it.
	const wasUnconfirmed = (await isUnconfirmed?.()) === true;
	const report = async (
		deed: "move" | "reassign" | "cancel" | "invite",
		errors: FieldError[] | undefined,
		done: string,
	) => {
		if (errors) return { errors };
		const change = await open(deed).findUndoable(reference, account.id);
		return {
			notice: `${done}. ${describeTelling(deed, { wasUnconfirmed, hasNoTime })}`,
			undo: change && { does: "undo-change" as const, id: change.id },
		};
	};
	const title = capitalise(noun);
	switch (asked) {
		case "undo-change": {
			const refusal = await open("undo").undo(reference, form.get("id") ?? "", account.id);
			return { notice: refusal ?? `Undone. The ${noun} is unchanged, and nobody was notified.` };
		}
		case "move": {
			const startMs = readStart(form, company.timeZone);
			if (startMs === undefined) return { errors: [{ field: "slot", message: "Choose a date and time" }] };
			const hosts = form.has("value") ? readHosts(form) : undefined;
			const time = showShortTime(Temporal.Instant.fromEpochMilliseconds(startMs), company);
			const done = `${title} ${hasNoTime ? "scheduled for" : "moved to"} ${time}`;
			return report(asked, await open(asked).move(reference, startMs, by, hosts), done);
		}
		case "reassign":
			return report(asked, await open(asked).reassign(reference, readHosts(form), by), `${title} reassigned`);
		case "cancel":
			return report(asked, await open(asked).cancel(reference, by), `${title} cancelled`);
		case "invite": {
			const checked = checkAddresses(splitAddresses(form.get("guests") ?? ""));
			if ("error" in checked) return { errors: [{ field: "guests", message: checked.error }] };
			if (checked.addresses.length > mostGuestsOfCall)
				return { errors: [{ field: "guests", message: `Invite at most ${mostGuestsOfCall} guests` }] };
			if (await hasGuests?.(checked.addresses)) return { notice: "Guests unchanged." };
			return report(asked, await open(asked).invite(reference, checked.addresses, by), "Guests saved");
		}
		default:
			return undefined;
	}
}

function describeTelling(
	deed: string,
	{ wasUnconfirmed, hasNoTime }: { wasUnconfirmed: boolean; hasNoTime: boolean },
): string {
	if (hasNoTime && deed === "reassign") return "The candidate has not chosen a time yet, so nobody is notified.";
	if (!wasUnconfirmed) return `Everyone is notified in ${undoSeconds} seconds unless you undo it.`;
	return deed === "move"
		? `The visitor is asked in ${undoSeconds} seconds to confirm the new time, unless you undo it.`
		: "The visitor has not confirmed it, so nobody is notified.";
}
