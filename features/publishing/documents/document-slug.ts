import { slug as slugSchema } from "../../../shared/company.ts";
import { isReservedAddress } from "../reserved-addresses.ts";
import type { FolderKind } from "./document-kinds.ts";

export const maxSlugLength = 80;

/** Derives a slug from a title; empty for a title without Latin letters and digits. */
export function toSlug(title: string): string {
	return title
		.normalize("NFKD")
		.replaceAll(/\p{M}/gu, "")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.slice(0, maxSlugLength)
		.replaceAll(/^-|-$/g, "");
}

/** Says what is wrong with a document's slug, such as "must be lowercase words joined by hyphens"; undefined when nothing is. */
export function findSlugFault(
	{ choosesAddress, pathOf }: Pick<FolderKind, "choosesAddress" | "pathOf">,
	slug: string,
): string | undefined {
	if (!choosesAddress) return slugSchema.safeParse(slug).error?.issues[0]?.message;
	const segments = slug.split("/");
	if (segments.length > 2 || segments.some((segment) => !slugSchema.safeParse(segment).success))
		return "must be lowercase words joined by hyphens, in one part or two, such as prices or industries/textiles";
	if (isReservedAddress(pathOf(slug))) return `must not begin with "${segments[0]}", which other pages of the site use`;
	return undefined;
}
