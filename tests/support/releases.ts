import { contentChangeKey, findLastRelease } from "../../features/publishing/releases/release-store.server.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Database } from "../../platform/database/database.ts";

/**
 * Publishes texts as one release, without drafts and checks: what the release after this one may have left.
 * @param texts by path; null deletes the document
 */
export async function publishTexts(database: Database, texts: Record<string, string | null>): Promise<number> {
	return database.write(async (transaction) => {
		const number = (await findLastRelease(transaction)) + 1;
		await transaction
			.insertInto("contentEditions")
			.values({ number, at: "2026-11-24T06:00:00.000Z", by: "somebody", note: null })
			.execute();
		await transaction.deleteFrom("contentDocuments").where("path", "in", Object.keys(texts)).execute();
		await transaction
			.insertInto("contentDocuments")
			.values(Object.entries(texts).map(([path, text]) => ({ path, text, baseHash: null, edition: number })))
			.execute();
		await recordChange(transaction, [contentChangeKey]);
		return number;
	});
}

/** Takes the file's version of documents again. */
export async function takeFiles(database: Database, paths: string[]): Promise<void> {
	await database.write(async (transaction) => {
		const number = (await findLastRelease(transaction)) + 1;
		await transaction
			.insertInto("contentEditions")
			.values({ number, at: "2026-11-24T06:00:00.000Z", by: "somebody", note: null })
			.execute();
		await transaction.deleteFrom("contentDocuments").where("path", "in", paths).execute();
		await recordChange(transaction, [contentChangeKey]);
	});
}
