import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { bodyName } from "../../features/publishing/forms/field-names.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { listTextChanges, type TextChange } from "../../features/publishing/forms/list-text-changes.ts";
import { readFormValues } from "../../features/publishing/forms/read-form-values.ts";
import { readForm } from "../forms/use-draft.ts";
import { nameByKey } from "./entry-names.ts";

/** The values of a document's form. */
export type FormValues = { fields: unknown; body: string | undefined };

/** How long typing must rest for what follows to be a step of its own. */
const restMs = 400;
const mostSteps = 200;

type History = { past: FormValues[]; future: FormValues[] };

export type FormHistory = {
	/** The values that the form was last drawn with, and how often it was. */
	drawn: FormValues & { count: number };
	canUndo: boolean;
	canRedo: boolean;
	/** Reads the values that the form has now. */
	read(): FormValues;
	/** Call after a change. */
	touch(): void;
	undo(): void;
	redo(): void;
};

/**
 * Undoes and redoes changes of a form. Texts are put into their inputs, which keep their cursors; after any other change the form is drawn
 * anew from its values.
 * @param onDrawn is called after a drawing, with the values before and now
 */
export function useFormHistory(
	element: RefObject<HTMLFormElement | null>,
	form: FormField,
	initial: FormValues,
	onDrawn: (before: FormValues, now: FormValues) => void,
): FormHistory {
	const [drawn, setDrawn] = useState({ ...initial, count: 0 });
	const [steps, setSteps] = useState({ past: 0, future: 0 });
	const history = useRef<History>({ past: [], future: [] });
	const present = useRef<FormValues>(initial);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const drawnFrom = useRef<FormValues>(undefined);

	function count(): void {
		const { past, future } = history.current;
		setSteps({ past: past.length, future: future.length });
	}

	function read(): FormValues {
		if (!element.current) return present.current;
		const sent = readForm(element.current);
		return { fields: readFormValues(form, sent, drawn.fields), body: sent.get(bodyName) ?? drawn.body };
	}

	/** Makes what has changed since the last step one. */
	function keepStep(): void {
		clearTimeout(timer.current);
		const now = read();
		if (isSame(now, present.current)) return;
		history.current.past = [...history.current.past, present.current].slice(-mostSteps);
		history.current.future = [];
		present.current = now;
		count();
	}
	const latest = useRef(keepStep);
	useEffect(() => {
		latest.current = keepStep;
	});

	const touch = useCallback(() => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => latest.current(), restMs);
	}, []);

	function go(from: "past" | "future"): void {
		keepStep();
		const values = history.current[from].pop();
		if (!values) return;
		const before = present.current;
		history.current[from === "past" ? "future" : "past"].push(before);
		present.current = values;
		count();
		const changes = listTextChanges(form, before.fields, values.fields);
		if (changes && fillIn([...changes, ...listBodyChanges(before, values)])) return;
		drawnFrom.current = before;
		setDrawn({ ...values, count: drawn.count + 1 });
	}

	/** Types texts into their inputs; false when one has none. */
	function fillIn(changes: readonly TextChange[]): boolean {
		const inputs = changes.map(({ name }) => {
			const input = element.current?.elements.namedItem(nameByKey(element.current, name));
			return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : undefined;
		});
		if (inputs.includes(undefined)) return false;
		for (const [index, input] of inputs.entries()) {
			if (!input) continue;
			// Past React's own setter, which would take it for a text that React has drawn, and not tell the field.
			Reflect.set(Object.getPrototypeOf(input) as object, "value", changes[index]?.text ?? "", input);
			input.dispatchEvent(new InputEvent("input", { bubbles: true }));
		}
		return true;
	}

	const afterDrawing = useEffectEvent(() => {
		// As the form says it: an absent value may be written otherwise.
		present.current = read();
		if (drawnFrom.current) onDrawn(drawnFrom.current, present.current);
		drawnFrom.current = undefined;
	});
	useEffect(() => afterDrawing(), [drawn]);
	useEffect(() => () => clearTimeout(timer.current), []);

	const onKey = useEffectEvent((event: KeyboardEvent) => {
		if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
		// A field that is typed in has its own.
		const ownHistory = "textarea, input:not([type=checkbox], [type=radio]), [contenteditable=true]";
		if (event.target instanceof Element && event.target.closest(ownHistory)) return;
		event.preventDefault();
		go(event.shiftKey ? "future" : "past");
	});
	useEffect(() => {
		const listener = (event: KeyboardEvent) => onKey(event);
		document.addEventListener("keydown", listener);
		return () => document.removeEventListener("keydown", listener);
	}, []);

	return {
		drawn,
		canUndo: steps.past > 0,
		canRedo: steps.future > 0,
		read,
		touch,
		undo: () => go("past"),
		redo: () => go("future"),
	};
}

function listBodyChanges(before: FormValues, now: FormValues): TextChange[] {
	return before.body === now.body ? [] : [{ name: bodyName, text: now.body ?? "" }];
}

function isSame(one: FormValues, other: FormValues): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
