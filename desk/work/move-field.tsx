import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";

/** The reference of the record that a message is to be moved to. A page has one for each message, so errors name the message. */
export function MoveField({
	id,
	label,
	moved,
	errors,
}: {
	/** Of the message. */
	id: string;
	label: string;
	/** The record that was asked for, if it was refused. */
	moved: string | undefined;
	errors: readonly FieldError[];
}) {
	return (
		<TextField
			name="to"
			id={`move-${id}`}
			label={label}
			autoComplete="off"
			autoCapitalize="characters"
			defaultValue={moved}
			errors={errors.filter(({ field }) => field === `move-${id}`).map(({ message }) => ({ field: "to", message }))}
		/>
	);
}
