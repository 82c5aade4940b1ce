import { loadingOverlayMs } from "../layout/loading-overlay.tsx";

/**
 * Delays the sections below that are marked `late-part-*` (`site/styles.css`) until after the first screens. Place it above them.
 *
 * Only for visitors who arrive at the top of the page by a link or an address. Reloading, returning or following a fragment needs the
 * true heights of all sections. And only until the overlay disappears: otherwise turning a phone would hide them again.
 */
export function LateSections() {
	return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** Runs while the page is parsed and never again, so the browser's scripts need no copy. */
const script = import.meta.env.SSR
	? [
			'if(!location.hash&&performance.getEntriesByType("navigation")[0]?.type==="navigate"){',
			"const{dataset}=document.documentElement;",
			'dataset.partsLate="";',
			`setTimeout(()=>delete dataset.partsLate,${loadingOverlayMs})}`,
		].join("")
	: "";
