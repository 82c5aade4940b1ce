import { useState, type FormEvent } from "react";
import { data, Form, Link, redirect, useLocation } from "react-router";
import { ContentError } from "../../features/publishing/documents/content-error.ts";
import { listMarkdownSlips } from "../../features/publishing/list-markdown-slips.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { WhenFields } from "../forms/when-fields.tsx";
import type { SiteDesk } from "../guard/desk-deps.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { ChangedPages } from "../studio/changed-pages.tsx";
import { checkDrafts } from "../studio/check-drafts.server.ts";
import { attempt, describeFailure, describeUndone } from "../studio/describe-failure.server.ts";
import { describeHeavyPages } from "../studio/describe-heavy-pages.server.ts";
import { DraftChoice } from "../studio/draft-choice.tsx";
import { HeavyPages, heavyName } from "../studio/heavy-pages.tsx";
import { findFormStep } from "../studio/list-first-steps.ts";
import { pathToEdit, startPath } from "../studio/paths.ts";
import { ProblemList } from "../studio/problem-list.tsx";
import { readAskedDrafts } from "../studio/read-asked-drafts.server.ts";
import { readFirstSteps } from "../studio/read-first-steps.server.ts";
import { readRelease, readTypedRelease, type TypedRelease } from "../studio/read-release.server.ts";
import { SampleNotice } from "../studio/sample-notice.tsx";
import { listShownDocuments } from "../studio/show-documents.server.ts";
import { showProblemElsewhere } from "../studio/show-problems.server.ts";
import { showSampleTexts } from "../studio/show-sample-texts.server.ts";
import { beginSiteWork, type SiteWork } from "../studio/site-work.server.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/studio-publish.ts";

const path = "/studio/publish";

/** Shows what publishing drafts does, before it is done. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { site } = work;
	const { company } = work.deps;
	const all = await listShownDocuments(work);
	const drafts = all.filter(({ draft }) => draft);
	const { searchParams } = new URL(request.url);
	const asked = readAskedDrafts(searchParams);
	const wanted = drafts.filter((one) => asked?.includes(one.path) ?? true).map((one) => one.path);
	const { problems, paths: chosen } = await checkDrafts(work, wanted);
	const documents = await Promise.all(chosen.map(async (one) => (await site.studio.getDocument(one))?.draft));
	const versions = documents.map((draft) => draft?.version ?? 0);
	const versionOf = new Map(chosen.map((one, index) => [one, versions[index]]));
	const titles = new Map(all.map((one) => [one.path, one.title]));
	const slips = documents.flatMap((draft, index) =>
		listMarkdownSlips(draft?.text ?? "").map((message) => {
			const of = chosen[index] ?? "";
			return { path: of, title: titles.get(of) ?? of, message };
		}),
	);
	const pages =
		chosen.length > 0 && problems.length === 0
			? await site.listChangedPages(new Map(chosen.map((one) => [one, versionOf.get(one) ?? 0])))
			: [];
	const sampleTexts = chosen.length > 0 ? showSampleTexts(await site.studio.listSampleTexts(chosen), all) : [];
	return {
		step: findFormStep(searchParams.get("step"))?.key,
		drafts: drafts.map((one) => ({
			...one,
			isChosen: chosen.includes(one.path),
			seenVersion: versionOf.get(one.path),
		})),
		chosen,
		typed: readTypedRelease(searchParams),
		added: chosen.flatMap((one) => (wanted.includes(one) ? [] : [titles.get(one) ?? one])),
		problems: problems.map((problem) => showProblemElsewhere(problem, titles)),
		sampleTexts,
		slips,
		pages,
		heavy: (await describeHeavyPages(work, pages, chosen)).map(({ cause, ...page }) => ({
			...page,
			cause: cause && { ...cause, title: titles.get(cause.path) ?? cause.path },
		})),
		zone: company.timeZoneLabel,
		now: showValue(work.now, company),
	};
}

/** After a refusal, the page shows the earlier choices. */
function pathToPublish(chosen: readonly string[], step: string | undefined): string {
	const query = new URLSearchParams(chosen.map((one) => ["path", one]));
	if (step !== undefined) query.set("step", step);
	return `${path}?${query}`;
}

type ActionData = { errors: FieldError[]; typed: TypedRelease };

export async function action({ request, context }: Route.ActionArgs) {
	const work = beginSiteWork(context);
	const { deps, site, signedIn, deskRequest } = work;
	const form = await readForm(request);
	if (form.get("do") === "undo") {
		const undone = await attempt(() => site.studio.undoRelease(Number(form.get("id")) || 0, signedIn.account.id));
		deskRequest.notices.leave(describeUndone(undone));
		throw redirect("/studio", 303);
	}
	const acceptsSample = form.get("acceptsSample") === "yes";
	const publication = readRelease(form, deps.company, deps.clock.now());
	const { errors, typed } = publication;
	if (errors.length > 0) return data({ errors, typed } satisfies ActionData, { status: 422 });
	const { paths, versions, at, endsAt, note } = publication;
	const isOverBudget = publication.isHeavyAccepted ? false : await attempt(() => pushesOver(site, versions));
	if (isOverBudget === true) {
		const unread: FieldError = {
			field: heavyName,
			message: "Confirm that you want to publish a page over its size limit",
		};
		return data({ errors: [unread], typed } satisfies ActionData, { status: 422 });
	}
	const result = isOverBudget
		? isOverBudget
		: await attempt(() =>
				site.studio.publish(
					{
						paths,
						versions,
						acceptsSample,
						...(at && { at }),
						...(endsAt && { endsAt }),
						...(note !== "" && { note }),
					},
					signedIn.account.id,
				),
			);
	if ("edition" in result) {
		deskRequest.notices.leave(`Published as release ${result.edition}.`, {
			path,
			does: "undo",
			id: String(result.edition),
		});
		throw redirect(await findNextPath(work, new URL(request.url).searchParams.get("step")), 303);
	}
	if ("scheduled" in result) {
		deskRequest.notices.leave("Scheduled.");
		throw redirect("/studio/scheduled", 303);
	}
	const refused: FieldError[] = [
		"sampleTexts" in result
			? {
					field: "acceptsSample",
					message: "Replace these texts, or confirm publishing them",
				}
			: { field: "publish", message: describeFailure(result) },
	];
	const status = "unstored" in result ? 503 : "conflict" in result || "waiting" in result ? 409 : 422;
	return data({ errors: refused, typed } satisfies ActionData, { status });
}

/** Returns the page after a publication: the next of the first steps, or the list of documents. */
async function findNextPath(work: SiteWork, step: string | null): Promise<string> {
	if (!findFormStep(step)) return "/studio";
	const { steps } = await readFirstSteps(work);
	return steps[steps.findIndex(({ key }) => key === step) + 1]?.path ?? startPath;
}

/** Tells whether a release pushes a page over the page budget. Its errors are reported on publishing. */
async function pushesOver(site: SiteDesk, versions: ReadonlyMap<string, number>): Promise<boolean> {
	try {
		return (await site.listChangedPages(versions)).some(({ pushedOver = [] }) => pushedOver.length > 0);
	} catch (error) {
		if (error instanceof ContentError) return false;
		throw error;
	}
}

export default function StudioPublishPage({ loaderData, actionData }: Route.ComponentProps) {
	const { step, drafts, chosen, added, problems, sampleTexts, slips, pages, heavy, zone, now } = loaderData;
	const { key } = useLocation();
	const errors = actionData?.errors ?? [];
	const typed = actionData?.typed ?? loaderData.typed;
	const { ticked = chosen } = actionData?.typed ?? {};
	const [changed, setChanged] = useState<{ key: string; count: number }>();
	const count = changed?.key === key ? changed.count : ticked.length;

	function countTicked({ currentTarget }: FormEvent<HTMLElement>): void {
		setChanged({ key, count: currentTarget.querySelectorAll("input:checked").length });
	}

	if (drafts.length === 0)
		return (
			<Page title="Publish" subtitle={<Link to="/studio">All documents</Link>}>
				<p className="empty">
					No drafts to publish. <Link to="/studio">Open a document</Link> and edit it: your changes are saved as a
					draft.
				</p>
			</Page>
		);
	return (
		<Page title="Publish" subtitle={<Link to="/studio">All documents</Link>}>
			<ErrorSummary errors={errors} />
			<ProblemList problems={{ here: [], elsewhere: problems }} />
			<Form method="post" action={pathToPublish(chosen, step)} noValidate>
				<div className="panel studio-choose" onChange={countTicked}>
					<DraftChoice
						// A checkbox that somebody has changed would not follow the answer.
						key={key}
						drafts={drafts.map((one) => ({ ...one, isChosen: ticked.includes(one.path) }))}
					>
						{({ scheduledFor }) =>
							scheduledFor && (
								<>
									; publishes <ValueText value={scheduledFor} />
								</>
							)
						}
					</DraftChoice>
					{added.length > 0 && (
						<p className="hint">
							{added.join(", ")} {countOf(added.length, "are", "is")} published too: without{" "}
							{countOf(added.length, "them", "it")}, the site would contradict itself.
						</p>
					)}
					{step !== undefined && <input type="hidden" name="step" value={step} />}
					<div className="inline-form">
						<button formMethod="get" formAction={path}>
							Preview changes
						</button>
						<button formMethod="get" formAction="/studio/previews">
							Share a preview…
						</button>
					</div>
				</div>
				{chosen.length > 0 && problems.length === 0 && (
					<div className="form" id="publish" tabIndex={-1}>
						<TextField
							name="note"
							label="Note (optional)"
							hint="Your team sees it in the history."
							defaultValue={typed.note}
							maxLength={300}
							autoComplete="off"
							spellCheck
							errors={errors}
						/>
						<WhenFields zone={zone} now={now.text} typed={typed} errors={errors} />
						<TextField
							name="until"
							label="End"
							note={`(optional, ${zone} time)`}
							hint="The earlier versions are public again from then on."
							type="datetime-local"
							defaultValue={typed.until}
							errors={errors}
						/>
						{slips.length > 0 && (
							<section className="studio-notice" aria-labelledby="slips">
								<div>
									<h2 id="slips">Check before publishing</h2>
									<ul>
										{slips.map(({ path: of, title, message }) => (
											<li key={`${of} ${message}`}>
												<Link to={pathToEdit(of)}>{title}</Link>: {message}
											</li>
										))}
									</ul>
								</div>
							</section>
						)}
						<HeavyPages pages={heavy} errors={errors} />
						{sampleTexts.length > 0 && (
							<SampleNotice texts={sampleTexts} isWrong={errors.some(({ field }) => field === "acceptsSample")} />
						)}
						<button className="button-main">Publish {countOf(count, `${count} drafts`, "draft")}</button>
					</div>
				)}
			</Form>
			<ChangedPages pages={pages} paths={chosen} isKnown={problems.length === 0} />
		</Page>
	);
}
