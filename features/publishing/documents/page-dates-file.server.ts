import { stringify } from "yaml";
import { z } from "zod";
import type { ContentProblem } from "./content-error.ts";
import { readDocument } from "./read-document.server.ts";

/** The optional file of a content folder with the days on which its pages last changed. */
export const pageDatesFile = "page-dates.yml";

/** The day of a page's last change, YYYY-MM-DD, and the hash of the page of that day. */
export type PageDate = { changedOn: string; hash: string };

const schema = z
	.record(z.string().startsWith("/"), z.strictObject({ changedOn: z.iso.date(), hash: z.string() }))
	.nullable();

const header = `# The day on which each page last changed, for the sitemap. Written by the export; a page that has changed since counts as new.\n`;

/**
 * Reads the days by path, with errors.
 * @param text of the file, undefined without one
 */
export function readPageDates(text: string | undefined): {
	dates: ReadonlyMap<string, PageDate>;
	problems: ContentProblem[];
} {
	const { value, problems } = readDocument(text ?? "", { schema, hasBody: false });
	return {
		dates: new Map(Object.entries(value?.fields ?? {})),
		problems: problems.map((problem) => ({ ...problem, file: pageDatesFile })),
	};
}

/** Writes the days, sorted by path. */
export function formatPageDates(dates: ReadonlyMap<string, PageDate>): string {
	return header + stringify(Object.fromEntries([...dates].toSorted()), { lineWidth: 0 });
}
