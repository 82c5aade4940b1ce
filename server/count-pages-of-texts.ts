import { setImmediate as nextTurn } from "node:timers/promises";
import type { Content } from "../features/publishing/documents/content.ts";
import { findMarks, markContent } from "../features/publishing/editing/mark-content.server.ts";
import { nameData } from "../platform/pages/data-path.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { createPreviewContext, listPages } from "./site-preview.ts";

/** Of each document, how many pages have the text of each field, by the names of the inputs. */
export type PageCounts = ReadonlyMap<string, Record<string, number>>;

/**
 * Creates the count of the pages that each text is on, by the pages' data, which take a tenth of the time of the pages. It is counted once
 * for a content.
 * @param publicUrl origin of the site
 */
export function createPageCounts({ pages, publicUrl }: { pages: Pick<SitePages, "render">; publicUrl: string }) {
	const known = new WeakMap<Content, Promise<PageCounts>>();

	async function count(content: Content): Promise<PageCounts> {
		const { content: marked, texts } = markContent(content);
		const counts = new Map<string, Record<string, number>>();
		for (const path of listPages(content)) {
			// Lets this thread do other work in between.
			await nextTurn();
			const response = await pages.render(new Request(publicUrl + nameData(path)), createPreviewContext(marked));
			for (const index of new Set(findMarks(await response.text()).map((mark) => mark.index))) {
				const text = texts[index];
				if (!text) continue;
				const ofDocument = counts.get(text.document) ?? {};
				counts.set(text.document, ofDocument);
				ofDocument[text.name] = (ofDocument[text.name] ?? 0) + 1;
			}
		}
		return counts;
	}

	return (content: Content): Promise<PageCounts> => {
		const found = known.get(content) ?? count(content);
		known.set(content, found);
		found.catch(() => known.delete(content));
		return found;
	};
}
