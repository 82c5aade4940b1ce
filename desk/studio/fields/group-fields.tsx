import type { ReactNode } from "react";
import { choiceName, entryOf } from "../../../features/publishing/forms/field-names.ts";
import type { FormField, GroupField } from "../../../features/publishing/forms/form-field.ts";
import { ErrorText } from "../../../ui/field.tsx";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";

/** Fields of a group; an optional group has a checkbox. */
export function GroupFields({ field, name, value }: FieldProps<GroupField>) {
	return (
		<FieldFrame field={field} name={name} isThere={value !== undefined}>
			<InnerFields field={field} name={name} value={value} />
		</FieldFrame>
	);
}

/** The fields of a group without a frame. */
export function InnerFields({ field, name, value }: FieldProps<GroupField>) {
	const { Field } = useDocumentForm();
	return field.fields.map(({ key, field: child }) => (
		<Field key={key} field={child} name={`${name}.${key}`} value={entryOf(value, key)} />
	));
}

/** The frame of several controls, with title, help and error. */
export function FieldFrame({
	field,
	name,
	isThere = true,
	children,
}: {
	field: FormField;
	name: string;
	/** For an optional value: whether it is present. */
	isThere?: boolean;
	children: ReactNode;
}) {
	const { errors } = useDocumentForm();
	const error = errors.find((one) => one.field === name)?.message;
	const described = [field.help && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
	const offer = field.kind === "group" ? field.offer : undefined;
	const mayBeLeftOut = field.isOptional && field.kind === "group";
	return (
		<fieldset id={name} className="studio-group" tabIndex={-1} aria-describedby={described || undefined}>
			<legend>{field.title}</legend>
			{field.help && (
				<p id={`${name}-hint`} className="hint">
					{field.help}
				</p>
			)}
			<ErrorText id={`${name}-error`} message={error} />
			{mayBeLeftOut ? (
				<>
					<div className="checks">
						<label>
							<input type="checkbox" name={choiceName(name)} value="yes" defaultChecked={isThere} data-has-more />
							<span>
								{offer ?? "Show on site"}
								<span className="sr-only">: {field.title}</span>
							</span>
						</label>
					</div>
					<div className="more-fields">{children}</div>
				</>
			) : (
				children
			)}
		</fieldset>
	);
}
