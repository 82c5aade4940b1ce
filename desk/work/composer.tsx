import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { goToField } from "../../ui/go-to-field.ts";
import { scrollToNewest } from "./scroll-to-newest.ts";

type ComposerProps = {
	tabs: ComposerTab[];
	/** Why one of the forms was refused. */
	errors: FieldError[];
	/** Id of the tab that is shown at first. */
	first: ComposerTab["id"];
};

type ComposerTab = { id: "reply" | "note"; label: string; heading: { id: string; text: string }; panel: ReactNode };

/**
 * The forms of a conversation, docked below it: tabs after the WAI-ARIA pattern, of which one is shown. Without scripts the forms stand
 * below each other.
 */
export function Composer({ tabs, errors, first }: ComposerProps) {
	const dock = useRef<HTMLDivElement>(null);
	const [chosen, choose] = useState(first);
	const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0];
	const isOpen = useWhileUsed(dock);
	useDockHeight(dock);
	useEffect(() => {
		if (isOpen) scrollToNewest();
	}, [isOpen, shown?.id]);

	function moveWithKeys(event: KeyboardEvent): void {
		const index = tabs.findIndex(({ id }) => id === shown?.id);
		const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
		const tab = target === undefined ? undefined : tabs.at(target % tabs.length);
		if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		choose(tab.id);
		document.getElementById(`${tab.id}-tab`)?.focus();
	}

	return (
		<div ref={dock} className="composer" data-open={isOpen || undefined}>
			<div role="tablist" aria-label="Write" className="composer-tabs">
				{tabs.map(({ id, label }) => (
					<button
						key={id}
						type="button"
						role="tab"
						id={`${id}-tab`}
						aria-controls={`${id}-panel`}
						aria-selected={id === shown?.id}
						tabIndex={id === shown?.id ? 0 : -1}
						// A shortcut chooses the tab and then focuses a field in its panel.
						onClick={() => flushSync(() => choose(id))}
						onKeyDown={moveWithKeys}
					>
						{label}
					</button>
				))}
			</div>
			<ErrorSummary
				errors={errors}
				openField={(field) => {
					flushSync(() => choose(field === "note" ? "note" : "reply"));
					goToField(field);
				}}
			/>
			{tabs.map(({ id, heading, panel }) => (
				<div
					key={id}
					role="tabpanel"
					id={`${id}-panel`}
					aria-labelledby={`${id}-tab`}
					// A press on anything in it leaves the focus in it.
					tabIndex={-1}
					data-shown={id === shown?.id || undefined}
					className="composer-panel"
				>
					<h2 id={heading.id} className="composer-heading">
						{heading.text}
					</h2>
					{panel}
				</div>
			))}
		</div>
	);
}

/** Tells whether an element is being used: from when it takes the focus until another takes it, or a press or a key ends outside. */
function useWhileUsed(element: RefObject<HTMLElement | null>): boolean {
	const [isUsed, setUsed] = useState(false);
	useEffect(() => {
		const ending = new AbortController();
		const { signal } = ending;
		const look = ({ target }: { target: EventTarget | null }) => {
			// The pressed element may be gone.
			if (target instanceof Node && target.isConnected) setUsed(element.current?.contains(target) === true);
		};
		look({ target: document.activeElement });
		element.current?.addEventListener("focusin", () => setUsed(true), { signal });
		// Not when a press takes the focus away: it would then end on something else than it began on.
		let isPressing = false;
		const press = ({ type }: Event) => {
			isPressing = type === "pointerdown";
		};
		for (const type of ["pointerdown", "pointerup", "pointercancel"])
			document.addEventListener(type, press, { signal, capture: true });
		document.addEventListener("focusin", (event) => isPressing || look(event), { signal });
		document.addEventListener("click", look, { signal });
		document.addEventListener("keyup", look, { signal });
		return () => ending.abort();
	}, [element]);
	return isUsed;
}

/** Tells the page how high an element is that covers its bottom. */
function useDockHeight(element: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const { current } = element;
		if (!current) return;
		const { style } = document.documentElement;
		const observer = new ResizeObserver(() => style.setProperty("--dock-height", `${current.offsetHeight}px`));
		observer.observe(current);
		return () => {
			observer.disconnect();
			style.removeProperty("--dock-height");
		};
	}, [element]);
}
