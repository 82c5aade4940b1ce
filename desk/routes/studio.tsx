import { Form, Link } from "react-router";
import { z } from "zod";
import { ColumnHeads } from "../layout/column-heads.tsx";
import { Page } from "../layout/page.tsx";
import { readQuery } from "../read-query.server.ts";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import { pathToEdit } from "../studio/paths.ts";
import { listShownDocuments, type ShownDocument } from "../studio/show-documents.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { isFactOfContent } from "../studio/facts.ts";
import { useLive } from "../work/use-live.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/studio.ts";

const query = z.object({
	q: z.string().trim().max(200).catch(""),
	show: z.enum(["all", "drafts", "edited", "sample"]).catch("all"),
});

/** Every document of the site, by kind. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const work = beginSiteWork(context);
	const { q, show } = query.parse({ q: "", show: "all", ...readQuery(request) });
	const all = await listShownDocuments(work);
	const drafts = all.filter(({ draft }) => draft);
	const edited = all.filter(({ state }) => state.state !== "sent");
	const sample = all.filter(({ sampleCount }) => sampleCount > 0);
	const listed = { all, drafts, edited, sample }[show];
	const words = q.toLowerCase();
	return {
		q,
		show,
		counts: { all: all.length, drafts: drafts.length, edited: edited.length, sample: sample.length },
		conflicts: all.filter(({ isConflict }) => isConflict).length,
		publicUrl: work.deps.publicUrl,
		documents: listed.filter(({ title, path, kind }) =>
			[title, path, kind].some((text) => text.toLowerCase().includes(words)),
		),
	};
}

export default function StudioPage({ loaderData }: Route.ComponentProps) {
	const { q, show, counts, conflicts, publicUrl, documents } = loaderData;
	useLive(isFactOfContent);
	const kinds = [...new Set(documents.map(({ kind }) => kind))];
	const addressOf = (part: string) => `/studio?${new URLSearchParams({ show: part, ...(q !== "" && { q }) })}`;
	return (
		<Page
			title="Site"
			subtitle={<a href={publicUrl}>See the site</a>}
			actions={
				<>
					<Link className="button" to="/studio/new">
						New document
					</Link>
					{counts.drafts > 0 && (
						<Link className="button button-main" to="/studio/publish">
							Publish…
						</Link>
					)}
				</>
			}
		>
			<StudioNavigation />
			{conflicts > 0 && (
				<p className="studio-notice" data-weight="alarm">
					<span>
						{conflicts === 1 ? "A document has" : `${conflicts} documents have`} changed both here and in the files.{" "}
						<Link to="/studio/conflicts">Choose which counts</Link>.
					</span>
				</p>
			)}
			<Form method="get" className="work-filters" role="search" aria-label="Documents">
				<label>
					Title or file
					<input name="q" type="search" defaultValue={q} data-key="/" autoComplete="off" />
				</label>
				{show !== "all" && <input type="hidden" name="show" value={show} />}
				<button>Find</button>
			</Form>
			<nav aria-label="Which documents" className="filters">
				<ul>
					{(
						[
							["all", "All"],
							["drafts", "Drafts"],
							["edited", "Edited here"],
							["sample", "Sample texts"],
						] as const
					).map(([part, name]) => (
						<li key={part}>
							<Link to={addressOf(part)} aria-current={show === part ? "page" : undefined}>
								{name} <span className="number">{counts[part]}</span>
							</Link>
						</li>
					))}
				</ul>
			</nav>
			{documents.length === 0 && (
				<p className="empty">
					{q !== ""
						? "Nothing is called so. Look for another word, or show all documents."
						: show === "sample"
							? "Nothing says what the sample company says. Look at the launch check under “First steps”."
							: "No drafts. Open a document and change a word: it is kept as a draft until you publish it."}
				</p>
			)}
			{kinds.map((kind) => (
				<DocumentTable key={kind} kind={kind} documents={documents.filter((one) => one.kind === kind)} />
			))}
		</Page>
	);
}

function DocumentTable({ kind, documents }: { kind: string; documents: ShownDocument[] }) {
	const id = `kind-${kind.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
	return (
		<section aria-labelledby={id}>
			<h2 id={id}>{kind}</h2>
			<table className="studio-documents">
				<thead className="sr-only">
					<tr>
						<ColumnHeads columns={["Title", "State", "Draft"]} />
					</tr>
				</thead>
				<tbody>
					{documents.map(({ path, title, state, draft, scheduledFor, sampleCount }) => (
						<tr key={path}>
							<th scope="row">
								<Link to={pathToEdit(path)} data-row prefetch="intent">
									{title}
								</Link>
								<span className="aside">{path}</span>
							</th>
							<td data-label="State">
								<StateLabel state={state} />
								{sampleCount > 0 && (
									<span className="aside sample-count">
										{countOf(sampleCount, `${sampleCount} sample texts`, "One sample text")}
									</span>
								)}
							</td>
							<td data-label="Draft">
								{draft && (
									<span>
										{draft.what} by {draft.by}, <ValueText value={draft.at} />
									</span>
								)}
								{scheduledFor && (
									<span className="aside">
										Goes public <ValueText value={scheduledFor} />
									</span>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
