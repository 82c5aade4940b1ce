import { Form, Link } from "react-router";
import { z } from "zod";
import { Page } from "../layout/page.tsx";
import { readQuery } from "../read-query.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { DocumentTable } from "../studio/document-table.tsx";
import { listShownDocuments } from "../studio/show-documents.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import { StudioNavigation } from "../studio/studio-navigation.tsx";
import { useOpenGroups } from "../studio/use-open-groups.ts";
import { countOf } from "../words.ts";
import { useLive } from "../work/use-live.ts";
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
	const found =
		q === "" ? undefined : new Map((await work.site.studio.searchDocuments(q)).map((one) => [one.path, one]));
	return {
		q,
		show,
		counts: { all: all.length, drafts: drafts.length, edited: edited.length, sample: sample.length },
		conflicts: all.filter(({ isConflict }) => isConflict).length,
		publicUrl: work.deps.config.publicUrl,
		documents: listed
			.filter(({ path }) => found?.has(path) ?? true)
			.map((document) => ({ ...document, places: found?.get(document.path)?.places ?? [] }))
			// Matches in the title come first.
			.toSorted((a, b) => Number(a.places.length > 0) - Number(b.places.length > 0)),
	};
}

export default function StudioPage({ loaderData }: Route.ComponentProps) {
	const { q, show, counts, conflicts, publicUrl, documents } = loaderData;
	useLive(isContentChangeKey);
	const kinds = [...new Set(documents.map(({ kind }) => kind))];
	const { isOpen, keep } = useOpenGroups({ isNarrowed: q !== "" || show !== "all", first: kinds[0] });
	const addressOf = (part: string) => `/studio?${new URLSearchParams({ show: part, ...(q !== "" && { q }) })}`;
	return (
		<Page
			title="Content"
			subtitle={<a href={publicUrl}>View site</a>}
			actions={
				<>
					{counts.drafts > 0 && (
						<Link className="button" to="/studio/publish">
							Publish {countOf(counts.drafts, `${counts.drafts} drafts`, "draft")}…
						</Link>
					)}
					<Link className="button" to="/studio/new">
						New document
					</Link>
					<Link className="button button-main" to="/studio/documents/home.yml?page=/">
						Edit home page
					</Link>
				</>
			}
		>
			<StudioNavigation />
			{conflicts > 0 && (
				<p className="studio-notice" data-weight="alarm">
					<span>
						{conflicts === 1 ? "A document was" : `${conflicts} documents were`} changed both here and in the content
						files. <Link to="/studio/conflicts">Resolve {countOf(conflicts, "conflicts", "conflict")}</Link>
					</span>
				</p>
			)}
			<Form method="get" className="search-form" role="search" aria-label="Documents">
				<label>
					Search content
					<input
						key={q}
						name="q"
						type="search"
						defaultValue={q}
						data-key="/"
						autoComplete="off"
						placeholder="Title, field or text"
					/>
				</label>
				{show !== "all" && <input type="hidden" name="show" value={show} />}
				<button>Search</button>
			</Form>
			<nav aria-label="Filter" className="filters">
				<ul>
					{(
						[
							["all", "All"],
							["drafts", "Drafts"],
							["edited", "Edited"],
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
						? `No results for “${q}”. Try another word, or show all documents.`
						: show === "sample"
							? "No sample texts left. See the launch check under “First steps”."
							: "No drafts. Edit a document, and your changes stay a draft until you publish them."}
				</p>
			)}
			{kinds.map((kind) => (
				<DocumentTable
					key={kind}
					kind={kind}
					documents={documents.filter((one) => one.kind === kind)}
					isOpen={isOpen(kind)}
					onToggle={(isNowOpen) => keep(kind, isNowOpen)}
				/>
			))}
		</Page>
	);
}
