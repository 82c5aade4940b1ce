import { holdEmails, releaseEmails } from "../../../platform/email/unsent-emails-store.ts";
import type { RecordKind, SentRecord, Topic } from "../../../core/records/record-kind.ts";
import { setRecordSpam } from "../../../core/records/record-store.server.ts";
import { applicationOutcomes, type Stage } from "../../../shared/desk.ts";
import { listJobStages } from "../jobs/job-stages-store.server.ts";
import { describeApplication } from "./describe-application.server.ts";
import { findAppliedAgain, listOfSamePerson, type SharedTrait } from "./same-person.server.ts";
import {
	applicationKind,
	applicationSources,
	changeApplicationState,
	listApplicationsOf,
	listAppliedJobs,
	type ApplicationRecord,
} from "./store.server.ts";

const sharedInWords: Record<SharedTrait, string> = { address: "address", phone: "phone number", resume: "resume" };

/** Applications as staff work with them. */
export function createApplicationKind({
	stages,
	criteria,
	careersEmail,
}: {
	stages: readonly Stage[];
	/** What reviewers give scores for. */
	criteria?: readonly Topic[] | undefined;
	/** Where applicants' answers go. */
	careersEmail: string;
}): RecordKind {
	return {
		name: applicationKind,
		names: "applications",
		prefix: "APP",
		about: "Position",
		listTopics: listAppliedJobs,
		sources: [
			{ key: applicationSources.site, label: "The site" },
			{ key: applicationSources.referral, label: "A referral" },
		],
		stages,
		listStagesOf: listJobStages,
		async findRemarks(db, references) {
			const again = await findAppliedAgain(db, references);
			return new Map([...again].map((reference) => [reference, "applied more than once"]));
		},
		async listOfSamePerson(db, reference) {
			const found = await listOfSamePerson(db, reference);
			return [...found].map(([other, shared]) => ({
				reference: other,
				shares: [...shared].map((trait) => sharedInWords[trait]),
			}));
		},
		isPromised: false,
		...(criteria && { criteria }),
		answerWithinDays: 14,
		isTakenBack: ({ stage }) => stage === applicationOutcomes.withdrawn,
		confirmationKinds: ["application-confirmation"],
		mailbox: careersEmail,
		async findSent(db, references) {
			const applications = await listApplicationsOf(db, references);
			return new Map(applications.map((application) => [application.reference, toSentRecord(application)]));
		},
		async setSpam(transaction, reference, spam, now) {
			const changed = await changeApplicationState(transaction, reference, {
				...(spam ? { from: "received", to: "quarantined" } : { from: "quarantined", to: "received" }),
				now,
			});
			// Of one that was withdrawn no e-mail is sent, and withdrawn it stays.
			if (!changed) await setRecordSpam(transaction, reference, spam);
			else if (spam) await holdEmails(transaction, reference);
			else await releaseEmails(transaction, reference, now);
			return undefined;
		},
	};
}

function toSentRecord(application: ApplicationRecord): SentRecord {
	const { answers, resume, receivedAt, jobTitle } = application;
	// One field takes the whole name; greetings begin with how it begins.
	const [firstName = "", ...lastNames] = answers.fullName.split(/\s+/u);
	return {
		firstName,
		lastName: lastNames.join(" "),
		email: answers.email,
		fields: [{ label: "Received", value: receivedAt }, ...describeApplication(application)],
		text: { label: "Cover letter", value: answers.coverLetter },
		about: jobTitle,
		file: { storedAs: resume.file, name: resume.name, bytes: resume.bytes },
	};
}
