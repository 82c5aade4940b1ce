import { listAddressesOf } from "../../core/people/merged-addresses.server.ts";
import { findAllSent } from "../../core/records/find-sent.server.ts";
import { findKindOf, withStagesOf, type RecordKind } from "../../core/records/record-kind.ts";
import { listRecordsOf, type StoredRecord } from "../../core/records/record-store.server.ts";
import type { Records } from "../../core/records/records.server.ts";
import type { Connection } from "../../platform/database/database.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Company } from "../../shared/company.ts";
import { showStanding, showValue } from "../records/show-values.server.ts";
import type { SameSender } from "./same-person.tsx";

/** More are on the page of the person. */
const mostOfAddresses = 20;

/**
 * Shows the sender's other records, latest first: those of their addresses, and those that their kind finds otherwise.
 * @param options `kinds` that the member may see; records of other kinds are left out
 */
export async function showSamePerson(
	db: Connection,
	{ reference, senderEmail }: Pick<StoredRecord, "reference" | "senderEmail">,
	{
		kind,
		kinds,
		records,
		company,
	}: {
		kind: RecordKind;
		kinds: readonly RecordKind[];
		records: Pick<Records, "list">;
		company: Pick<Company, "locale" | "timeZone">;
	},
): Promise<SameSender[]> {
	const shares = new Map(
		((await kind.listOfSamePerson?.(db, reference)) ?? []).map((found) => [found.reference, found.shares]),
	);
	const ofAddresses = await listOfAddresses();
	const others = [...ofAddresses, ...(await listRecordsOf(db, [...shares.keys()]))];
	const distinct = [...new Map(others.map((record) => [record.reference, record])).values()];
	const sent = await findAllSent(db, kinds, distinct);
	const shown = await Promise.all(
		distinct.map(async (record) => {
			const its = findKindOf(kinds, record.reference);
			return its
				? [
						{
							reference: record.reference,
							path: `/${its.names}/${encodeURIComponent(record.reference)}`,
							name: record.senderName,
							about: sent.get(record.reference)?.about ?? capitalise(its.name),
							received: showValue(record.receivedAt, company),
							state: showStanding(record, await withStagesOf(db, its, record.topic)),
							shares: shares.get(record.reference) ?? [record.senderEmail === senderEmail ? "address" : "person"],
							at: record.receivedAt,
						},
					]
				: [];
		}),
	);
	return shown
		.flat()
		.toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))
		.map(({ at: _, ...one }) => one);

	async function listOfAddresses(): Promise<StoredRecord[]> {
		if (senderEmail === "") return [];
		const filter = { kinds, senderEmails: await listAddressesOf(db, senderEmail), spam: "too" as const };
		const page = await records.list(filter, { limit: mostOfAddresses + 1 });
		return page.records.filter((record) => record.reference !== reference).slice(0, mostOfAddresses);
	}
}
