import type { ContentProblem } from "../documents/content-error.ts";
import { findAddress } from "../documents/document-kinds.ts";
import { findLinks } from "./find-links.ts";
import { findCurrent, type StoredDocument } from "./list-documents.server.ts";
import type { DocumentChange } from "./write-release.server.ts";

type Change = Pick<DocumentChange, "path" | "text" | "leadsTo">;

/**
 * Lists links that changes would break: to what they delete, and from them to what was deleted before. A link may have been written, or its
 * target deleted, since the draft began.
 * @param redirects by old address
 */
export function listBrokenLinks(
	changes: readonly Change[],
	{
		base,
		stored,
		redirects,
	}: {
		base: ReadonlyMap<string, string>;
		stored: ReadonlyMap<string, StoredDocument>;
		redirects: ReadonlyMap<string, string>;
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
	return paths
		.filter((path) => !texts.has(path) && (changed.has(path) || stored.get(path)?.published))
		.flatMap((path) => {
			const address = findAddress(path);
			if (address === undefined || changed.get(path)?.leadsTo !== undefined || redirects.has(address)) return [];
			return findLinks(changed.has(path) ? all : own, address).map(({ path: file, field }) => ({
				file,
				field,
				message: `links to ${address}, which is deleted: change the link, or redirect that URL`,
			}));
		});
}
