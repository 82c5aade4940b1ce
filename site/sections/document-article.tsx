import { ChevronDown } from "lucide-react";
import { formatDate } from "../../shared/format-date.ts";
import { Prose } from "./prose.tsx";

type Heading = { id: string; text: string };

type DocumentArticleProps = {
	title: string;
	/** ISO date of the last change. */
	updated: string;
	headings: Heading[];
	/** Rendered from our own Markdown when the site was built. */
	html: string;
};

/** A page of one long text, with its contents beside it: a list on a desktop, folded above the text on a phone. */
export function DocumentArticle({ title, updated, headings, html }: DocumentArticleProps) {
	return (
		<article className="container-page py-12 lg:py-20">
			<header className="grid gap-4 border-b border-hairline pb-8 lg:grid-cols-12 lg:items-end lg:gap-6 lg:pb-12">
				<h1 className="text-title lg:col-span-8">{title}</h1>
				<p className="text-16 text-muted lg:col-span-4 lg:pb-2 lg:text-right">
					Last updated on{" "}
					<time dateTime={updated} className="whitespace-nowrap font-semibold text-ink">
						{formatDate(updated)}
					</time>
				</p>
			</header>
			<div className="mt-8 grid gap-10 lg:mt-16 lg:grid-cols-12 lg:gap-6">
				<details className="group rounded-12 border border-hairline bg-white lg:hidden">
					<summary className="flex items-center justify-between rounded-12 p-4 text-16 font-semibold text-ink">
						On this page
						<ChevronDown
							aria-hidden="true"
							className="size-5 text-accent-ui transition-transform duration-200 group-open:rotate-180"
						/>
					</summary>
					<ContentsList headings={headings} className="px-4 pb-4" />
				</details>
				<nav aria-labelledby="contents-title" className="hidden lg:col-span-3 lg:block">
					<div className="sticky top-24">
						<p id="contents-title" className="text-16 font-semibold text-ink">
							On this page
						</p>
						<ContentsList headings={headings} className="mt-3 border-l border-hairline pl-4" />
					</div>
				</nav>
				<Prose html={html} className="min-w-0 lg:col-span-8 lg:col-start-5 [&>:first-child]:mt-0" />
			</div>
		</article>
	);
}

function ContentsList({ headings, className }: { headings: Heading[]; className: string }) {
	return (
		<ul className={className}>
			{headings.map(({ id, text }) => (
				<li key={id}>
					<a href={`#${id}`} className="block rounded-6 py-1.5 text-16 text-body hover:text-accent-text">
						{text}
					</a>
				</li>
			))}
		</ul>
	);
}
