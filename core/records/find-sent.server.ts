import type { Connection } from "../../platform/database/database.ts";
import type { RecordDeclaration, SentRecord } from "./record-kind.ts";
import type { StoredRecord } from "./record-store.server.ts";

/** Finds records of several kinds as they were sent, by reference: one look-up a kind. */
export async function findAllSent(
	db: Connection,
	kinds: readonly RecordDeclaration[],
	records: readonly Pick<StoredRecord, "reference" | "kind">[],
): Promise<Map<string, SentRecord>> {
	const sent = new Map<string, SentRecord>();
	for (const kind of kinds) {
		const own = records.filter((record) => record.kind === kind.name).map(({ reference }) => reference);
		if (own.length > 0) for (const [reference, one] of await kind.findSent(db, own)) sent.set(reference, one);
	}
	return sent;
}
