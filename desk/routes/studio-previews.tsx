import { data, Form, Link, redirect } from "react-router";
import { nameMembers } from "../../core/records/members.server.ts";
import { mostPreviewDays } from "../../features/publishing/preview-links/preview-terms.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { hideCopiedSecret } from "../guard/hide-copied-secret.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { NewSecret } from "../layout/new-secret.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueCell, ValueText } from "../records/shown-value.tsx";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { attempt } from "../studio/describe-failure.server.ts";
import { DraftChoice } from "../studio/draft-choice.tsx";
import { readAskedDrafts } from "../studio/read-asked-drafts.server.ts";
import { readPreviewTerm, terms } from "../studio/read-preview-term.server.ts";
import { listShownDocuments } from "../studio/show-documents.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/studio-previews.ts";

const path = "/studio/previews";

/** Shows the private links to the site with drafts, and the drafts for another. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { company } = work.deps;
	const documents = await listShownDocuments(work);
	const titles = new Map(documents.map((one) => [one.path, one.title]));
	const asked = readAskedDrafts(new URL(request.url).searchParams);
	const links = await work.site.previewLinks.list();
	const nameOf = await nameMembers(work.source.database.db);
	const today = Temporal.PlainDate.from(findDate(work.now.epochMilliseconds, company.timeZone));
	return {
		newLink: links.map(({ id }) => work.deskRequest.secrets.find(id)).find((link) => link !== undefined),
		drafts: documents
			.filter(({ draft }) => draft)
			.map((one) => ({ ...one, isChosen: asked?.includes(one.path) ?? true })),
		links: links.map(({ id, by, createdAt, endsAt, paths, lastOpenedOn }) => ({
			id,
			by: nameOf(by),
			at: showValue(createdAt, company),
			endsAt: showValue(endsAt, company),
			titles: paths.map((one) => titles.get(one) ?? one),
			lastOpenedOn: lastOpenedOn && showValue(lastOpenedOn, company),
		})),
		terms,
		days: { first: today.add({ days: 1 }).toString(), last: today.add({ days: mostPreviewDays }).toString() },
	};
}

type ActionData = { errors: FieldError[]; typed: { term: string; until: string } };

/** Creates a link, or ends one. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, site, signedIn, deskRequest, now } = beginSiteWork(context);
	const form = await readForm(request);
	hideCopiedSecret(deskRequest, form, path);
	if (form.get("do") === "end") {
		const ended = await attempt(async () => ({
			isEnded: await site.previewLinks.end(form.get("id") ?? "", signedIn.account.id),
		}));
		deskRequest.notices.leave(
			"unstored" in ended ? ended.unstored : ended.isEnded ? "Preview link ended." : "It has ended already.",
		);
		throw redirect(path, 303);
	}
	const { endsAt, errors, typed } = readPreviewTerm(form, deps.company, now);
	const asked = form.getAll("path");
	const drafts = (await site.studio.listDocuments()).filter(({ draft }) => draft).map((one) => one.path);
	const paths = asked.filter((one) => drafts.includes(one));
	if (paths.length === 0)
		errors.unshift({
			field: "drafts",
			message: asked.length > 0 ? "These drafts are public or discarded by now" : "Select at least one draft",
		});
	if (!endsAt || errors.length > 0) return data({ errors, typed } satisfies ActionData, { status: 422 });
	const result = await attempt(() => site.previewLinks.create({ paths, endsAt }, signedIn.account.id));
	if ("unstored" in result)
		return data({ errors: [{ field: "drafts", message: result.unstored }], typed } satisfies ActionData, {
			status: 503,
		});
	if ("problem" in result)
		return data({ errors: [{ field: "drafts", message: result.problem }], typed } satisfies ActionData, {
			status: 409,
		});
	deskRequest.secrets.keep(result.id, `${deps.config.publicUrl}/preview/${result.token}`);
	deskRequest.notices.leave("Preview link created.");
	throw redirect(path, 303);
}

export default function StudioPreviewsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { newLink, drafts, links, days } = loaderData;
	const { errors = [], typed }: Partial<ActionData> = actionData ?? {};
	useLive(isContentChangeKey);
	const noDrafts = errors.find(({ field }) => field === "drafts");
	return (
		<Page title="Preview links" subtitle="Show the whole site with drafts to people without an account.">
			<StudioNavigation />
			<ErrorSummary errors={errors} />
			{newLink !== undefined && (
				<NewSecret
					title="Your preview link"
					secret={
						<a href={newLink} target="_blank" rel="noreferrer">
							{newLink}
						</a>
					}
					path={path}
				>
					Anyone who has it sees these drafts until it ends.
				</NewSecret>
			)}
			<section aria-labelledby="links">
				<h2 id="links">Links that work</h2>
				<DataTable
					className="studio-preview-links"
					caption="Preview links"
					columns={["Drafts", "Created", "Ends", "Last opened", "Action"]}
					empty="No preview links. Create one below, and it appears here until it ends."
				>
					{links.map(({ id, by, at, endsAt, titles, lastOpenedOn }) => (
						<tr key={id}>
							<th scope="row">{titles.join(", ")}</th>
							<td data-label="Created">
								<div>
									<ValueText value={at} />
									<span className="aside">by {by}</span>
								</div>
							</td>
							<ValueCell label="Ends" value={endsAt} />
							<td data-label="Last opened">{lastOpenedOn ? <ValueText value={lastOpenedOn} /> : "Never"}</td>
							<td data-label="Action">
								<EndForm id={id} titles={titles} />
							</td>
						</tr>
					))}
				</DataTable>
			</section>
			<section aria-labelledby="new">
				<h2 id="new">New preview link</h2>
				{drafts.length === 0 ? (
					<p className="empty">
						No drafts to show. <Link to="/studio">Open a document</Link> and edit it: your changes are saved as a draft.
					</p>
				) : (
					<Form method="post" action={path} className="form studio-choose" noValidate>
						<div id="drafts" tabIndex={-1}>
							{noDrafts && <p className="error">{noDrafts.message}</p>}
							<DraftChoice drafts={drafts} />
						</div>
						<fieldset>
							<legend>Works for</legend>
							<div className="checks">
								{loaderData.terms.map(({ value, label }) => (
									<label key={value}>
										<input
											type="radio"
											name="term"
											value={value}
											defaultChecked={value === (typed?.term ?? "7")}
											{...(value === "date" && { "data-has-more": true })}
										/>
										<span>{label}</span>
									</label>
								))}
							</div>
							<div className="more-fields">
								<TextField
									name="until"
									label="Last day"
									type="date"
									min={days.first}
									max={days.last}
									defaultValue={typed?.until}
									errors={errors}
								/>
							</div>
						</fieldset>
						<button className="button-main">Create link</button>
					</Form>
				)}
			</section>
		</Page>
	);
}

function EndForm({ id, titles }: { id: string; titles: readonly string[] }) {
	return (
		<Form method="post" action={path}>
			<input type="hidden" name="id" value={id} />
			<button name="do" value="end">
				End now<span className="sr-only">: {titles.join(", ")}</span>
			</button>
		</Form>
	);
}
