import type { Connection } from "../../platform/database/database.ts";
import { listEmails, type EmailSummary } from "../../platform/email/email-list-store.ts";
import { findShownNotices, type KeptNotice } from "../notices/notice-store.server.ts";
import { listAddressesOf } from "./merged-addresses.server.ts";
import type { DescribedRecord, PersonalRecords } from "./personal-records.ts";

/** More of one kind are automated. */
const recordsAtMost = 500;
const emailsAtMost = 200;

/** A record of a person, with the e-mails about it that they received. */
export type PersonRecord = DescribedRecord & {
	/** Singular and plural of its kind. */
	name: string;
	names: string;
	emails: EmailSummary[];
};

/** Adds the notice about personal data that the sender of a record saw, word for word. */
function withNotice(record: DescribedRecord, notice: KeptNotice | undefined): DescribedRecord {
	if (!notice) return record;
	const lines = notice.texts.flatMap(({ title, points }) => [
		title,
		...points.map(({ label, text }) => `${label}: ${text}`),
	]);
	return {
		...record,
		fields: [
			...record.fields,
			{ label: "Notice at the form, first shown", value: notice.firstShownAt },
			{ label: "What it said", value: lines },
		],
		stored: { ...record.stored, notice },
	};
}

/** Finds the lower-case address of the person whose record a reference names; undefined without a record or an address. */
export async function findPersonOf(
	db: Connection,
	personalRecords: readonly PersonalRecords[],
	reference: string,
): Promise<string | undefined> {
	for (const { describe } of personalRecords) {
		const [record] = await describe(db, [reference]);
		if (record) return record.email.toLowerCase() || undefined;
	}
	return undefined;
}

/** Records without a time come last. */
function timeOf({ at }: DescribedRecord): number {
	return at?.epochMilliseconds ?? 0;
}

/** Collects everything that came from a person's addresses, merged ones too, in any case, latest first. */
export async function describePerson(
	db: Connection,
	personalRecords: readonly PersonalRecords[],
	{ email, now }: { email: string; now: Temporal.Instant },
): Promise<PersonRecord[]> {
	const found: PersonRecord[] = [];
	for (const address of await listAddressesOf(db, email))
		for (const { name, names, listOfAddress, describe, listNamed } of personalRecords) {
			const references = await listOfAddress(db, address, { limit: recordsAtMost });
			const own = references.length === 0 ? [] : await describe(db, references);
			const notices = await findShownNotices(db, references);
			for (const record of [
				...own.map((one) => withNotice(one, notices.get(one.reference))),
				...((await listNamed?.(db, address)) ?? []),
			]) {
				const emails = await listEmails(db, { now, reference: record.reference, limit: emailsAtMost });
				const received = emails.filter(({ recipient }) => recipient.toLowerCase() === address);
				found.push({ ...record, name, names, emails: received });
			}
		}
	return found.toSorted((a, b) => timeOf(b) - timeOf(a));
}
