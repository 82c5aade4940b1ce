import type { ChangeEvent } from "react";
import type { FieldError } from "../shared/text-rules.ts";
import { ErrorText, findError } from "./field.tsx";

type GroupProps = {
	/** Also the id of the first choice, for the link of an error summary. */
	id: string;
	name: string;
	legend: string;
	/** Shown after the legend in place of the asterisk of a required group. */
	note?: string | undefined;
	hint?: string | undefined;
	options: readonly { value: string; label: string }[];
	/** Errors of the whole form; the group shows its own. */
	errors?: readonly FieldError[] | undefined;
};

type RadioGroupProps = GroupProps & {
	required?: boolean;
} & ({ value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void } | { defaultValue: string });

/** A question with a few choices, all visible. */
export function RadioGroup({ required = false, ...group }: RadioGroupProps) {
	return (
		<Group {...group} isRequired={required}>
			{(option) => (
				<input
					{...option}
					type="radio"
					{...("value" in group
						? { checked: group.value === option.value, onChange: group.onChange }
						: { defaultChecked: group.defaultValue === option.value })}
					required={required}
					className="size-5 accent-ink"
				/>
			)}
		</Group>
	);
}

type CheckboxGroupProps = GroupProps & {
	isRequired?: boolean;
} & (
		| { values: readonly string[]; onChange: (event: ChangeEvent<HTMLInputElement>) => void }
		| { defaultValues: readonly string[]; onChange?: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined }
	);

/** A question with any number of answers. */
export function CheckboxGroup({ isRequired = false, onChange, ...group }: CheckboxGroupProps) {
	return (
		<Group {...group} isRequired={isRequired}>
			{(option) => (
				<input
					{...option}
					type="checkbox"
					{...("values" in group
						? { checked: group.values.includes(option.value) }
						: { defaultChecked: group.defaultValues.includes(option.value) })}
					onChange={onChange}
					className="size-5 accent-ink"
				/>
			)}
		</Group>
	);
}

type Option = { id: string | undefined; name: string; value: string };

function Group({
	id,
	name,
	legend,
	note,
	hint,
	options,
	errors,
	isRequired,
	children,
}: GroupProps & { isRequired: boolean; children: (option: Option) => React.ReactNode }) {
	const error = findError(errors, name);
	const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	return (
		<fieldset
			aria-describedby={described === "" ? undefined : described}
			className={error ? "border-l-4 border-error pl-4" : undefined}
		>
			<legend className="text-16 font-semibold text-ink">
				{legend}{" "}
				{note === undefined ? (
					isRequired && <span aria-hidden="true">*</span>
				) : (
					<span className="font-normal text-muted">{note}</span>
				)}
			</legend>
			{hint && (
				<p id={`${id}-hint`} className="mt-1 text-14 text-muted">
					{hint}
				</p>
			)}
			<ErrorText id={`${id}-error`} message={error} />
			<div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
				{options.map((option, index) => (
					<label key={option.value} className="flex min-h-11 items-center gap-3 text-16 text-ink">
						{children({ id: index === 0 ? id : undefined, name, value: option.value })}
						{option.label}
					</label>
				))}
			</div>
		</fieldset>
	);
}
