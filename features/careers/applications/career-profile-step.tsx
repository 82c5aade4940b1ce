import { findError, TextArea } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { contactNames, linkNames, type ContactLine } from "./application-fields.ts";
import { EducationList, ExperienceList } from "./entry-lists.tsx";
import { ResumeField } from "./resume-field.tsx";
import { draftControl, type StepProps } from "./step-props.ts";
import { LineInput } from "./text-input.tsx";

type CareerProfileStepProps = StepProps & {
	resume: File | undefined;
	onResume: (file: File | undefined) => void;
	thisYear: number;
	countries: readonly string[];
};

const beforeCountry: ContactLine[] = ["fullName", "email", "phone", "preferredPronouns"];
const afterCountry = contactNames.filter((name) => !beforeCountry.includes(name) && name !== "currentAddress");

/** Step 1: contact details and experience. */
export function CareerProfileStep({ resume, onResume, thisYear, countries, ...step }: CareerProfileStepProps) {
	const { draft, onChange, errors, whole } = step;
	return (
		<div className="space-y-12">
			<FieldGroup title="Contact">
				<div className="grid gap-6 md:grid-cols-2">
					{beforeCountry.map((name) => (
						<LineInput key={name} step={step} name={name} />
					))}
					<SelectField {...draftControl(step, "country")} label="Country *" required options={countries} />
					{afterCountry.map((name) => (
						<LineInput key={name} step={step} name={name} />
					))}
				</div>
				<LineInput step={step} name="currentAddress" />
			</FieldGroup>
			<FieldGroup title={whole ? "Cover letter" : "Resume and cover letter"}>
				{!whole && <ResumeField resume={resume} onResume={onResume} errors={errors} />}
				<TextArea {...draftControl(step, "coverLetter")} label="Cover letter" note="(Optional)" />
			</FieldGroup>
			<FieldGroup title="Education">
				<EducationList
					entries={draft.education}
					onChange={(entries) => onChange("education", entries)}
					fixed={whole}
					thisYear={thisYear}
					error={findError(errors, "education")}
				/>
			</FieldGroup>
			<FieldGroup title="Work experience">
				<ExperienceList
					entries={draft.workExperience}
					onChange={(entries) => onChange("workExperience", entries)}
					fixed={whole}
					error={findError(errors, "workExperience")}
				/>
			</FieldGroup>
			<FieldGroup title="Links">
				<div className="grid gap-6 md:grid-cols-2">
					{linkNames.map((name) => (
						<LineInput key={name} step={step} name={name} />
					))}
				</div>
			</FieldGroup>
		</div>
	);
}

function FieldGroup({ title, children }: { title: string; children: React.ReactNode }) {
	return (
		<section className="space-y-6">
			<h3 className="border-b border-hairline pb-3 text-22">{title}</h3>
			{children}
		</section>
	);
}
