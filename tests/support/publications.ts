import fc from "fast-check";
import { expect } from "vitest";
import { findDocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { readValues, writeValues } from "../../features/publishing/documents/document-text.server.ts";
import type { PublishResult, Studio } from "../../features/publishing/releases/studio.server.ts";
import type { TestClock } from "./clock.ts";

const by = "account-ila";
/** The documents that change. */
export const paths = [
	"blog/first-page-of-the-month.md",
	"blog/twelve-days-offline.md",
	"portfolio/tidelog.yml",
	"home.yml",
	"landing-pages/hotels.yml",
	"menus.yml",
	"notices.yml",
	"redirects.yml",
];

/** Changes the title of the first language. */
function rename(languages: unknown, title: string): object[] {
	const [first, ...others] = languages as object[];
	return [{ ...first, title }, ...others];
}

/** Changes one text of a document: the title, that of the first screen, the label of a link, or an old address. */
function write(text: string, path: string, title: string): string {
	const hasBody = findDocumentKind(path)?.kind.hasBody ?? false;
	const values = readValues(text, hasBody) as { fields: Record<string, unknown>; body: string };
	const changed =
		path === "home.yml"
			? { hero: { ...(values.fields.hero as object), title } }
			: path === "menus.yml"
				? { footerLinks: [{ label: title, to: "/hotels" }] }
				: path === "notices.yml"
					? { languages: rename(values.fields["languages"], title) }
					: path === "redirects.yml"
						? { [`/${encodeURIComponent(title)}`]: "/hotels" }
						: { title };
	return writeValues(text, { ...values, fields: { ...values.fields, ...changed } }, hasBody);
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
const hours = fc.integer({ min: 1, max: 48 });
/** Such a step, a publication with an end, or time that passes. */
export const timedStep = fc.oneof(
	{ weight: 8, arbitrary: publicationStep },
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant("publishUntil" as const),
			paths: fc.uniqueArray(path, { minLength: 1 }),
			hours,
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("pass" as const), hours }) },
);
type TimedStep = typeof timedStep extends fc.Arbitrary<infer Value> ? Value : never;

/** The expected public state. */
export type PublicationModel = {
	published: Map<string, string>;
	drafts: Map<string, string>;
	releases: number;
	/** The release that published each text. */
	editionOf: Map<string, number>;
	/** The last text of each history. */
	revisions: Map<string, string>;
	/** Ends of releases, with the texts that each published and the last ones of the histories before. */
	endings: { at: Temporal.Instant; edition: number; released: Map<string, string>; earlier: Map<string, string> }[];
};

/** Creates the model of a studio that has published nothing. */
export function createPublicationModel(): PublicationModel {
	return {
		published: new Map(),
		drafts: new Map(),
		releases: 0,
		editionOf: new Map(),
		revisions: new Map(),
		endings: [],
	};
}

/** Returns the changes of a model. */
function openModel(model: PublicationModel, base: ReadonlyMap<string, string>) {
	return {
		currentOf: (of: string) => model.published.get(of) ?? base.get(of) ?? "",
		setPublic(of: string, text: string) {
			model.published.set(of, text);
			model.revisions.set(of, text);
			model.editionOf.set(of, model.releases + 1);
		},
		takeFile(of: string) {
			model.published.delete(of);
			model.editionOf.delete(of);
			model.revisions.set(of, base.get(of) ?? "");
		},
		notePublished(result: PublishResult, change: () => void) {
			if (!("edition" in result)) return;
			change();
			model.releases += 1;
			expect(result.edition).toBe(model.releases);
		},
	};
}

/** Takes a step in a studio and in the model, also one in time, and compares the answers. */
export async function takeTimedStep(
	one: TimedStep,
	{ studio, clock }: { studio: Studio; clock: TestClock },
	model: PublicationModel,
	base: ReadonlyMap<string, string>,
): Promise<void> {
	if (one.do === "publishUntil") {
		const at = clock.now().add({ hours: one.hours });
		const pick = (texts: ReadonlyMap<string, string>) =>
			new Map(one.paths.flatMap((each) => (texts.has(each) ? [[each, texts.get(each) ?? ""] as const] : [])));
		const ending = { at, edition: model.releases + 1, released: pick(model.drafts), earlier: pick(model.revisions) };
		await publish(one.paths, studio, model, base, at);
		if (model.releases === ending.edition) model.endings.push(ending);
		return;
	}
	if (one.do !== "pass") return takeStep(one, studio, model, base);
	const { currentOf, setPublic, takeFile } = openModel(model, base);
	clock.advance({ hours: one.hours });
	await studio.publishDue();
	const isDue = ({ at }: PublicationModel["endings"][number]) => Temporal.Instant.compare(at, clock.now()) <= 0;
	const due = model.endings
		.filter(isDue)
		.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || a.edition - b.edition);
	model.endings = model.endings.filter((ending) => !isDue(ending));
	for (const { released, earlier } of due) {
		const left = [...released].filter(([each]) => currentOf(each) !== (earlier.get(each) ?? base.get(each)));
		if (left.length === 0 || left.some(([each, text]) => currentOf(each) !== text)) continue;
		for (const [each] of left) {
			const text = earlier.get(each);
			if (text === undefined || text === base.get(each)) takeFile(each);
			else setPublic(each, text);
		}
		model.releases += 1;
	}
}

async function publish(
	chosen: readonly string[],
	studio: Studio,
	model: PublicationModel,
	base: ReadonlyMap<string, string>,
	endsAt?: Temporal.Instant,
): Promise<void> {
	const { setPublic, notePublished } = openModel(model, base);
	const problems = await studio.check(chosen);
	const result = await studio.publish({ paths: chosen, ...(endsAt && { endsAt }) }, by);
	const areDrafts = chosen.every((each) => model.drafts.has(each));
	expect("edition" in result).toBe(areDrafts && problems.length === 0);
	notePublished(result, () => {
		for (const each of chosen) {
			setPublic(each, model.drafts.get(each) ?? "");
			model.drafts.delete(each);
		}
	});
}

/** Takes a step in a studio and in the model, and compares the answers. */
export async function takeStep(
	one: Step,
	studio: Studio,
	model: PublicationModel,
	base: ReadonlyMap<string, string>,
): Promise<void> {
	const { currentOf, setPublic, takeFile, notePublished } = openModel(model, base);
	switch (one.do) {
		case "edit": {
			const text = write(model.drafts.get(one.path) ?? currentOf(one.path), one.path, one.title);
			const version = (await studio.getDocument(one.path))?.draft?.version ?? 0;
			expect(await studio.saveDraft(one.path, { text, version }, by)).toHaveProperty("version");
			model.drafts.set(one.path, text);
			if (version > 0 && text === currentOf(one.path)) model.drafts.delete(one.path);
			break;
		}
		case "publish":
			await publish(one.paths, studio, model, base);
			break;
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
				takeFile(one.path);
				model.drafts.delete(one.path);
			});
			break;
		case "discard":
			await studio.discardDraft(one.path, by);
			model.drafts.delete(one.path);
	}
}
