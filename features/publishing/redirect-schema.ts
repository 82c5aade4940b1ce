import { z } from "zod";
import { webAddress } from "../../shared/company.ts";
import { readOwnPath } from "../../shared/own-path.ts";

/**
 * The schema of content/redirects.yml: old addresses of the site, and where each leads.
 * Source: docs/product/studio.md, Addresses.
 */

const oldWords = "must be a path on the site, such as /blog/first-post";
const newWords = "must be a path on the site, such as /services, or a URL that starts with https://";

const isPath = (text: string) => /^\/[^\s?#]*$/.test(text) && readOwnPath(text) !== undefined;

/** A form gives the second entry of an address this ending, because a mapping has each only once. */
const repeated = /^(.*) \(\d+\)$/;

export const redirectsSchema = z.preprocess(
	// A file of only comments is empty.
	(value) => value ?? {},
	z
		.record(
			z.string().meta({ title: "Old address", description: "A path on the site without a page, such as /blog/old." }),
			z.string().meta({
				title: "New address",
				description: "A page of the site, or a URL that starts with https://.",
				chosenFrom: "pages",
			}),
		)
		.superRefine((redirects, context) => {
			const firsts = new Map<string, { from: string; to: string }>();
			for (const [from, to] of Object.entries(redirects)) {
				const message = findOldFault(from, redirects) ?? findRepeated({ from, to }, firsts) ?? findNewFault(to);
				if (message !== undefined) context.addIssue({ code: "custom", path: [from], message });
			}
		}),
);

/** Returns an old address as requests are looked up by it: percent-encoded as browsers send it, without a trailing slash. */
export function normaliseOldAddress(from: string): string {
	return (readOwnPath(from) ?? from).replace(/(?<=.)\/$/, "");
}

/** Returns a new address as a Location header holds it: percent-encoded, because a header cannot hold all characters. */
export function normaliseNewAddress(to: string): string {
	return to.startsWith("https://") ? new URL(to).href : normaliseOldAddress(to);
}

function findOldFault(from: string, redirects: Readonly<Record<string, string>>): string | undefined {
	if (isPath(from)) return undefined;
	const first = repeated.exec(from)?.[1];
	if (first !== undefined && Object.hasOwn(redirects, first))
		return first === "" ? `the old address ${oldWords}` : `the old address ${first} is given twice`;
	return `the old address ${oldWords}`;
}

/**
 * Refuses another spelling of an address that leads elsewhere.
 * @param firsts the first spelling of each address so far, to which this one is added
 */
function findRepeated(
	redirect: { from: string; to: string },
	firsts: Map<string, { from: string; to: string }>,
): string | undefined {
	const address = normaliseOldAddress(redirect.from);
	const first = firsts.get(address) ?? redirect;
	firsts.set(address, first);
	return first.to === redirect.to ? undefined : `the old address ${first.from} is given twice`;
}

function findNewFault(to: string): string | undefined {
	if (!to.startsWith("https://")) return isPath(to) ? undefined : newWords;
	const result = webAddress.safeParse(to);
	return result.success ? undefined : (result.error.issues[0]?.message ?? newWords);
}
