import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CareersChoices } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import { createIdempotencyKey } from "../../../shared/idempotency-key.ts";
import { validateAnswers } from "../../../shared/question-answers.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import { useReturn } from "../../../ui/use-return.ts";
import { discardDraft, findDraft, saveDraft, type SavedDraft } from "./draft-store.ts";
import { createEmptyDraft, renewDraft, toFormData, type Draft } from "./draft.ts";
import { copyResume, findResumeFault } from "./read-resume.ts";
import {
	addErrors,
	createApplicationRules,
	findStepOf,
	validateResume,
	type FieldError,
	type FormStep,
} from "./rules.ts";
import { sendApplication, type ApplicationReceipt } from "./send-application.ts";

/** How long "Progress saved!" shows: docs/product/careers.md, Timings. */
const doneMessageMs = 3000;

/** The first state of a form that was filled in, or refused, before scripts ran. */
export type FirstState = { draft: Draft; errors: FieldError[]; formError: string | undefined };

/** The state of one application, and its actions; the open step is in the URL. */
export function useApplication(
	{
		id: jobId,
		questions,
		source,
		shownNotice,
	}: {
		id: string;
		questions: readonly JobQuestion[];
		source: string;
		/** Version of what the form says about personal data. */
		shownNotice: string | undefined;
	},
	choices: CareersChoices,
	{ locale }: Pick<Company, "locale">,
	first?: FirstState,
) {
	const [rules] = useState(() => createApplicationRules({ ...choices, locale }));
	const [emptyDraft] = useState(() => first?.draft ?? createEmptyDraft(choices));
	const [draft, setDraft] = useState<Draft>(emptyDraft);
	const [resume, setResume] = useState<File>();
	const [errors, setErrors] = useState(first?.errors ?? []);
	const [attempts, setAttempts] = useState(first?.errors.length ? 1 : 0);
	const [savedDraft, setSavedDraft] = useState<SavedDraft>();
	const [keptOnDevice, setKeptOnDevice] = useState(false);
	const [notice, setNotice] = useState<{ kind: "done" | "failed"; text: string }>();
	const [formError, setFormError] = useState(first?.formError);
	const [progress, setProgress] = useState<number>();
	const [receipt, setReceipt] = useState<ApplicationReceipt>();
	const [leaveTo, setLeaveTo] = useState<string>();
	// The saved draft; nothing is unsaved while the form still holds these objects.
	const [kept, setKept] = useState<{ draft: Draft; resume: File | undefined }>({
		draft: emptyDraft,
		resume: undefined,
	});
	const upload = useRef<AbortController>(undefined);
	const chosen = useRef<File>(undefined);
	// One key for one form: a submission repeated after a lost response must not create a second application.
	const key = useRef<{ key: string; fresh: boolean }>({ key: "", fresh: true });

	useEffect(
		() =>
			void findDraft(jobId).then((found) => {
				setSavedDraft(found);
				setKeptOnDevice(found !== undefined);
			}),
		[jobId],
	);

	const sending = progress !== undefined;
	const unsaved = !receipt && (draft !== kept.draft || resume !== kept.resume);
	// Together with the message, so that a reload on reading it asks nothing.
	useLayoutEffect(() => {
		if (!unsaved && !sending) return;
		const warn = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener("beforeunload", warn);
		return () => window.removeEventListener("beforeunload", warn);
	}, [unsaved, sending]);

	// After the warning has gone: the application is stored.
	useEffect(() => {
		if (leaveTo !== undefined) window.location.assign(leaveTo);
	}, [leaveTo]);

	// The same form sent once more leads to the same page.
	useReturn(() => setLeaveTo(undefined));

	// The visitor was asked before leaving and may send the draft later, so it must not arrive now.
	useEffect(() => () => upload.current?.abort(), []);

	useEffect(() => {
		if (notice?.kind !== "done") return;
		const timer = setTimeout(() => setNotice(undefined), doneMessageMs);
		return () => clearTimeout(timer);
	}, [notice]);

	const checked = rules.validateApplication(draft, resume);
	// A value that the server refused stays refused until it changes.
	const ofForm = checked.ok ? [] : checked.errors;
	const allErrors = addErrors(errors, addErrors(ofForm, validateAnswers(questions, draft.questionAnswers)));

	function markChanged(field: string) {
		key.current.fresh = true;
		setErrors((current) => current.filter((error) => error.field !== field && !error.field.startsWith(`${field}-`)));
	}

	function reject(found: FieldError[]): false {
		setErrors((current) => addErrors(current, found));
		setAttempts((count) => count + 1);
		return false;
	}

	return {
		draft,
		resume,
		/** Errors found when trying to continue. */
		errors,
		/** Everything that prevents sending. */
		allErrors,
		attempts,
		/** The draft of an earlier visit, until it is restored or discarded. */
		savedDraft,
		keptOnDevice,
		notice,
		formError,
		/** Share of the upload that was sent, 0 to 1, while it runs. */
		progress,
		sending,
		receipt,
		/** Whether leaving now would lose typed text. */
		unsaved,

		change<Name extends keyof Draft>(name: Name, value: Draft[Name], changedField: string = name) {
			setDraft((current) => ({ ...current, [name]: value }));
			markChanged(changedField);
		},
		/** Takes over what was typed before scripts ran. */
		adopt(typed: Draft, file: File | undefined) {
			if (JSON.stringify(typed) !== JSON.stringify(draft)) setDraft(typed);
			if (file) setResume(file);
		},
		chooseResume(file: File | undefined) {
			chosen.current = file;
			setResume(file);
			markChanged("resume");
			if (!file) return;
			const found = validateResume(file);
			setErrors((current) => [...current, ...found]);
			if (found.length > 0) return;
			void findResumeFault(file).then((fault) => {
				if (fault && chosen.current === file) setErrors((current) => addErrors(current, [fault]));
			});
		},
		/** Whether a step is valid; if not, its errors are shown and focused. */
		checkStep(step: FormStep): boolean {
			const ofFile = step === "careerProfile" ? errors.filter(({ field }) => field === "resume") : [];
			const found = addErrors(ofFile, rules.validateStep(step, draft, resume, questions));
			return found.length === 0 || reject(found);
		},
		async save(): Promise<void> {
			try {
				await saveDraft(jobId, draft, resume, Date.now());
				setKept({ draft, resume });
				setKeptOnDevice(true);
				// An offered earlier draft has just been replaced.
				setSavedDraft(undefined);
				setNotice({ kind: "done", text: "Progress saved!" });
			} catch {
				setNotice({ kind: "failed", text: "Failed to save progress." });
			}
		},
		continueSavedDraft() {
			if (!savedDraft) return;
			const found = { draft: renewDraft(savedDraft.draft, choices), resume: savedDraft.resume };
			setDraft(found.draft);
			setResume(found.resume);
			setKept(found);
			setErrors([]);
			setSavedDraft(undefined);
			key.current.fresh = true;
		},
		/** Removes the draft from the device and keeps the form. */
		async discardSavedDraft(): Promise<void> {
			await discardDraft(jobId);
			setSavedDraft(undefined);
			setKeptOnDevice(false);
			setKept({ draft: emptyDraft, resume: undefined });
			setNotice({ kind: "done", text: "Draft discarded." });
		},
		async submit(): Promise<void> {
			if (allErrors.length > 0) return void reject(allErrors);
			if (key.current.fresh) key.current = { key: createIdempotencyKey(), fresh: false };
			setFormError(undefined);
			setProgress(0);
			const read = resume && (await copyResume(resume));
			if (read && "fault" in read) {
				setProgress(undefined);
				return void reject([read.fault]);
			}
			upload.current = new AbortController();
			const outcome = await sendApplication(
				toFormData(draft, read?.copy, { jobId, source, notice: shownNotice }),
				key.current.key,
				setProgress,
				upload.current.signal,
			);
			if (outcome.kind === "refused") {
				setProgress(undefined);
				setFormError(outcome.message);
				// An error without a field, such as a closed position, does not prevent sending again.
				const mendable = outcome.errors.filter(({ field }) => findStepOf(field));
				if (mendable.length > 0) reject(mendable);
				return;
			}
			await discardDraft(jobId);
			setProgress(undefined);
			const { personCheckPath } = outcome.receipt;
			if (personCheckPath === undefined) return setReceipt(outcome.receipt);
			setKept({ draft, resume });
			setLeaveTo(personCheckPath);
		},
	};
}
