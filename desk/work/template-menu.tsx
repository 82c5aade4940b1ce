import { useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { matchesWords } from "../layout/match-words.ts";

type Template = { id: string; name: string };

/** A line that asks for a template: its number, counted from 0, and the words after its slash. */
type Asking = { line: number; words: string };

/**
 * Offers templates once "/" begins an empty line of a reply: a list that the keys of its text move through.
 * @param form the reply's, with a field "template" and a button that uses it
 * @returns props of the text, and the list
 */
export function useTemplateMenu(form: RefObject<HTMLFormElement | null>, templates: readonly Template[]) {
	const id = useId();
	const [asking, setAsking] = useState<Asking>();
	const [index, setIndex] = useState(0);
	/** Escape closes the list until another line asks for it. */
	const isClosed = useRef(false);
	const shown = asking ? templates.filter(({ name }) => matchesWords(asking.words, name)) : [];
	const active = Math.min(index, shown.length - 1);

	function look(area: HTMLTextAreaElement): void {
		const found = findAsking(area);
		if (!found) isClosed.current = false;
		setAsking(isClosed.current ? undefined : found);
		setIndex(0);
	}

	function choose(template: Template): void {
		const { current } = form;
		if (!current || !asking) return;
		setFieldValue(current, "template", template.id);
		setFieldValue(current, "line", String(asking.line));
		setAsking(undefined);
		current.requestSubmit(current.querySelector<HTMLButtonElement>('button[value="use-template"]'));
		setFieldValue(current, "line", "");
	}

	function move(event: KeyboardEvent<HTMLTextAreaElement>): void {
		const chosen = shown[active];
		if (!chosen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined) setIndex((active + step + shown.length) % shown.length);
		else if (event.key === "Enter") choose(chosen);
		else if (event.key === "Escape") {
			isClosed.current = true;
			setAsking(undefined);
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	return {
		text: {
			"aria-autocomplete": "list" as const,
			"aria-controls": shown.length > 0 ? id : undefined,
			"aria-activedescendant": shown.length > 0 ? `${id}-${active}` : undefined,
			onInput: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => look(currentTarget),
			onKeyDown: move,
			onBlur: () => setAsking(undefined),
		},
		list: (
			<>
				<input type="hidden" name="line" />
				<p role="status" className="sr-only">
					{shown.length > 0 && `Templates: ${shown.length}`}
				</p>
				{shown.length > 0 && (
					<div role="listbox" id={id} aria-label="Templates" className="template-menu">
						{shown.map((template, position) => (
							<button
								key={template.id}
								type="button"
								role="option"
								id={`${id}-${position}`}
								tabIndex={-1}
								aria-selected={position === active}
								// The text keeps the focus.
								onMouseDown={(event) => event.preventDefault()}
								onClick={() => choose(template)}
							>
								{template.name}
							</button>
						))}
					</div>
				)}
			</>
		),
	};
}

/** Finds what the line with the caret asks for, if it begins with a slash and the caret is at its end. */
function findAsking({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Asking | undefined {
	const lines = value.slice(0, selectionStart).split("\n");
	const line = lines.at(-1) ?? "";
	const isAtEnd = selectionStart === selectionEnd && /^(?:\n|$)/.test(value.slice(selectionStart));
	return line.startsWith("/") && isAtEnd ? { line: lines.length - 1, words: line.slice(1) } : undefined;
}

function setFieldValue(form: HTMLFormElement, name: string, value: string): void {
	const field = form.elements.namedItem(name);
	if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}
