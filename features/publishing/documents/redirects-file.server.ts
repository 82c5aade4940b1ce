import { stringify } from "yaml";
import { z } from "zod";
import { readOwnPath } from "../../../shared/own-path.ts";
import { ContentError, type ContentProblem } from "./content-error.ts";
import { readDocument } from "./read-document.server.ts";

/** Where a content folder says which addresses lead elsewhere; it need not have the file. */
export const redirectsFile = "redirects.yml";

const addressWords = "must be a path on the site, such as /blog/first-post";
const address = z
	.string()
	.regex(/^\/[^\s?#]*$/, addressWords)
	.refine((text) => readOwnPath(text) !== undefined, addressWords);
const schema = z.record(address, address).nullable();

const header = `# Addresses that pages had once, and where each leads now.\n`;

/**
 * Reads which addresses lead elsewhere.
 *
 * @param text of the file; nothing where there is none
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

/** Gives them where they have been checked before, as a content that was built has. @throws ContentError */
export function getRedirects(text: string | undefined): ReadonlyMap<string, string> {
	const { redirects, problems } = readRedirects(text);
	if (problems.length > 0) throw new ContentError(problems);
	return redirects;
}

/** Writes the file, in the order of the addresses. */
export function formatRedirects(redirects: ReadonlyMap<string, string>): string {
	return header + stringify(Object.fromEntries([...redirects].toSorted()), { lineWidth: 0 });
}
