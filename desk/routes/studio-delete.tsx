import { data, Form, Link, redirect } from "react-router";
import { listIndexedPaths } from "../../features/publishing/site-paths.ts";
import { Control } from "../forms/control.tsx";
import { ErrorSummary, type FieldError } from "../forms/error-summary.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { getStudioDocument } from "../studio/read-document.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-delete.ts";

/** Taking a document off the site, and where its address leads then. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { kind, slug, document } = await getStudioDocument(work, params["*"]);
	if (!("folder" in kind)) throw data(null, { status: 404 });
	const { studio, readContent } = work.site;
	const address = kind.pathOf(slug);
	return {
		path: document.path,
		title: document.title || kind.label,
		address,
		links: await studio.listLinks(document.path),
		targets: listIndexedPaths(readContent()).filter((one) => one !== address),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const { document } = await getStudioDocument(work, params["*"]);
	const redirectTo = (await readForm(request)).get("redirectTo")?.trim() ?? "";
	const result = await work.site.studio.deleteDocument(
		document.path,
		redirectTo === "" ? {} : { redirectTo },
		work.signedIn.account.id,
	);
	if ("version" in result) {
		work.visit.notices.leave("It is deleted once that is published.");
		throw redirect((await work.site.studio.getDocument(document.path)) ? pathToEdit(document.path) : "/studio", 303);
	}
	const message =
		"problem" in result
			? result.problem
			: "Others link to it, so its address has to lead somewhere: choose what takes its place";
	const errors: FieldError[] = [{ field: "redirectTo", message }];
	return data({ errors, redirectTo }, { status: 422 });
}

export default function DeleteDocumentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, title, address, links, targets } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page title={`Delete ${title}`} subtitle={<Link to={pathToEdit(path)}>Back to the document</Link>}>
			<ErrorSummary errors={errors} />
			{links.length > 0 && (
				<section aria-labelledby="links">
					<h2 id="links">What links to it</h2>
					<ul className="plain-list">
						{links.map((link) => (
							<li key={`${link.path} ${link.field}`}>
								<Link to={pathToEdit(link.path)}>{link.title}</Link> <span className="hint">{link.field}</span>
							</li>
						))}
					</ul>
				</section>
			)}
			<Form method="post" action={`/studio/delete/${path}`} className="form" noValidate>
				<Control
					name="redirectTo"
					label={`Where ${address} leads then`}
					hint="A page of the site. Empty, the address answers that there is nothing any more."
					errors={errors}
				>
					{(props) => (
						<>
							<input {...props} list="targets" defaultValue={actionData?.redirectTo ?? ""} autoComplete="off" />
							<datalist id="targets">
								{targets.map((target) => (
									<option key={target}>{target}</option>
								))}
							</datalist>
						</>
					)}
				</Control>
				<p className="remark">Nothing is gone before that is published, and from its history it can be brought back.</p>
				<div className="actions">
					<button className="button-main">Delete it with the next publication</button>
					<Link className="button" to={pathToEdit(path)}>
						Keep it
					</Link>
				</div>
			</Form>
		</Page>
	);
}
