import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import { erasePerson, type ErasedPerson } from "../../core/people/erase-person.server.ts";
import { rememberErasedPeople } from "../../core/people/erased-people.server.ts";
import { listAddressesOf } from "../../core/people/merged-addresses.server.ts";
import { listKept } from "../../features/privacy-requests/kept-after-erasure.ts";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import type { Company } from "../../shared/company.ts";
import { createErasureLock } from "../erasure-lock.ts";
import { listPersonalRecords } from "../personal-data.ts";

/**
 * Erases a person with every merged address, also from the database's own files, and returns the result in words.
 * @throws StorageUnavailableError when the database accepts no writes, and nothing was erased; Error, with what was erased, when other
 * programs prevent rewriting its file: erasing again completes it
 */
export async function erase(
	{
		database,
		files,
		installation,
		now,
	}: { database: Database; now: Temporal.Instant; files: FileStore; installation: Installation },
	email: string,
	{ config, company }: { config: Config; company: Company },
): Promise<string> {
	// First, so that a later start completes an interrupted erasure.
	const addresses = await listAddressesOf(database.db, email);
	const notes = await rememberErasedPeople({ files, installation }, addresses, now);
	const erased = await erasePerson(
		{
			database,
			files,
			personalRecords: listPersonalRecords(config, company),
			lock: createErasureLock({ config, files, company }),
		},
		addresses,
		now,
		{
			notes,
			finish: async (transaction, { records, emails, files: ofRecords }) => {
				const ofPerson = sumOf(records.values());
				if (ofPerson + emails === 0) return;
				const details = { records: ofPerson, emails, files: ofRecords };
				await writeAuditEntry(transaction, { actor: "command", action: "person.erase", subject: "", details }, now);
			},
		},
	);
	// Also when nothing was found: an earlier attempt may have been interrupted.
	try {
		await database.overwriteDeleted({ thoroughly: true });
	} catch (error) {
		throw new Error(
			`${describe(erased, addresses)}Other programs are using the database file, so traces remain in it. Erase again to finish.`,
			{ cause: error },
		);
	}
	const names = [...erased.records].filter(([, number]) => number > 0).map(([{ name }]) => name);
	const kept = listKept(new Set(names), config.erasedLock?.months ?? 0);
	return `${describe(erased, addresses)}Kept:\n${kept.map((one) => `- ${one}\n`).join("")}`;
}

function describe({ records, emails, files, remarks }: ErasedPerson, addresses: readonly string[]): string {
	const person = addresses.join(", ");
	const total = sumOf([...records.values(), emails, files]);
	if (total === 0) return `Nothing stored about ${person}.\n`;
	const counts: [number: number, singular: string, plural: string][] = [
		...[...records].map(([{ name, names }, number]): [number, string, string] => [number, name, names]),
		[files, "resume", "resumes"],
		[emails, "e-mail", "e-mails"],
	];
	const found = counts.filter(([number]) => number > 0).map((one) => count(...one));
	return `Erased for ${person}: ${found.join(", ")}.\n${remarks.map((remark) => `${remark}\n`).join("")}`;
}

function sumOf(numbers: Iterable<number>): number {
	return [...numbers].reduce((sum, number) => sum + number, 0);
}

function count(number: number, singular: string, plural: string): string {
	return `${number} ${number === 1 ? singular : plural}`;
}
