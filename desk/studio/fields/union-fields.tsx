import { choiceName, findVariant } from "../../../features/publishing/forms/field-names.ts";
import type { UnionField } from "../../../features/publishing/forms/form-field.ts";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame } from "./group-fields.tsx";

/** A choice of variants, with the controls of the chosen one. */
export function UnionFields({ field, name, value }: FieldProps<UnionField>) {
	const { Field } = useDocumentForm();
	const chosen = findVariant(field, value);
	return (
		// Named after the choice: the chosen variant has a frame or control of the name itself.
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
						<div className="more-fields">
							<Field field={variant} name={name} value={index === chosen ? value : undefined} />
						</div>
					)}
				</div>
			))}
		</FieldFrame>
	);
}
