import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { nameMembers } from "../../core/records/members.server.ts";
import { listDifferences } from "../../features/publishing/forms/list-differences.ts";
import type { Revision } from "../../features/publishing/releases/studio.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { bodyField } from "../studio/body-field.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { attempt, describeFailure } from "../studio/describe-failure.server.ts";
import { findDocumentForm } from "../studio/document-form.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { readValues } from "../studio/read-document.server.ts";
import { SampleNotice } from "../studio/sample-notice.tsx";
import { showSampleTexts } from "../studio/show-sample-texts.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { DifferenceList } from "../studio/text-difference.tsx";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-history.ts";

const pageSize = 60;
/** Stands for the text that the site was set up with. */
const originalRevision = "original";

/** Parameters of the history; invalid ones count as absent. */
const historyQuery = z.object({ before: z.uuid().optional().catch(undefined) });

const deeds: Record<Revision["action"], string> = {
	published: "Published",
	created: "Created",
	deleted: "Deleted",
	restored: "Restored",
	"file taken": "Replaced with the file version",
	imported: "Imported",
};

/** Earlier public texts of the site or of one document: who, when, what. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { studio } = work.site;
	const path = params["*"] === "" ? undefined : params["*"];
	if (path !== undefined && !findDocumentForm(path)) throw data(null, { status: 404 });
	const document = path === undefined ? undefined : await studio.getDocument(path);
	const documents = new Map((await studio.listDocuments()).map((entry) => [entry.path, entry.title]));
	const { before } = historyQuery.parse(readQuery(request));
	const history = await studio.listHistory(path, { before, limit: pageSize + 1 });
	const shown = history.slice(0, pageSize);
	const nameOf = await nameMembers(work.source.database.db);
	return {
		path,
		title: path === undefined ? undefined : documents.get(path) || path,
		isNewest: before === undefined,
		older: history.length > pageSize ? shown.at(-1)?.id : undefined,
		hasOriginal: document?.base !== undefined,
		isOriginal: document?.state === "file",
		revisions: shown.map((revision) => ({
			id: revision.id,
			path: revision.path,
			title: documents.get(revision.path) || revision.path,
			action: revision.action,
			edition: revision.edition,
			by: nameOf(revision.by),
			at: showValue(revision.at, work.deps.company),
			note: revision.note,
			isCurrent: revision.current,
			isRemoved: revision.text === undefined,
			differences: compare(revision),
		})),
	};
}

function compare({ path, text, earlier }: Revision) {
	const found = findDocumentForm(path);
	if (!found || text === undefined) return [];
	const [from, to] = [readValues(earlier, found.kind), readValues(text, found.kind)];
	return [...listDifferences(found.form, from.fields, to.fields), ...listDifferences(bodyField, from.body, to.body)];
}

/** Publishes an earlier revision again. */
export async function action({ request, context, params }: Route.ActionArgs) {
	const { site, signedIn, deskRequest } = beginSiteWork(context);
	const form = await readForm(request);
	const revision = form.get("revision") ?? "";
	const consent = { acceptsSample: form.get("acceptsSample") === "yes" };
	const by = signedIn.account.id;
	const result = await attempt(() =>
		revision === originalRevision
			? site.studio.takeFile(params["*"], by, { ...consent, keepsDraft: true })
			: site.studio.restore(revision, by, consent),
	);
	if ("sampleTexts" in result)
		return data(
			{ revision, sampleTexts: showSampleTexts(result.sampleTexts, await site.studio.listDocuments()) },
			{ status: 422 },
		);
	deskRequest.notices.leave("edition" in result ? "Restored and published." : describeFailure(result));
	throw redirect(`/studio/history${params["*"] === "" ? "" : `/${params["*"]}`}`, 303);
}

export default function StudioHistoryPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, title, revisions, isNewest, older, hasOriginal, isOriginal } = loaderData;
	const address = `/studio/history${path === undefined ? "" : `/${path}`}`;
	useLive(isContentChangeKey);
	return (
		<Page
			title={title === undefined ? "Site history" : `History: ${title}`}
			subtitle={path === undefined ? undefined : <Link to={pathToEdit(path)}>Back to document</Link>}
		>
			{path === undefined && <StudioNavigation />}
			{actionData && (
				<Form method="post" action={address} className="form">
					<input type="hidden" name="revision" value={actionData.revision} />
					<SampleNotice texts={actionData.sampleTexts} />
					<button className="button-main">Restore anyway</button>
				</Form>
			)}
			{revisions.length === 0 && isNewest && (
				<p className="empty">
					Nothing published from here yet. Everything you publish appears here, and you can restore it in one click.
				</p>
			)}
			<ol className="studio-history">
				{revisions.map(
					({ id, path: own, title: name, action: deed, edition, by, at, note, isCurrent, isRemoved, differences }) => (
						<li key={id}>
							<div className="heading-row">
								<h2>
									{path === undefined ? <Link to={`/studio/history/${own}`}>{name}</Link> : <ValueText value={at} />}
								</h2>
								{isCurrent ? (
									<span className="hint">Current</span>
								) : (
									<RestoreForm address={address} revision={id} name={`${name} from release ${edition}`} />
								)}
							</div>
							<p className="hint">
								{deeds[deed]} by {by}
								{path === undefined && (
									<>
										, <ValueText value={at} />
									</>
								)}
								, release {edition}
								{note !== undefined && note !== "" && `: “${note}”`}
							</p>
							<details>
								<summary>
									Changes
									<span className="sr-only">
										{" "}
										in {name}, release {edition}
									</span>
								</summary>
								<DifferenceList
									differences={differences}
									empty={isRemoved ? "Removed from the site." : "No text changes."}
								/>
							</details>
						</li>
					),
				)}
				{hasOriginal && older === undefined && (revisions.length > 0 || !isNewest) && (
					<li>
						<div className="heading-row">
							<h2>Original</h2>
							{isOriginal ? (
								<span className="hint">Current</span>
							) : (
								<RestoreForm address={address} revision={originalRevision} name="the original" />
							)}
						</div>
						<p className="hint">As the site was set up</p>
					</li>
				)}
			</ol>
			{(!isNewest || older !== undefined) && (
				<nav aria-label="Pages" className="pager">
					{!isNewest && <Link to={address}>Newest</Link>}
					{older !== undefined && <Link to={`${address}?before=${older}`}>Older</Link>}
				</nav>
			)}
		</Page>
	);
}

type RestoreFormProps = {
	address: string;
	revision: string;
	/** Names the text to a screen reader. */
	name: string;
};

function RestoreForm({ address, revision, name }: RestoreFormProps) {
	return (
		<Form method="post" action={address}>
			<input type="hidden" name="revision" value={revision} />
			<button>
				Restore<span className="sr-only"> {name}</span>
			</button>
		</Form>
	);
}
