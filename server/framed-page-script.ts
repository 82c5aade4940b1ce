/**
 * The only script of a framed page that is edited. It tells the desk which field was pressed and how far the page is scrolled, and takes
 * one kind of message, only from the desk: the text of a field. It runs as it is written here, so it imports nothing.
 */
function followDesk(): void {
	// Its address; its own origin is opaque. The policy lets no other origin frame it.
	const desk = location.origin;
	const tell = (message: object) => parent.postMessage(message, desk);

	/** The text around the target, or else the first one beside it. */
	function findText(target: EventTarget | null): HTMLElement | null {
		if (!(target instanceof Element)) return null;
		const own = target.closest<HTMLElement>("[data-field]");
		if (own) return own;
		for (let around: Element | null = target; around && around !== document.body; around = around.parentElement) {
			const inner = around.querySelector<HTMLElement>("[data-field]");
			if (inner) return inner;
		}
		return null;
	}

	function listFields(element: HTMLElement): string[] {
		return (element.dataset["field"] ?? "").split(" ");
	}

	let chosen: { field: string; elements: HTMLElement[] } | undefined;
	function choose(field: string): HTMLElement[] {
		if (chosen?.field === field) return chosen.elements;
		for (const former of chosen?.elements ?? []) former.removeAttribute("data-chosen");
		const elements = [...document.querySelectorAll<HTMLElement>("[data-field]")].filter((element) =>
			listFields(element).includes(field),
		);
		for (const element of elements) element.setAttribute("data-chosen", "");
		chosen = { field, elements };
		return elements;
	}

	let pressed: { element: HTMLElement; turn: number } | undefined;
	addEventListener(
		"click",
		(event) => {
			const { target } = event;
			if (target instanceof Element && target.closest("a, button, label, input")) event.preventDefault();
			const element = findText(target);
			if (!element) return;
			// Of several texts in one place, each press chooses the next.
			pressed = { element, turn: pressed?.element === element ? pressed.turn + 1 : 0 };
			const fields = listFields(element);
			const field = fields[pressed.turn % fields.length];
			if (field === undefined) return;
			choose(field);
			tell({ kind: "press", field });
		},
		true,
	);
	addEventListener("submit", (event) => event.preventDefault(), true);

	addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
		if (origin !== desk || source !== parent || typeof data !== "object" || data === null) return;
		const { kind, field, text } = data as Record<string, unknown>;
		if (kind !== "text" || typeof field !== "string" || typeof text !== "string") return;
		const elements = choose(field);
		elements[0]?.scrollIntoView({ block: "nearest" });
		for (const element of elements)
			if (element.hasAttribute("data-whole") && element.textContent !== text) element.textContent = text;
	});

	let isTold = true;
	addEventListener(
		"scroll",
		() => {
			if (!isTold) return;
			isTold = false;
			requestAnimationFrame(() => {
				isTold = true;
				tell({ kind: "scroll", top: Math.round(scrollY) });
			});
		},
		{ passive: true },
	);
	scrollTo(0, Number(location.hash.slice(1)) || 0);
}

export const framedPageScript = `(${followDesk.toString()})()`;

/** Its style: texts that can be pressed. */
export const framedPageStyle = [
	".loading-overlay{display:none}",
	"html{scroll-behavior:auto!important}",
	"[data-field]{cursor:pointer}",
	"[data-field]:hover:not(:has([data-field]:hover)),[data-field]:focus-visible{outline:2px solid #2563eb;outline-offset:3px;border-radius:2px}",
	"[data-chosen]{outline:3px solid #2563eb!important;outline-offset:3px;border-radius:2px}",
].join("");
