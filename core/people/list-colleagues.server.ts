import type { Connection } from "../../platform/database/database.ts";
import type { RecordDeclaration } from "../records/record-kind.ts";
import { toDomainKey } from "../records/sender-domain.ts";
import { findCompanyDomain } from "./company-domain.server.ts";

/** Latest records that are read of a company's domain, and of those below; its other people have not written for long. */
const recordsRead = 500;

/** Another person of the same company, with the reference of their latest record. */
export type Colleague = { name: string; email: string; reference: string };

/** The sum of the values of a company’s records in one stage, in whole units of our currency. */
export type StageValue = { kind: string; stage: string; value: number };

/** The people of a company besides one, the latest sender first, and the values of all its records. */
export type Colleagues = { domain: string; people: Colleague[]; values: StageValue[] };

/**
 * Lists the other people who wrote from a person's company, from its domain or below, and what its records are worth by stage; undefined
 * without one, as for an address of a mail provider.
 * @param options `emails` whose first company counts; `addresses` of the person, who is left out; `kinds` that the member may see: nobody is
 * listed by records of other kinds
 */
export async function listColleagues(
	db: Connection,
	{
		emails,
		addresses,
		kinds,
		limit,
	}: {
		emails: readonly string[];
		addresses: readonly string[];
		kinds: readonly Pick<RecordDeclaration, "name">[];
		limit: number;
	},
): Promise<Colleagues | undefined> {
	const domains = await Promise.all(emails.map(findCompanyDomain));
	const domain = domains.find((one) => one !== undefined);
	if (domain === undefined || kinds.length === 0) return undefined;
	const key = toDomainKey(`@${domain}`);
	// "/" follows "." among characters.
	const afterSubdomains = `${key.slice(0, -1)}/`;
	const records = db
		.selectFrom("records")
		.where("senderDomain", "<", afterSubdomains)
		.where("spam", "=", 0)
		.where(
			"kind",
			"in",
			kinds.map(({ name }) => name),
		);
	const latest = records
		.select(["id", "senderName as name", "senderEmail as email", "reference"])
		.where("senderEmail", "not in", addresses)
		.orderBy("id", "desc")
		.limit(recordsRead);
	// Apart, because an index has the latest of one domain in order, however many there are.
	const read = await Promise.all([
		latest.where("senderDomain", "=", key).execute(),
		latest.where("senderDomain", ">", key).execute(),
	]);
	const rows = read.flat().toSorted((one, other) => Number(other.id) - Number(one.id));
	const people = new Map<string, Colleague>();
	for (const { name, email, reference } of rows) if (!people.has(email)) people.set(email, { name, email, reference });
	const values = await records
		.select((of) => ["kind", "stage", of.fn.sum<number | string>("value").as("value")])
		.where("senderDomain", ">=", key)
		.where("value", "is not", null)
		.groupBy(["kind", "stage"])
		.execute();
	return {
		domain,
		people: [...people.values()].slice(0, limit),
		values: values.map(({ value, ...of }) => ({ ...of, value: Number(value) })),
	};
}
