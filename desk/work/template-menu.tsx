import type { RefObject } from "react";
import { useTextMenu } from "./text-menu.tsx";

type Template = { id: string; name: string };

/** A line that asks for a template: its number, counted from 0, and the words after its slash. */
type Asking = { line: number; words: string };

/**
 * Offers templates once "/" begins an empty line of a reply.
 * @param form the reply's, with a field "template" and a button that uses it
 * @returns props of the text, and the list
 */
export function useTemplateMenu(form: RefObject<HTMLFormElement | null>, templates: readonly Template[]) {
	const menu = useTextMenu({
		label: "Templates",
		options: templates,
		find: findAsking,
		choose(template, { line }) {
			const { current } = form;
			if (!current) return;
			setFieldValue(current, "template", template.id);
			setFieldValue(current, "line", String(line));
			current.requestSubmit(current.querySelector<HTMLButtonElement>('button[value="use-template"]'));
			setFieldValue(current, "line", "");
		},
	});
	return {
		text: menu.text,
		list: (
			<>
				<input type="hidden" name="line" />
				{menu.list}
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
