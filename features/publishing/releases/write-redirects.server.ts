import type { WriteTransaction } from "../../../platform/database/database.ts";
import { findDocumentKind } from "../documents/document-kinds.ts";
import { readRedirectOverlay } from "./release-store.server.ts";
import { changeRedirects, layRedirects, type RedirectOverlay } from "./redirects.ts";

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
		changes: readonly { path: string; text: string | null; leadsTo?: string }[];
		imported?: RedirectOverlay | undefined;
		base: ReadonlyMap<string, string>;
	},
): Promise<void> {
	const addresses = changes.flatMap(({ path, text, leadsTo }) => {
		const located = findDocumentKind(path);
		return located && "folder" in located.kind ? [{ from: located.kind.pathOf(located.slug), text, to: leadsTo }] : [];
	});
	if (addresses.length === 0 && imported.size === 0) return;
	const own = await readRedirectOverlay(transaction);
	const before = layRedirects(base, own);
	const after = changeRedirects(before, {
		live: addresses.filter(({ text }) => text !== null).map(({ from }) => from),
		left: addresses.filter(({ text }) => text === null),
	});
	for (const [from, to] of imported) {
		if (to === undefined) after.delete(from);
		else after.set(from, to);
	}
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
