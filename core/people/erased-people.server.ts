import { createHmac, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { listRecipients } from "../../platform/email/email-personal-data.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import { forgetErasure, listCompletedErasures, recordErasures } from "./completed-erasures.server.ts";
import { erasePerson } from "./erase-person.server.ts";
import type { ErasureLock } from "./locked-archives.server.ts";
import type { PersonalRecords } from "./personal-records.ts";

const addressesAtOnce = 1_000;
/** By then every record that a backup could restore has reached its term: at most ten years, plus calls booked ahead. */
const rememberedFor = Temporal.Duration.from({ hours: 24 * 366 * 11 });

const noteSchema = z.object({
	key: z.string(),
	hash: z.string(),
	erasedAt: z.string(),
	/** The release before gives none. */
	id: z.string().optional(),
});

/**
 * Notes in the file store, which a restored database does not replace, that people are erased. A note is a hash of the address keyed by
 * the installation's id.
 * @returns the ids of the notes, for the transaction that erases
 */
export async function rememberErasedPeople(
	{ files, installation }: { files: Pick<FileStore, "writeErasureNote">; installation: Pick<Installation, "id"> },
	addresses: readonly string[],
	now: Temporal.Instant,
): Promise<string[]> {
	const key = installation.id;
	const ids: string[] = [];
	for (const address of addresses) {
		const id = randomUUID();
		const hash = hashAddress(key, address);
		await files.writeErasureNote(`${hash}.json`, JSON.stringify({ key, hash, erasedAt: toInstantText(now), id }));
		ids.push(id);
	}
	return ids;
}

/**
 * Erases again the people whom a restored database brought back: their records from before the erasure. Later records stay, and so does
 * everything in a database that has gone through the erasure.
 * @returns the numbers of people and records
 * @throws StorageUnavailableError when the database accepts no writes
 */
export async function eraseRestoredPeople({
	database,
	files,
	personalRecords,
	lock,
	now,
}: {
	database: Database;
	files: Pick<FileStore, "remove" | "readErasureNotes" | "writeErasureNote" | "removeErasureNote">;
	personalRecords: readonly PersonalRecords[];
	lock?: ErasureLock | undefined;
	now: Temporal.Instant;
}): Promise<{ people: number; records: number; emails: number }> {
	const completed = await listCompletedErasures(database.db);
	const erasedAtByKey = new Map<string, Map<string, Temporal.Instant>>();
	const missing: string[] = [];
	/** Of completed erasures without a note: it was taken over by that of another erasure, or has reached its term. */
	const forgotten = new Set(completed);
	const oldest = now.subtract(rememberedFor);
	for await (const { name, text } of files.readErasureNotes()) {
		const note = noteSchema.parse(JSON.parse(text));
		const { key, hash, erasedAt, id = randomUUID() } = note;
		const instant = Temporal.Instant.from(erasedAt);
		if (Temporal.Instant.compare(instant, oldest) < 0) {
			await files.removeErasureNote(name);
			continue;
		}
		forgotten.delete(id);
		if (!completed.has(id)) {
			if (note.id === undefined) await files.writeErasureNote(name, JSON.stringify({ ...note, id }));
			erasedAtByKey.set(key, (erasedAtByKey.get(key) ?? new Map<string, Temporal.Instant>()).set(hash, instant));
			missing.push(id);
		}
	}
	for (const id of forgotten) await forgetErasure(database.db, id);
	const again = { people: 0, records: 0, emails: 0 };
	if (missing.length === 0) return again;

	const found = new Map<string, Temporal.Instant>();
	const lists = [...personalRecords.map(({ listAddresses }) => listAddresses), listRecipients];
	for (const list of lists)
		for (let after = "", more = true; more;) {
			const addresses = await list(database.db, { after, limit: addressesAtOnce });
			for (const address of addresses)
				for (const [key, erasedAt] of erasedAtByKey) {
					const instant = erasedAt.get(hashAddress(key, address));
					if (instant) found.set(address, instant);
				}
			more = addresses.length === addressesAtOnce;
			after = addresses.at(-1) ?? after;
		}
	for (const [address, erasedAt] of found) {
		const { records, emails } = await erasePerson({ database, files, personalRecords, lock }, [address], now, {
			before: erasedAt,
		});
		const count = [...records.values()].reduce((sum, number) => sum + number, 0);
		if (count + emails > 0) again.people += 1;
		again.records += count;
		again.emails += emails;
	}
	await database.write((transaction) => recordErasures(transaction, missing));
	return again;
}

/** Returns a function that tells when a person with an address was erased here. */
export async function findErasures({
	files,
	installation,
}: {
	files: Pick<FileStore, "readErasureNotes">;
	installation: Pick<Installation, "id">;
}): Promise<(email: string) => Temporal.Instant | undefined> {
	const erasedAt = new Map<string, Temporal.Instant>();
	for await (const { text } of files.readErasureNotes()) {
		const note = noteSchema.parse(JSON.parse(text));
		if (note.key === installation.id) erasedAt.set(note.hash, Temporal.Instant.from(note.erasedAt));
	}
	return (email) => (erasedAt.size === 0 ? undefined : erasedAt.get(hashAddress(installation.id, email)));
}

function hashAddress(key: string, email: string): string {
	return createHmac("sha256", key).update(`erased: ${email.toLowerCase()}`).digest("hex");
}
