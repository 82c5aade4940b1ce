import { FieldValue } from "./shown-value.tsx";
import type { ShownField } from "./values.ts";

/** The labelled values of a record. */
export function RecordFields({ fields, reference }: { fields: ShownField[]; reference: string }) {
	return (
		<dl className="fields">
			{fields.map((field, index) => (
				<div key={`${index} ${field.label}`} className={Array.isArray(field.value) ? "wide" : undefined}>
					<dt>{field.label}</dt>
					<dd dir="auto">
						<FieldValue field={field} reference={reference} />
					</dd>
				</div>
			))}
		</dl>
	);
}
