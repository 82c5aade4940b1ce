import { data, Form, Link, redirect } from "react-router";
import { nameMembers } from "../../core/records/members.server.ts";
import type { Draft, StudioDocument } from "../../features/publishing/releases/studio.server.ts";
import { listIndexedPaths } from "../../features/publishing/site-paths.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { ErrorText, Field } from "../../ui/field.tsx";
import { Page } from "../layout/page.tsx";
import { readForm, readVersion } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import { pathToEdit } from "../studio/paths.ts";
import { getStudioDocument } from "../studio/read-document.server.ts";
import { beginSiteWork, type SiteWork } from "../studio/site-work.server.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/studio-delete.ts";

/** Deletes documents from the site, and sets redirects of their addresses. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const documents = await listChosen(work, listPaths(params["*"], new URL(request.url).searchParams));
	const { studio, readContent } = work.site;
	const nameOf = await nameMembers(work.source.database.db);
	const addresses = documents.map(({ address }) => address);
	return {
		documents: documents.map(({ lost, ...document }) => ({
			...document,
			lost: lost.map(({ by, at }) => ({
				by: by === work.signedIn.account.id ? undefined : nameOf(by),
				at: showValue(at, work.deps.company),
			})),
		})),
		links: await studio.listLinks(...documents.map(({ path }) => path)),
		targets: listIndexedPaths(readContent()).filter((one) => !addresses.includes(one)),
	};
}

/** One document in the address itself, several by name. */
function listPaths(one: string, given: URLSearchParams): string[] {
	return one === "" ? [...new Set(given.getAll("path"))] : [one];
}

/** @throws a 404 response for an unknown document, or a required one */
async function listChosen(work: SiteWork, paths: readonly string[]) {
	if (paths.length === 0) throw data(null, { status: 404 });
	return Promise.all(
		paths.map(async (path) => {
			const { kind, slug, document } = await getStudioDocument(work, path);
			if (!("folder" in kind)) throw data(null, { status: 404 });
			const standing = standingOf(document);
			const drafts = await listDrafts(work, document);
			return {
				path,
				title: document.title || kind.label,
				address: kind.pathOf(slug),
				standing,
				versions: drafts.map((draft): [string, number] => [draft.path, draft.version]),
				// The draft of a document that is not public is the document.
				lost: standing === "public" ? drafts.filter(({ text }) => text !== undefined) : [],
			};
		}),
	);
}

/** Lists the drafts that end when a document is deleted: its own, and that at the other end of a change of address. */
async function listDrafts({ site }: SiteWork, { path, draft }: StudioDocument): Promise<(Draft & { path: string })[]> {
	if (!draft) return [];
	const end = draft.renamedFrom ?? draft.renamedTo;
	const other = end === undefined ? undefined : (await site.studio.getDocument(end))?.draft;
	return [{ ...draft, path }, ...(end !== undefined && other ? [{ ...other, path: end }] : [])];
}

type Standing = "public" | "formerly public" | "never public";

/** Whether a document is public. Only then is its deletion a draft. */
function standingOf({ current, edition, draft }: StudioDocument): Standing {
	if (current !== undefined || draft?.renamedFrom !== undefined) return "public";
	return edition > 0 ? "formerly public" : "never public";
}

/** Says when one or several documents of the same standing are deleted, and how to get them back. */
function describeDeletion(standing: Standing, isOne: boolean): string {
	switch (standing) {
		case "public":
			return `Takes effect when you publish. You can restore ${isOne ? "it" : "them"} from the history.`;
		case "formerly public":
			return `No longer public: the ${isOne ? "draft is" : "drafts are"} deleted now. What was published stays in the history.`;
		case "never public":
			return "Never published: deleted now, and cannot be restored.";
	}
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const sent = await readForm(request);
	const chosen = await listChosen(work, listPaths(params["*"], sent));
	const redirectTo = sent.get("redirectTo")?.trim() ?? "";
	const versions = readSeen(sent);
	const isUnseen = chosen.some((one) => one.versions.some(([path, version]) => versions.get(path) !== version));
	if (isUnseen) throw askAgain(work, chosen);
	if (sent.get("discards") !== "yes" && chosen.some(({ lost }) => lost.length > 0)) {
		const errors: FieldError[] = [{ field: "discards", message: "Confirm that drafts are discarded" }];
		return data({ errors, redirectTo }, { status: 422 });
	}
	const result = await work.site.studio.deleteDocuments(
		chosen.map(({ path }) => path),
		{ versions, ...(redirectTo !== "" && { redirectTo }) },
		work.signedIn.account.id,
	);
	if ("conflict" in result) throw askAgain(work, chosen);
	if ("drafts" in result) {
		const paths = [...result.drafts.keys()];
		work.deskRequest.notices.leave(
			paths.length === 0
				? countOf(chosen.length, `${chosen.length} drafts deleted.`, "Draft deleted.")
				: "Deletion saved as a draft. It takes effect when you publish.",
		);
		const [first] = paths;
		if (paths.length > 1)
			throw redirect(`/studio/publish?${new URLSearchParams(paths.map((path) => ["path", path]))}`, 303);
		throw redirect(first === undefined ? "/studio" : pathToEdit(first), 303);
	}
	const message = "problem" in result ? result.problem : "Other pages link here. Choose a page to redirect visitors to";
	const errors: FieldError[] = [{ field: "redirectTo", message }];
	return data({ errors, redirectTo }, { status: 422 });
}

/** Reads the versions of the drafts that the page told of, by path. */
function readSeen(form: URLSearchParams): Map<string, number> {
	return new Map(
		form.getAll("draft").map((seen) => {
			const [version = "", path = ""] = seen.split(" ");
			return [path, readVersion(version)];
		}),
	);
}

/** Leads back to the page, which shows the current drafts. */
function askAgain({ deskRequest }: SiteWork, chosen: readonly { path: string }[]): Response {
	deskRequest.notices.leave("Not deleted: a draft has been saved since. Review it first.");
	const [first] = chosen;
	const isOne = first && chosen.length === 1;
	const query = new URLSearchParams(chosen.map(({ path }) => ["path", path]));
	return redirect(isOne ? `/studio/delete/${first.path}` : `/studio/delete?${query}`, 303);
}

export default function DeleteDocumentsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { documents, links, targets } = loaderData;
	const errors = actionData?.errors ?? [];
	const [first] = documents;
	const one = documents.length === 1 ? first : undefined;
	const back = one ? pathToEdit(one.path) : "/studio";
	const standings = new Set(documents.map(({ standing }) => standing));
	const [standing] = standings.size === 1 ? standings : [];
	const lost = documents.flatMap((document) => document.lost);
	const unconfirmed = errors.find(({ field }) => field === "discards")?.message;
	return (
		<Page
			title={one ? `Delete ${one.title}` : `Delete ${documents.length} documents`}
			subtitle={<Link to={back}>{one ? "Back to the document" : "All documents"}</Link>}
		>
			<ErrorSummary errors={errors} />
			{!one && (
				<section aria-labelledby="what">
					<h2 id="what">Documents to delete</h2>
					<ul className="plain-list">
						{documents.map(({ path, title, address, standing: own, lost: ownLost }) => (
							<li key={path}>
								<Link to={pathToEdit(path)}>{title}</Link> <span className="hint">{address}</span>
								{!standing && <p className="hint">{describeDeletion(own, true)}</p>}
								<LostDrafts drafts={ownLost} />
							</li>
						))}
					</ul>
				</section>
			)}
			{links.length > 0 && (
				<section aria-labelledby="links">
					<h2 id="links">Linked from</h2>
					<ul className="plain-list">
						{links.map((link) => (
							<li key={`${link.path} ${link.field}`}>
								<Link to={pathToEdit(link.path)}>{link.title}</Link> <span className="hint">{link.field}</span>
							</li>
						))}
					</ul>
				</section>
			)}
			<Form method="post" action={`/studio/delete${one ? `/${one.path}` : ""}`} className="form" noValidate>
				{!one && documents.map(({ path }) => <input key={path} type="hidden" name="path" value={path} />)}
				{[...new Map<string, number>(documents.flatMap(({ versions }) => versions))].map(([path, version]) => (
					<input key={path} type="hidden" name="draft" value={`${version} ${path}`} />
				))}
				<Field
					name="redirectTo"
					label={one ? `Redirect ${one.address} to` : "Redirect their addresses to"}
					hint="A page on the site. If empty, visitors see “page gone”."
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
				</Field>
				{standing && <p className="remark">{describeDeletion(standing, one !== undefined)}</p>}
				{one && <LostDrafts drafts={one.lost} />}
				{lost.length > 0 && (
					<>
						<ErrorText id="discards-error" message={unconfirmed} />
						<div className="checks">
							<label>
								<input
									id="discards"
									type="checkbox"
									name="discards"
									value="yes"
									aria-describedby={unconfirmed === undefined ? undefined : "discards-error"}
								/>
								<span>
									{countOf(lost.length, `Discard the ${lost.length} drafts`, "Discard the draft")}. This cannot be
									undone.
								</span>
							</label>
						</div>
					</>
				)}
				<div className="actions">
					<button className="button-main">Delete {one ? "document" : `${documents.length} documents`}</button>
					<Link className="button" to={back}>
						Cancel
					</Link>
				</div>
			</Form>
		</Page>
	);
}

/** Names the drafts that a deletion discards. */
function LostDrafts({ drafts }: { drafts: readonly { by: string | undefined; at: ShownValue }[] }) {
	return drafts.map(({ by, at }, index) => (
		<p key={index} className="remark">
			A draft by {by ?? "you"}, <ValueText value={at} />, is not public yet. Deleting the document discards it.
		</p>
	));
}
