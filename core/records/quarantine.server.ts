import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { holdEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";
import type { Quarantine, QuarantineStep, RecordDeclaration } from "./record-kind.ts";
import { findRecord, setRecordSpam } from "./record-store.server.ts";
import type { SentStore } from "./sent-store.server.ts";

/**
 * Makes the quarantine of records that need nothing but another state to be in it.
 *
 * @param options the state of those that count, and what is said of those in any other
 */
export function createStateQuarantine(
	{ changeState }: Pick<SentStore<unknown>, "changeState">,
	{ counted, others = "stays as it is." }: { counted: string; others?: string },
): Quarantine {
	const change =
		(from: string, to: string) =>
		async (transaction: WriteTransaction, reference: string): Promise<QuarantineStep> =>
			(await changeState(transaction, reference, { from, to })) ? { kind: "done" } : { kind: "mark-only", why: others };
	return { enter: change(counted, "quarantined"), leave: change("quarantined", counted) };
}

/** A record stays where it is; the transaction has to be left. Its message goes on a sentence that begins with the record. */
export class QuarantineRefusedError extends Error {
	override name = "QuarantineRefusedError";
	readonly step: Extract<QuarantineStep, { kind: "refused" }>;

	constructor(step: Extract<QuarantineStep, { kind: "refused" }>) {
		super(step.why);
		this.step = step;
	}
}

/** Said where something changed at the same moment (Quarantine.isConflict). */
export const changedMeanwhile = "stays as it is: something changed at this very moment. Look at it again.";

type Move = { spam: boolean; now: Temporal.Instant; sender?: { client: string | undefined } | undefined };

/**
 * Takes a record into quarantine or out of it, with its mark and its e-mails.
 *
 * @returns what came of it, and how many e-mails are held from now on or go out
 * @throws QuarantineRefusedError when its kind does not allow it
 */
export async function moveQuarantine(
	transaction: WriteTransaction,
	{ quarantine }: Pick<RecordDeclaration, "quarantine">,
	reference: string,
	{ spam, now, sender }: Move,
): Promise<Exclude<QuarantineStep, { kind: "refused" }> & { emails: number }> {
	const step = spam
		? await quarantine.enter(transaction, reference, now)
		: await quarantine.leave(transaction, reference, { now, sender });
	if (step.kind === "refused") throw new QuarantineRefusedError(step);
	await setRecordSpam(transaction, reference, spam);
	if (step.kind === "mark-only" || step.confirm) return { ...step, emails: 0 };
	const emails = spam ? await holdEmails(transaction, reference) : await releaseEmails(transaction, reference, now);
	return { ...step, emails };
}

/** Does the same for a command, and says what came of it. */
export async function moveQuarantineByCommand(
	database: Database,
	kind: RecordDeclaration,
	reference: string,
	{ spam, now }: { spam: boolean; now: Temporal.Instant },
): Promise<string> {
	const state = (await kind.findSent(database.db, [reference])).get(reference)?.state;
	if ((state === "quarantined") === spam)
		return spam ? `${reference} is quarantined and stays so.` : `${reference} is not in quarantine.`;
	try {
		const step = await database.write((transaction) => moveQuarantine(transaction, kind, reference, { spam, now }));
		if (step.kind === "mark-only") return `${reference} ${step.why}`;
		const { words } = kind.quarantine;
		const emails = step.emails === 1 ? "1 e-mail" : `${step.emails} e-mails`;
		if (spam)
			return `${reference} ${words?.entered ?? "is in quarantine"}. ${step.emails === 0 ? "No e-mail was waiting." : `${emails} held back.`}`;
		const when = words?.emailsLeave ?? "within seconds while the server runs";
		return `${reference} ${words?.left ?? "is out of quarantine"}. ${step.emails === 0 ? "No e-mail was held." : `${emails} will go out ${when}.`}`;
	} catch (error) {
		if (error instanceof QuarantineRefusedError) return `${reference} ${error.message}`;
		if (kind.quarantine.isConflict?.(error)) return `${reference} ${changedMeanwhile}`;
		throw error;
	}
}

/** What becomes of a record when its sender says that a person sent it. */
export type SenderRelease =
	/** It counts from now on, or did before; `confirm`: once it has been confirmed by the link in an e-mail. */
	| { kind: "released"; confirm: boolean }
	/** It stays in quarantine, with the reason for its sender. */
	| { kind: "refused"; message: string; isLimit: boolean }
	| { kind: "unknown" };

/** What changes at the same moment is tried again so often. */
const mostAttempts = 5;

/**
 * Takes a record out of quarantine because its sender says that a person sent it; one that is not in quarantine counts as released.
 *
 * @param client address that this is asked from
 * @throws StorageUnavailableError when nothing can be stored now; what the last of five attempts failed with, when others were faster
 */
export async function releaseForSender(
	database: Database,
	kind: RecordDeclaration,
	reference: string,
	{ client, now }: { client: string | undefined; now: Temporal.Instant },
): Promise<SenderRelease> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await database.write(async (transaction): Promise<SenderRelease> => {
				const record = await findRecord(transaction, reference);
				if (!record) return { kind: "unknown" };
				if (!record.spam) return { kind: "released", confirm: false };
				const step = await moveQuarantine(transaction, kind, reference, { spam: false, now, sender: { client } });
				return { kind: "released", confirm: step.kind === "done" && step.confirm === true };
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
