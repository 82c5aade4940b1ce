import type { ComponentProps } from "react";
import { TextField } from "../../../ui/field.tsx";
import type { Draft } from "./draft.ts";
import { lineLimit } from "./rules.ts";
import { idOf, type StepProps } from "./step-props.ts";

type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];

type TextInputProps = StepProps & { name: TextName; label: string } & Pick<
		ComponentProps<typeof TextField>,
		"type" | "required" | "autoComplete" | "note" | "placeholder"
	>;

/** One line of the draft. */
export function TextInput({ draft, onChange, errorOf, name, ...field }: TextInputProps) {
	return (
		<TextField
			id={idOf(name)}
			name={name}
			maxLength={lineLimit(name)}
			value={draft[name]}
			onChange={(event) => onChange(name, event.target.value)}
			error={errorOf(name)}
			{...field}
		/>
	);
}
