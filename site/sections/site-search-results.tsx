import { Link } from "react-router";
import type { PageKind } from "../../features/publishing/page-kind.ts";
import type { FoundPage, SiteSearchResults as Results, TextPiece } from "../../features/publishing/search/results.ts";
import { siteSearchPath } from "../../features/publishing/site-paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

const kindNames: Readonly<Record<PageKind, string>> = {
	service: "Service",
	"case-study": "Case study",
	article: "Article",
	job: "Job",
	page: "Page",
};

const linkClass = "rounded-6 font-semibold text-accent-text underline underline-offset-4 hover:text-ink";

/** The results of a search of the site, or what to try when there are none. */
export function SiteSearchResults({ q, count, page, pages, found, others }: Results) {
	if (count === 0) return <NothingFound q={q} others={others} />;
	const linkTo = (target: number, label: string) => (
		<ButtonLink look="secondary" to={addressOf(q, target)} reloadDocument>
			{label}
		</ButtonLink>
	);
	return (
		<section aria-label="Results">
			<p className="tabular text-16 text-muted">
				{count} {count === 1 ? "result" : "results"} for “{q}”{pages > 1 && `, page ${page} of ${pages}`}
			</p>
			<ol className="mt-4 space-y-4">
				{found.map((one) => (
					<Result key={one.path} page={one} />
				))}
			</ol>
			{pages > 1 && (
				<nav aria-label="Pages of the results" className="mt-6 flex flex-wrap gap-3">
					{page > 1 && linkTo(page - 1, "Previous page")}
					{page < pages && linkTo(page + 1, "Next page")}
				</nav>
			)}
		</section>
	);
}

function Result({ page: { path, kind, title, excerpt } }: { page: FoundPage }) {
	return (
		<li className="rounded-20 border border-hairline bg-white p-6 md:p-8">
			<p className="text-14 text-muted">{kindNames[kind]}</p>
			<h2 className="mt-2 text-22 tracking-normal break-words">
				<Link to={path} className="rounded-6 hover:text-accent-text">
					<MarkedText pieces={title} />
				</Link>
			</h2>
			<p className="mt-3 max-w-[65ch] text-16 break-words">
				<MarkedText pieces={excerpt} />
			</p>
		</li>
	);
}

function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
	return pieces.map(({ text, isFound }, index) =>
		isFound ? (
			<mark key={index} className="rounded-6 bg-sand font-semibold text-ink">
				{text}
			</mark>
		) : (
			text
		),
	);
}

function NothingFound({ q, others }: Pick<Results, "q" | "others">) {
	return (
		<section aria-label="Results" className="rounded-20 border border-hairline bg-white p-6 md:p-8">
			<h2 className="text-28 break-words">Nothing found for “{q}”</h2>
			<p className="mt-3">Check the spelling, or try fewer or more general words.</p>
			{others.length > 0 && (
				<>
					<p className="mt-4">No page has all of these words. Search for one of them:</p>
					<ul className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
						{others.map(({ word, count }) => (
							<li key={word}>
								<Link to={addressOf(word)} reloadDocument className={linkClass}>
									{word}
								</Link>{" "}
								<span className="tabular text-muted">
									({count} {count === 1 ? "result" : "results"})
								</span>
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	);
}

function addressOf(q: string, page = 1): string {
	return `${siteSearchPath}?${new URLSearchParams({ q, ...(page > 1 && { page: String(page) }) })}`;
}
