import type { ChangeEvent } from "react";
import type { FieldError } from "../shared/text-rules.ts";
import { ErrorText, findError } from "./field.tsx";

type RadioGroupProps = {
	/** Also the id of the first choice, for the link of an error summary. */
	id: string;
	name: string;
	legend: string;
	options: readonly { value: string; label: string }[];
	required?: boolean;
	/** Errors of the whole form, of which the group shows its own. */
	errors?: readonly FieldError[] | undefined;
} & ({ value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void } | { defaultValue: string });

/** A question with a few choices, all visible. */
export function RadioGroup({ id, name, legend, options, required = false, errors, ...answer }: RadioGroupProps) {
	const error = findError(errors, name);
	return (
		<fieldset aria-describedby={error && `${id}-error`} className={error ? "border-l-4 border-error pl-4" : undefined}>
			<legend className="text-16 font-semibold text-ink">
				{legend} {required && <span aria-hidden="true">*</span>}
			</legend>
			<ErrorText id={`${id}-error`} message={error} />
			<div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
				{options.map((option, index) => (
					<label key={option.value} className="flex min-h-11 items-center gap-3 text-16 text-ink">
						<input
							type="radio"
							id={index === 0 ? id : undefined}
							name={name}
							value={option.value}
							{...("value" in answer
								? { checked: answer.value === option.value, onChange: answer.onChange }
								: { defaultChecked: answer.defaultValue === option.value })}
							required={required}
							className="size-5 accent-ink"
						/>
						{option.label}
					</label>
				))}
			</div>
		</fieldset>
	);
}
