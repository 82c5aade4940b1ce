import { hash } from "node:crypto";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";

type AuditLogTable = {
	sequence: number;
	at: string;
	actor: string;
	action: string;
	subject: string;
	/** JSON object. */
	details: string;
	previousHash: string;
	hash: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		auditLog: AuditLogTable;
	}
}

/** An action on a record: ids and references only, no content of a record. */
export type AuditEntry = {
	/** Id of an account, or "command" for a person with a shell on the machine. */
	actor: string;
	/** Such as "application.resume-read". */
	action: string;
	/** Reference of a record, id of an account, or "". */
	subject: string;
	details?: Record<string, string | number | boolean>;
};

export type WrittenAuditEntry = Required<AuditEntry> & { sequence: number; at: Temporal.Instant };

/** Hash that precedes the first entry. */
const beginning = "0".repeat(64);
const entriesAtOnce = 1_000;
/** Ids, references and names of things. No address, person's name or sentence: the log is kept when a person is erased. */
const reference = /^[\w.:,-]{0,100}$/;

/**
 * Appends an entry within the transaction that it describes. Entries never change; each carries the hash of the one before, so that
 * verifyAuditLog finds an altered or missing one.
 *
 * On PostgreSQL the lock serialises transactions from here to their end: write the entry last.
 * @throws Error when a value is not an id, a reference or a name
 */
export async function writeAuditEntry(
	transaction: WriteTransaction,
	{ actor, action, subject, details = {} }: AuditEntry,
	now: Temporal.Instant,
): Promise<void> {
	for (const text of [actor, action, subject, ...Object.keys(details), ...Object.values(details).map(String)])
		if (!reference.test(text)) throw new Error("The audit log holds references, and no text");
	// Two entries written at once would follow the same one.
	await takeLock(transaction, "audit log");
	const last = await transaction
		.selectFrom("auditLog")
		.select(["sequence", "hash"])
		.orderBy("sequence", "desc")
		.limit(1)
		.executeTakeFirst();
	const entry = {
		sequence: (last?.sequence ?? 0) + 1,
		at: toInstantText(now),
		actor,
		action,
		subject,
		details: JSON.stringify(details),
		previousHash: last?.hash ?? beginning,
	};
	await transaction
		.insertInto("auditLog")
		.values({ ...entry, hash: hashEntry(entry) })
		.execute();
}

/** Writes what somebody has done with their own account, as writeAuditEntry does. */
export function writeOwnEntry(
	transaction: WriteTransaction,
	accountId: string,
	entry: Pick<AuditEntry, "action" | "details">,
	now: Temporal.Instant,
): Promise<void> {
	return writeAuditEntry(transaction, { ...entry, actor: accountId, subject: accountId }, now);
}

export type AuditRange = {
	/** Sequence of the last entry on the page before. */
	before?: number | undefined;
	/** Reference of a record, or id of an account: entries about it and by it. */
	of?: string | undefined;
	limit: number;
};

/** Lists entries, newest first. */
export async function listAuditEntries(
	db: Connection,
	{ before, of, limit }: AuditRange,
): Promise<WrittenAuditEntry[]> {
	const rows = await db
		.selectFrom("auditLog")
		.selectAll()
		.$if(before !== undefined, (query) => query.where("sequence", "<", before ?? 0))
		.$if(of !== undefined, (query) =>
			query.where((where) => where.or([where("subject", "=", of ?? ""), where("actor", "=", of ?? "")])),
		)
		.orderBy("sequence", "desc")
		.limit(limit)
		.execute();
	return rows.map(({ sequence, at, actor, action, subject, details }) => ({
		sequence,
		at: Temporal.Instant.from(at),
		actor,
		action,
		subject,
		details: JSON.parse(details),
	}));
}

/** A position in the log, noted outside the database. */
export type AuditMark = { sequence: number; hash: string };

/**
 * Reads the whole log and checks every hash.
 * @param mark an entry that must exist: a truncated or rewritten log is consistent in itself
 * @returns the number of consistent entries, the hash of the last, and the sequence of the first broken one
 */
export async function verifyAuditLog(
	db: Connection,
	mark?: AuditMark,
): Promise<{ entries: number; lastHash: string; brokenAt: number | undefined }> {
	let entries = 0;
	let lastHash = beginning;
	for (;;) {
		const rows = await db
			.selectFrom("auditLog")
			.selectAll()
			.where("sequence", ">", entries)
			.orderBy("sequence")
			.limit(entriesAtOnce)
			.execute();
		for (const { hash: storedHash, ...entry } of rows) {
			if (
				entry.sequence !== entries + 1 ||
				entry.previousHash !== lastHash ||
				hashEntry(entry) !== storedHash ||
				(entry.sequence === mark?.sequence && mark.hash !== storedHash)
			)
				return { entries, lastHash, brokenAt: entries + 1 };
			entries = entry.sequence;
			lastHash = storedHash;
		}
		if (rows.length < entriesAtOnce)
			return { entries, lastHash, brokenAt: mark && mark.sequence > entries ? entries + 1 : undefined };
	}
}

function hashEntry({ sequence, at, actor, action, subject, details, previousHash }: Omit<AuditLogTable, "hash">) {
	return hash("sha256", JSON.stringify([sequence, at, actor, action, subject, details, previousHash]), "hex");
}
