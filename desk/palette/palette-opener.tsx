import { lazy, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";

const load = () => import("./palette.tsx");
const Palette = lazy(async () => ({ default: (await load()).Palette }));

/** Opens the command palette, also by Ctrl+K; without scripts it leads to a page that does the same. */
export function PaletteOpener() {
	const [isOpen, setIsOpen] = useState(false);
	// Keys that are typed while it loads would be lost.
	useEffect(() => void load(), []);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k";
			if (!isAsked || event.defaultPrevented) return;
			event.preventDefault();
			setIsOpen(true);
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, []);
	return (
		<>
			<Link
				className="palette-opener"
				to="/go"
				onClick={(event) => {
					if (event.ctrlKey || event.metaKey || event.shiftKey) return;
					event.preventDefault();
					setIsOpen(true);
				}}
			>
				Go to… <kbd aria-hidden="true">Ctrl K</kbd>
			</Link>
			{isOpen && (
				<Suspense>
					<Palette onClose={() => setIsOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
