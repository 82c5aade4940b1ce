import { stringify } from "yaml";
import { normaliseNewAddress, normaliseOldAddress } from "../redirect-schema.ts";
import { documentKinds } from "./document-kinds.ts";
import { readDocument } from "./read-document.server.ts";
import { rewriteYaml } from "./rewrite-yaml.server.ts";

/** The optional document of a content with its redirects. */
export const redirectsFile = documentKinds.redirects.file;

const header = `# Addresses that pages had once, and where each leads now.\n`;

/**
 * Reads the redirects of the document, by old address, both as servers look them up and send them; none where it has errors, which
 * building the content reports.
 * @param text of the document, undefined without one
 */
export function readRedirects(text: string | undefined): ReadonlyMap<string, string> {
	const written = [...readWrittenRedirects(text)];
	return new Map(written.map(([from, to]) => [normaliseOldAddress(from), normaliseNewAddress(to)]));
}

/** Reads the redirects as they are written. */
export function readWrittenRedirects(text: string | undefined): ReadonlyMap<string, string> {
	const { value } = readDocument(text ?? "", documentKinds.redirects);
	return new Map(Object.entries(value?.fields ?? {}));
}

/**
 * Writes redirects into the text of the document, which keeps its comments; new ones are sorted by address.
 * @param text undefined without one
 */
export function formatRedirects(text: string | undefined, redirects: ReadonlyMap<string, string>): string {
	const sorted = [...redirects].toSorted();
	if (text === undefined) return header + stringify(Object.fromEntries(sorted), { lineWidth: 0 });
	const before = readWrittenRedirects(text);
	const kept = [...before].flatMap(([from, written]) => {
		const to = redirects.get(normaliseOldAddress(from));
		return to === undefined ? [] : [[from, to === normaliseNewAddress(written) ? written : to] as const];
	});
	const named = readRedirects(text);
	return rewriteYaml(text, Object.fromEntries([...kept, ...sorted.filter(([from]) => !named.has(from))]));
}
