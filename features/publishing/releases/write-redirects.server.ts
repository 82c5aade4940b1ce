import type { WriteTransaction } from "../../../platform/database/database.ts";
import { findAddress } from "../documents/document-kinds.ts";
import { readRedirects, redirectsFile } from "../documents/redirects-file.server.ts";
import type { FormerAddresses } from "./redirects.ts";
import { listRedirects, readFormerAddresses, type Overlay } from "./release-store.server.ts";
import type { RevisionAction } from "./tables.ts";

/** A document's future text, and where its address leads if it is deleted. */
type AddressChange = {
	path: string;
	text: string | null;
	leadsTo?: string | undefined;
	action?: RevisionAction | undefined;
};

/** A release's changes of documents, and the former addresses that an import ends. */
type Changes = { changes: readonly AddressChange[]; forgotten?: readonly string[] | undefined };

/**
 * Computes where former addresses lead after a release, each to the next. Only the addresses that the release takes or leaves change, so
 * that the others are as before once it is undone; layRedirects follows them to their ends.
 * @param overruled those that redirects.yml names now, and that count again once it does not
 */
export function planFormerAddresses(
	before: FormerAddresses,
	{ changes, forgotten = [] }: Changes,
	overruled: FormerAddresses = new Map(),
): Map<string, string | undefined> {
	const after = new Map([...before].filter(([from]) => !forgotten.includes(from)));
	const listLeadingTo = (address: string) => [...after].flatMap(([from, to]) => (to === address ? [from] : []));
	const addresses = changes.flatMap(({ path, ...change }) => {
		const address = findAddress(path);
		return address === undefined ? [] : [{ ...change, address }];
	});
	for (const { address, text, action } of addresses) {
		if (text === null) continue;
		const next = after.get(address);
		const leading = listLeadingTo(address);
		// An ended redirect of redirects.yml stays ended.
		if (next === undefined && leading.length === 0) continue;
		after.delete(address);
		// The document that has left the address is not the new one.
		if (action === "created" && next !== undefined) for (const from of leading) after.set(from, next);
	}
	const left = addresses.filter(({ text }) => text === null);
	for (const { address, leadsTo } of left) if (leadsTo !== undefined) after.set(address, leadsTo);
	for (const { address, leadsTo } of left) {
		if (leadsTo !== undefined) continue;
		if ([...after.values(), ...overruled.values()].includes(address)) after.set(address, undefined);
		else if (after.get(address) !== undefined) after.delete(address);
	}
	return after;
}

/**
 * Lists the redirects that a content with these texts has after a release. A redirects.yml that the release changes overrules the addresses
 * that it names, and no others.
 */
export function listRedirectsAfter(
	texts: ReadonlyMap<string, string>,
	{ redirects, overruled }: Pick<Overlay, "redirects" | "overruled">,
	changes: Changes,
): Map<string, string> {
	const isListChanged = changes.changes.some(({ path }) => path === redirectsFile);
	const former = isListChanged
		? planFormerAddresses(new Map([...overruled, ...redirects]), changes)
		: planFormerAddresses(redirects, changes, overruled);
	if (isListChanged) for (const from of readRedirects(texts.get(redirectsFile)).keys()) former.delete(from);
	return listRedirects(texts, former);
}

/** Stores where former addresses lead after a release. */
export async function writeFormerAddresses(
	transaction: WriteTransaction,
	edition: number,
	{ changes, forgotten = [] }: Changes,
): Promise<void> {
	if (forgotten.length === 0 && changes.every(({ path }) => findAddress(path) === undefined)) return;
	// Overruled ones stay, for the time when redirects.yml no longer names them.
	const { redirects: before, overruled } = await readFormerAddresses(transaction);
	const after = planFormerAddresses(before, { changes, forgotten }, overruled);
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
