import { loadingOverlayMs } from "../layout/loading-overlay.tsx";

/**
 * Lets the parts below that are marked `late-part-*` (`site/styles.css`) have their turn after the first screens; stands above them.
 *
 * Only for a visitor who comes to the top of the page by a link or an address. Who reloads it, comes back to it or follows an anchor is put
 * where the true heights of all parts say. And only until the overlay leaves: a phone that is turned would make them disappear again.
 */
export function LateSections() {
	return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** Runs as the page is read, and never again: the browser's scripts need no copy of it. */
const script = import.meta.env.SSR
	? [
			'if(!location.hash&&performance.getEntriesByType("navigation")[0]?.type==="navigate"){',
			"const{dataset}=document.documentElement;",
			'dataset.partsLate="";',
			`setTimeout(()=>delete dataset.partsLate,${loadingOverlayMs})}`,
		].join("")
	: "";
