import { isObject } from "../../features/publishing/forms/field-names.ts";
import { writeValues } from "../../features/publishing/documents/document-text.server.ts";
import { findDocumentForm } from "./document-form.server.ts";
import { getStudioDocument, readValues, textOf } from "./read-document.server.ts";
import type { SiteWork } from "./site-work.server.ts";

const companyFile = "company.yml";

/** Makes a picture the company's logo, in a draft of the company settings; other changes of the draft stay. */
export async function chooseLogo(work: SiteWork, src: string): Promise<void> {
	const { site, signedIn } = work;
	// If somebody saves at the same time, the logo is added to their version.
	for (;;) {
		const { kind, document } = await getStudioDocument(work, companyFile);
		const text = textOf(document) ?? "";
		const { fields, body } = readValues(text, kind);
		const facts = isObject(fields) ? fields : {};
		const logo = isObject(facts["logo"]) ? facts["logo"] : {};
		const changed = writeValues(text, { fields: { ...facts, logo: { ...logo, src } }, body }, kind.hasBody);
		const version = document.draft?.version ?? 0;
		const saved = await site.studio.saveDraft(companyFile, { text: changed, version }, signedIn.account.id);
		if (!("overtaken" in saved)) return;
	}
}

/** Finds the logo, public or in a draft, with an address for staff. */
export async function findLogo(work: SiteWork): Promise<{ src: string; url: string | undefined } | undefined> {
	const located = findDocumentForm(companyFile);
	const document = located && (await work.site.studio.getDocument(companyFile));
	if (!document) return undefined;
	const { fields } = readValues(textOf(document), located.kind);
	const logo = isObject(fields) ? fields["logo"] : undefined;
	const src = isObject(logo) ? logo["src"] : undefined;
	if (typeof src !== "string") return undefined;
	return { src, url: (await work.site.pictures.find(src))?.url };
}
