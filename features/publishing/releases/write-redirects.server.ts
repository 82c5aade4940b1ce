import type { WriteTransaction } from "../../../platform/database/database.ts";
import { findAddress } from "../documents/document-kinds.ts";
import { changeRedirects, type FormerAddresses } from "./redirects.ts";
import { readFormerAddresses } from "./release-store.server.ts";

/** A document's future text, and where its address leads if it is deleted. */
type AddressChange = { path: string; text: string | null; leadsTo?: string | undefined };

/** A release's changes of documents, and the former addresses that an import ends. */
type Changes = { changes: readonly AddressChange[]; forgotten?: readonly string[] | undefined };

/** Computes where former addresses lead after a release. */
export function planFormerAddresses(
	before: FormerAddresses,
	{ changes, forgotten = [] }: Changes,
): Map<string, string | undefined> {
	const addresses = changes.flatMap(({ path, text, leadsTo: to }) => {
		const from = findAddress(path);
		return from === undefined ? [] : [{ from, text, to }];
	});
	const kept = [...before].filter(([from]) => !forgotten.includes(from));
	const after = changeRedirects(new Map(kept.filter((entry): entry is [string, string] => entry[1] !== undefined)), {
		live: addresses.filter(({ text }) => text !== null).map(({ from }) => from),
		left: addresses.filter(({ text }) => text === null),
	});
	const ended = kept.filter(([from, to]) => to === undefined && !after.has(from));
	return new Map<string, string | undefined>([...ended, ...after]);
}

/** Stores where former addresses lead after a release. */
export async function writeFormerAddresses(
	transaction: WriteTransaction,
	edition: number,
	{ changes, forgotten = [] }: Changes,
): Promise<void> {
	if (forgotten.length === 0 && changes.every(({ path }) => findAddress(path) === undefined)) return;
	// Overruled ones stay, for the time when redirects.yml no longer names them.
	const { redirects: before } = await readFormerAddresses(transaction);
	const after = planFormerAddresses(before, { changes, forgotten });
	for (const from of new Set([...before.keys(), ...after.keys()])) {
		const to = after.get(from);
		if (!after.has(from)) {
			await transaction.deleteFrom("contentRedirects").where("fromPath", "=", from).execute();
			continue;
		}
		if (before.has(from) && before.get(from) === to) continue;
		const toPath = to ?? "";
		await transaction
			.insertInto("contentRedirects")
			.values({ fromPath: from, toPath, edition })
			.onConflict((conflict) => conflict.column("fromPath").doUpdateSet({ toPath, edition }))
			.execute();
	}
}
