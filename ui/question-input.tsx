import type { ChangeEvent } from "react";
import { fileFormats } from "../shared/file-formats.ts";
import { answerLimit, listChosen, questionField } from "../shared/question-answers.ts";
import { answerFileLimits, yesOrNo, type Question } from "../shared/questions.ts";
import type { FieldError } from "../shared/text-rules.ts";
import { TextArea, TextField } from "./field.tsx";
import { CheckboxGroup, RadioGroup } from "./radio-group.tsx";
import { SelectField } from "./select-field.tsx";

export type QuestionInputProps = {
	question: Question;
	id: string;
	/** Errors of the whole form. */
	errors: readonly FieldError[];
	/** Whether required questions have an asterisk, or the others a note. */
	marks: "required" | "optional";
	/** Text added now would be lost. */
	readOnly?: boolean;
	onAnswer: (answer: string) => void;
} & ({ value: string } | { defaultValue: string });

/** For the picker of files, which may offer others all the same. */
const acceptedFiles = Object.keys(fileFormats)
	.map((ending) => `.${ending}`)
	.join(",");

/** The control of one question of the company's own. Several choices and files have no controlled value. */
export function QuestionInput({
	question,
	id,
	errors,
	marks,
	readOnly = false,
	onAnswer,
	...answer
}: QuestionInputProps) {
	const { key, kind, label, hint, required, options } = question;
	const onChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
		onAnswer(target.value);
	const note = marks === "required" ? undefined : required ? "" : "(Optional)";
	const named = { id, name: questionField(key), errors, hint };
	const field = {
		...named,
		...answer,
		label: marks === "required" && required ? `${label} *` : label,
		note,
		required,
		onChange,
		...(readOnly && { readOnly, className: "read-only:opacity-60" }),
	};
	switch (kind) {
		case "yes-no":
			return (
				<RadioGroup
					{...named}
					{...("value" in answer ? { ...answer, onChange } : answer)}
					legend={label}
					note={note}
					required={required}
					options={yesOrNo.map((choice) => ({ value: choice, label: choice === "yes" ? "Yes" : "No" }))}
				/>
			);
		case "choices":
			return (
				<CheckboxGroup
					{...named}
					legend={label}
					note={note}
					isRequired={required}
					options={options.map((option) => ({ value: option, label: option }))}
					defaultValues={listChosen(question, "value" in answer ? answer.value : answer.defaultValue)}
					onChange={onChange}
				/>
			);
		case "choice":
		case "budget":
			return <SelectField {...field} options={options} placeholder={required ? "Choose" : "No answer"} />;
		case "file":
			return (
				<TextField
					{...named}
					label={field.label}
					note={note}
					hint={hint ?? `Up to ${answerFileLimits.bytes / 1024 / 1024} MB.`}
					required={required}
					type="file"
					accept={acceptedFiles}
					onChange={onChange}
				/>
			);
		case "long-text":
			return <TextArea {...field} />;
		case "number":
			return <TextField {...field} maxLength={answerLimit(question)} inputMode="decimal" />;
		case "short-text":
			return <TextField {...field} maxLength={answerLimit(question)} />;
	}
}
