import { isDeepStrictEqual } from "node:util";
import type { ContentSource } from "../documents/content-source.server.ts";
import { formatRedirects, redirectsFile } from "../documents/redirects-file.server.ts";
import { applyOverlay, listRedirects, type Overlay } from "./release-store.server.ts";

/**
 * Returns the text of redirects.yml for an export, with former addresses; undefined without redirects. Where former addresses add nothing,
 * it is the public text.
 */
export function formatPublicRedirects(base: ContentSource, overlay: Overlay): string | undefined {
	const { documents } = applyOverlay(base, overlay);
	const text = documents.get(redirectsFile);
	const redirects = listRedirects(documents, overlay.redirects);
	if (isDeepStrictEqual(listRedirects(documents, new Map()), redirects)) return text;
	return redirects.size === 0 ? undefined : formatRedirects(text, redirects);
}
