import type { ChangeEvent } from "react";
import { TextArea, TextField } from "../../ui/field.tsx";
import { bookingLimits, type BookingTextField } from "./booking-limits.ts";
import type { FieldError } from "./rules.ts";

type BookingFieldsProps = {
	errors: readonly FieldError[];
	/** While the booking is being sent. */
	disabled?: boolean;
	/** What a field holds: kept by the browser after `defaultValue`, by whoever listens to `onChange` after `value`. */
	stateOf: (name: BookingTextField) => {
		value?: string;
		defaultValue?: string | undefined;
		onChange?: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
	};
};

/** The fields' ids, which the summary of errors leads to. */
export const idOfBookingField = (field: string) => `booking-${field}`;

/** What a booking asks about the visitor, in the form with scripts and in the one without: docs/product/booking.md, Details. */
export function BookingFields({ errors, disabled = false, stateOf }: BookingFieldsProps) {
	const field = (name: BookingTextField) => ({
		id: idOfBookingField(name),
		name,
		disabled,
		maxLength: name === "message" ? undefined : bookingLimits[name],
		error: errors.find((error) => error.field === name)?.message,
		...stateOf(name),
	});
	return (
		<>
			<div className="grid gap-6 md:grid-cols-2">
				<TextField label="First name *" required autoComplete="given-name" {...field("firstName")} />
				<TextField label="Last name" autoComplete="family-name" {...field("lastName")} />
				<TextField label="E-mail *" type="email" required autoComplete="email" {...field("email")} />
				<TextField label="Phone *" type="tel" required autoComplete="tel" {...field("phone")} />
			</div>
			<TextArea label="Message" rows={4} {...field("message")} />
			<div aria-hidden="true" className="sr-only">
				<label>
					Leave this empty <input name="leaveEmpty" tabIndex={-1} autoComplete="off" />
				</label>
			</div>
		</>
	);
}
