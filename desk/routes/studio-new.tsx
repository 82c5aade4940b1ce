import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { listedKinds } from "../../features/publishing/documents/document-kinds.ts";
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
	"folder" in kind && kind.editedAs === "document"
		? [{ name, label: kind.label, help: kind.help, address: kind.pathOf("…") }]
		: [],
);

const chosenKind = z.object({ kind: z.enum(kinds.map(({ name }) => name)).catch(kinds[0]?.name ?? "post") });

export function loader({ request }: Route.LoaderArgs) {
	return { kinds, chosen: chosenKind.parse({ kind: "", ...readQuery(request) }).kind };
}

/** Creates a draft of a new document. */
export async function action({ request, context }: Route.ActionArgs) {
	const { site, signedIn, deskRequest } = beginSiteWork(context);
	const form = await readForm(request);
	const typed = { kind: form.get("kind") ?? "", slug: form.get("slug")?.trim() ?? "" };
	const kind = kinds.find(({ name }) => name === typed.kind);
	if (!kind) return refuse("kind", "Choose a type");
	const result = await site.studio.createDocument(kind.name, typed.slug, signedIn.account.id);
	if ("problem" in result) return refuse("slug", result.problem);
	deskRequest.notices.leave("Draft created. Visitors see it once you publish it.");
	throw redirect(pathToEdit(result.path), 303);

	function refuse(field: string, message: string) {
		const errors: FieldError[] = [{ field, message }];
		return data({ errors, typed }, { status: 422 });
	}
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
					options={loaderData.kinds.map(({ name, label }) => ({ value: name, label }))}
					defaultValue={actionData?.typed.kind ?? chosen}
					errors={errors}
				/>
				<TextField
					name="slug"
					label="URL slug"
					hint={`Lowercase words joined by hyphens, as in ${loaderData.kinds.map(({ address }) => address).join(", ")}. For a service, use its title.`}
					defaultValue={actionData?.typed.slug ?? ""}
					autoComplete="off"
					required
					errors={errors}
				/>
				<button className="button-main">Create draft</button>
			</Form>
		</Page>
	);
}
