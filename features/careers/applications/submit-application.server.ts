import type { NoteNotice } from "../../../core/notices/note-notice.ts";
import { rememberPersonCheck } from "../../../core/people/person-check.server.ts";
import { notifyOfNewRecord } from "../../../core/records/notifications.server.ts";
import { findSourceLink } from "../../../core/records/source-links.server.ts";
import { submitRecord } from "../../../core/records/submit-record.server.ts";
import { endPoolStay, joinPool } from "../../../core/records/talent-pool.server.ts";
import { noteTrialRecord } from "../../../core/self-trial/trial-store.server.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { enqueueEmails } from "../../../platform/email/enqueue-email.ts";
import type { ReceivedFile } from "../../../platform/files/file-backend.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { findStoredResponse, describeKeyReuse, type RepeatableRequest } from "../../../platform/http/idempotency.ts";
import { createUnusedReference } from "../../../platform/ids/reference.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import type { CareersChoices } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import { noticeField } from "../../../shared/notices.ts";
import {
	listAnswered,
	readQuestionAnswers,
	validateAnswers,
	type QuestionAnswers,
} from "../../../shared/question-answers.ts";
import { isSourceName } from "../../../shared/source-link.ts";
import type { Job, Jobs, OpenJob } from "../jobs/job.ts";
import { listHiringTeam } from "../jobs/jobs-store.server.ts";
import { checkResume } from "../resumes/resume-check.server.ts";
import type { ResumeKind } from "../resumes/resume-kinds.ts";
import { applicationNames } from "./application-names.ts";
import { listApplicationEmails } from "./email-intents.server.ts";
import { cleanResumeName, storedFileName } from "./file-names.server.ts";
import { writePoolOffer } from "./pool-texts.ts";
import { readPostedFields } from "./posted-fields.ts";
import { createManageUrl } from "./private-link.ts";
import type { ReceivedForm } from "./receive-form.server.ts";
import { addErrors, createApplicationRules, readQualificationAnswers, type FieldError } from "./rules.ts";
import { separateSelfIdentification, type SelfIdentificationAnswers } from "./self-identification.server.ts";
import {
	findApplication,
	insertApplication,
	type ApplicationRecord,
	type ApplicationState,
	type StoredAnswers,
} from "./store.server.ts";

type SubmitApplicationResult =
	| { ok: true; reference: string; manageUrl: string; personCheckUrl?: string }
	| { ok: false; errors: FieldError[] };

export type ApplicationDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	/** The options of the form. */
	choices: CareersChoices;
	careersEmail: string;
	/** Origin of the private links, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	files: FileStore;
	jobs: Jobs;
	/** Counts the self-identification, which is stored nowhere else. */
	countSelfIdentification(answers: SelfIdentificationAnswers, now: Temporal.Instant): Promise<void>;
	/** Months of the talent pool that the form offers; 0 where it offers none. */
	poolMonths: number;
	noteNotice: NoteNotice;
	/** Called after every stored application, but not for a repeated one. */
	onStored(state: ApplicationState | "trial"): void;
};

export type SubmitApplication = (
	form: ReceivedForm,
	options?: {
		idempotencyKey?: string | undefined;
		/** The trial of the site whose application it is: nobody is told of it. */
		trial?: { id: string } | undefined;
	},
) => Promise<SubmitApplicationResult>;

/**
 * Creates the function that accepts applications: it checks the form and the resume's content, keeps the resume, then stores application,
 * e-mails and idempotency key in one transaction. A resume that was not kept is the caller's to discard.
 *
 * Suspected spam is quarantined with its e-mails held; the sender is told and can object. A repeated application gets its first response,
 * even if the job has closed since.
 * @throws StorageUnavailableError when nothing can be stored
 */
export function createSubmitApplication(parts: ApplicationDeps): SubmitApplication {
	const { database, clock, company, jobs, choices } = parts;
	const { qualifications } = choices;
	const { validateApplication } = createApplicationRules({ ...choices, locale: company.locale });
	return async ({ fields, resume }, { idempotencyKey, trial } = {}) => {
		const jobId = fields.jobId ?? "";
		const values = readPostedFields(fields, qualifications);
		const checked = validateApplication(values, resume && { size: resume.bytes });
		const posted = readQuestionAnswers(fields);
		const { source = "" } = fields;
		const joinsPool = parts.poolMonths > 0 && fields.talentPool === "yes";
		if (!checked.ok) return { ok: false, errors: addErrorsOfJob(checked.errors, posted, await jobs.find(jobId)) };
		if (!resume) throw new TypeError("The rules let an application through without a resume");
		const { rest, answers: counted } = separateSelfIdentification(checked.application);
		const given = readQualificationAnswers(values.minimumQualifications, qualifications);
		const answers = {
			...rest,
			minimumQualifications: qualifications.map((text, index) => ({ text, answer: given[index] ?? "" })),
		};
		const state = checked.looksLikeSpam || trial ? "quarantined" : "received";
		const request: RepeatableRequest = {
			route: "applications",
			key: idempotencyKey,
			// As it was sent: the job's questions may change before it is sent again.
			body: {
				jobId,
				answers,
				resume: resume.sha256,
				state,
				...(Object.keys(posted).length > 0 && { questions: posted }),
				...(isSourceName(source) && { source }),
				...(joinsPool && { joinsPool }),
			},
		};
		try {
			const stored = await findStoredResponse<Receipt>(database.db, request, clock.now());
			if (stored) return { ok: true, ...stored };
			const job = await jobs.find(jobId);
			if (!job) return { ok: false, errors: [jobGone] };
			// Nobody but a person can answer the position's own questions.
			const unanswered = trial ? [] : validateAnswers(job.questions, posted);
			if (unanswered.length > 0) return { ok: false, errors: unanswered };
			const questions = listAnswered(job.questions, posted);
			const link = isSourceName(source) ? await findSourceLink(database.db, source) : undefined;
			const verdict = await checkResume(resume.path);
			if (!verdict.ok) return { ok: false, errors: [{ field: "resume", message: verdict.message }] };
			return {
				ok: true,
				...(await store(
					{
						job,
						answers: { ...answers, ...(questions.length > 0 && { questions }), ...(link && { link: link.name }) },
						counted,
						resume,
						kind: verdict.kind,
						state,
						joinsPool,
						notice: fields[noticeField],
						trial,
					},
					request,
					parts,
				)),
			};
		} catch (error) {
			return { ok: false, errors: describeKeyReuse(error, "send this as a new application") };
		}
	};
}

/** Adds the errors of the job's questions. */
function addErrorsOfJob(errors: FieldError[], posted: QuestionAnswers, job: OpenJob | undefined): FieldError[] {
	return job ? addErrors(errors, validateAnswers(job.questions, posted)) : [...errors, jobGone];
}

const jobGone: FieldError = { field: "jobId", message: "This position is not open any more, or its id is wrong" };

type Receipt = { reference: string; manageUrl: string; personCheckUrl?: string };

type CheckedForm = {
	job: Pick<Job, "id" | "title">;
	answers: StoredAnswers;
	counted: SelfIdentificationAnswers;
	resume: ReceivedFile & { name: string };
	kind: ResumeKind;
	state: ApplicationState;
	/** Whether the applicant agrees to the talent pool. */
	joinsPool: boolean;
	/** Version of the notice that the form showed. */
	notice: string | undefined;
	trial: { id: string } | undefined;
};

async function store(
	{ job, answers, counted, resume, kind, state, joinsPool, notice, trial }: CheckedForm,
	request: RepeatableRequest,
	parts: ApplicationDeps,
): Promise<Receipt> {
	const { database, clock, company, careersEmail, publicUrl, messageIdDomain, files, poolMonths: months } = parts;
	const now = clock.now();
	const token = createToken();
	const manageUrl = createManageUrl(publicUrl, token);
	const reference = await createUnusedReference(applicationNames.prefix, (candidate) =>
		findApplication(database.db, { reference: candidate }),
	);
	const file = storedFileName(reference, kind);
	const application: ApplicationRecord = {
		reference,
		receivedAt: now,
		jobId: job.id,
		jobTitle: job.title,
		answers,
		resume: { file, name: cleanResumeName(resume.name, kind), bytes: resume.bytes, sha256: resume.sha256 },
		tokenHash: hashToken(token),
		state,
	};
	const { receipt, isNew } = await submitRecord(
		{ database, files },
		{ request, reference, uploaded: [{ file: resume, storedAs: file }], now },
		async (transaction): Promise<Receipt> => {
			await insertApplication(transaction, application);
			await parts.noteNotice(transaction, { reference, shown: notice }, now);
			if (trial) {
				await noteTrialRecord(transaction, trial.id, "application", reference);
				return { reference, manageUrl };
			}
			if (joinsPool)
				await joinPool(
					transaction,
					{ reference, kind: applicationNames.name, email: answers.email },
					{
						askedOn: `the form of the application, /career/apply/${job.id}`,
						givenBy: "form",
						since: now,
						until: endPoolStay(now, months, company.timeZone),
						text: writePoolOffer({ months, companyName: company.name }),
					},
				);
			if (state === "received")
				await notifyOfNewRecord(
					transaction,
					{ reference, topic: job.id },
					{ kind: { ...applicationNames, listTeamOf: listHiringTeam }, now },
				);
			await enqueueEmails(transaction, listApplicationEmails(application, { careersEmail, token }), {
				now,
				messageIdDomain,
				state: state === "quarantined" ? "held" : "waiting",
			});
			return {
				reference,
				manageUrl,
				...(state === "quarantined" && {
					personCheckUrl: await rememberPersonCheck(transaction, reference, { publicUrl, now }),
				}),
			};
		},
	);
	if (isNew) {
		parts.onStored(trial ? "trial" : state);
		// Programs are not counted, and a count cannot be undone.
		if (state === "received") await parts.countSelfIdentification(counted, now);
	}
	return receipt;
}
