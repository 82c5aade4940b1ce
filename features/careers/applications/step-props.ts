import type { FieldError } from "../../../shared/text-rules.ts";
import type { Draft } from "./draft.ts";

/** What every step of the form works with. */
export type StepProps = {
	draft: Draft;
	/** Changes one field; its error goes away, or that of `changedField` where one field of the draft holds several of the form. */
	onChange: <Name extends keyof Draft>(name: Name, value: Draft[Name], changedField?: string) => void;
	errors: readonly FieldError[];
	/** All steps stand on one page, where what needs scripts is left out. */
	whole: boolean;
};

/** The parts of a draft that are one text. */
export type DraftText = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];

/** What the control of one text of the draft takes. */
export function draftControl({ draft, onChange, errors }: StepProps, name: DraftText) {
	return {
		id: idOf(name),
		name,
		value: draft[name],
		errors,
		onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
	};
}

/** The id of a field's control, which labels, errors and the error summary refer to. */
export function idOf(field: string): string {
	return `application-${field}`;
}
