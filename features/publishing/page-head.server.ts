import type { PageMeta } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import type { PageHead } from "./page-meta.ts";

type HeadOptions = Pick<PageHead, "type" | "structuredData" | "indexed" | "cardPath" | "neighbours"> & {
	/** Metadata of a page that has a content file of its own; the others have theirs in content/pages.yml. */
	meta?: PageMeta;
	/** Whether the page answers a form that it refuses; its title then begins so, since that is what a screen reader says first. */
	refused?: boolean;
};

/**
 * The head of the page at `path`, for a loader to return and describePage to write.
 *
 * @throws Error when content/pages.yml does not know the path and no metadata is handed over
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
