import { useEffect, useRef, type ReactNode } from "react";
import { closeByEscape, closeToSummary } from "./close-details.ts";

/** Choices behind a button, through which arrows go; Escape, a choice, or leaving them closes it. Without scripts only its button does. */
export function PopUp({ label, children }: { label: ReactNode; children: ReactNode }) {
	const details = useRef<HTMLDetailsElement>(null);
	useEffect(() => (details.current ? closeWhenLeft(details.current) : undefined), []);
	return (
		<details ref={details} className="pop-up">
			<summary className="button">{label}</summary>
			<div className="pop-up-content">{children}</div>
		</details>
	);
}

function closeWhenLeft(details: HTMLDetailsElement): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	const close = () => {
		details.open = false;
	};
	details.addEventListener("submit", () => closeToSummary(details), { signal });
	details.addEventListener(
		"focusout",
		({ relatedTarget }) => {
			if (relatedTarget instanceof Node && !details.contains(relatedTarget)) close();
		},
		{ signal },
	);
	closeByEscape(details, signal);
	details.addEventListener("keydown", (event) => moveByArrow(details, event), { signal });
	document.addEventListener(
		"pointerdown",
		({ target }) => {
			if (target instanceof Node && !details.contains(target)) close();
		},
		{ signal },
	);
	return () => ending.abort();
}

function moveByArrow(details: HTMLDetailsElement, event: KeyboardEvent): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	const places = [...details.querySelectorAll<HTMLElement>("summary, .pop-up-choices > button")];
	const place = places.findIndex((one) => one === event.target);
	// Fields have other uses for the arrows.
	if (step === undefined || place === -1 || !details.open) return;
	event.preventDefault();
	places.at((place + step) % places.length)?.focus();
}
