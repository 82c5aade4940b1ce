import { useEffect, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { Palette } from "./palette.tsx";

/**
 * The command palette and a link that opens it, as Ctrl+K does; without scripts the link leads to a page that does the same. They are
 * separate, because the link may be rendered again while the palette is open.
 */
export function usePalette({ isOn }: { isOn: boolean }): { palette: ReactNode; opener: ReactNode } {
	const [isOpen, setIsOpen] = useState(false);
	useEffect(() => {
		if (!isOn) return undefined;
		const onKey = (event: KeyboardEvent) => {
			const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k";
			if (!isAsked || event.defaultPrevented) return;
			event.preventDefault();
			setIsOpen(true);
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [isOn]);
	return {
		palette: isOpen && <Palette onClose={() => setIsOpen(false)} />,
		opener: (
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
		),
	};
}
