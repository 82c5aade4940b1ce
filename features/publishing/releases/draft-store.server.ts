import { randomInt } from "node:crypto";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";

/** A stored draft, with the other end of a change of address. */
export type DraftRow = {
	path: string;
	text: string | null;
	baseHash: string | null;
	renamedFrom: string | null;
	renamedTo: string | null;
	redirectTo: string | null;
};

/** A row that deletes a document, unless it is given more. */
export const plainRow = (path: string): DraftRow => ({
	path,
	text: null,
	baseHash: null,
	renamedFrom: null,
	renamedTo: null,
	redirectTo: null,
});

type Saved = { by: string; now: Temporal.Instant };

/** Versions of a document's draft start at random, so that a discarded draft is never mistaken for it. */
const firstVersion = () => randomInt(1, 2_000_000) * 1_000;

/**
 * Stores a draft.
 * @param version of the draft that it replaces, 0 for none
 * @returns its version; undefined when another draft is there
 */
export async function putDraft(
	transaction: WriteTransaction,
	{ path, ...row }: DraftRow,
	version: number,
	{ by, now }: Saved,
): Promise<number | undefined> {
	const values = { ...row, by, at: toInstantText(now) };
	if (version === 0) {
		const inserted = await transaction
			.insertInto("contentDrafts")
			.values({ path, ...values, version: firstVersion() })
			.onConflict((conflict) => conflict.column("path").doNothing())
			.returning("version")
			.executeTakeFirst();
		return inserted?.version;
	}
	const updated = await transaction
		.updateTable("contentDrafts")
		.set({ ...values, version: version + 1 })
		.where("path", "=", path)
		.where("version", "=", version)
		.returning("version")
		.executeTakeFirst();
	return updated?.version;
}

/** Deletes drafts with the other ends of changes of address. */
export async function deleteDrafts(transaction: WriteTransaction, paths: readonly string[]): Promise<void> {
	if (paths.length > 0) await transaction.deleteFrom("contentDrafts").where("path", "in", paths).execute();
}

/** Removes characters that the database cannot store. */
export function tidyText(text: string): string {
	return text.toWellFormed().replaceAll("\0", "");
}
