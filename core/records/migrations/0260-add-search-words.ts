import type { Migration } from "kysely/migration";
import { listSearchWords } from "../search-words.ts";

const rowsAtOnce = 1_000;

/**
 * Adds to each record the words by which search finds it now: letters such as ł folded, pairs of characters of scripts without spaces, ends
 * of phone numbers. The earlier words stay, for servers of the release before.
 */
export const addSearchWords: Migration = {
	async up(migrating) {
		const db = migrating.withTables<{ recordWords: { id: number | string; words: string; staffWords: string } }>();
		for (let after: number | string = 0; ;) {
			const rows = await db
				.selectFrom("recordWords")
				.selectAll()
				.where("id", ">", after)
				.orderBy("id")
				.limit(rowsAtOnce)
				.execute();
			if (rows.length === 0) return;
			for (const { id, ...texts } of rows) {
				const changed = { words: addWords(texts.words), staffWords: addWords(texts.staffWords) };
				if (changed.words !== texts.words || changed.staffWords !== texts.staffWords)
					await db.updateTable("recordWords").set(changed).where("id", "=", id).execute();
			}
			after = rows.at(-1)?.id ?? 0;
		}
	},
};

function addWords(words: string): string {
	const before = words.split(" ").filter((word) => word !== "");
	return [...new Set([...before, ...before.flatMap((word) => listSearchWords(word))])].join(" ");
}
