import { useState } from "react";
import type { ColourField } from "../../../features/publishing/forms/form-field.ts";
import { contrastOf } from "../../../shared/oklch.ts";
import { palette } from "../../../shared/palette.ts";
import { Field } from "../../../ui/field.tsx";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";
import { labelOf, toText } from "./field-words.ts";

/** For text of usual size (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;
const hexColour = /^#[\da-f]{6}$/i;

/** A colour, with the contrast of text on it. */
export function ColourControl({ field, name, value }: FieldProps<ColourField>) {
	const { errors } = useDocumentForm();
	const given = toText(value ?? field.fallback);
	const [colour, setColour] = useState(given);
	const contrast = field.readOnIt && hexColour.test(colour) ? contrastOf(colour, palette[field.readOnIt]) : undefined;
	return (
		<div>
			<Field name={name} label={labelOf(field)} hint={field.help} errors={errors}>
				{(props) => (
					<input
						{...props}
						className="colour"
						type="color"
						defaultValue={given}
						onInput={({ currentTarget }) => setColour(currentTarget.value)}
					/>
				)}
			</Field>
			{contrast !== undefined && (
				<p className="hint number" role="status">
					{colour.toUpperCase()}: {field.readOnIt === "ink" ? "dark" : "white"} text on it has a contrast of{" "}
					{(Math.floor(contrast * 100) / 100).toFixed(2)}:1,{" "}
					{contrast >= leastContrast ? "enough to read" : `too low (at least ${leastContrast}:1)`}.
				</p>
			)}
		</div>
	);
}
