import { TextField } from "../../../ui/field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import {
	referredAnswers,
	selfIdentificationLabels,
	selfIdentificationOptions,
	type SelfIdentificationField,
} from "./options.ts";
import { applicationLimits } from "./rules.ts";
import { draftControl, type StepProps } from "./step-props.ts";

const fields = Object.keys(selfIdentificationOptions) as SelfIdentificationField[];

/** Step 3: every field is optional. */
export function SelfIdentificationStep(step: StepProps) {
	return (
		<div className="space-y-10">
			<div className="rounded-12 border border-hairline bg-sand p-5 text-16">
				<p>
					These questions are voluntary. Your answers to them are kept separate from your application: we only add them
					to counters, so nobody who reads your application can see them, and they play no part in the decision. Whether
					somebody referred you belongs to the application.
				</p>
			</div>
			<RadioGroup
				{...draftControl(step, "referred")}
				legend="Were you referred by somebody who works here?"
				options={referredAnswers.map((value) => ({ value, label: value }))}
			/>
			{(step.whole || step.draft.referred === "Yes") && (
				<TextField
					{...draftControl(step, "referrerName")}
					label="Referrer name"
					note="(Optional)"
					maxLength={applicationLimits.line}
				/>
			)}
			<div className="grid gap-6 md:grid-cols-2">
				{fields.map((name) => (
					<SelectField
						key={name}
						{...draftControl(step, name)}
						label={selfIdentificationLabels[name]}
						placeholder="No answer"
						options={selfIdentificationOptions[name]}
					/>
				))}
			</div>
		</div>
	);
}
