import type { Placeholder } from "../../features/publishing/launch/list-placeholders.server.ts";
import type { SampleText } from "./sample-notice.tsx";
import type { SiteWork } from "./site-work.server.ts";

/** Names the documents of sample texts by their titles. */
export async function showSampleTexts(
	{ site }: Pick<SiteWork, "site">,
	texts: readonly Placeholder[],
): Promise<SampleText[]> {
	const titles = new Map((await site.studio.listDocuments()).map(({ path, title }) => [path, title]));
	return texts.map((text) => ({ ...text, title: titles.get(text.file) || text.file }));
}
