import { encryptPieces } from "../../platform/backup/archive-encryption.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { listEmails } from "../../platform/email/email-list-store.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { Company } from "../../shared/company.ts";
import { packPerson } from "./person-archive.server.ts";
import type { PersonalRecords } from "./personal-records.ts";

type LockedArchivesTable = {
	id: string;
	/** Of the erased record. */
	reference: string;
	/** Key of its kind, such as "enquiries". */
	kind: string;
	lockedAt: string;
	endsAt: string;
	bytes: number;
};

type LockedArchivePartsTable = { archive: string; part: number; body: Uint8Array };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		lockedArchives: LockedArchivesTable;
		lockedArchiveParts: LockedArchivePartsTable;
	}
}

/** An archive as it is known without its key: nothing names a person. */
export type LockedArchive = Omit<LockedArchivesTable, "lockedAt" | "endsAt"> & {
	lockedAt: Temporal.Instant;
	endsAt: Temporal.Instant;
};

/** How erased records are kept unseen, where a law demands it: ERASED_LOCKED_MONTHS and ERASED_RECIPIENT. */
export type ErasureLock = {
	/** Calendar months from the erasure, at least one. */
	months: number;
	/** Public key of age; the server never has the secret one. */
	recipient: string;
	files: Pick<FileStore, "read">;
	company: Pick<Company, "name" | "locale" | "timeZone" | "timeZoneLabel">;
};

const partBytes = 65_536;
const emailsAtMost = 200;
const archivesAtOnce = 50;

/**
 * Writes an encrypted archive of each record into the transaction that erases it, so that both happen or neither: the same page, data and
 * files as in the export of a person. Does nothing when the term is over already, as for records that an old backup brought back.
 *
 * @param options erasedAt: the beginning of the term
 * @throws ArchiveEncryptionError if the public key is none; any error of the file store
 */
export async function lockRecords(
	transaction: WriteTransaction,
	lock: ErasureLock,
	records: PersonalRecords,
	references: readonly string[],
	{ now, erasedAt }: { now: Temporal.Instant; erasedAt: Temporal.Instant },
): Promise<void> {
	const { company, files, recipient, months } = lock;
	const endsAt = erasedAt.toZonedDateTimeISO(company.timeZone).add({ months }).toInstant();
	if (Temporal.Instant.compare(endsAt, now) <= 0) return;
	const { name, names, kind } = records;
	for (const described of await records.describe(transaction, references)) {
		const { reference, email } = described;
		const emails = await listEmails(transaction, { now, reference, limit: emailsAtMost });
		const plain = packPerson({
			addresses: [email],
			records: [{ ...described, name, names, emails }],
			files,
			company,
			now,
		});
		const id = createOrderedId();
		const bytes = await writeParts(transaction, id, encryptPieces(plain, { recipient, setting: "ERASED_RECIPIENT" }));
		await transaction
			.insertInto("lockedArchives")
			.values({
				id,
				reference,
				kind,
				lockedAt: toInstantText(erasedAt),
				endsAt: toInstantText(endsAt),
				bytes,
			})
			.execute();
	}
}

/** Writes a stream in parts of equal size and returns its bytes. */
async function writeParts(
	transaction: WriteTransaction,
	archive: string,
	pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
	let part = 0;
	let bytes = 0;
	let waiting = Buffer.alloc(0);
	const write = async (body: Buffer) => {
		await transaction.insertInto("lockedArchiveParts").values({ archive, part, body }).execute();
		part += 1;
		bytes += body.length;
	};
	for await (const piece of pieces) {
		waiting = Buffer.concat([waiting, piece]);
		for (; waiting.length >= partBytes; waiting = waiting.subarray(partBytes))
			await write(waiting.subarray(0, partBytes));
	}
	if (waiting.length > 0) await write(waiting);
	return bytes;
}

/** Lists archives, the latest first. */
export async function listLockedArchives(
	db: Connection,
	{ reference, limit }: { reference?: string | undefined; limit: number },
): Promise<LockedArchive[]> {
	const rows = await db
		.selectFrom("lockedArchives")
		.selectAll()
		.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return rows.map(toLockedArchive);
}

/** Finds an archive by its id. */
export async function findLockedArchive(db: Connection, id: string): Promise<LockedArchive | undefined> {
	const row = await db.selectFrom("lockedArchives").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toLockedArchive(row);
}

/** Reads the encrypted content of an archive. */
export async function* readLockedArchive(db: Connection, id: string): AsyncGenerator<Uint8Array> {
	for (let part = 0; ; part += 1) {
		const row = await db
			.selectFrom("lockedArchiveParts")
			.select("body")
			.where("archive", "=", id)
			.where("part", "=", part)
			.executeTakeFirst();
		if (!row) return;
		yield row.body;
	}
}

/** Deletes archives before or after their terms; unknown ids do nothing. */
export async function deleteLockedArchives(transaction: WriteTransaction, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await transaction.deleteFrom("lockedArchiveParts").where("archive", "in", ids).execute();
	await transaction.deleteFrom("lockedArchives").where("id", "in", ids).execute();
}

/** Deletes the archives whose terms have ended, and returns their number. */
export async function deleteEndedArchives(database: Database, now: Temporal.Instant): Promise<number> {
	for (let deleted = 0; ;) {
		const rows = await database.db
			.selectFrom("lockedArchives")
			.select("id")
			.where("endsAt", "<=", toInstantText(now))
			.limit(archivesAtOnce)
			.execute();
		if (rows.length === 0) return deleted;
		await database.write((transaction) =>
			deleteLockedArchives(
				transaction,
				rows.map(({ id }) => id),
			),
		);
		deleted += rows.length;
	}
}

function toLockedArchive({ lockedAt, endsAt, ...row }: LockedArchivesTable): LockedArchive {
	return { ...row, lockedAt: Temporal.Instant.from(lockedAt), endsAt: Temporal.Instant.from(endsAt) };
}
