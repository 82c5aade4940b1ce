import { useEffect, useState } from "react";

/** How long the overlay covers a page on entry, in milliseconds; 0 turns it off: docs/product/site.md, Loading overlay. */
export const loadingOverlayMs: number = 1000;

/**
 * The spinner on page entry. Pure CSS over a page that is already there, it disappears by itself; any key or click ends it sooner.
 *
 * Mount it with a new key for each page, so that its animation restarts.
 */
export function LoadingOverlay() {
	const [ended, setEnded] = useState(false);

	useEffect(() => {
		const end = () => setEnded(true);
		window.addEventListener("keydown", end, { once: true });
		window.addEventListener("pointerdown", end, { once: true });
		return () => {
			window.removeEventListener("keydown", end);
			window.removeEventListener("pointerdown", end);
		};
	}, []);

	if (loadingOverlayMs === 0) return null;
	return (
		<div className="loading-overlay" hidden={ended} aria-hidden="true">
			<div className="spinner" />
		</div>
	);
}
