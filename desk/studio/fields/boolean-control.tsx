import type { BooleanField } from "../../../features/publishing/forms/form-field.ts";
import { ErrorText } from "../../../ui/field.tsx";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";

export function BooleanControl({ field, name, value }: FieldProps<BooleanField>) {
	const { errors } = useDocumentForm();
	const error = errors.find((one) => one.field === name)?.message;
	const described = [field.help && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
	return (
		<div className="field checks">
			<label>
				<input
					id={name}
					type="checkbox"
					name={name}
					value="yes"
					defaultChecked={value === true || (value === undefined && field.fallback === true)}
					aria-describedby={described || undefined}
				/>
				<span>{field.title}</span>
			</label>
			{field.help && (
				<p id={`${name}-hint`} className="hint">
					{field.help}
				</p>
			)}
			<ErrorText id={`${name}-error`} message={error} />
		</div>
	);
}
