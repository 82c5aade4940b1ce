import fc from "fast-check";
import { expect } from "vitest";
import { findDocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { readValues, writeValues } from "../../features/publishing/documents/document-text.server.ts";
import type { PublishResult, Studio } from "../../features/publishing/releases/studio.server.ts";

const by = "account-ila";
/** The documents that change. */
export const paths = [
	"blog/first-page-of-the-month.md",
	"blog/twelve-days-offline.md",
	"portfolio/tidelog.yml",
	"home.yml",
];

/** Changes one text of a document: the title, or that of the first screen. */
function write(text: string, path: string, title: string): string {
	const hasBody = findDocumentKind(path)?.kind.hasBody ?? false;
	const values = readValues(text, hasBody) as { fields: Record<string, unknown>; body: string };
	const fields =
		path === "home.yml"
			? { ...values.fields, hero: { ...(values.fields.hero as object), title } }
			: { ...values.fields, title };
	return writeValues(text, { ...values, fields }, hasBody);
}

const path = fc.constantFrom(...paths);
/** A step of members with drafts and publications. */
export const publicationStep = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ do: fc.constant("edit" as const), path, title: fc.string({ maxLength: 60 }) }) },
	{
		weight: 3,
		arbitrary: fc.record({ do: fc.constant("publish" as const), paths: fc.uniqueArray(path, { minLength: 1 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), of: fc.nat() }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("takeFile" as const), path }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("discard" as const), path }) },
);
type Step = typeof publicationStep extends fc.Arbitrary<infer Value> ? Value : never;

/** The expected public state. */
export type PublicationModel = {
	published: Map<string, string>;
	drafts: Map<string, string>;
	releases: number;
	/** The release that published each text. */
	editionOf: Map<string, number>;
};

/** Creates the model of a studio that has published nothing. */
export function createPublicationModel(): PublicationModel {
	return { published: new Map(), drafts: new Map(), releases: 0, editionOf: new Map() };
}

/** Takes a step in a studio and in the model, and compares the answers. */
export async function takeStep(
	one: Step,
	studio: Studio,
	model: PublicationModel,
	base: ReadonlyMap<string, string>,
): Promise<void> {
	const currentOf = (of: string) => model.published.get(of) ?? base.get(of) ?? "";
	const setPublic = (of: string, text: string) => {
		model.published.set(of, text);
		model.editionOf.set(of, model.releases + 1);
	};
	const notePublished = (result: PublishResult, change: () => void) => {
		if (!("edition" in result)) return;
		change();
		model.releases += 1;
		expect(result.edition).toBe(model.releases);
	};
	switch (one.do) {
		case "edit": {
			const text = write(model.drafts.get(one.path) ?? currentOf(one.path), one.path, one.title);
			const version = (await studio.getDocument(one.path))?.draft?.version ?? 0;
			expect(await studio.saveDraft(one.path, { text, version }, by)).toHaveProperty("version");
			model.drafts.set(one.path, text);
			if (version > 0 && text === currentOf(one.path)) model.drafts.delete(one.path);
			break;
		}
		case "publish": {
			const problems = await studio.check(one.paths);
			const result = await studio.publish({ paths: one.paths }, by);
			const areDrafts = one.paths.every((each) => model.drafts.has(each));
			expect("edition" in result).toBe(areDrafts && problems.length === 0);
			notePublished(result, () => {
				for (const each of one.paths) {
					setPublic(each, model.drafts.get(each) ?? "");
					model.drafts.delete(each);
				}
			});
			break;
		}
		case "restore": {
			const history = await studio.listHistory();
			const revision = history[one.of % Math.max(1, history.length)];
			if (!revision) break;
			const isPublic = currentOf(revision.path) === (revision.text ?? "");
			const result = await studio.restore(revision.id, by);
			// Nothing is left to do: the existing release is returned.
			if (isPublic) expect(result).toEqual({ edition: model.editionOf.get(revision.path) ?? model.releases });
			else notePublished(result, () => setPublic(revision.path, revision.text ?? ""));
			break;
		}
		case "takeFile":
			notePublished(await studio.takeFile(one.path, by), () => {
				model.published.delete(one.path);
				model.editionOf.delete(one.path);
				model.drafts.delete(one.path);
			});
			break;
		case "discard":
			await studio.discardDraft(one.path, by);
			model.drafts.delete(one.path);
	}
}
