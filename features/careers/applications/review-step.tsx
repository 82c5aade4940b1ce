import type { ReactNode } from "react";
import { listAnswered } from "../../../shared/question-answers.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { answerLabels, linkLines, linkNames, listContact } from "./application-fields.ts";
import type { Draft } from "./draft.ts";
import { selfIdentificationLabels, type SelfIdentificationField } from "./options.ts";
import { completeWebAddress, isWebAddress, type FieldError } from "./rules.ts";
import { idOf } from "./step-props.ts";
import type { StepId } from "./steps.ts";
import { formatAnswer, describeEducation, describeExperience } from "./texts.ts";

type ReviewStepProps = {
	draft: Draft;
	questions: readonly JobQuestion[];
	resumeName: string | undefined;
	errors: FieldError[];
	attempt: number;
	onChangeStep: (step: StepId) => void;
	/** Opens a field in its step. */
	onOpenField: (field: string) => void;
};

/** Step 4: what will be sent, in the formats of docs/product/careers.md, Review step. */
export function ReviewStep(props: ReviewStepProps) {
	const { draft, questions, resumeName, errors, attempt, onChangeStep, onOpenField } = props;
	return (
		<div className="space-y-8">
			<p>Please review all the information you have provided before submitting your application.</p>
			<ErrorSummary
				title="Please correct the following errors before submitting:"
				attempt={attempt}
				errors={errors}
				idOf={idOf}
				openField={onOpenField}
			/>
			<CareersProfile draft={draft} resumeName={resumeName} onChange={() => onChangeStep("careerProfile")} />
			<RoleInformation draft={draft} questions={questions} onChange={() => onChangeStep("roleInformation")} />
			<SelfIdentification draft={draft} onChange={() => onChangeStep("voluntarySelfIdentification")} />
		</div>
	);
}

function CareersProfile({
	draft,
	resumeName,
	onChange,
}: {
	draft: Draft;
	resumeName: string | undefined;
	onChange: () => void;
}) {
	const givenLinks = linkNames.flatMap((name) => {
		const address = completeWebAddress(draft[name].trim());
		return isWebAddress(address) ? [{ label: linkLines[name].shown, address }] : [];
	});
	return (
		<Block title="Careers Profile" onChange={onChange}>
			{listContact(draft)
				.filter(({ required, value }) => required || value)
				.map(({ name, label, value }) => (
					<Line key={name} label={label}>
						{value}
					</Line>
				))}
			<Line label="Resume">{resumeName ?? "Not uploaded"}</Line>
			{draft.coverLetter && <Line label="Cover letter">Cover Letter provided</Line>}
			{draft.education[0]?.school && <Lines label="Education" texts={draft.education.map(describeEducation)} />}
			{draft.workExperience[0]?.company && (
				<Lines label="Work Experience" texts={draft.workExperience.map(describeExperience)} />
			)}
			{givenLinks.length > 0 && (
				<Line label="Links">
					{givenLinks.map(({ label, address }) => (
						<a
							key={label}
							href={address}
							target="_blank"
							rel="noopener noreferrer"
							className="mr-4 text-accent-text underline underline-offset-4 hover:text-ink"
						>
							{label}
							<span className="sr-only"> (opens in a new tab)</span>
						</a>
					))}
				</Line>
			)}
		</Block>
	);
}

function RoleInformation({
	draft,
	questions,
	onChange,
}: {
	draft: Draft;
	questions: readonly JobQuestion[];
	onChange: () => void;
}) {
	const answered = draft.minimumQualifications.some(({ answer }) => answer);
	return (
		<Block title="Role Information" onChange={onChange}>
			{draft.preferredLocation && <Line label={answerLabels.preferredLocation}>{draft.preferredLocation}</Line>}
			{answered && (
				<Line label={answerLabels.minimumQualifications}>
					{draft.minimumQualifications.map(({ text, answer }) => (
						<span key={text} className="block">{`${text}: ${answer ? formatAnswer(answer) : "Not Answered"}`}</span>
					))}
				</Line>
			)}
			{draft.eligibleToWork && <Line label={answerLabels.eligibleToWork}>{formatAnswer(draft.eligibleToWork)}</Line>}
			{draft.requiresSponsorship && (
				<Line label={answerLabels.requiresSponsorship}>{formatAnswer(draft.requiresSponsorship)}</Line>
			)}
			{listAnswered(questions, draft.questionAnswers).map(({ key, question, answer }) => (
				<Line key={key} label={question}>
					<span dir="auto" className="block whitespace-pre-line">
						{answer}
					</span>
				</Line>
			))}
		</Block>
	);
}

function SelfIdentification({ draft, onChange }: { draft: Draft; onChange: () => void }) {
	const answers = (Object.entries(selfIdentificationLabels) as [SelfIdentificationField, string][]).filter(
		([name]) => draft[name],
	);
	if (draft.referred === "No" && answers.length === 0) return null;
	return (
		<Block title="Voluntary Self-Identification" onChange={onChange}>
			<Line label={answerLabels.referred}>
				{draft.referrerName && draft.referred === "Yes" ? `Yes by ${draft.referrerName}` : draft.referred}
			</Line>
			{answers.map(([name, label]) => (
				<Line key={name} label={label}>
					{draft[name]}
				</Line>
			))}
		</Block>
	);
}

function Block({ title, onChange, children }: { title: string; onChange: () => void; children: ReactNode }) {
	return (
		<section className="rounded-12 border border-hairline bg-white p-6">
			<div className="flex items-center justify-between gap-4">
				<h3 className="text-22">{title}</h3>
				<button
					type="button"
					onClick={onChange}
					className="min-h-11 text-16 font-semibold text-accent-text underline underline-offset-4 hover:text-ink"
				>
					Change<span className="sr-only"> {title}</span>
				</button>
			</div>
			<dl className="mt-4 divide-y divide-hairline">{children}</dl>
		</section>
	);
}

function Line({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="grid gap-1 py-3 text-16 md:grid-cols-3">
			<dt className="text-muted">{label}</dt>
			<dd dir="auto" className="min-w-0 text-ink md:col-span-2">
				{children}
			</dd>
		</div>
	);
}

function Lines({ label, texts }: { label: string; texts: string[] }) {
	return (
		<Line label={label}>
			{texts.filter(Boolean).map((text, index) => (
				<span key={index} dir="auto" className="block">
					{text}
				</span>
			))}
		</Line>
	);
}
