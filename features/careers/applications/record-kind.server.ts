import { createStateQuarantine } from "../../../core/records/quarantine.server.ts";
import type { RecordDeclaration, SentRecord } from "../../../core/records/record-kind.ts";
import { recordSources } from "../../../core/records/record-sources.ts";
import { listSourceLinks, nameSourceLink, type SourceLink } from "../../../core/records/source-links.server.ts";
import { splitName } from "../../../core/records/split-name.ts";
import { findPoolStays, type PoolStay } from "../../../core/records/talent-pool.server.ts";
import type { Company } from "../../../shared/company.ts";
import { applicationOutcomes } from "../../../shared/desk.ts";
import { formatDate } from "../../../shared/format-date.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { listJobCriteria } from "../jobs/job-criteria-store.server.ts";
import { listJobStages, ownJobStages } from "../jobs/job-stages-store.server.ts";
import { listAllJobs, listHiringTeam } from "../jobs/jobs-store.server.ts";
import { applicationColumns, toApplicationRow } from "./application-csv.server.ts";
import { applicationNames } from "./application-names.ts";
import { describeApplication } from "./describe-application.server.ts";
import { enterApplication } from "./enter-application.server.ts";
import { poolPath } from "./private-link.ts";
import { findAppliedAgain, listOfSamePerson, type SharedTrait } from "./same-person.server.ts";
import {
	applicationStore,
	findIncomplete,
	findReferredFiles,
	listApplicationFiles,
	listAppliedJobs,
	listExpiredApplications,
	listResumes,
	type ApplicationRecord,
} from "./store.server.ts";
import { describeOccupation } from "./texts.ts";

const { phone: _phone, site, referral, ...others } = recordSources;

const sharedInWords: Record<SharedTrait, string> = { address: "address", phone: "phone number", resume: "resume" };

/** Declares applications as a kind of record, with their resumes; withdrawn ones are deleted earlier. */
export function createApplicationKind({
	company,
	careersEmail,
	keptMonths,
	publicUrl,
}: {
	company: Pick<Company, "timeZone" | "timeZoneLabel">;
	careersEmail: string;
	keptMonths: number;
	/** Origin of private links, without a slash at the end. */
	publicUrl: string;
}): RecordDeclaration {
	return {
		...applicationNames,
		store: applicationStore,
		columns: [`Received (${company.timeZoneLabel})`, "Position", "Name", "E-mail"],
		emptyListText: "No applications.",
		csv: { columns: applicationColumns, toRow: toApplicationRow },
		about: "Position",
		listTopics: listAppliedJobs,
		listSubjects: async (db) => (await listAllJobs(db)).map(({ id, title }) => ({ key: id, label: title })),
		sources: [site, referral, ...Object.values(others)],
		hasSourceLinks: true,
		poolUrl: `${publicUrl}${poolPath}`,
		listStagesOf: listJobStages,
		ownStages: ownJobStages,
		listCriteriaOf: listJobCriteria,
		listTeamOf: listHiringTeam,
		async findRemarks(db, references) {
			const incomplete = await findIncomplete(db, references);
			const again = await findAppliedAgain(db, references);
			const remarks = references.map((reference): [string, string] => [
				reference,
				[incomplete.has(reference) && "to be completed", again.has(reference) && "applied more than once"]
					.filter(Boolean)
					.join(", "),
			]);
			return new Map(remarks.filter(([, remark]) => remark !== ""));
		},
		async listOfSamePerson(db, reference) {
			const found = await listOfSamePerson(db, reference);
			return [...found].map(([other, shared]) => ({
				reference: other,
				shares: [...shared].map((trait) => sharedInWords[trait]),
			}));
		},
		isPromised: false,
		replyWithinDays: 14,
		canReplyToMany: true,
		isWithdrawn: ({ stage }) => stage === applicationOutcomes.withdrawn,
		confirmationKinds: ["application-confirmation"],
		mailbox: careersEmail,
		enter: (transaction, entered, options) => enterApplication(transaction, entered, { ...options, careersEmail }),
		async findSent(db, references) {
			const applications = await applicationStore.listOf(db, references);
			const links = applications.some(({ answers }) => answers.link !== undefined) ? await listSourceLinks(db) : [];
			const stays = await findPoolStays(db, references);
			return new Map(
				applications.map((application) => {
					const { reference } = application;
					return [reference, toSentRecord(application, { links, stay: stays.get(reference), company })];
				}),
			);
		},
		// A withdrawn application gets no e-mails and stays withdrawn.
		quarantine: createStateQuarantine(applicationStore, { counted: "received", others: "is withdrawn." }),
		personalData: {
			keptMonths,
			listExpired: listExpiredApplications,
			deleteBelongings: async (transaction, references) => ({ files: await listResumes(transaction, references) }),
			files: { findReferredFiles, listFiles: listApplicationFiles },
		},
	};
}

function toSentRecord(
	application: ApplicationRecord,
	{
		links,
		stay,
		company: { timeZone },
	}: { links: readonly SourceLink[]; stay: PoolStay | undefined; company: Pick<Company, "timeZone"> },
): SentRecord {
	const { tokenHash: _secret, ...stored } = application;
	const { answers, resume, receivedAt, jobTitle, state } = application;
	const link = links.find(({ name }) => name === answers.link);
	return {
		receivedAt,
		// The field takes the whole name.
		...splitName(answers.fullName),
		email: answers.email,
		phone: answers.phone,
		state,
		fields: [
			...describeApplication({ ...application, link: link ? nameSourceLink(link) : answers.link }),
			...(stay ? [{ label: "Talent pool", value: describeStay(stay, timeZone) }] : []),
		],
		text: { label: nameText(answers), value: answers.coverLetter },
		about: jobTitle,
		country: answers.country,
		occupation: describeOccupation(answers.workExperience),
		...(resume && { file: { storedAs: resume.file, name: resume.name, bytes: resume.bytes } }),
		cells: [receivedAt, jobTitle, answers.fullName, answers.email],
		stored: { ...stored, ...(stay && { talentPool: stay }) },
	};
}

function describeStay({ since, until }: PoolStay, timeZone: string): string {
	const write = (instant: Temporal.Instant) => formatDate(findDate(instant.epochMilliseconds, timeZone));
	return `until ${write(until)}, as the applicant agreed on ${write(since)}`;
}

function nameText({ entered }: ApplicationRecord["answers"]): string {
	if (!entered) return "Cover letter";
	return entered.consent === "" ? "Message" : "Notes";
}
