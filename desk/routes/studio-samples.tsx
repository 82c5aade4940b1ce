import { data, Link, redirect } from "react-router";
import { entryOf, isObject } from "../../features/publishing/forms/field-names.ts";
import type { Sample } from "../../features/publishing/releases/studio.server.ts";
import { findSiteModule, type SiteModule } from "../../shared/site-modules.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { findDocumentForm, type DocumentForm } from "../studio/document-form.server.ts";
import { findSampleField } from "../studio/list-sample-fields.server.ts";
import { nameField } from "../studio/name-field.server.ts";
import { companyFile, samplesPath, startPath } from "../studio/paths.ts";
import { getStudioDocument, readValues, textOf } from "../studio/read-document.server.ts";
import { SampleSectionView, type SampleSection } from "../studio/sample-list.tsx";
import { saveValues } from "../studio/save-typed.server.ts";
import { beginSiteWork, type SiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { countOf } from "../words.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-samples.ts";

const moduleNames = {
	booking: "Demo calls",
	careers: "Careers",
	blog: "Blog",
	portfolio: "Portfolio",
	newsletter: "Newsletter",
} as const satisfies Record<SiteModule, string>;

/** Every text of the sample company, by the part of the site that shows it. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { studio } = work.site;
	const [samples, documents] = await Promise.all([listSamples(work), studio.listDocuments()]);
	const titles = new Map(documents.map(({ path, title }) => [path, title]));
	const sections = new Map<string, SampleSection>();
	for (const [path, found] of Map.groupBy(samples, ({ file }) => file)) {
		const located = findDocumentForm(path);
		const document = located && (await studio.getDocument(path));
		if (!document) continue;
		const { kind, form } = located;
		const module = findModuleOf(located);
		const { fields } = readValues(textOf(document), kind);
		const name = module ? moduleNames[module] : "folder" in kind ? kind.plural : "Company and pages";
		const section: SampleSection = sections.get(name) ?? { name, module, documents: [] };
		section.documents.push({
			path,
			title: titles.get(path) || kind.label,
			isDeletable: "folder" in kind,
			texts: found.map(({ field, text, isKept }) => ({
				name: findSampleField({ form, fields }, field),
				title: nameField(path, field),
				text,
				isKept,
			})),
		});
		sections.set(name, section);
	}
	const shown = [...sections.values()].flatMap((section) => section.documents.flatMap(({ texts }) => texts));
	return { sections: [...sections.values()], left: shown.filter(({ isKept }) => !isKept).length };
}

/** Finds the site module whose pages show a document. */
function findModuleOf({ kind, slug }: Pick<DocumentForm, "kind" | "slug">): SiteModule | undefined {
	return kind
		.listPaths(slug)
		.map(findSiteModule)
		.find((one) => one !== undefined);
}

/** Lists the sample texts of documents whose site module is on. */
async function listSamples(work: SiteWork): Promise<Sample[]> {
	const company = await getStudioDocument(work, companyFile);
	const parts = entryOf(readValues(textOf(company.document), company.kind).fields, "parts");
	const isOff = (path: string) => {
		const located = findDocumentForm(path);
		const module = located && findModuleOf(located);
		return module !== undefined && entryOf(parts, module) === false;
	};
	return (await work.site.studio.listSamples()).filter(({ file }) => !isOff(file));
}

export async function action({ request, context }: Route.ActionArgs): Promise<never> {
	const work = beginSiteWork(context);
	const { site, signedIn, deskRequest } = work;
	const sent = await readForm(request);
	const asked = sent.get("do");
	if (asked === "keep" || asked === "mark") {
		const isKept = asked === "keep";
		const chosen = (await site.studio.listSamples()).filter(
			(one) => one.file === sent.get("path") && one.isKept !== isKept,
		);
		await site.studio.keepSamples(chosen, { isKept, by: signedIn.account.id });
		const texts = countOf(chosen.length, `${chosen.length} texts`, "1 text");
		deskRequest.notices.leave(isKept ? `${texts} kept as your own.` : `${texts} marked as sample again.`);
		throw redirect(samplesPath, 303);
	}
	const module = Object.keys(moduleNames).find((one) => one === sent.get("module")) as SiteModule | undefined;
	if (asked !== "turn-off" || !module) throw data(null, { status: 400 });
	deskRequest.notices.leave(
		(await turnOff(work, module))
			? `${moduleNames[module]} turned off in a draft. Publish it to remove its pages from the site.`
			: "Someone else is changing the company’s settings. Try again.",
	);
	throw redirect(samplesPath, 303);
}

/** Turns a module off in the draft of the company's settings; false when somebody else saved at the same time. */
async function turnOff(work: SiteWork, module: SiteModule): Promise<boolean> {
	const found = await getStudioDocument(work, companyFile);
	const { fields, body } = readValues(textOf(found.document), found.kind);
	const facts = isObject(fields) ? fields : {};
	const parts = isObject(facts["parts"]) ? facts["parts"] : {};
	const typed = { fields: { ...facts, parts: { ...parts, [module]: false } }, body };
	return "version" in (await saveValues(work, found, typed, { version: found.document.draft?.version ?? 0 }));
}

export default function StudioSamplesPage({ loaderData: { sections, left } }: Route.ComponentProps) {
	useLive(isContentChangeKey);
	return (
		<Page
			title="Sample texts"
			subtitle={
				left === 0
					? "Nothing is left of the sample company."
					: `${countOf(left, `${left} texts are`, "One text is")} still the sample company’s. Replace, keep or remove them.`
			}
			actions={
				<Link className="button" to={`${startPath}/launch`}>
					Launch check
				</Link>
			}
		>
			<StudioNavigation />
			{sections.map((section) => (
				<SampleSectionView key={section.name} section={section} />
			))}
		</Page>
	);
}
