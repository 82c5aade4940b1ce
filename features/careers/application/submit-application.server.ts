import type { Clock } from "../../../server/clock.ts";
import type { Database } from "../../../server/database/database.ts";
import { CommitOutcomeUnknownError } from "../../../server/database/storage-errors.ts";
import type { FileStore, ReceivedFile } from "../../../server/files/file-store.ts";
import { answerOnce, IdempotencyKeyReusedError } from "../../../server/http/idempotency.ts";
import { enqueueLetter } from "../../../server/mail/letters-store.ts";
import { createUnusedReference } from "../../../server/reference.ts";
import { createToken, hashToken } from "../../../server/secret-token.ts";
import type { Company } from "../../publishing/content-schema.ts";
import type { Jobs } from "../job.ts";
import { cleanFileName, storedFileName } from "./file-names.server.ts";
import { createApplicationConfirmation, createApplicationNotice } from "./letters.server.tsx";
import { qualificationQuestions } from "./options.ts";
import { readPostedFields } from "./posted-fields.ts";
import type { ReceivedForm } from "./receive-form.server.ts";
import { checkResume } from "./resume-check.server.ts";
import { readQualificationAnswers, validateApplication, type FieldError } from "./rules.ts";
import { separateSelfIdentification, type SelfIdentificationAnswers } from "./self-identification.server.ts";
import { findApplication, insertApplication, type ApplicationRecord } from "./store.server.ts";

export type SubmitApplicationResult = { ok: true; reference: string; manageUrl: string } | { ok: false; errors: FieldError[] };

export type ApplicationParts = {
	database: Database;
	clock: Clock;
	company: Company;
	careersEmail: string;
	/** Origin of the private links, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the letters' Message-IDs. */
	messageIdDomain: string;
	files: FileStore;
	jobs: Jobs;
	/** Adds the answers that are only counted; they are nowhere else. */
	countSelfIdentification(answers: SelfIdentificationAnswers, now: Temporal.Instant): Promise<void>;
	/** Called after every application that was stored, never for a repeated one. */
	onStored(): void;
};

export type SubmitApplication = (form: ReceivedForm, options?: { idempotencyKey?: string | undefined }) => Promise<SubmitApplicationResult>;

/** The address of an application's private link. */
export function createManageUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/career/application/${token}`;
}

/**
 * Makes the function that takes applications: it checks the form and the resume's content, puts the resume in its lasting place and
 * then stores application, letters and idempotency key in one transaction. A resume that is not kept is the caller's to discard.
 *
 * @throws StorageUnavailableError when nothing can be stored now
 */
export function createSubmitApplication(parts: ApplicationParts): SubmitApplication {
	return async (form, { idempotencyKey } = {}) => {
		const checked = await checkForm(form, parts);
		return checked.ok ? store(checked, idempotencyKey, parts) : checked;
	};
}

type CheckedForm = {
	ok: true;
	job: { id: string; title: string };
	answers: ApplicationRecord["answers"];
	counted: SelfIdentificationAnswers;
	resume: ReceivedFile & { name: string };
	kind: Extract<Awaited<ReturnType<typeof checkResume>>, { ok: true }>["kind"];
};

async function checkForm({ fields, resume }: ReceivedForm, { jobs }: ApplicationParts): Promise<CheckedForm | { ok: false; errors: FieldError[] }> {
	const values = readPostedFields(fields);
	const checked = validateApplication(values, resume && { name: resume.name, size: resume.bytes });
	const job = await jobs.find(fields.jobId ?? "");
	const jobErrors = job ? [] : [{ field: "jobId", message: "This position is not open any more, or its id is wrong" }];
	if (!checked.ok || !job) return { ok: false, errors: [...(checked.ok ? [] : checked.errors), ...jobErrors] };
	if (!resume) throw new TypeError("The rules let an application through without a resume");
	const verdict = await checkResume(resume.path, resume.name);
	if (!verdict.ok) return { ok: false, errors: [{ field: "resume", message: verdict.message }] };
	const { rest, answers: counted } = separateSelfIdentification(checked.application);
	const given = readQualificationAnswers(values.minimumQualifications);
	const minimumQualifications = qualificationQuestions.map((text, index) => ({ text, answer: given[index] ?? "" }));
	return { ok: true, job, answers: { ...rest, minimumQualifications }, counted, resume, kind: verdict.kind };
}

async function store({ job, answers, counted, resume, kind }: CheckedForm, idempotencyKey: string | undefined, parts: ApplicationParts): Promise<SubmitApplicationResult> {
	const { database, clock, company, careersEmail, publicUrl, messageIdDomain, files } = parts;
	const now = clock.now();
	const token = createToken();
	const manageUrl = createManageUrl(publicUrl, token);
	const reference = await createUnusedReference("APP", (candidate) => findApplication(database.db, { reference: candidate }));
	const file = storedFileName(reference, kind);
	const application: ApplicationRecord = {
		reference,
		receivedAt: now,
		jobId: job.id,
		jobTitle: job.title,
		answers,
		resume: { file, name: cleanFileName(resume.name), bytes: resume.bytes, sha256: resume.sha256 },
		tokenHash: hashToken(token),
		state: "received",
	};
	const letters = await Promise.all([
		createApplicationNotice(application, { company, careersEmail }),
		createApplicationConfirmation(application, { company, careersEmail, manageUrl }),
	]);
	await files.keep(resume, file);
	let answer: { reference: string; manageUrl: string };
	try {
		answer = await database.write((transaction) =>
			answerOnce(transaction, { route: "applications", key: idempotencyKey, body: { jobId: job.id, answers, resume: resume.sha256 } }, now, async () => {
				await insertApplication(transaction, application);
				for (const letter of letters) await enqueueLetter(transaction, letter, { now, messageIdDomain });
				return { reference, manageUrl };
			}),
		);
	} catch (error) {
		// When the application may be stored, so must its resume be; if it is not, the daily sweep takes the file.
		if (!(error instanceof CommitOutcomeUnknownError)) await files.remove(file);
		if (!(error instanceof IdempotencyKeyReusedError)) throw error;
		return { ok: false, errors: [{ field: "Idempotency-Key", message: "was used for another application before" }] };
	}
	if (answer.reference === reference) {
		parts.onStored();
		await parts.countSelfIdentification(counted, now);
	} else {
		await files.remove(file);
	}
	return { ok: true, ...answer };
}
