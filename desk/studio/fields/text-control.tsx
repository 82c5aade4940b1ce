import { useState } from "react";
import type { TextField } from "../../../features/publishing/forms/form-field.ts";
import { type ControlProps, Field } from "../../../ui/field.tsx";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";
import { describeLength, labelOf, toText } from "./field-words.ts";

/** Longer lists, such as time zones, are searched by typing. */
const longestSelect = 300;

/** A text: one line, several, or a choice. */
export function TextControl({ field, name, value }: FieldProps<TextField>) {
	const { errors, choices } = useDocumentForm();
	const text = toText(value);
	const [length, setLength] = useState(text.length);
	const options = field.chosenFrom && choices[field.chosenFrom];
	const hasLimit = field.max !== undefined || field.min !== undefined;
	const count = hasLimit ? describeLength(length, field) : "";

	function draw(props: ControlProps) {
		const described = [props["aria-describedby"], count !== "" && `${name}-count`].filter(Boolean).join(" ");
		const own = { ...props, "aria-describedby": described || undefined, defaultValue: text };
		// A path may include a fragment, so paths are suggestions.
		if (options && options.length <= longestSelect && field.chosenFrom !== "pages") {
			const isKnown = options.some((option) => option.value === text);
			return (
				<select {...own}>
					{(text === "" || field.isOptional) && <option value="">Choose</option>}
					{!isKnown && text !== "" && <option value={text}>{text} (not found)</option>}
					{options.map(({ value: option, label }) => (
						<option key={option} value={option}>
							{label}
						</option>
					))}
				</select>
			);
		}
		// An input of one line would drop the break, and join the words on both sides.
		if (field.kind === "long-text" || /[\r\n]/.test(text.trim()))
			return (
				<textarea
					{...own}
					dir="auto"
					rows={Math.min(8, Math.max(2, Math.ceil(text.length / 70)))}
					onInput={countTyped}
				/>
			);
		return (
			<>
				<input
					{...own}
					dir="auto"
					type={field.input === "email" ? "email" : "text"}
					inputMode={field.input === "url" ? "url" : undefined}
					autoComplete="off"
					list={options && `${name}-options`}
					onInput={countTyped}
				/>
				{options && (
					<datalist id={`${name}-options`}>
						{options.map(({ value: option, label }) => (
							<option key={option} value={option}>
								{label}
							</option>
						))}
					</datalist>
				)}
			</>
		);
	}

	function countTyped({ currentTarget }: { currentTarget: { value: string } }): void {
		if (hasLimit) setLength(currentTarget.value.length);
	}

	return (
		<div>
			<Field name={name} label={labelOf(field)} hint={field.help} errors={errors}>
				{draw}
			</Field>
			{count !== "" && (
				<p id={`${name}-count`} className="hint number" data-over={length > (field.max ?? Infinity) || undefined}>
					{count}
				</p>
			)}
		</div>
	);
}
