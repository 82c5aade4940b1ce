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

/** The id of a field's control, which labels, errors and the error summary refer to. */
export function idOf(field: string): string {
	return `application-${field}`;
}
