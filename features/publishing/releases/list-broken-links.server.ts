import type { ContentProblem } from "../documents/content-error.ts";
import { findAddress } from "../documents/document-kinds.ts";
import { findLinks } from "./find-links.ts";
import { findCurrent, type StoredDocument } from "./list-documents.server.ts";
import type { Overlay } from "./release-store.server.ts";
import { listRedirectsAfter } from "./write-redirects.server.ts";
import type { DocumentChange } from "./write-release.server.ts";

type Change = Pick<DocumentChange, "path" | "text" | "leadsTo">;

/**
 * Lists links that changes would break: to what they delete, and from them to what was deleted before; and redirects to what is deleted. A
 * link may have been written, or its target deleted, since the draft began.
 * @param redirects by old address, as they are public
 * @param former where former addresses lead before the changes
 */
export function listBrokenLinks(
	changes: readonly Change[],
	{
		base,
		stored,
		redirects,
		former,
	}: {
		base: ReadonlyMap<string, string>;
		stored: ReadonlyMap<string, StoredDocument>;
		redirects: ReadonlyMap<string, string>;
		former: Pick<Overlay, "redirects" | "overruled">;
	},
): ContentProblem[] {
	const changed = new Map(changes.map((change) => [change.path, change]));
	const textAfter = (path: string) =>
		changed.has(path) ? changed.get(path)?.text : findCurrent(base, path, stored.get(path)?.published);
	const paths = [...new Set([...base.keys(), ...stored.keys(), ...changed.keys()])];
	const texts = new Map(
		paths.flatMap((path) => {
			const text = textAfter(path);
			return typeof text === "string" ? [[path, text] as const] : [];
		}),
	);
	const all = [...texts].map(([path, text]) => ({ path, text }));
	const own = all.filter(({ path }) => changed.has(path));
	const redirectsAfter = listRedirectsAfter(texts, former, { changes });
	const gone = new Map<string, string>();
	for (const path of paths) {
		const address = findAddress(path);
		const isDeleted = !texts.has(path) && (changed.has(path) || stored.get(path)?.published);
		if (address !== undefined && isDeleted && !redirectsAfter.has(address)) gone.set(address, path);
	}
	const links = [...gone].flatMap(([address, path]) =>
		findLinks(changed.has(path) || redirects.has(address) ? all : own, address).map(({ path: file, field }) => ({
			file,
			field,
			message: `links to ${address}, which is deleted: change the link, or redirect that URL`,
		})),
	);
	const leads = changes.flatMap(({ path, leadsTo }) =>
		leadsTo !== undefined && gone.has(leadsTo)
			? [{ file: path, field: "", message: `redirects to ${leadsTo}, which is deleted: choose another URL` }]
			: [],
	);
	return [...links, ...leads];
}
