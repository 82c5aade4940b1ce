import { stringify } from "yaml";
import { z } from "zod";
import { readOwnPath } from "../../../shared/own-path.ts";
import { ContentError, type ContentProblem } from "./content-error.ts";
import { readDocument } from "./read-document.server.ts";

/** The optional file of a content folder with its redirects. */
export const redirectsFile = "redirects.yml";

const addressWords = "must be a path on the site, such as /blog/first-post";
const address = z
	.string()
	.regex(/^\/[^\s?#]*$/, addressWords)
	.refine((text) => readOwnPath(text) !== undefined, addressWords);
const schema = z.record(address, address).nullable();

const header = `# Addresses that pages had once, and where each leads now.\n`;

/**
 * Reads redirects with their errors.
 * @param text of the file, undefined without one
 */
export function readRedirects(text: string | undefined): {
	redirects: ReadonlyMap<string, string>;
	problems: ContentProblem[];
} {
	const { value, problems } = readDocument(text ?? "", { schema, hasBody: false });
	return {
		redirects: new Map(Object.entries(value?.fields ?? {})),
		problems: problems.map((problem) => ({ ...problem, file: redirectsFile })),
	};
}

/** Returns redirects that were checked before, as in a built content. @throws ContentError */
export function getRedirects(text: string | undefined): ReadonlyMap<string, string> {
	const { redirects, problems } = readRedirects(text);
	if (problems.length > 0) throw new ContentError(problems);
	return redirects;
}

/** Writes redirects, sorted by address. */
export function formatRedirects(redirects: ReadonlyMap<string, string>): string {
	return header + stringify(Object.fromEntries([...redirects].toSorted()), { lineWidth: 0 });
}
