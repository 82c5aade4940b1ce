import type { Connection } from "../../platform/database/database.ts";
import { listEmails, type EmailSummary } from "../../platform/email/email-list-store.ts";
import type { DescribedRecord, PersonalRecords } from "./personal-records.ts";

/** More of one kind come from nobody who means it. */
const recordsAtMost = 500;
const emailsAtMost = 200;

/** One record of a person, with the e-mails about it that went to them. */
export type PersonRecord = DescribedRecord & {
	/** Singular and plural of its kind. */
	name: string;
	names: string;
	emails: EmailSummary[];
};

/** Finds whose record a reference names: the address in lower case; undefined when there is no such record. */
export async function findPersonOf(
	db: Connection,
	personalRecords: readonly PersonalRecords[],
	reference: string,
): Promise<string | undefined> {
	for (const { describe } of personalRecords) {
		const [record] = await describe(db, [reference]);
		if (record) return record.email.toLowerCase();
	}
	return undefined;
}

/** What has no time stands last. */
function timeOf({ at }: DescribedRecord): number {
	return at?.epochMilliseconds ?? 0;
}

/** Brings together everything that came from an address, in any case, the latest first. */
export async function describePerson(
	db: Connection,
	personalRecords: readonly PersonalRecords[],
	{ email, now }: { email: string; now: Temporal.Instant },
): Promise<PersonRecord[]> {
	const found: PersonRecord[] = [];
	for (const { name, names, listOfAddress, describe } of personalRecords) {
		const references = await listOfAddress(db, email, { limit: recordsAtMost });
		if (references.length === 0) continue;
		for (const record of await describe(db, references)) {
			const emails = await listEmails(db, { now, reference: record.reference, limit: emailsAtMost });
			const own = emails.filter(({ recipient }) => recipient.toLowerCase() === email);
			found.push({ ...record, name, names, emails: own });
		}
	}
	return found.toSorted((a, b) => timeOf(b) - timeOf(a));
}
