import { choiceName } from "../../../features/publishing/forms/field-names.ts";
import type { UnionField } from "../../../features/publishing/forms/form-field.ts";
import { findVariant } from "../../../features/publishing/forms/read-form-values.ts";
import { FieldFrame } from "./group-fields.tsx";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";

/** One of several kinds of value, with the controls of that which is chosen. */
export function UnionFields({ field, name, value }: FieldProps<UnionField>) {
	const { Field } = useDocumentForm();
	const chosen = findVariant(field, value);
	return (
		// By the name of the choice: what is chosen has a frame or a control of the name itself.
		<FieldFrame field={field} name={choiceName(name)}>
			{field.variants.map((variant, index) => (
				<div key={variant.title}>
					<div className="checks">
						<label>
							<input
								type="radio"
								name={choiceName(name)}
								value={index}
								defaultChecked={index === chosen}
								data-has-more={variant.kind === "fixed" ? undefined : true}
							/>
							<span>{variant.title}</span>
						</label>
					</div>
					{variant.kind !== "fixed" && (
						<div className="studio-more">
							<Field field={variant} name={name} value={index === chosen ? value : undefined} />
						</div>
					)}
				</div>
			))}
		</FieldFrame>
	);
}
