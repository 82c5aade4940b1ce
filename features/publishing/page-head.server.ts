import { originPlaceholder } from "../../platform/pages/origin.ts";
import type { PageMeta } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import type { PageHead } from "./page-meta.ts";

type HeadOptions = Pick<PageHead, "type" | "structuredData" | "indexed" | "cardPath" | "neighbours"> & {
	/** Metadata of a page with its own content file; others are in content/pages.yml. */
	meta?: PageMeta;
	/** Whether the page shows a refused form: its title then begins so, which a screen reader says first. */
	refused?: boolean;
};

/**
 * Returns the head of a page for its loader; describePage writes it.
 * @throws Error when content/pages.yml has no entry and no metadata is given
 */
export function headOf(
	{ company, pages }: Pick<Content, "company" | "pages">,
	path: string,
	{ meta = pages[path], refused = false, ...options }: HeadOptions = {},
): PageHead {
	if (!meta) throw new Error(`content/pages.yml has no metadata for ${path}`);
	return {
		meta: refused ? { ...meta, title: `Error: ${meta.title}` } : meta,
		path,
		origin: originPlaceholder,
		siteName: company.name,
		...options,
	};
}

/** Returns the head of a page that search engines leave out, such as a private one or the answer that there is none. */
export function hiddenHead(
	content: Pick<Content, "company" | "pages">,
	path: string,
	{ refused = false, ...meta }: Pick<PageMeta, "title" | "description"> & Pick<HeadOptions, "refused">,
): PageHead {
	return headOf(content, path, { indexed: false, refused, meta: { ...meta, keywords: [] } });
}
