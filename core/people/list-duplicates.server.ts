import type { Database } from "../../platform/database/database.ts";
import { foldText } from "../../shared/fold-text.ts";
import { toPhoneKey } from "../../shared/phone-key.ts";
import { findAllSent } from "../records/find-sent.server.ts";
import { listRecords } from "../records/list.server.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { listRecordsOf, searchRecords } from "../records/record-store.server.ts";
import { findCompanyDomain } from "./company-domain.server.ts";
import type { Contact } from "./find-contact.server.ts";

/** Records of others that are compared, the latest first. */
const comparedRecords = 50;
/** The person's own applications whose traits are compared. */
const ownRecords = 5;
/** Texts that are searched for. */
const mostSearches = 8;

/** Somebody who is probably the same person, with the reference of their latest record and what both have in common, in words. */
export type ProbableDuplicate = { address: string; name: string; reference: string; shares: string[] };

/**
 * Lists addresses that are probably the same person's: with the same phone number or resume, the same name at the same company, or the same
 * mailbox spelled in another way. Nothing is merged.
 * @param person `emails` that the member may know of, all `addresses`, which are left out, and contact details from their records
 * @param kinds that the member may see; nobody is listed by records of other kinds
 */
export async function listProbableDuplicates(
	database: Pick<Database, "db" | "kind">,
	kinds: readonly RecordKind[],
	{
		emails,
		addresses,
		contact: { names, phones },
	}: { emails: readonly string[]; addresses: readonly string[]; contact: Contact },
	limit: number,
): Promise<ProbableDuplicate[]> {
	if (kinds.length === 0) return [];
	const mailboxes = emails.map(foldMailbox);
	// A number is also stored without its country code, and found by its end.
	const numbers = phones.flatMap((phone) => [phone, toPhoneKey(phone)].filter(Boolean));
	const searches = [...numbers, ...names.filter((name) => /\s/.test(name)), ...mailboxes.map(takeLocalPart)];
	const found = new Set<number>();
	for (const search of searches.slice(0, mostSearches))
		for (const id of await searchRecords(database, search)) found.add(id);
	const resumes = await listByTraits();
	const others = await listRecords(
		database,
		{ kinds, found: [...found, ...resumes.values().map(({ id }) => id)] },
		{ limit: comparedRecords },
	);
	const sent = await findAllSent(database.db, kinds, others.records);
	const companies = await Promise.all(emails.map(findCompanyDomain));
	const own = {
		names: new Set(names.map(foldText)),
		phones: new Set(phones.map(toPhoneKey).filter(Boolean)),
		companies: new Set(companies.filter((company) => company !== undefined)),
	};
	const duplicates = new Map<string, ProbableDuplicate>();
	for (const { senderEmail: address, senderName: name, reference } of others.records) {
		if (address === "" || addresses.includes(address)) continue;
		const company = await findCompanyDomain(address);
		const traits: [isShared: boolean, words: string][] = [
			[mailboxes.includes(foldMailbox(address)), "mailbox"],
			[own.phones.has(toPhoneKey(sent.get(reference)?.phone ?? "")), "phone number"],
			[own.names.has(foldText(name)) && company !== undefined && own.companies.has(company), "name and company"],
		];
		const shares = [
			...traits.filter(([isShared]) => isShared).map(([, words]) => words),
			...(resumes.get(reference)?.shares ?? []),
		];
		if (shares.length === 0) continue;
		const known = duplicates.get(address) ?? { address, name, reference, shares: [] };
		duplicates.set(address, { ...known, shares: [...new Set([...known.shares, ...shares])] });
	}
	return [...duplicates.values()].slice(0, limit);

	/** Finds records that a kind itself recognises as the same sender's, by reference. */
	async function listByTraits(): Promise<Map<string, { id: number; shares: string[] }>> {
		const byReference = new Map<string, string[]>();
		for (const kind of kinds) {
			if (!kind.listOfSamePerson) continue;
			const { records } = await listRecords(
				database,
				{ kinds: [kind], kind, senderEmails: emails },
				{ limit: ownRecords },
			);
			for (const { reference } of records)
				for (const same of await kind.listOfSamePerson(database.db, reference))
					byReference.set(same.reference, same.shares);
		}
		const rows = await listRecordsOf(database.db, [...byReference.keys()]);
		return new Map(rows.map(({ reference, id }) => [reference, { id, shares: byReference.get(reference) ?? [] }]));
	}
}

/** Writes an address without what mail servers leave out of it: an addition after "+", and the dots of Gmail. */
function foldMailbox(address: string): string {
	const at = address.lastIndexOf("@");
	const domain = address.slice(at + 1).toLowerCase();
	const local = address.slice(0, at).toLowerCase().split("+", 1)[0] ?? "";
	const isGmail = domain === "gmail.com" || domain === "googlemail.com";
	return isGmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

function takeLocalPart(address: string): string {
	return address.slice(0, address.lastIndexOf("@"));
}
