import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { keyOf, type Placeholder } from "./list-placeholders.server.ts";

/** A sample text that the company keeps as its own, by the document and the text as the launch check shows it; `by` is an account's id. */
type KeptSamplesTable = { path: string; text: string; by: string; at: string };

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		keptSamples: KeptSamplesTable;
	}
}

/** Change key of the sample texts that are kept. */
const keptSamplesChangeKey = "content-samples";

/** The kept sample texts, each by its key. */
export type KeptSamples = ReadonlySet<string>;

/** Reads the sample texts that the company keeps as its own. */
export async function readKeptSamples(db: Connection): Promise<KeptSamples> {
	const rows = await db.selectFrom("keptSamples").select(["path", "text"]).execute();
	return new Set(rows.map(({ path, text }) => keyOf({ file: path, text })));
}

/** Leaves out the sample texts that are kept. */
export function withoutKept<Sample extends Pick<Placeholder, "file" | "text">>(
	samples: readonly Sample[],
	kept: KeptSamples,
): Sample[] {
	return samples.filter((one) => !kept.has(keyOf(one)));
}

/** Keeps sample texts as the company's own, or marks them as sample texts again. */
export async function setKept(
	transaction: WriteTransaction,
	samples: readonly Pick<Placeholder, "file" | "text">[],
	{ isKept, by, now }: { isKept: boolean; by: string; now: Temporal.Instant },
): Promise<void> {
	for (const { file, text } of samples)
		await (isKept
			? transaction
					.insertInto("keptSamples")
					.values({ path: file, text, by, at: toInstantText(now) })
					.onConflict((conflict) => conflict.doNothing())
					.execute()
			: transaction.deleteFrom("keptSamples").where("path", "=", file).where("text", "=", text).execute());
	await recordChange(transaction, [keptSamplesChangeKey]);
}
