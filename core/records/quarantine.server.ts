import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { holdEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";
import { notifyOfNewRecord } from "./notifications.server.ts";
import type { Quarantine, QuarantineStep, RecordDeclaration } from "./record-kind.ts";
import { findRecord, lockRecord, setRecordSpam } from "./record-store.server.ts";
import type { SentStore } from "./sent-store.server.ts";

/**
 * Creates the quarantine of records for which a state is enough.
 * @param options the state of records that count, and why others are refused
 */
export function createStateQuarantine(
	{ changeState }: Pick<SentStore<unknown>, "changeState">,
	{ counted, others = "is unchanged." }: { counted: string; others?: string },
): Quarantine {
	const change =
		(from: string, to: string) =>
		async (transaction: WriteTransaction, reference: string): Promise<QuarantineStep> =>
			(await changeState(transaction, reference, { from, to })) ? { kind: "done" } : { kind: "mark-only", why: others };
	return { enter: change(counted, "quarantined"), leave: change("quarantined", counted) };
}

/** Refuses a move of quarantine; the transaction has to be rolled back. The message continues a sentence that begins with the record. */
export class QuarantineRefusedError extends Error {
	override name = "QuarantineRefusedError";
	readonly step: Extract<QuarantineStep, { kind: "refused" }>;

	constructor(step: Extract<QuarantineStep, { kind: "refused" }>) {
		super(step.why);
		this.step = step;
	}
}

/** Used after a conflict (Quarantine.isConflict). */
export const changedMeanwhile = "is unchanged: someone else has changed it at the same time. Review it and try again.";

type Move = {
	spam: boolean;
	now: Temporal.Instant;
	/** The account of the member who moves it. */
	by?: string;
	sender?: { client: string | undefined } | undefined;
};

/**
 * Moves a record into or out of quarantine, with its mark and its e-mails.
 * @returns the result, and how many e-mails are held or released
 * @throws QuarantineRefusedError when its kind refuses
 */
export async function moveQuarantine(
	transaction: WriteTransaction,
	kind: Pick<RecordDeclaration, "quarantine" | "area" | "listTeamOf">,
	reference: string,
	{ spam, now, by, sender }: Move,
): Promise<Exclude<QuarantineStep, { kind: "refused" }> & { emails: number }> {
	const { quarantine } = kind;
	const step = spam
		? await quarantine.enter(transaction, reference, now)
		: await quarantine.leave(transaction, reference, { now, sender });
	if (step.kind === "refused") throw new QuarantineRefusedError(step);
	await setRecordSpam(transaction, reference, spam, now, by);
	if (step.kind === "mark-only") return { ...step, emails: 0 };
	const record = spam || step.confirm ? undefined : await findRecord(transaction, reference);
	if (record) await notifyOfNewRecord(transaction, record, { kind, now });
	const emails = spam
		? await holdEmails(transaction, { reference })
		: await releaseEmails(transaction, { reference }, now);
	return { ...step, emails };
}

/** Moves a record into or out of quarantine for a command, and returns the result in words. */
export async function moveQuarantineByCommand(
	database: Database,
	kind: RecordDeclaration,
	reference: string,
	{ spam, now }: { spam: boolean; now: Temporal.Instant },
): Promise<string> {
	const state = (await kind.findSent(database.db, [reference])).get(reference)?.state;
	if ((state === "quarantined") === spam)
		return spam ? `${reference} is already quarantined.` : `${reference} is not in quarantine.`;
	try {
		const step = await database.write((transaction) => moveQuarantine(transaction, kind, reference, { spam, now }));
		if (step.kind === "mark-only") return `${reference} ${step.why}`;
		const { words } = kind.quarantine;
		const emails = step.emails === 1 ? "1 e-mail" : `${step.emails} e-mails`;
		if (spam)
			return `${reference} ${words?.entered ?? "is quarantined"}. ${step.emails === 0 ? "No e-mails were waiting." : `${emails} on hold.`}`;
		const when = words?.emailsLeave ?? "within seconds";
		const left = `${reference} ${words?.left ?? "is released from quarantine"}.`;
		if (step.note !== undefined) return `${left} ${step.note}`;
		return `${left} ${step.emails === 0 ? "No e-mails were on hold." : `${emails} will leave ${when}.`}`;
	} catch (error) {
		if (error instanceof QuarantineRefusedError) return `${reference} ${error.message}`;
		if (kind.quarantine.isConflict?.(error)) return `${reference} ${changedMeanwhile}`;
		throw error;
	}
}

/** The result of a release that the sender asked for. */
export type SenderRelease =
	/** `confirm`: it counts once the sender has followed the link in an e-mail. */
	| { kind: "released"; confirm: boolean }
	/** It stays in quarantine; `message` tells the sender why. */
	| { kind: "refused"; message: string; isLimit: boolean }
	/** It was no longer in quarantine. */
	| { kind: "not-held" }
	| { kind: "unknown" };

/** Attempts after conflicts. */
const mostAttempts = 5;

/**
 * Releases a record because its sender says that a person sent it.
 * @param options client: the client's address; onReleased: called in the transaction that releases it
 * @throws StorageUnavailableError when nothing can be stored; the conflict after five attempts
 */
export async function releaseForSender(
	database: Database,
	kind: RecordDeclaration,
	reference: string,
	{
		client,
		now,
		onReleased,
	}: {
		client: string | undefined;
		now: Temporal.Instant;
		onReleased(transaction: WriteTransaction, confirm: boolean): Promise<void>;
	},
): Promise<SenderRelease> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await database.write(async (transaction): Promise<SenderRelease> => {
				// Of two presses of the button at once, the second waits here and finds the record released.
				const record = await lockRecord(transaction, reference);
				if (!record) return { kind: "unknown" };
				if (!record.spam) return { kind: "not-held" };
				const step = await moveQuarantine(transaction, kind, reference, { spam: false, now, sender: { client } });
				const confirm = step.kind === "done" && step.confirm === true;
				await onReleased(transaction, confirm);
				return { kind: "released", confirm };
			});
		} catch (error) {
			if (error instanceof QuarantineRefusedError) {
				const { toSender = "", isLimit = false } = error.step;
				return { kind: "refused", message: toSender, isLimit };
			}
			if (attempt === mostAttempts || !kind.quarantine.isConflict?.(error)) throw error;
		}
	}
}
