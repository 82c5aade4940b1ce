import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type Ref } from "react";
import type { CareersChoices } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import { keyField } from "../../../shared/form-key.ts";
import type { Notice } from "../../../shared/notices.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import { sourceField } from "../../../shared/source-link.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { FormNotice } from "../../../ui/form-notice.tsx";
import { Honeypot } from "../../../ui/honeypot.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { readDraft } from "./draft.ts";
import { FormNotices } from "./form-notices.tsx";
import { LeaveWarning } from "./leave-warning.tsx";
import { writePoolOffer } from "./pool-texts.ts";
import { Progress } from "./progress.tsx";
import { findStepOf, listErrorsOfStep, type FieldError } from "./rules.ts";
import type { ApplicationReceipt } from "./send-application.ts";
import { ShownSteps } from "./shown-steps.tsx";
import { idOf } from "./step-props.ts";
import { steps, type StepId } from "./steps.ts";
import { useApplication, type FirstState } from "./use-application.ts";

/** How long the success text stays before the form closes: docs/product/careers.md, Timings. */
const closeAfterMs = 2000;

type ApplicationFormProps = {
	/** `questions`: what the job asks beyond what every job asks; `line`: "Senior weaver, Leipzig, Germany". */
	job: { id: string; questions: readonly JobQuestion[]; line: string };
	company: Pick<Company, "name" | "locale" | "email">;
	choices: CareersChoices;
	/** The notice about personal data; undefined without one. */
	notice: Notice | undefined;
	/** Months of the talent pool that it offers; 0 for none. */
	poolMonths: number;
	thisYear: number;
	/** Name of the source link that the applicant came by; empty for none. */
	source: string;
	/** All steps on one page, for browsers without scripts. */
	whole?: WholeForm | undefined;
	step: string;
	onStep: (step: StepId) => void;
	/** Called two seconds after the application was submitted. */
	onClose: (receipt: ApplicationReceipt) => void;
};

type WholeForm = {
	/** Makes sending the form twice harmless. */
	idempotencyKey: string;
	/** The refused form, with the server's reasons. */
	rejected: { values: Record<string, string>; errors: FieldError[]; message: string } | null;
};

/** The application: four steps (docs/product/careers.md, Steps), or all their fields on one page. */
export function ApplicationForm({
	job,
	company,
	choices,
	notice,
	poolMonths,
	thisYear,
	source,
	whole,
	step,
	onStep,
	onClose,
}: ApplicationFormProps) {
	const hydrated = useHydrated();
	const [first] = useState(() => whole && readFirstState(whole, choices, company));
	const application = useApplication({ ...job, source, shownNotice: notice?.version }, choices, company, first);
	const { draft, attempts, receipt, progress, sending } = application;
	const index = steps.findIndex(({ id }) => id === step);
	const form = useRef<HTMLFormElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const entered = useRef(step);
	const wantedField = useRef<string>(undefined);
	const close = useEffectEvent(onClose);
	const adopt = useEffectEvent(() => {
		if (!whole || !form.current) return;
		const { resume: file, ...fields } = Object.fromEntries(new FormData(form.current));
		application.adopt(
			readDraft(fields as Record<string, string>, choices),
			file instanceof File && file.name !== "" ? file : undefined,
		);
	});
	useLayoutEffect(() => adopt(), []);

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
		// The pressed button is gone.
		heading.current?.focus();
		const timer = setTimeout(() => close(receipt), closeAfterMs);
		return () => clearTimeout(timer);
	}, [receipt]);

	if (receipt) return <Submitted ref={heading} companyName={company.name} />;
	const current = steps[index];
	if (!current && !whole) return <p role="alert">Something went wrong. Please refresh the page.</p>;
	const reviewing = !whole && current?.id === "reviewAndSubmit";
	const errors = listShownErrors();
	const blocked = errors.length > 0 && !whole;

	function listShownErrors(): FieldError[] {
		// The resume stands last there.
		if (whole)
			return application.errors.toSorted((a, b) => Number(a.field === "resume") - Number(b.field === "resume"));
		// Errors of another step cannot be corrected here, so they neither show nor block; the review lists them all.
		return current && current.id !== "reviewAndSubmit"
			? listErrorsOfStep(current.id, application.errors)
			: application.allErrors;
	}

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
		// The pressed button is about to go.
		heading.current?.focus();
		await application.discardSavedDraft();
	}

	async function advance(event: FormEvent) {
		event.preventDefault();
		if (sending) return;
		if (whole || !current || current.id === "reviewAndSubmit") return application.submit();
		// The button is marked as disabled while there is an error; pressing it leads to the error.
		if (errors[0]) return document.getElementById(idOf(errors[0].field))?.focus();
		if (application.checkStep(current.id)) goTo(index + 1);
	}

	// The steps beneath each other need no name of their own, and nothing locks them until scripts run.
	const Group = whole ? "div" : "fieldset";
	const problem = application.formError && (
		<p role="alert" className="mt-8 rounded-12 border-2 border-error bg-white p-5 font-semibold text-error">
			{application.formError}
		</p>
	);

	return (
		<div>
			{!whole && (
				<Progress current={index} isComplete={(id) => listErrorsOfStep(id, application.allErrors).length === 0} />
			)}
			<LeaveWarning unsaved={application.unsaved} sending={sending} />
			<FormNotices application={application} locale={company.locale} onDone={() => heading.current?.focus()} />
			<form
				ref={form}
				method="post"
				encType="multipart/form-data"
				action={`/career/apply/${job.id}?view=whole`}
				noValidate={!whole || hydrated}
				onSubmit={advance}
				className="mt-10"
			>
				{/* Until scripts run nothing can be typed into a step that they would take away. */}
				<Group {...(!whole && { role: "none", disabled: !hydrated })} className="min-w-0">
					{!whole && (
						<legend>
							<h2 ref={heading} tabIndex={-1} className="text-36">
								{reviewing ? "Review Your Application" : current?.title}
							</h2>
						</legend>
					)}
					{whole && problem}
					{!reviewing && (
						<div className="mt-6">
							<ErrorSummary attempt={attempts} errors={errors} idOf={idOf} />
						</div>
					)}
					{/* Locked while sending. The submit button is outside and keeps the focus. */}
					<div inert={sending} className="mt-8 inert:opacity-60">
						<ShownSteps
							application={application}
							errors={errors}
							questions={job.questions}
							poolOffer={
								poolMonths === 0 ? undefined : writePoolOffer({ months: poolMonths, companyName: company.name })
							}
							choices={choices}
							thisYear={thisYear}
							current={whole ? undefined : current?.id}
							onStep={onStep}
							onOpenField={openField}
						/>
						{whole && (
							<>
								<input type="hidden" name="jobId" value={job.id} />
								{source !== "" && <input type="hidden" name={sourceField} value={source} />}
								<input type="hidden" name="idempotencyKey" value={whole.idempotencyKey} />
							</>
						)}
					</div>
					<Honeypot
						value={draft.leaveEmpty}
						onChange={({ target }) => application.change("leaveEmpty", target.value)}
					/>
					{!whole && problem}
					{/* Announced once, when sending begins: the accessible name has no percentage. */}
					<div role="status">
						{progress !== undefined && (
							<label className="mt-8 block text-16">
								Sending your application: <span aria-hidden="true">{Math.round(progress * 100)} %</span>
								<progress value={progress} max={1} className="mt-2 block w-full accent-ink" />
							</label>
						)}
					</div>
					{notice && (
						<div className="mt-10">
							<FormNotice notice={notice} />
						</div>
					)}
					<div className="mt-10 flex flex-wrap gap-3 border-t border-hairline pt-6">
						{!whole && index > 0 && (
							<Button look="secondary" disabled={sending} onClick={() => goTo(index - 1)}>
								Previous
							</Button>
						)}
						{!reviewing && !whole && (
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
							{reviewing || whole ? "Submit Application" : "Next"}
						</Button>
					</div>
					{/* Always present, so that screen readers announce its changes. */}
					<p
						role="status"
						className={`mt-4 font-semibold ${application.notice?.kind === "failed" ? "text-error" : "text-success"}`}
					>
						{application.notice?.text}
					</p>
					<p className="mt-6 text-14 text-muted">
						Applying for {job.line}.
						{!reviewing &&
							!whole &&
							" Save keeps what you typed, with your resume, in this browser on this device and sends nothing. Do not use it on a device that others use too."}
					</p>
				</Group>
			</form>
		</div>
	);
}

function Submitted({ ref, companyName }: { ref: Ref<HTMLHeadingElement>; companyName: string }) {
	return (
		<div className="rounded-20 border border-success bg-white p-10 text-center">
			<h2 ref={ref} tabIndex={-1} className="text-36">
				Application Submitted!
			</h2>
			<p className="mt-3">Thank you for your interest in {companyName}. We'll be in touch soon.</p>
		</div>
	);
}

function readFirstState(
	{ rejected }: WholeForm,
	choices: CareersChoices,
	{ email }: Pick<Company, "email">,
): FirstState {
	const errors = (rejected?.errors ?? []).filter(({ field }) => field !== keyField);
	return {
		draft: readDraft({ ...rejected?.values, leaveEmpty: "" }, choices),
		errors,
		formError:
			rejected && errors.length === 0
				? `${rejected.message.replace(/\.?$/, ".")} What you typed is still here: please choose your resume again and send it once more, or write to ${email}.`
				: undefined,
	};
}
