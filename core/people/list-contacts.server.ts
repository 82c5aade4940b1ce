import { sql } from "kysely";
import type { Connection, Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { whereOpen } from "../records/final-stages.server.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { isAmongRecords, searchRecords } from "../records/record-store.server.ts";
import { listSearchWords, listWantedWords } from "../records/search-words.ts";
import { findCompanyDomain } from "./company-domain.server.ts";

/** Latest records of a search that are looked through, so that common words cost little. */
const mostFound = 1_000;

/** A person who wrote, with the address and the reference of the record that changed last. */
export type ListedContact = {
	name: string;
	email: string;
	reference: string;
	/** The domain of their company; undefined for an address of a mail provider. */
	company: string | undefined;
	/** When one of their records changed last. */
	changedAt: Temporal.Instant;
	/** The number of their records in open stages, of all their addresses. */
	open: number;
};

export type ContactsPage = {
	contacts: ListedContact[];
	/** Cursor of the next page; undefined on the last. */
	next: string | undefined;
};

/**
 * Lists the people who wrote, the latest activity first; merged addresses are one person. The cost of a page does not depend on their number.
 * @param kinds that the member may see; nobody is listed by records of other kinds, or by quarantined ones
 * @param options `search`: words of names and addresses, the last of which may be a beginning; `after`: `next` of the previous page
 */
export async function listContacts(
	database: Pick<Database, "db" | "kind">,
	kinds: readonly RecordKind[],
	{ limit, search = "", after }: { limit: number; search?: string | undefined; after?: string | undefined },
): Promise<ContactsPage> {
	const { db } = database;
	if (kinds.length === 0) return { contacts: [], next: undefined };
	const wanted = listWantedWords(search);
	const named = wanted.length === 0 ? undefined : await findAddresses(database, search, wanted);
	// Somebody is listed by their latest record, whichever of their addresses was looked for.
	const found = named && [...(await mapAddresses(db, named)).values()].flat();
	if (found?.length === 0) return { contacts: [], next: undefined };
	const start = readCursor(after);
	// The plus keeps SQLite from the indices of kinds, by which it would read and sort all of them.
	const column = (table: string, name: string) =>
		database.kind === "sqlite" ? sql`+${sql.ref(`${table}.${name}`)}` : sql.ref(`${table}.${name}`);
	const isVisible = (table: string) =>
		sql`${column(table, "spam")} = 0 and ${column(table, "kind")} in (${sql.join(kinds.map(({ name }) => name))})`;
	const { rows } = await sql<{ id: string; name: string; email: string; reference: string; at: string }>`
		select id, sender_name as name, sender_email as email, reference, changed_at as at from records
		where ${isVisible("records")} and sender_email <> ''
		${found ? sql`and sender_email in (${sql.join(found)})` : sql``}
		${start ? sql`and (changed_at, id) < (${start.at}, ${start.id})` : sql``}
		and not exists (
			select 1 from records as later where later.sender_email = records.sender_email
			and (later.changed_at, later.id) > (records.changed_at, records.id) and ${isVisible("later")})
		and (not exists (select 1 from merged_addresses where address = records.sender_email) or not exists (
			with recursive person (address) as (
				select other from merged_addresses where address = records.sender_email
				union select other from merged_addresses inner join person on merged_addresses.address = person.address)
			select 1 from person inner join records as later on later.sender_email = person.address
			where (later.changed_at, later.id) > (records.changed_at, records.id) and ${isVisible("later")}))
		order by changed_at desc, id desc limit ${limit + 1}`.execute(db);
	const page = rows.slice(0, limit);
	const last = rows.length > limit ? page.at(-1) : undefined;
	const addresses = await mapAddresses(
		db,
		page.map(({ email }) => email),
	);
	const open = await countOpen(db, kinds, [...addresses.values()].flat());
	const contacts = page.map(async ({ name, email, reference, at }) => ({
		name,
		email,
		reference,
		company: await findCompanyDomain(email),
		changedAt: Temporal.Instant.from(at),
		open: (addresses.get(email) ?? []).reduce((sum, address) => sum + (open.get(address) ?? 0), 0),
	}));
	return { contacts: await Promise.all(contacts), next: last && writeCursor(last) };
}

/** Finds the addresses of people whose name or address holds all words. */
async function findAddresses(
	database: Pick<Database, "db" | "kind">,
	search: string,
	wanted: readonly string[],
): Promise<string[]> {
	const ids = (await searchRecords(database, search)).slice(0, mostFound);
	const rows = await database.db
		.selectFrom("records")
		.select(["senderName", "senderEmail"])
		.where(isAmongRecords(database.kind, ids))
		.where("senderEmail", "<>", "")
		.execute();
	// Search reads what they wrote too.
	const isMeant = ({ senderName, senderEmail }: (typeof rows)[number]) => {
		const words = listSearchWords(senderName, senderEmail);
		return wanted.every((one, index) =>
			words.some((word) => word === one || (index === wanted.length - 1 && word.startsWith(one))),
		);
	};
	return [...new Set(rows.filter(isMeant).map(({ senderEmail }) => senderEmail))];
}

/** Maps each address to all addresses of its person, itself included. */
async function mapAddresses(db: Connection, emails: readonly string[]): Promise<Map<string, string[]>> {
	const of = new Map<string, string[]>();
	if (emails.length === 0) return of;
	const { rows } = await sql<{ email: string; address: string }>`
		with recursive person (email, address) as (
			select address, other from merged_addresses where address in (${sql.join(emails)})
			union select person.email, merged_addresses.other from merged_addresses
			inner join person on merged_addresses.address = person.address
		) select email, address from person`.execute(db);
	for (const email of emails)
		of.set(email, [...new Set([email, ...rows.filter((row) => row.email === email).map(({ address }) => address)])]);
	return of;
}

/** Counts the records in open stages of each address. */
async function countOpen(
	db: Connection,
	kinds: readonly RecordKind[],
	addresses: readonly string[],
): Promise<Map<string, number>> {
	if (addresses.length === 0) return new Map();
	const rows = await db
		.selectFrom("records")
		.select((of) => ["senderEmail", of.fn.countAll<number | string>().as("count")])
		.where("senderEmail", "in", addresses)
		.where("spam", "=", 0)
		.where(whereOpen(kinds))
		.groupBy("senderEmail")
		.execute();
	return new Map(rows.map(({ senderEmail, count }) => [senderEmail, Number(count)]));
}

/** A page's end. It comes back in addresses, so it is untrusted. */
function writeCursor({ at, id }: { at: string; id: string }): string {
	return `${Temporal.Instant.from(at).epochMilliseconds}.${Number(id).toString(36)}`;
}

function readCursor(text: string | undefined): { at: string; id: number } | undefined {
	const [, ms, id] = /^(\d{1,14})\.([\da-z]{1,11})$/.exec(text ?? "") ?? [];
	if (ms === undefined || id === undefined) return undefined;
	return { at: toInstantText(Temporal.Instant.fromEpochMilliseconds(Number(ms))), id: Number.parseInt(id, 36) };
}
