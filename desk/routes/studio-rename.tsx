import { data, Form, Link, redirect } from "react-router";
import type { StudioDocument } from "../../features/publishing/releases/studio.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { getStudioDocument } from "../studio/read-document.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-rename.ts";

/** Changes a document's address. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { kind, slug, document } = await getStudioDocument(beginSiteWork(context), params["*"]);
	if (!("folder" in kind)) throw data(null, { status: 404 });
	return {
		path: document.path,
		title: document.title || kind.label,
		slug,
		address: kind.pathOf(slug),
		base: kind.pathOf(""),
		choosesAddress: kind.choosesAddress,
		isPublic: findPublicPath(document) !== undefined,
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const { document } = await getStudioDocument(work, params["*"]);
	const slug = (await readForm(request)).get("slug")?.trim() ?? "";
	const result = await work.site.studio.renameDocument(document.path, slug, work.signedIn.account.id);
	if ("problem" in result) {
		const errors: FieldError[] = [{ field: "slug", message: result.problem }];
		return data({ errors, slug }, { status: 422 });
	}
	const publicPath = findPublicPath(document);
	work.deskRequest.notices.leave(
		publicPath === undefined
			? "URL changed."
			: publicPath === result.path
				? "The document has its public URL again."
				: "New URL saved as a draft. Once you publish it, the old URL redirects.",
	);
	throw redirect(pathToEdit(result.path), 303);
}

/** Finds the path at which a document is public, whatever its draft changes; undefined for none. */
const findPublicPath = ({ path, current, draft }: StudioDocument) =>
	draft?.renamedFrom ?? (current === undefined ? undefined : path);

export default function RenameDocumentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, title, slug, address, base, choosesAddress, isPublic } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page title={`Change URL: ${title}`} subtitle={<Link to={pathToEdit(path)}>Back to document</Link>}>
			<ErrorSummary errors={errors} />
			<Form method="post" action={`/studio/rename/${path}`} className="form" noValidate>
				<p>
					Current URL: <span className="number">{address}</span>.
					{isPublic && " Once you publish the new one, the old URL redirects to it."}
				</p>
				<TextField
					name="slug"
					label={`New URL slug, after ${base}`}
					hint={
						choosesAddress
							? "Lowercase words joined by hyphens, in one part or two, such as prices or industries/textiles."
							: "Lowercase words joined by hyphens."
					}
					defaultValue={actionData?.slug ?? slug}
					autoComplete="off"
					required
					errors={errors}
				/>
				<div className="actions">
					<button className="button-main">Change URL</button>
					<Link className="button" to={pathToEdit(path)}>
						Cancel
					</Link>
				</div>
			</Form>
		</Page>
	);
}
