import type { Content } from "../../features/publishing/documents/content.ts";
import { findDocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { findGrowth, writtenSize, type SizeOf } from "../../features/publishing/forms/find-growth.ts";
import { describeExcess, type PageWeight } from "../../features/publishing/page-budget.ts";
import type { ChangedPage } from "../guard/desk-deps.server.ts";
import { bodyField } from "./body-field.ts";
import { findDocumentForm } from "./document-form.server.ts";
import { readValues, textOf } from "./read-document.server.ts";
import type { SiteWork } from "./site-work.server.ts";

/** A page that a release pushes over the page budget, by how much, and the field that causes most of it. */
export type HeavyPage = { page: string; excesses: string[]; cause: { path: string; field: string } | undefined };

type Cause = { path: string; field: string; by: number };

/** Describes the pages that a release pushes over the page budget, and the causes. */
export async function describeHeavyPages(
	work: SiteWork,
	pages: readonly ChangedPage[],
	paths: readonly string[],
): Promise<HeavyPage[]> {
	const heavy: HeavyPage[] = [];
	for (const { path: page, weight, pushedOver = [] } of pages) {
		const [first] = pushedOver;
		if (!weight || !first) continue;
		heavy.push({
			page,
			excesses: pushedOver.map((key) => describeExcess(key, weight)),
			cause: await findCause(work, { page, paths, key: first }),
		});
	}
	return heavy;
}

/** Finds what has grown most in the documents of a page. */
async function findCause(
	{ site }: SiteWork,
	{ page, paths, key }: { page: string; paths: readonly string[]; key: keyof PageWeight },
): Promise<Cause | undefined> {
	const own = paths.filter((path) => {
		const located = findDocumentKind(path);
		return located?.kind.listPaths(located.slug).includes(page);
	});
	const sizeOf = key === "pictureBytes" ? createPictureSize(site.readContent()) : writtenSize;
	const causes: Cause[] = [];
	for (const path of own.length > 0 ? own : paths) {
		const found = findDocumentForm(path);
		const document = found && (await site.studio.getDocument(path));
		if (!document) continue;
		const before = readValues(document.current, found.kind);
		const after = readValues(textOf(document), found.kind);
		const ofFields = findGrowth(found.form, before.fields, after.fields, sizeOf);
		const ofBody = findGrowth(bodyField, before.body, after.body, sizeOf);
		causes.push(
			ofBody.by > ofFields.by
				? { path, field: bodyField.title, by: ofBody.by }
				: { path, field: ofFields.label, by: ofFields.by },
		);
	}
	return causes.toSorted((a, b) => b.by - a.by)[0];
}

/** Returns the size of the pictures in a value. An unpublished one counts as much as a card may. */
function createPictureSize({ pictures }: Content): SizeOf {
	const cardBytes = 40_000;
	const sizeOf: SizeOf = (value) => {
		if (typeof value !== "object" || value === null) return 0;
		const src = "src" in value && typeof value.src === "string" ? value.src : undefined;
		const own = src === undefined ? 0 : Object.hasOwn(pictures, src) ? (pictures[src]?.bytes ?? 0) : cardBytes;
		return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), own);
	};
	return sizeOf;
}
