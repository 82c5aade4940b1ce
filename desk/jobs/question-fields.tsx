import { questionLimits, type JobQuestion } from "../../shared/questions.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";

const kindNames: Record<JobQuestion["kind"], string> = {
	"short-text": "One line",
	"long-text": "Several lines",
	choice: "Choice",
	"yes-no": "Yes or no",
};

const blank: JobQuestion = { key: "", kind: "short-text", label: "", required: false, options: [] };
/** How many questions can be added at a time. */
const blanks = 2;

/** The job's own questions, with blank ones to fill in. */
export function QuestionFields({ questions, errors }: { questions: JobQuestion[]; errors: FieldError[] }) {
	const rows = [...questions, ...Array.from({ length: blanks }, () => blank)].slice(0, questionLimits.questions);
	return (
		<section aria-labelledby="questions" className="field">
			<h2 id="questions">Extra questions</h2>
			<p className="hint">
				Shown on the second step of the application, up to {questionLimits.questions}. Clear a question’s text to remove
				it; existing answers are kept. Save to add more.
			</p>
			<ol className="question-rows">
				{rows.map((question, index) => (
					<QuestionRow key={`${question.key} ${index}`} question={question} index={index} errors={errors} />
				))}
			</ol>
		</section>
	);
}

function QuestionRow({ question, index, errors }: { question: JobQuestion; index: number; errors: FieldError[] }) {
	const nameOf = (part: string) => `questions-${index}-${part}`;
	const number = index + 1;
	return (
		<li>
			<input type="hidden" name={nameOf("key")} value={question.key} />
			<TextField
				name={nameOf("label")}
				label={`Question ${number}`}
				defaultValue={question.label}
				maxLength={questionLimits.label}
				autoComplete="off"
				spellCheck
				errors={errors}
			/>
			<div className="field-row">
				<SelectField
					name={nameOf("kind")}
					label={<OfQuestion number={number}>Answer type</OfQuestion>}
					options={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
					defaultValue={question.kind}
					errors={errors}
				/>
				<TextField
					name={nameOf("place")}
					label={<OfQuestion number={number}>Order</OfQuestion>}
					type="number"
					min={1}
					max={questionLimits.questions}
					defaultValue={number}
					errors={errors}
				/>
			</div>
			<div className="checks">
				<label>
					<input type="checkbox" name={nameOf("required")} value="yes" defaultChecked={question.required} />
					<OfQuestion number={number}>Required</OfQuestion>
				</label>
			</div>
			<TextArea
				name={nameOf("options")}
				label={<OfQuestion number={number}>Options</OfQuestion>}
				hint="One per line."
				rows={2}
				defaultValue={question.options.join("\n")}
				maxLength={1_400}
				errors={errors}
			/>
		</li>
	);
}

function OfQuestion({ number, children }: { number: number; children: string }) {
	return (
		<span>
			{children}
			<span className="sr-only"> (question {number})</span>
		</span>
	);
}
