import type { ChangeEvent } from "react";
import { controlOf } from "../../shared/form-fields.ts";
import { questionField } from "../../shared/question-answers.ts";
import type { Question } from "../../shared/questions.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Honeypot } from "../../ui/honeypot.tsx";
import { QuestionInputs } from "../../ui/question-inputs.tsx";
import type { FieldError } from "./rules.ts";
import { visitorFieldNames, visitorFields, type VisitorField } from "./visitor-fields.ts";

/** The typed details, also the answers to the questions of the type. */
export type TypedDetails = Partial<Record<VisitorField | "guests" | `question-${string}`, string>>;

type BookingFieldsProps = {
	/** The company's own, of this type of call. */
	questions: readonly Question[];
	/** How many guests the visitor may name. */
	mostGuests: number;
	errors: readonly FieldError[];
	/** While the booking is being sent. */
	disabled: boolean;
	typed: TypedDetails;
	onType: (name: VisitorField | "guests", value: string) => void;
};

/** Returns a field's id, for links from the summary of errors. */
export const idOfBookingField = (field: string) => `booking-${field}`;

const lineNames = visitorFieldNames.filter((name) => name !== "message");

/** The visitor's details: docs/product/booking.md, Details. */
export function BookingFields({ questions, mostGuests, errors, disabled, typed, onType }: BookingFieldsProps) {
	const control = (name: VisitorField | "guests") => ({
		id: idOfBookingField(name),
		name,
		disabled,
		errors,
		value: typed[name] ?? "",
		onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType(name, target.value),
	});
	const field = (name: VisitorField) => ({ ...controlOf(visitorFields[name]), ...control(name) });
	return (
		<>
			<div className="grid gap-6 md:grid-cols-2">
				{lineNames.map((name) => (
					<TextField key={name} {...field(name)} />
				))}
			</div>
			<TextArea rows={4} {...field("message")} />
			{mostGuests > 0 && (
				<TextArea
					rows={2}
					label="Guests"
					hint={`E-mail addresses of up to ${mostGuests} ${mostGuests === 1 ? "person" : "people"}, one per line. They get the invitation once you have confirmed the call.`}
					{...control("guests")}
				/>
			)}
			<QuestionInputs
				questions={questions}
				idOf={idOfBookingField}
				errors={errors}
				marks="required"
				readOnly={disabled}
				answerOf={({ key }) => ({ defaultValue: typed[questionField(key)] ?? "" })}
			/>
			<Honeypot />
		</>
	);
}
