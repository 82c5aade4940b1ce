import { useState } from "react";
import { flushSync } from "react-dom";
import { data, Form, Link, redirect, useLocation, useNavigate } from "react-router";
import { nameMembers } from "../../core/records/members.server.ts";
import { documentKinds } from "../../features/publishing/documents/document-kinds.ts";
import type { DocumentValues } from "../../features/publishing/documents/document-text.server.ts";
import { changeList, readListChange } from "../../features/publishing/forms/change-list.ts";
import { placeOfName, rootName, withValueAt } from "../../features/publishing/forms/field-names.ts";
import { findField } from "../../features/publishing/forms/find-field.ts";
import { pickFields } from "../../features/publishing/forms/pick-fields.ts";
import { readKeptSamples } from "../../features/publishing/launch/kept-samples.server.ts";
import { shapeOfPlace } from "../../features/publishing/pictures/picture-shapes.ts";
import { decodePercent } from "../../shared/decode-percent.ts";
import { readOwnPath } from "../../shared/own-path.ts";
import { goToField } from "../../ui/go-to-field.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { Page } from "../layout/page.tsx";
import { readForm, readVersion } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { advisePage } from "../studio/advise-page.server.ts";
import { ConflictNotice } from "../studio/conflict-notice.tsx";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { readDiscardedText, type DiscardedDraft } from "../studio/discarded-draft.ts";
import { findDocumentForm } from "../studio/document-form.server.ts";
import { DocumentForm } from "../studio/document-form.tsx";
import { DraftNotices } from "../studio/draft-notices.tsx";
import type { ConflictingDraft, Problems, SavedDraft } from "../studio/draft-response.ts";
import { nameByKey } from "../studio/entry-names.ts";
import { createTypedTexts, type TypedTexts } from "../studio/framed-page.ts";
import { listChoicesWithDrafts } from "../studio/list-choices.server.ts";
import { findStepOf } from "../studio/list-first-steps.ts";
import { listSampleFields } from "../studio/list-sample-fields.server.ts";
import { pathToEdit } from "../studio/paths.ts";
import { readChosenPicture, writeChooserPath } from "../studio/pictures/chooser-path.ts";
import { PreviewPane } from "../studio/preview-pane.tsx";
import { PublishButton } from "../studio/publish-button.tsx";
import { getStudioDocument, readValues, textOf } from "../studio/read-document.server.ts";
import { readFirstSteps } from "../studio/read-first-steps.server.ts";
import { SampleFields } from "../studio/sample-notice.tsx";
import { listDraftProblems, saveTyped, showConflict } from "../studio/save-typed.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { StepGuide } from "../studio/step-guide.tsx";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-document.ts";

/** A document of the site with its form, and a preview of its page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { deps, site, signedIn, source } = work;
	const found = await getStudioDocument(work, params["*"]);
	const { kind, slug, document } = found;
	const { draft, path } = document;
	const values = readValues(textOf(document), kind);
	const content = site.readContent();
	const chosen = readChosenPicture(readQuery(request));
	const nameOf = await nameMembers(source.database.db);
	const editors = await site.listEditors(path);
	const problems = draft ? await listDraftProblems(work, found, values) : noProblems;
	const { searchParams } = new URL(request.url);
	const step = findStepOf(path, searchParams);
	const form = step ? pickFields(found.form, step.fields) : found.form;
	const ownPages = kind.listPaths(slug);
	const page = readOwnPath(searchParams.get("page")) ?? step?.page;
	// The first press after a release needs them; until then they are counted while nobody waits. A form opens without them, too.
	const pageCounts = site.countPages(path).catch(() => ({}));
	return {
		path,
		guide: step && { ...step, steps: (await readFirstSteps(work)).steps },
		title: document.title || kind.label,
		kindLabel: kind.label,
		help: kind.help,
		isFolder: "folder" in kind,
		state: document.state,
		isConflict: document.conflict,
		sendable:
			kind === documentKinds.post && deps.company.parts.newsletter && content.posts.some((post) => post.slug === slug)
				? slug
				: undefined,
		form,
		fields: chosen ? withValueAt(values.fields, chosen.field, chosen.path) : values.fields,
		body: kind.hasBody ? values.body : undefined,
		version: draft?.version ?? 0,
		edition: document.edition,
		draft: draft && {
			change: draft.change,
			isMine: draft.by === signedIn.account.id,
			by: nameOf(draft.by),
			at: showValue(draft.at, deps.company),
			renamedFrom: draft.renamedFrom,
			renamedTo: draft.renamedTo,
			redirectTo: draft.redirectTo,
		},
		problems,
		advice: problems.here.length + problems.elsewhere.length === 0 ? await advisePage(work, found) : undefined,
		choices: await listChoicesWithDrafts(site.studio, form, content, kind.hasBody),
		pictures: Object.entries(content.pictures).map(([src, { url, width, height }]) => ({ src, url, width, height })),
		sampleTexts: listSampleFields(textOf(document), {
			path,
			form,
			fields: values.fields,
			kept: await readKeptSamples(source.database.db),
		}).filter(({ name }) => step === undefined || name !== rootName),
		pages: page === undefined || ownPages.includes(page) ? ownPages : [page, ...ownPages],
		page: page ?? ownPages[0],
		/** Of each text, how many pages have it. */
		pageCounts: page === undefined ? {} : await pageCounts,
		/** Documents that were edited beside the same page before. */
		others: searchParams.getAll("with").filter((one) => one !== path && findDocumentForm(one) !== undefined),
		editors: editors
			.filter(({ accountId }) => accountId !== signedIn.account.id)
			.map(({ accountId, since }) => ({ name: nameOf(accountId), since: showValue(since, deps.company) })),
	};
}

const noProblems: Problems = { here: [], elsewhere: [] };

type ActionData = {
	/** Different in every response with which the form starts again. */
	stamp?: string;
	/** The form's values until the page is read again. */
	typed?: DocumentValues;
	/** Of this draft. */
	version?: number;
	conflict?: ConflictingDraft;
	/** The text of a discarded draft, to restore it. */
	discarded?: DiscardedDraft;
	/** Discarding the draft needs confirmation, because it cannot be undone. */
	asksToDiscard?: true;
};

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const { site, signedIn, deskRequest } = work;
	const { studio } = site;
	const found = await getStudioDocument(work, params["*"]);
	const { path, draft, edition } = found.document;
	const sent = await readForm(request);
	const step = findStepOf(path, new URL(request.url).searchParams);
	const here = pathToEdit(path) + (step ? `?step=${step.key}` : "");
	const stamp = crypto.randomUUID();
	const asked = sent.get("do") ?? "";
	if (asked === "discard") {
		// Nothing is left of a new document, so it asks first.
		if (draft?.change === "create" && "folder" in found.kind) throw redirect(`/studio/delete/${path}`, 303);
		if (draft && draft.by !== signedIn.account.id && draft.version !== readVersion(sent.get("version"))) {
			const nameOf = await nameMembers(work.source.database.db);
			deskRequest.notices.leave(`Not discarded: ${nameOf(draft.by)} has changed the draft since. Review it first.`);
			throw redirect(here, 303);
		}
		const moves = draft?.renamedFrom !== undefined || draft?.renamedTo !== undefined;
		if (moves && sent.get("confirmed") !== "yes") return { asksToDiscard: true } satisfies ActionData;
		const isDiscarded = !draft || (await studio.discardDraft(path, signedIn.account.id, draft.version));
		if (!isDiscarded) {
			deskRequest.notices.leave("Not discarded: the draft has changed since. Review it first.");
			throw redirect(here, 303);
		}
		const left = await studio.getDocument(path);
		if (!left || draft?.text === undefined) {
			deskRequest.notices.leave("Draft discarded.");
			throw redirect(left ? here : draft?.renamedFrom === undefined ? "/studio" : pathToEdit(draft.renamedFrom), 303);
		}
		const typed = readValues(textOf(left), found.kind);
		return { stamp, discarded: { text: draft.text, version: 0, edition }, typed, version: 0 } satisfies ActionData;
	}
	if (asked === "undo") {
		const text = readDiscardedText(sent.get("text"));
		if (text === undefined) throw data(null, { status: 400 });
		const version = readVersion(sent.get("version"));
		const basis = sent.get("edition");
		const seen = basis === null ? undefined : readVersion(basis);
		const result = await studio.saveDraft(path, { text, version, edition: seen }, signedIn.account.id);
		if ("version" in result) {
			deskRequest.notices.leave("Draft restored.");
			throw redirect(here, 303);
		}
		const { conflict } = result;
		const nameOf = await nameMembers(work.source.database.db);
		const by = conflict.by === signedIn.account.id ? "you have" : `${nameOf(conflict.by)} has`;
		const discarded = {
			text,
			version: conflict.version,
			edition: result.edition ?? seen,
			startedBy: by,
			isPublic: result.edition !== undefined,
		};
		return data({ stamp, discarded } satisfies ActionData, { status: 409 });
	}
	const choosesFor = sent.get("choose");
	const listChange = readListChange(asked);
	const changed = listChange && changeList(sent, listChange);
	if (asked !== "save" && asked !== "publish" && !changed && !choosesFor) throw data(null, { status: 400 });
	const saved = await saveTyped(work, found, changed?.form ?? sent);
	if ("conflict" in saved) {
		const conflict = await showConflict(work, found, saved.typed, saved.conflict);
		return data({ stamp, typed: saved.typed, conflict } satisfies ActionData, { status: 409 });
	}
	if (choosesFor)
		throw redirect(
			writeChooserPath({ shape: shapeOfPlace(path, placeOfName(choosesFor)), to: here, field: choosesFor }),
			303,
		);
	if (asked === "publish") {
		const others = new URL(request.url).searchParams.getAll("with");
		const query = new URLSearchParams([path, ...others].map((one) => ["path", one]));
		if (step) query.set("step", step.key);
		throw redirect(`/studio/publish?${query}`, 303);
	}
	if (listChange && changed) throw redirect(`${here}#${listChange.list}.${changed.index}`, 303);
	deskRequest.notices.leave(saved.version === 0 ? "No changes to save." : "Draft saved.");
	throw redirect(here, 303);
}

export default function StudioDocumentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, guide, title, kindLabel, help, isFolder, draft, version, edition, problems, pages, page, others } =
		loaderData;
	const { key, search, hash } = useLocation();
	const navigate = useNavigate();
	const last = useLastActionData(actionData, key);
	const ownPath = pathToEdit(path);
	const [saved, setSaved] = useState<{ of: string; draft: SavedDraft }>();
	/** Of the form: another document, or the values that a response has brought. */
	const formKey = `${path} ${guide?.key ?? ""} ${last.stamp ?? ""}`;
	const savedHere = saved?.of === formKey ? saved.draft : undefined;
	const [shows, setShows] = useState<"form" | "preview">("form");
	const texts = useTypedTexts(formKey);
	const isHydrated = useHydrated();
	const [pressed, setPressed] = useState<string>();
	useLive(isContentChangeKey);
	const lastGood = useLastGood(formKey, savedHere?.problems ?? problems, savedHere?.version ?? version);
	const isGone = draft?.renamedTo !== undefined || draft?.change === "delete";
	const showsForm = useStart(formKey, !isGone) || !isGone || last.conflict !== undefined;

	function openAt(field: string): void {
		// A form that is not to be seen takes no focus.
		flushSync(() => setShows("form"));
		goToField(field);
	}

	function onPress(of: string, name: string): void {
		if (of === path && (!guide || findField(loaderData.form, name))) {
			const form = document.querySelector<HTMLFormElement>(".studio-form");
			setPressed(name);
			return openAt(form ? nameByKey(form, name) : name);
		}
		const isDraft = draft !== undefined || (savedHere !== undefined && savedHere.version > 0);
		const edited = new Set([...others, ...(isDraft ? [path] : [])]);
		edited.delete(of);
		const query = new URLSearchParams([["page", page ?? "/"], ...[...edited].map((one) => ["with", one])]);
		setPressed(name);
		setShows("form");
		void navigate(`${pathToEdit(of)}?${query}#${name}`, { preventScrollReset: true });
	}

	function onPage(next: string): void {
		const query = new URLSearchParams(search);
		query.set("page", next);
		void navigate(`?${query}`, { replace: true, preventScrollReset: true });
	}

	// The server knows no fragments.
	const pressedName = pressed ?? (isHydrated && hash !== "" ? decodePercent(hash.slice(1)) : undefined);
	return (
		<Page
			title={guide?.steps.find(({ key: one }) => one === guide.key)?.title ?? title}
			subtitle={!guide && <span>{title === kindLabel ? help : `${kindLabel}. ${help}`}</span>}
			actions={
				<>
					<Link className="button" to={`/studio/history/${path}`}>
						History
					</Link>
					{loaderData.sendable !== undefined && (
						<Form method="post" action="/newsletter">
							<input type="hidden" name="article" value={loaderData.sendable} />
							<button name="do" value="open">
								Send as newsletter…
							</button>
						</Form>
					)}
					{isFolder && (
						<>
							<Link className="button" to={`/studio/rename/${path}`}>
								Change URL
							</Link>
							<Link className="button" to={`/studio/delete/${path}`}>
								Delete
							</Link>
						</>
					)}
				</>
			}
		>
			{guide && (
				<StepGuide steps={guide.steps} current={guide.key}>
					{guide.links.length > 0 && (
						<ul className="links">
							{guide.links.map(({ to, name }) => (
								<li key={name}>
									<Link to={to}>{name}</Link>
								</li>
							))}
						</ul>
					)}
				</StepGuide>
			)}
			<SampleFields texts={loaderData.sampleTexts} />
			<DraftNotices
				{...loaderData}
				action={ownPath}
				// The version of the draft in the notice.
				version={version > 0 ? version : (savedHere?.version ?? 0)}
				discarded={last.discarded}
				asksToDiscard={last.asksToDiscard ?? false}
				isSaved={(savedHere?.version ?? 0) > 0}
			/>
			{last.conflict && <ConflictNotice conflict={last.conflict} path={path} />}
			<TextPlaces of={kindLabel} title={title} counts={loaderData.pageCounts} name={pressedName} />
			{showsForm && (
				<>
					<div className="studio-switch" role="group" aria-label="View">
						{(["form", "preview"] as const).map((part) => (
							<button key={part} type="button" aria-pressed={shows === part} onClick={() => setShows(part)}>
								{part === "form" ? "Edit" : "Preview"}
							</button>
						))}
					</div>
					<div className="studio-editor" data-shows={shows}>
						<DocumentForm
							key={formKey}
							path={path}
							action={ownPath + search}
							step={guide?.key}
							texts={texts}
							draftAddress={`/studio/drafts/${path}`}
							form={loaderData.form}
							initial={{
								fields: last.typed?.fields ?? loaderData.fields,
								body: last.typed && loaderData.body !== undefined ? last.typed.body : loaderData.body,
								version: last.conflict?.version ?? last.version ?? version,
								edition: last.conflict?.edition ?? edition,
								// The response to discarding comes before the page is read again.
								problems: last.version === 0 ? noProblems : problems,
							}}
							lists={loaderData}
							onSaved={(one) => setSaved({ of: formKey, draft: one })}
						/>
						{page !== undefined && (
							<PreviewPane
								path={path}
								page={page}
								pages={pages}
								others={others}
								editing={{ texts, onPress }}
								onPage={onPage}
								version={lastGood}
								isStale={hasProblems(savedHere?.problems ?? problems)}
								advice={savedHere ? savedHere.advice : loaderData.advice}
								isUnmade={isFolder && draft?.change === "create" && lastGood === 0}
							/>
						)}
					</div>
				</>
			)}
			{!showsForm && (
				<Form method="get" action="/studio/publish">
					<input type="hidden" name="path" value={path} />
					<PublishButton />
				</Form>
			)}
		</Page>
	);
}

/** Keeps the response to a form until the next navigation, also when the page reads its data again. */
function useLastActionData(given: ActionData | undefined, navigation: string): Partial<ActionData> {
	const [kept, keep] = useState({ navigation, last: given });
	const last = given ?? (kept.navigation === navigation ? kept.last : undefined);
	if (kept.navigation !== navigation || kept.last !== last) keep({ navigation, last });
	return last ?? {};
}

/** The texts typed into a form, until another takes its place. */
function useTypedTexts(form: string): TypedTexts {
	const [typed, setTyped] = useState(() => ({ form, texts: createTypedTexts() }));
	if (typed.form === form) return typed.texts;
	const texts = createTypedTexts();
	setTyped({ form, texts });
	return texts;
}

/** Says where else a pressed text is, so that nobody changes every page for the sake of one. */
function TextPlaces({
	of,
	title,
	counts,
	name,
}: {
	/** The document's kind and title. */
	of: string;
	title: string;
	counts: Record<string, number>;
	name: string | undefined;
}) {
	const count = name === undefined ? 0 : (counts[name] ?? 0);
	if (count < 2) return null;
	return (
		<p role="status" className="studio-notice">
			This text comes from {of === title ? of : `${of} “${title}”`}. It is on {count} pages.
		</p>
	);
}

function hasProblems({ here, elsewhere }: Problems): boolean {
	return here.length + elsewhere.length > 0;
}

/** Returns what a value was when the form was opened: typed text stays when somebody else moves or deletes the document. */
function useStart(form: string, value: boolean): boolean {
	const [start, setStart] = useState({ form, value });
	if (start.form === form) return start.value;
	setStart({ form, value });
	return value;
}

/** The last version without errors of the draft in a form; 0 for the public text. */
function useLastGood(form: string, problems: Problems, version: number): number {
	const [good, setGood] = useState({ form, version: 0 });
	const last = !hasProblems(problems) ? version : good.form === form ? good.version : 0;
	if (good.form !== form || good.version !== last) setGood({ form, version: last });
	return last;
}
