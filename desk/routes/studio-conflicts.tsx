import { data, Form, Link, redirect } from "react-router";
import { listDifferences } from "../../features/publishing/forms/list-differences.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { findDocumentForm } from "../studio/document-form.server.ts";
import { attempt, describeFailure } from "../studio/describe-failure.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { readValues } from "../studio/read-document.server.ts";
import { SampleNotice } from "../studio/sample-notice.tsx";
import { bodyField } from "../studio/save-typed.server.ts";
import { namePeople } from "../studio/show-documents.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { DifferenceList } from "../studio/text-difference.tsx";
import { isFactOfContent } from "../studio/facts.ts";
import { useLive } from "../work/use-live.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-conflicts.ts";

/** Documents that have changed both here and in the files of a newer build. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { studio } = work.site;
	const entries = (await studio.listDocuments()).filter(({ conflict }) => conflict);
	const documents = await Promise.all(entries.map(({ path }) => studio.getDocument(path)));
	const nameOf = await namePeople(work);
	return {
		conflicts: documents.flatMap((document) => {
			const found = document && findDocumentForm(document.path);
			if (!document || !found) return [];
			const { path, title, base, published, draft, state } = document;
			// Of a document that is the file's, a draft alone was made from the text before.
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

/** Says which of the two counts. */
export async function action({ request, context }: Route.ActionArgs) {
	const { site, signedIn, visit } = beginSiteWork(context);
	const form = await readForm(request);
	const path = form.get("path") ?? "";
	const { studio } = site;
	const document = await studio.getDocument(path);
	if (!document) throw data(null, { status: 404 });
	const { id } = signedIn.account;
	const draftVersion = Number(form.get("draft")) || 0;
	if (form.get("do") === "studio") {
		const result = await attempt(async () => ({ isKept: await studio.keepStudio(path, id) }));
		visit.notices.leave(
			"unstored" in result
				? result.unstored
				: result.isKept
					? `What was edited here stays${document.state === "file" ? " a draft" : " public"}.`
					: "Somebody has taken the file’s version meanwhile.",
		);
	} else if (document.state === "file") {
		const isSeen = document.draft?.version === draftVersion;
		const result = await attempt(async () => void (isSeen && (await studio.discardDraft(path, id))));
		visit.notices.leave(
			result?.unstored ??
				(isSeen ? "The draft is discarded. The file’s version is public." : describeFailure({ overtaken: [path] })),
		);
	} else {
		const seen = { acceptsSample: form.get("acceptsSample") === "yes", draftVersion };
		const result = await attempt(() => studio.takeFile(path, id, seen));
		if ("sampleTexts" in result) return data({ path, draftVersion, sampleTexts: result.sampleTexts }, { status: 422 });
		visit.notices.leave("edition" in result ? "The file’s version is public." : describeFailure(result));
	}
	throw redirect("/studio/conflicts", 303);
}

export default function StudioConflictsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { conflicts } = loaderData;
	useLive(isFactOfContent);
	return (
		<Page title="Conflicts" subtitle="What was edited here, and has changed in the files of a newer build as well.">
			<StudioNavigation />
			{actionData && (
				<Form method="post" action="/studio/conflicts" className="form">
					<input type="hidden" name="path" value={actionData.path} />
					<input type="hidden" name="draft" value={actionData.draftVersion} />
					<SampleNotice texts={actionData.sampleTexts} />
					<button name="do" value="file" className="button-main">
						Take the file’s
					</button>
				</Form>
			)}
			{conflicts.length === 0 && (
				<p className="empty">
					None. When a build brings another text of a document that was edited here, both stand here to choose from.
				</p>
			)}
			{conflicts.map(({ path, title, state, base, own, draft, differences }) => (
				<section key={path} id={path} aria-labelledby={`${path}-title`}>
					<h2 id={`${path}-title`}>
						<Link to={pathToEdit(path)}>{title}</Link>
					</h2>
					<p className="hint">
						{state === "deleted"
							? "It was deleted here, and the file has changed since."
							: `Struck out is the file’s, underlined is what was edited here and is ${state === "file" ? `a draft of ${draft?.by}` : "public"}.`}
						{state !== "file" && draft && ` A draft of ${draft.by} goes when the file’s is taken.`}
					</p>
					<DifferenceList differences={differences} empty="Both say the same; they are only laid out differently." />
					<details>
						<summary>
							Both texts whole<span className="sr-only">: {title}</span>
						</summary>
						<div className="studio-sides">
							<section aria-label={`${title} as the file has it`}>
								<h3>The file’s</h3>
								<pre className="text">{base}</pre>
							</section>
							<section aria-label={`${title} as it was edited here`}>
								<h3>Edited here</h3>
								<pre className="text">{own}</pre>
							</section>
						</div>
					</details>
					<Form method="post" action="/studio/conflicts" className="inline-form">
						<input type="hidden" name="path" value={path} />
						<input type="hidden" name="draft" value={draft?.version ?? 0} />
						<button name="do" value="studio">
							Keep what was edited here<span className="sr-only">: {title}</span>
						</button>
						<button name="do" value="file">
							Take the file’s<span className="sr-only">: {title}</span>
						</button>
					</Form>
				</section>
			))}
		</Page>
	);
}
