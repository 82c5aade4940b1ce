import { sql } from "kysely";
import type { ImportKind, KeptFile, RowValues } from "../../../core/imports/import-kind.ts";
import { simplify, type ImportField } from "../../../core/imports/match-columns.ts";
import {
	createRecordImport,
	readText,
	type ImportedPerson,
	type OwnValues,
	type RecordImportDeps,
} from "../../../core/imports/record-import.server.ts";
import { recordSources } from "../../../core/records/record-sources.ts";
import { joinName } from "../../../core/records/split-name.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import { checkResume } from "../resumes/resume-check.server.ts";
import { resumeKinds, type ResumeKind } from "../resumes/resume-kinds.ts";
import { lineLimits, linkLines, linkNames } from "./application-fields.ts";
import { applicationNames } from "./application-names.ts";
import { notAsked } from "./enter-application.server.ts";
import { cleanResumeName } from "./file-names.server.ts";
import { applicantPresets } from "./import-presets.ts";
import { completeWebAddress, isWebAddress, maxResumeBytes } from "./rules.ts";
import { generalTopic, insertApplication, toJobColumns, type StoredAnswers } from "./store.server.ts";

const unusableResume =
	"The resume is not a PDF, DOC or DOCX file without a password, macros or programs in it, so it is left out.";

const linkSynonyms: Record<(typeof linkNames)[number], string[]> = {
	linkedin: ["linkedin url", "linkedin profile", "linked in", "social media"],
	github: ["github url", "github profile"],
	portfolio: ["portfolio url", "website", "website url", "websites", "personal website"],
	otherLink: ["links", "other links", "url"],
};

/** Columns of applicants as exports of recruiting tools name them. */
const fields: readonly ImportField[] = [
	{
		key: "job",
		label: "Job",
		synonyms: [
			"position",
			"position title",
			"applied for",
			"job name",
			"job title",
			"job applied for",
			"posting",
			"posting title",
			"opening",
			"requisition",
			"role",
			"vacancy",
		],
	},
	{ key: "city", label: "City", synonyms: ["location", "candidate location", "current location", "town"] },
	{ key: "country", label: "Country", synonyms: ["country region", "country name"] },
	...linkNames.map((name) => ({ key: name, label: linkLines[name].shown, synonyms: linkSynonyms[name] })),
	{
		key: "resume",
		label: "Resume file",
		synonyms: [
			"resume",
			"cv",
			"cv file",
			"resume filename",
			"resume file name",
			"file",
			"filename",
			"file name",
			"attachment",
			"attachments",
			"resumes",
			"documents",
		],
	},
	{ key: "coverLetter", label: "Cover letter", synonyms: ["message", "motivation", "application text"] },
];

type Own = Pick<StoredAnswers, "city" | "country" | "coverLetter" | (typeof linkNames)[number]> & {
	job: { id: string; title: string } | undefined;
};

/** Declares the import of applicants, each of whom becomes an application, with a resume if the row names one of an archive. */
export function createApplicationImport(parts: RecordImportDeps): ImportKind {
	return createRecordImport<Own>({
		...parts,
		key: "applicants",
		name: "Applicants",
		about: "Each row becomes an application, with its resume if a ZIP file holds it.",
		fields,
		presets: applicantPresets,
		needsEmail: false,
		source: recordSources.other.key,
		keepsSource: true,
		stage: "",
		matches: sql`kind = ${applicationNames.name}`,
		async createOwnReader(db) {
			const jobs = await db.selectFrom("jobs").select(["id", "title"]).execute();
			const byName = new Map(jobs.flatMap((job) => [job.title, job.id].map((name) => [simplify(name), job])));
			return (values) => readOwn(values, byName);
		},
		file: {
			field: "resume",
			name: "the resume",
			mostBytes: maxResumeBytes,
			endings: resumeKinds,
			async check(path) {
				const verdict = await checkResume(path);
				return verdict.ok ? { ending: verdict.kind } : { refused: unusableResume };
			},
		},
		insert: insertImported,
	});
}

function readOwn(
	values: RowValues,
	jobs: ReadonlyMap<string, { id: string; title: string }>,
): OwnValues<Own> | { refused: string } {
	const { line } = values;
	const coverLetter = readText(values, "coverLetter");
	if (coverLetter === undefined) return { refused: "The cover letter is longer than 10,000 characters." };
	const [city, country] = [line("city"), line("country")];
	if (city.length > lineLimits.line || country.length > lineLimits.line)
		return { refused: `The city or the country is longer than ${lineLimits.line} characters.` };
	const remarks: string[] = [];
	const notes: string[] = [];
	const links = Object.fromEntries(
		linkNames.map((name) => {
			const typed = line(name);
			const address = completeWebAddress(typed);
			if (typed === "" || (isWebAddress(address) && address.length <= lineLimits.link)) return [name, address];
			remarks.push(`${linkLines[name].shown} is not a web address, so it is in the notes.`);
			notes.push(`${linkLines[name].shown}: ${typed}`);
			return [name, ""];
		}),
	) as Pick<Own, (typeof linkNames)[number]>;
	const jobName = line("job");
	const job = jobs.get(simplify(jobName));
	if (jobName !== "" && !job) {
		remarks.push("There is no such job, so it is a general application.");
		notes.push(`Job: ${jobName}`);
	}
	return { own: { ...links, city, country, coverLetter, job }, topic: job?.id ?? generalTopic, remarks, notes };
}

function kindOf({ storedAs }: KeptFile): ResumeKind {
	return resumeKinds.find((kind) => storedAs.endsWith(`.${kind}`)) ?? "pdf";
}

async function insertImported(
	transaction: WriteTransaction,
	{ reference, receivedAt, firstName, lastName, email, phone, source, consent, note }: ImportedPerson,
	{ job, ...own }: Own,
	file: KeptFile | undefined,
): Promise<void> {
	const application: Parameters<typeof insertApplication>[1] = {
		reference,
		receivedAt,
		...toJobColumns(job),
		answers: {
			...notAsked,
			...own,
			fullName: joinName({ firstName, lastName }),
			email,
			phone,
			entered: { source, consent },
		},
		resume: file && {
			file: file.storedAs,
			name: cleanResumeName(file.name, kindOf(file)),
			bytes: file.bytes,
			sha256: file.sha256,
		},
		// Nobody gets the private link.
		tokenHash: hashToken(createToken()),
		state: "received",
	};
	await insertApplication(transaction, application, { note });
}
