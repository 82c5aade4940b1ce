import type { Records } from "../../core/records/records.server.ts";
import { withStagesOf, type RecordKind } from "../../core/records/record-kind.ts";
import type { Connection } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { showStanding, showValue } from "../records/show-values.server.ts";
import type { SameSender } from "./same-person.tsx";

/** Shows the sender's other records, latest first. */
export async function showSamePerson(
	db: Connection,
	reference: string,
	{
		kind,
		records,
		company,
	}: { kind: RecordKind; records: Pick<Records, "find">; company: Pick<Company, "locale" | "timeZone"> },
): Promise<SameSender[]> {
	const found = (await kind.listOfSamePerson?.(db, reference)) ?? [];
	const sent = await kind.findSent(
		db,
		found.map((one) => one.reference),
	);
	const shown: (SameSender & { at: Temporal.Instant })[] = [];
	for (const { reference: other, shares } of found) {
		const record = await records.find(other);
		if (!record) continue;
		shown.push({
			reference: other,
			path: `/${kind.names}/${encodeURIComponent(other)}`,
			name: record.senderName,
			about: sent.get(other)?.about ?? other,
			received: showValue(record.receivedAt, company),
			state: showStanding(record, await withStagesOf(db, kind, record.topic)),
			shares,
			at: record.receivedAt,
		});
	}
	return shown.toSorted((a, b) => Temporal.Instant.compare(b.at, a.at)).map(({ at: _, ...one }) => one);
}
