import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { listedKinds, type FolderKind } from "../../features/publishing/documents/document-kinds.ts";
import { toSlug } from "../../features/publishing/documents/document-slug.ts";
import { writeEmptyDocument, writeValues } from "../../features/publishing/documents/document-text.server.ts";
import { fillTemplate, pageTemplates, type PageTemplate } from "../../features/publishing/page-templates.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-new.ts";

/** Kinds with several documents. */
const kinds = listedKinds.flatMap(({ name, kind }) =>
	"folder" in kind && kind.editedAs === "document" ? [{ name, kind }] : [],
);

/** The types of a new document: its kind, or a page that begins with a template. */
const types: {
	value: string;
	label: string;
	name: (typeof kinds)[number]["name"];
	kind: FolderKind;
	template?: PageTemplate;
}[] = kinds.flatMap(({ name, kind }) => [
	{ value: name, label: kind.label, name, kind },
	...(name === "landing-page"
		? Object.entries(pageTemplates).map(([key, template]) => ({
				value: `${name} ${key}`,
				label: `${kind.label}: ${template.label}`,
				name,
				kind,
				template,
			}))
		: []),
]);

const chosenType = z.object({ kind: z.enum(types.map(({ value }) => value)).catch(types[0]?.value ?? "post") });

export function loader({ request }: Route.LoaderArgs) {
	return {
		types: types.map(({ value, label }) => ({ value, label })),
		chosen: chosenType.parse({ kind: "", ...readQuery(request) }).kind,
	};
}

/** Creates a draft of a new document. */
export async function action({ request, context }: Route.ActionArgs) {
	const { site, signedIn, deskRequest } = beginSiteWork(context);
	const form = await readForm(request);
	const typed = {
		kind: form.get("kind") ?? "",
		title: form.get("title")?.trim() ?? "",
		slug: form.get("slug")?.trim() ?? "",
	};
	const type = types.find(({ value }) => value === typed.kind);
	if (!type) return refuse("kind", "Choose a type");
	if (typed.title === "" && typed.slug === "") return refuse("title", "Enter a title");
	const slug = typed.slug || deriveSlug(typed.title, type.template);
	if (slug === "") return refuse("slug", "Enter a URL slug in Latin letters: none can be derived from this title");
	const text = writeNew(type, typed.title);
	const result = await site.studio.createDocument(type.name, slug, signedIn.account.id, text);
	if ("problem" in result) return refuse("slug", result.problem);
	deskRequest.notices.leave("Draft created. Visitors see it once you publish it.");
	throw redirect(pathToEdit(result.path), 303);

	function refuse(field: string, message: string) {
		const errors: FieldError[] = [{ field, message }];
		return data({ errors, typed }, { status: 422 });
	}
}

function deriveSlug(title: string, template: PageTemplate | undefined): string {
	return [template?.folder, toSlug(title)].filter(Boolean).join("/");
}

function writeNew({ kind: { hasBody }, template }: (typeof types)[number], title: string): string {
	const empty = writeEmptyDocument(hasBody);
	const fields = template ? fillTemplate(template, title) : title === "" ? undefined : { title };
	return fields ? writeValues(empty, { fields, body: "" }, hasBody) : empty;
}

export default function NewDocumentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { chosen } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page title="New document" subtitle={<Link to="/studio">All documents</Link>}>
			<ErrorSummary errors={errors} />
			<Form method="post" className="form" noValidate>
				<SelectField
					name="kind"
					label="Type"
					hint="A landing page is made of sections. Campaign, industry, event and prices have some to begin with."
					options={loaderData.types}
					defaultValue={actionData?.typed.kind ?? chosen}
					errors={errors}
				/>
				<TextField
					name="title"
					label="Title"
					defaultValue={actionData?.typed.title ?? ""}
					autoComplete="off"
					errors={errors}
				/>
				<TextField
					name="slug"
					label="URL slug"
					hint="The end of the page’s address. It follows from the title unless you enter another: lowercase words joined by hyphens. A landing page may have two parts, as in industries/hotels."
					defaultValue={actionData?.typed.slug ?? ""}
					autoComplete="off"
					errors={errors}
				/>
				<button className="button-main">Create draft</button>
			</Form>
		</Page>
	);
}
