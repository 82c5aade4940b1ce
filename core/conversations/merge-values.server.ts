import type { Connection } from "../../platform/database/database.ts";
import type { RecordKind, SentRecord } from "../records/record-kind.ts";
import type { RecordsDeps } from "../records/records-deps.ts";
import { createPoolLinks } from "../records/talent-pool.server.ts";
import type { MergeValues } from "./merge-fields.ts";
import { writeScoreFeedback } from "./score-feedback.server.ts";

/** Reads the values of the merge fields for records of a kind, by reference. */
export async function readMergeValues(
	db: Connection,
	kind: RecordKind,
	{
		sent,
		senderName,
		company,
	}: { sent: ReadonlyMap<string, SentRecord>; senderName: string; company: RecordsDeps["company"] },
): Promise<Map<string, MergeValues>> {
	const feedback = await writeScoreFeedback(db, kind, { sent, locale: company.locale });
	const poolLinks = await createPoolLinks(db, kind, [...sent.keys()]);
	return new Map(
		[...sent].map(([reference, { firstName, lastName }]) => [
			reference,
			{
				firstName,
				lastName,
				reference,
				senderName,
				companyName: company.name,
				companyPhone: company.phone.display,
				talentPoolLink: poolLinks.get(reference) ?? "",
				feedback: feedback.get(reference) ?? "",
			},
		]),
	);
}
