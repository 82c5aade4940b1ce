import type { ChangeEvent } from "react";
import { TextArea, TextField } from "../../ui/field.tsx";
import { controlOf } from "../../shared/form-fields.ts";
import { visitorFieldNames, visitorFields, type VisitorField } from "./visitor-fields.ts";
import type { FieldError } from "./rules.ts";

type BookingFieldsProps = {
	errors: readonly FieldError[];
	/** While the booking is being sent. */
	disabled: boolean;
	typed: Partial<Record<VisitorField, string>>;
	onType: (name: VisitorField, value: string) => void;
};

/** Returns a field's id, for links from the summary of errors. */
export const idOfBookingField = (field: string) => `booking-${field}`;

const lineNames = visitorFieldNames.filter((name) => name !== "message");

/** The visitor's details: docs/product/booking.md, Details. */
export function BookingFields({ errors, disabled, typed, onType }: BookingFieldsProps) {
	const field = (name: VisitorField) => ({
		...controlOf(visitorFields[name]),
		id: idOfBookingField(name),
		name,
		disabled,
		errors,
		value: typed[name] ?? "",
		onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType(name, target.value),
	});
	return (
		<>
			<div className="grid gap-6 md:grid-cols-2">
				{lineNames.map((name) => (
					<TextField key={name} {...field(name)} />
				))}
			</div>
			<TextArea rows={4} {...field("message")} />
			<div aria-hidden="true" className="sr-only">
				<label>
					Leave this empty <input name="leaveEmpty" tabIndex={-1} autoComplete="off" />
				</label>
			</div>
		</>
	);
}
