import { randomInt } from "node:crypto";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";

/** A draft as it is stored, with the other end of a change of address. */
export type DraftRow = {
	path: string;
	text: string | null;
	baseHash: string | null;
	renamedFrom: string | null;
	renamedTo: string | null;
	redirectTo: string | null;
};

type Saved = { by: string; now: Temporal.Instant };

/** A new draft of a document begins with a number of its own, so that one that is gone is never taken for it. */
const firstVersion = () => randomInt(1, 2_000_000) * 1_000;

/**
 * Stores what a draft says from now on.
 *
 * @param version of the draft that is in its place, 0 where there is none
 * @returns its version; undefined when another draft is in its place
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

/** Deletes a draft, and the other end of a change of address. */
export async function deleteDrafts(transaction: WriteTransaction, paths: readonly string[]): Promise<void> {
	if (paths.length > 0) await transaction.deleteFrom("contentDrafts").where("path", "in", paths).execute();
}

/** What the database can hold of what somebody typed. */
export function tidyText(text: string): string {
	return text.toWellFormed().replaceAll("\0", "");
}
