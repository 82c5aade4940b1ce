import { useEffect, useEffectEvent, useRef, type FormEvent } from "react";
import type { CareersChoices } from "../../../shared/careers.ts";
import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { Company } from "../../../shared/company.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { CareerProfileStep } from "./career-profile-step.tsx";
import { FormNotices } from "./form-notices.tsx";
import { LeaveWarning } from "./leave-warning.tsx";
import { Progress } from "./progress.tsx";
import { ReviewStep } from "./review-step.tsx";
import { RoleInformationStep } from "./role-information-step.tsx";
import { SelfIdentificationStep } from "./self-identification-step.tsx";
import { findStepOf, listErrorsOfStep } from "./rules.ts";
import type { ApplicationReceipt } from "./send-application.ts";
import { idOf } from "./step-props.ts";
import { steps, type StepId } from "./steps.ts";
import { useApplication } from "./use-application.ts";

/** How long the success text stands before the form closes: docs/product/careers.md, Timings. */
const closeAfterMs = 2000;

type ApplicationFormProps = {
	jobId: string;
	/** What the job asks beyond what every job asks. */
	questions: readonly JobQuestion[];
	/** "Senior weaver, Leipzig, Germany" */
	jobLine: string;
	company: Pick<Company, "name" | "locale">;
	choices: CareersChoices;
	thisYear: number;
	step: string;
	onStep: (step: StepId) => void;
	/** Called two seconds after the application was submitted. */
	onClose: (receipt: ApplicationReceipt) => void;
};

/** The four-step application: docs/product/careers.md, Steps. */
export function ApplicationForm({
	jobId,
	questions,
	jobLine,
	company,
	choices,
	thisYear,
	step,
	onStep,
	onClose,
}: ApplicationFormProps) {
	const hydrated = useHydrated();
	const application = useApplication({ id: jobId, questions }, choices, company);
	const { draft, resume, attempts, receipt, progress, sending } = application;
	const index = steps.findIndex(({ id }) => id === step);
	const heading = useRef<HTMLHeadingElement>(null);
	const entered = useRef(step);
	const wantedField = useRef<string>(undefined);
	const close = useEffectEvent(onClose);

	useEffect(() => {
		if (entered.current === step) return;
		entered.current = step;
		window.scrollTo(0, 0);
		const field = wantedField.current && document.getElementById(idOf(wantedField.current));
		wantedField.current = undefined;
		if (field) field.focus();
		else heading.current?.focus({ preventScroll: true });
	}, [step]);

	useEffect(() => {
		if (!receipt) return;
		// The button that was pressed is gone.
		heading.current?.focus();
		const timer = setTimeout(() => close(receipt), closeAfterMs);
		return () => clearTimeout(timer);
	}, [receipt]);

	if (receipt) {
		return (
			<div className="rounded-20 border border-success bg-white p-10 text-center">
				<h2 ref={heading} tabIndex={-1} className="text-36">
					Application Submitted!
				</h2>
				<p className="mt-3">Thank you for your interest in {company.name}. We'll be in touch soon.</p>
			</div>
		);
	}
	const current = steps[index];
	if (!current) return <p role="alert">Something went wrong. Please refresh the page.</p>;
	const reviewing = current.id === "reviewAndSubmit";
	// An error of another step cannot be mended here, so it neither shows nor blocks here; the review lists them all.
	const errors =
		current.id === "reviewAndSubmit" ? application.allErrors : listErrorsOfStep(current.id, application.errors);
	const blocked = errors.length > 0;

	function goTo(target: number) {
		const next = steps[Math.min(Math.max(target, 0), steps.length - 1)];
		if (next) onStep(next.id);
	}

	function openField(field: string) {
		const owner = findStepOf(field);
		if (!owner) return;
		wantedField.current = field;
		onStep(owner);
	}

	async function discardDraft() {
		// The button that was pressed is about to go.
		heading.current?.focus();
		await application.discardSavedDraft();
	}

	async function advance(event: FormEvent) {
		event.preventDefault();
		if (!current || sending) return;
		if (current.id === "reviewAndSubmit") return application.submit();
		// The button is marked as disabled while an error stands; pressing it leads to that error.
		if (errors[0]) return document.getElementById(idOf(errors[0].field))?.focus();
		if (application.checkStep(current.id)) goTo(index + 1);
	}

	const stepProps = {
		draft,
		onChange: application.change,
		errors,
	};

	return (
		<div>
			<Progress current={index} isComplete={(id) => listErrorsOfStep(id, application.allErrors).length === 0} />
			<LeaveWarning unsaved={application.unsaved} sending={sending} />
			<FormNotices application={application} locale={company.locale} onDone={() => heading.current?.focus()} />
			{/* Until scripts run nothing can be typed that they would take away. Were it sent all the same, it would not stand in an address. */}
			<form
				method="post"
				encType="multipart/form-data"
				action={`/career/apply/${jobId}?view=whole`}
				noValidate
				onSubmit={advance}
				className="mt-10"
			>
				<fieldset role="none" disabled={!hydrated} className="min-w-0">
					<legend>
						<h2 ref={heading} tabIndex={-1} className="text-36">
							{reviewing ? "Review Your Application" : current.title}
						</h2>
					</legend>
					{!reviewing && (
						<div className="mt-6">
							<ErrorSummary attempt={attempts} errors={errors} idOf={idOf} />
						</div>
					)}
					{/* What is being sent cannot be changed any more. The button that sends stays outside and keeps the focus. */}
					<div inert={sending} className="mt-8 inert:opacity-60">
						{current.id === "careerProfile" && (
							<CareerProfileStep
								{...stepProps}
								resume={resume}
								onResume={application.chooseResume}
								thisYear={thisYear}
								countries={choices.countries}
							/>
						)}
						{current.id === "roleInformation" && (
							<RoleInformationStep {...stepProps} choices={choices} questions={questions} />
						)}
						{current.id === "voluntarySelfIdentification" && <SelfIdentificationStep {...stepProps} />}
						{reviewing && (
							<ReviewStep
								draft={draft}
								questions={questions}
								resumeName={resume?.name}
								errors={errors}
								attempt={attempts}
								onChangeStep={onStep}
								onOpenField={openField}
							/>
						)}
					</div>
					<div aria-hidden="true" className="sr-only">
						<label>
							Leave this empty{" "}
							<input
								name="leaveEmpty"
								tabIndex={-1}
								autoComplete="off"
								value={draft.leaveEmpty}
								onChange={(event) => application.change("leaveEmpty", event.target.value)}
							/>
						</label>
					</div>
					{application.formError && (
						<p role="alert" className="mt-8 rounded-12 border-2 border-error bg-white p-5 font-semibold text-error">
							{application.formError}
						</p>
					)}
					{/* Read out once, when the sending begins: the share that has gone is in no name. */}
					<div role="status">
						{progress !== undefined && (
							<label className="mt-8 block text-16">
								Sending your application: <span aria-hidden="true">{Math.round(progress * 100)} %</span>
								<progress value={progress} max={1} className="mt-2 block w-full accent-ink" />
							</label>
						)}
					</div>
					<div className="mt-10 flex flex-wrap gap-3 border-t border-hairline pt-6">
						{index > 0 && (
							<Button look="secondary" disabled={sending} onClick={() => goTo(index - 1)}>
								Previous
							</Button>
						)}
						{!reviewing && (
							<Button look="secondary" disabled={sending} onClick={application.save}>
								Save
							</Button>
						)}
						{application.keptOnDevice && !application.savedDraft && (
							<Button look="quiet" disabled={sending} onClick={discardDraft}>
								Discard draft
							</Button>
						)}
						<Button type="submit" aria-disabled={blocked || sending}>
							{reviewing ? "Submit Application" : "Next"}
						</Button>
					</div>
					{/* Always there, so that a screen reader reads what it comes to say. */}
					<p
						role="status"
						className={`mt-4 font-semibold ${application.notice?.kind === "failed" ? "text-error" : "text-success"}`}
					>
						{application.notice?.text}
					</p>
					<p className="mt-6 text-14 text-muted">
						Applying for {jobLine}.
						{!reviewing &&
							" Save keeps what you typed, with your resume, in this browser on this device and sends nothing. Do not use it on a device that others use too."}
					</p>
				</fieldset>
			</form>
		</div>
	);
}
