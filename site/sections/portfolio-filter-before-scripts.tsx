/**
 * Filters the portfolio until, or without, the page's scripts: each filter link points to itself (#crm), and CSS hides what does not
 * belong to the link that is the target. For an address with ?category=crm a line of script marks the list before it is painted.
 *
 * Render it only until the page is hydrated: a style that scripts insert later would break the Content-Security-Policy. React puts the
 * rules into the head and leaves them there, so they hold only while the list is not marked as live.
 */
export function PortfolioFilterBeforeScripts({ slugs }: { slugs: string[] }) {
	return (
		<>
			<style href="portfolio-filter" precedence="default">{slugs.map(writeRules).join("")}</style>
			<script dangerouslySetInnerHTML={{ __html: markList }} />
		</>
	);
}

function writeRules(slug: string): string {
	const list = `.portfolio:not([data-live]):is([data-selected="${slug}"],:has(#${slug}:target))`;
	return `${list} [data-category]:not([data-category="${slug}"]){display:none}${list} #all{background:none;color:var(--color-ink)}${list} #${slug}{background:var(--color-ink);color:var(--color-paper)}`;
}

/** Says what slugOfCategory says, on a page that has no module yet. */
const markList = `document.currentScript.parentElement.dataset.selected=(new URLSearchParams(location.search).get("category")??"").toLowerCase().replace(/[^a-z0-9]+/g,"-")`;
