import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

export type Tab = { id: string; label: string; panel: (active: boolean) => ReactNode };

type TabsProps = {
	label: string;
	tabs: Tab[];
	/** Id of the selected tab; the caller keeps it in the URL. */
	selected: string;
	onSelect: (id: string) => void;
	/** How long the panel fades before the next one shows, in milliseconds. */
	fadeMs?: number;
};

/**
 * Tabs after the WAI-ARIA pattern with automatic activation: arrow keys, Home and End move and select.
 *
 * Each tab is a link to its panel, so without scripts the URL fragment chooses the panel (.tabs in tabs.css).
 */
export function Tabs({ label, tabs, selected, onSelect, fadeMs = 0 }: TabsProps) {
	const live = useHydrated();
	const prefix = useId();
	const buttons = useRef(new Map<string, HTMLAnchorElement>());
	const [shown, setShown] = useState(selected);
	const fading = shown !== selected;

	useEffect(() => {
		if (shown === selected) return;
		const timer = setTimeout(() => setShown(selected), fadeMs);
		return () => clearTimeout(timer);
	}, [shown, selected, fadeMs]);

	useEffect(() => {
		const tab = buttons.current.get(selected);
		const list = tab?.parentElement;
		// Horizontally only: scrollIntoView would also scroll the page to a tab list further down.
		if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
	}, [selected]);

	function moveWithKeys(event: KeyboardEvent) {
		// Alt and an arrow go back, Ctrl and Home to the top.
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		const index = tabs.findIndex((tab) => tab.id === selected);
		const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
		if (target === undefined) return;
		event.preventDefault();
		const tab = tabs.at(target % tabs.length);
		if (!tab) return;
		onSelect(tab.id);
		buttons.current.get(tab.id)?.focus();
	}

	return (
		<div className="tabs" data-live={live ? "" : undefined} data-fading={fading ? "" : undefined}>
			<div
				role="tablist"
				aria-label={label}
				className="relative container-bleed flex gap-2 overflow-x-auto py-1 md:flex-wrap md:px-1"
			>
				{tabs.map(({ id, label: tabLabel }) => (
					<a
						key={id}
						ref={(element) => {
							if (element) buttons.current.set(id, element);
							else buttons.current.delete(id);
						}}
						role="tab"
						id={`${prefix}${id}`}
						href={`#${id}`}
						aria-controls={id}
						aria-selected={id === selected}
						tabIndex={live && id !== selected ? -1 : 0}
						onClick={(event) => {
							event.preventDefault();
							onSelect(id);
						}}
						onKeyDown={moveWithKeys}
						className="shrink-0 rounded-full border border-border px-5 py-2 text-16 font-semibold text-ink transition hover:border-ink aria-selected:border-ink aria-selected:bg-ink aria-selected:text-paper"
					>
						{tabLabel}
					</a>
				))}
			</div>
			{tabs.map(({ id, panel }, index) => (
				<div
					key={id}
					id={id}
					role="tabpanel"
					aria-labelledby={`${prefix}${id}`}
					tabIndex={0}
					hidden={live && id !== shown}
					className={`tab-panel mt-8 scroll-mt-40 rounded-20 ${index === 0 ? "tab-panel-default" : ""}`}
				>
					{panel(live && id === shown)}
				</div>
			))}
		</div>
	);
}
