import { createHash } from "node:crypto";
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

/** Who did what to which record. It holds ids and references, and nothing of what a record says. */
export type AuditEntry = {
	/** Id of an account, or "command" for somebody with a shell on the machine. */
	actor: string;
	/** Such as "application.resume-read". */
	action: string;
	/** Reference of a record, id of an account, or "". */
	subject: string;
	details?: Record<string, string | number | boolean>;
};

/** One that stands in the log. */
export type WrittenAuditEntry = Required<AuditEntry> & { sequence: number; at: Temporal.Instant };

/** What the first entry follows. */
const beginning = "0".repeat(64);
const entriesAtOnce = 1_000;
/** Ids, references and names of things: no address, no name of a person, no sentence. The log is kept when a person is erased. */
const reference = /^[\w.:,-]{0,100}$/;

/**
 * Writes an entry behind the last one, as part of the transaction that does what it tells. Entries are never changed; each carries the
 * hash of the one before, so that one which was changed or taken out is found by verifyAuditLog.
 *
 * On PostgreSQL, transactions that write entries come one after the other from here to their end: write the entry last.
 *
 * @throws Error for an entry that holds anything but references
 */
export async function writeAuditEntry(
	transaction: WriteTransaction,
	{ actor, action, subject, details = {} }: AuditEntry,
	now: Temporal.Instant,
): Promise<void> {
	for (const text of [actor, action, subject, ...Object.keys(details), ...Object.values(details).map(String)])
		if (!reference.test(text)) throw new Error("The audit log holds references, and nothing that somebody wrote");
	// Two that came at once would follow the same entry.
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

/** Which entries are listed. */
export type AuditRange = {
	/** Sequence of the last entry that was listed. */
	before?: number | undefined;
	/** Reference of a record, or id of an account: what was done to it, and what it did. */
	of?: string | undefined;
	limit: number;
};

/** Lists the newest entries, the newest first. */
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

/** A place in the log as it was at some time, noted outside the database. */
export type AuditMark = { sequence: number; hash: string };

/**
 * Reads the whole log and compares every hash.
 *
 * @param mark an entry that must still be there: a log whose end was cut off, or that was written anew as a whole, is whole in itself
 * @returns how many entries follow each other from the beginning, the hash of the last of them, and the sequence of the first that does not
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
		for (const { hash, ...entry } of rows) {
			if (
				entry.sequence !== entries + 1 ||
				entry.previousHash !== lastHash ||
				hashEntry(entry) !== hash ||
				(entry.sequence === mark?.sequence && mark.hash !== hash)
			)
				return { entries, lastHash, brokenAt: entries + 1 };
			entries = entry.sequence;
			lastHash = hash;
		}
		if (rows.length < entriesAtOnce)
			return { entries, lastHash, brokenAt: mark && mark.sequence > entries ? entries + 1 : undefined };
	}
}

function hashEntry({ sequence, at, actor, action, subject, details, previousHash }: Omit<AuditLogTable, "hash">) {
	return createHash("sha256")
		.update(JSON.stringify([sequence, at, actor, action, subject, details, previousHash]))
		.digest("hex");
}
