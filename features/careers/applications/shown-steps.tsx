import type { CareersChoices } from "../../../shared/careers.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import { CheckboxGroup } from "../../../ui/radio-group.tsx";
import { CareerProfileStep } from "./career-profile-step.tsx";
import { ResumeField } from "./resume-field.tsx";
import { ReviewStep } from "./review-step.tsx";
import { RoleInformationStep } from "./role-information-step.tsx";
import type { FieldError } from "./rules.ts";
import { SelfIdentificationStep } from "./self-identification-step.tsx";
import { idOf } from "./step-props.ts";
import { steps, type StepId } from "./steps.ts";
import type { useApplication } from "./use-application.ts";

type ShownStepsProps = {
	application: ReturnType<typeof useApplication>;
	/** Of the fields that are shown. */
	errors: FieldError[];
	questions: readonly JobQuestion[];
	/** The offer of the talent pool; undefined where there is none. */
	poolOffer: string | undefined;
	choices: CareersChoices;
	thisYear: number;
	/** The step to show; undefined for all that ask for something, on one page. */
	current: StepId | undefined;
	onStep: (step: StepId) => void;
	/** Goes to a field in its step. */
	onOpenField: (field: string) => void;
};

/** One step of the application, or all steps below each other. */
export function ShownSteps(props: ShownStepsProps) {
	const { application, errors, questions, poolOffer, choices, thisYear, current, onStep, onOpenField } = props;
	const { draft, resume, attempts } = application;
	const resumeProps = { resume, onResume: application.chooseResume, errors };
	const step = { draft, onChange: application.change, errors, whole: current === undefined };
	const fieldsOf = {
		careerProfile: <CareerProfileStep {...step} {...resumeProps} thisYear={thisYear} countries={choices.countries} />,
		roleInformation: <RoleInformationStep {...step} choices={choices} questions={questions} />,
		voluntarySelfIdentification: <SelfIdentificationStep {...step} />,
		reviewAndSubmit: (
			<ReviewStep
				draft={draft}
				questions={questions}
				resumeName={resume?.name}
				errors={errors}
				attempt={attempts}
				onChangeStep={onStep}
				onOpenField={onOpenField}
			/>
		),
	};
	const pool = poolOffer !== undefined && (
		<CheckboxGroup
			id={idOf("talentPool")}
			name="talentPool"
			legend="Other positions"
			note="(Optional)"
			options={[{ value: "yes", label: poolOffer }]}
			values={[draft.talentPool]}
			onChange={({ target }) => application.change("talentPool", target.checked ? "yes" : "")}
		/>
	);
	if (current === "reviewAndSubmit")
		return (
			<div className="space-y-8">
				{fieldsOf[current]}
				{pool}
			</div>
		);
	if (current) return fieldsOf[current];
	return (
		<div className="space-y-16">
			{steps.slice(0, -1).map(({ id, title }) => (
				<section key={id}>
					<h2 className="mb-6 text-36">{title}</h2>
					{fieldsOf[id]}
				</section>
			))}
			{pool}
			{/* Last, so that the server has every answer by the time it may have to refuse the file. */}
			<section>
				<h2 className="mb-6 text-36">Resume</h2>
				<ResumeField {...resumeProps} />
			</section>
		</div>
	);
}
