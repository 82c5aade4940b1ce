import { data, Form, Link, redirect } from "react-router";
import { nameMembers } from "../../core/records/members.server.ts";
import { listDifferences } from "../../features/publishing/forms/list-differences.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
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
import type { Route } from "./+types/studio-conflicts.ts";

/** Documents that have changed both in the studio and in the files of a newer build. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { studio } = work.site;
	const entries = (await studio.listDocuments()).filter(({ conflict }) => conflict);
	const documents = await Promise.all(entries.map(({ path }) => studio.getDocument(path)));
	const nameOf = await nameMembers(work.source.database.db);
	return {
		conflicts: documents.flatMap((document) => {
			const found = document && findDocumentForm(document.path);
			if (!document || !found) return [];
			const { path, title, base, published, draft, state } = document;
			// A document of the file has only a draft that was based on the earlier text.
			const own = state === "file" ? draft?.text : published;
			const [file, edited] = [readValues(base, found.kind), readValues(own, found.kind)];
			return [
				{
					path,
					title: title || found.kind.label,
					state,
					base: base ?? "",
					own: own ?? "",
					draft: draft && { version: draft.version, by: nameOf(draft.by) },
					differences: [
						...listDifferences(found.form, file.fields, edited.fields),
						...listDifferences(bodyField, file.body, edited.body),
					],
				},
			];
		}),
	};
}

/** Chooses which of the two counts. */
export async function action({ request, context }: Route.ActionArgs) {
	const { site, signedIn, deskRequest } = beginSiteWork(context);
	const form = await readForm(request);
	const path = form.get("path") ?? "";
	const { studio } = site;
	const document = await studio.getDocument(path);
	if (!document) throw data(null, { status: 404 });
	const { id } = signedIn.account;
	const draftVersion = Number(form.get("draft")) || 0;
	if (form.get("do") === "studio") {
		const result = await attempt(async () => ({ isKept: await studio.keepStudio(path, id) }));
		deskRequest.notices.leave(
			"unstored" in result
				? result.unstored
				: result.isKept
					? `Kept the edited version${document.state === "file" ? " as a draft" : ""}.`
					: "Someone else has already chosen the file version.",
		);
	} else if (document.state === "file") {
		const isSeen = document.draft?.version === draftVersion;
		const result = await attempt(async () => void (isSeen && (await studio.discardDraft(path, id))));
		deskRequest.notices.leave(
			result?.unstored ??
				(isSeen ? "Draft discarded. The file version is public." : describeFailure({ conflict: [path] })),
		);
	} else {
		const seen = { acceptsSample: form.get("acceptsSample") === "yes", draftVersion };
		const result = await attempt(() => studio.takeFile(path, id, seen));
		if ("sampleTexts" in result) {
			const sampleTexts = showSampleTexts(result.sampleTexts, await studio.listDocuments());
			return data({ path, draftVersion, sampleTexts }, { status: 422 });
		}
		deskRequest.notices.leave("edition" in result ? "The file version is public." : describeFailure(result));
	}
	throw redirect("/studio/conflicts", 303);
}

export default function StudioConflictsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { conflicts } = loaderData;
	useLive(isContentChangeKey);
	return (
		<Page title="Conflicts" subtitle="Documents edited here and changed in the content files too.">
			<StudioNavigation />
			{actionData && (
				<Form method="post" action="/studio/conflicts" className="form">
					<input type="hidden" name="path" value={actionData.path} />
					<input type="hidden" name="draft" value={actionData.draftVersion} />
					<SampleNotice texts={actionData.sampleTexts} />
					<button name="do" value="file" className="button-main">
						Use file version
					</button>
				</Form>
			)}
			{conflicts.length === 0 && (
				<p className="empty">
					No conflicts. A document appears here when a new build changes it after you have edited it.
				</p>
			)}
			{conflicts.map(({ path, title, state, base, own, draft, differences }) => (
				<section key={path} id={path} aria-labelledby={`${path}-title`}>
					<h2 id={`${path}-title`}>
						<Link to={pathToEdit(path)}>{title}</Link>
					</h2>
					<p className="hint">
						{state === "deleted"
							? "Deleted here, and changed in the file since."
							: `Struck through: the file version. Underlined: the edited version, ${state === "file" ? `a draft by ${draft?.by}` : "public now"}.`}
						{state !== "file" && draft && ` Using the file version discards ${draft.by}’s draft.`}
					</p>
					<DifferenceList differences={differences} empty="Same text; only the formatting differs." />
					<details>
						<summary>
							Compare full texts<span className="sr-only">: {title}</span>
						</summary>
						<div className="studio-sides">
							<section aria-label={`${title}, file version`}>
								<h3>File version</h3>
								<pre className="text" dir="auto">
									{base}
								</pre>
							</section>
							<section aria-label={`${title}, edited version`}>
								<h3>Edited version</h3>
								<pre className="text" dir="auto">
									{own}
								</pre>
							</section>
						</div>
					</details>
					<Form method="post" action="/studio/conflicts" className="inline-form">
						<input type="hidden" name="path" value={path} />
						<input type="hidden" name="draft" value={draft?.version ?? 0} />
						<button name="do" value="studio">
							Keep edited version<span className="sr-only">: {title}</span>
						</button>
						<button name="do" value="file">
							Use file version<span className="sr-only">: {title}</span>
						</button>
					</Form>
				</section>
			))}
		</Page>
	);
}
