import type { WriteTransaction } from "../../../platform/database/database.ts";
import { findAddress } from "../documents/document-kinds.ts";
import { readRedirectOverlay } from "./release-store.server.ts";
import { changeRedirects, layRedirects, type RedirectOverlay } from "./redirects.ts";

/** A document's future text, and where its address leads if it is deleted. */
type AddressChange = { path: string; text: string | null; leadsTo?: string | undefined };

/** Computes the redirects after a release: from its documents' former addresses, and of an import. */
export function planRedirects(
	before: ReadonlyMap<string, string>,
	{ changes, imported = new Map() }: { changes: readonly AddressChange[]; imported?: RedirectOverlay | undefined },
): Map<string, string> {
	const addresses = changes.flatMap(({ path, text, leadsTo: to }) => {
		const from = findAddress(path);
		return from === undefined ? [] : [{ from, text, to }];
	});
	const after = changeRedirects(before, {
		live: addresses.filter(({ text }) => text !== null).map(({ from }) => from),
		left: addresses.filter(({ text }) => text === null),
	});
	for (const [from, to] of imported) {
		if (to === undefined) after.delete(from);
		else after.set(from, to);
	}
	return after;
}

/**
 * Stores the redirects after a release: from its documents' former addresses, and of an import.
 * @param base redirects of the build
 */
export async function writeRedirects(
	transaction: WriteTransaction,
	edition: number,
	{
		changes,
		imported = new Map(),
		base,
	}: {
		changes: readonly AddressChange[];
		imported?: RedirectOverlay | undefined;
		base: ReadonlyMap<string, string>;
	},
): Promise<void> {
	if (imported.size === 0 && changes.every(({ path }) => findAddress(path) === undefined)) return;
	const own = await readRedirectOverlay(transaction);
	const after = planRedirects(layRedirects(base, own), { changes, imported });
	for (const from of new Set([...base.keys(), ...own.keys(), ...after.keys()])) {
		const to = after.get(from);
		// A redirect of the build needs no row.
		if (to === base.get(from)) {
			if (own.has(from)) await transaction.deleteFrom("contentRedirects").where("fromPath", "=", from).execute();
			continue;
		}
		if (own.has(from) && own.get(from) === to) continue;
		const toPath = to ?? "";
		await transaction
			.insertInto("contentRedirects")
			.values({ fromPath: from, toPath, edition })
			.onConflict((conflict) => conflict.column("fromPath").doUpdateSet({ toPath, edition }))
			.execute();
	}
}
