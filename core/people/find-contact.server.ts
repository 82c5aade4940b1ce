import type { Database } from "../../platform/database/database.ts";
import { findAllSent } from "../records/find-sent.server.ts";
import { listRecords } from "../records/list.server.ts";
import type { RecordKind } from "../records/record-kind.ts";

/** The latest records that contact details come from. */
const recordsRead = 20;

/** How to reach a person besides by e-mail: each value once, the latest first. */
export type Contact = { names: string[]; phones: string[] };

/**
 * Finds a person's contact details in their latest records.
 * @param kinds that the member may see; records of other kinds are not read
 */
export async function findContact(
	database: Pick<Database, "db" | "kind">,
	kinds: readonly RecordKind[],
	emails: readonly string[],
): Promise<Contact> {
	const filter = { kinds, senderEmails: emails, spam: "too" as const };
	const { records } = await listRecords(database, filter, { limit: recordsRead });
	const sent = await findAllSent(database.db, kinds, records);
	const listDistinct = (values: (string | undefined)[]) => [...new Set(values.filter((value) => value))] as string[];
	return {
		names: listDistinct(records.map(({ senderName }) => senderName)),
		phones: listDistinct(records.map(({ reference }) => sent.get(reference)?.phone)),
	};
}
