/** Closes a part of the page, and gives the focus to the summary that opens it. */
export function closeToSummary(details: HTMLDetailsElement): void {
	details.open = false;
	details.querySelector("summary")?.focus();
}

/** Lets Escape close an open part. */
export function closeByEscape(details: HTMLDetailsElement, signal: AbortSignal): void {
	details.addEventListener(
		"keydown",
		({ key }) => {
			if (key === "Escape" && details.open) closeToSummary(details);
		},
		{ signal },
	);
}
