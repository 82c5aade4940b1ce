import type { FieldError } from "../../../shared/text-rules.ts";
import type { Draft } from "./draft.ts";

/** Props of every step of the form. */
export type StepProps = {
	draft: Draft;
	/** Changes a draft's value and clears its error, or that of `changedField` where the value covers several fields. */
	onChange: <Name extends keyof Draft>(name: Name, value: Draft[Name], changedField?: string) => void;
	errors: readonly FieldError[];
	/** All steps are on one page, without parts that need scripts. */
	whole: boolean;
};

/** The parts of a draft that are one text. */
export type DraftText = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];

/** Returns the props of the control for one text of the draft. */
export function draftControl({ draft, onChange, errors }: StepProps, name: DraftText) {
	return {
		id: idOf(name),
		name,
		value: draft[name],
		errors,
		onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
	};
}

/** Returns the id of a field's control, for labels, errors and the error summary. */
export function idOf(field: string): string {
	return `application-${field}`;
}
