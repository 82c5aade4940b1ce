import { hashToken } from "../../platform/ids/secret-token.ts";
import { insertApplication, type ApplicationRecord } from "../../features/careers/applications/store.server.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";

/** An application as it is stored. */
export function createApplicationRecord({
	answers,
	...change
}: Omit<Partial<ApplicationRecord>, "answers"> & {
	answers?: Partial<ApplicationRecord["answers"]>;
} = {}): ApplicationRecord {
	const { reference = "APP-00000001" } = change;
	return {
		reference,
		receivedAt: Temporal.Instant.from("2026-11-23T05:59:00Z"),
		jobId: "react-engineer",
		jobTitle: "React Engineer",
		tokenHash: hashToken(reference),
		state: "received",
		resume: { file: `${reference}.pdf`, name: "cv.pdf", bytes: 1, sha256: reference },
		...change,
		answers: {
			fullName: "Asha Rao",
			email: "asha@applicant.example",
			phone: "+91 98100 00000",
			country: "India",
			city: "Gwalior",
			currentAddress: "",
			preferredPronouns: "",
			coverLetter: "I weave pages.",
			education: [],
			workExperience: [],
			linkedin: "",
			portfolio: "",
			github: "",
			otherLink: "",
			preferredLocation: "Remote",
			minimumQualifications: [],
			eligibleToWork: "yes",
			requiresSponsorship: "no",
			referred: "No",
			referrerName: "",
			...answers,
		},
	};
}

/** Stores an application, and gives its reference. */
export async function storeApplication(
	database: Database,
	change: Parameters<typeof createApplicationRecord>[0] = {},
): Promise<string> {
	const application = createApplicationRecord(change);
	await database.write((transaction) => insertApplication(transaction, application));
	return application.reference;
}

/** Stores an application as a release did in which staff did not work with it yet. */
export async function storeApplicationAlone(
	db: Connection,
	{ answers, resume, receivedAt, ...application }: ApplicationRecord,
): Promise<void> {
	const { fullName, email, phone, ...rest } = answers;
	await db
		.insertInto("applications")
		.values({
			...application,
			id: application.reference,
			receivedAt: toInstantText(receivedAt),
			fullName,
			email,
			phone,
			answers: JSON.stringify(rest),
			resumeFile: resume.file,
			resumeName: resume.name,
			resumeBytes: resume.bytes,
			resumeSha256: resume.sha256,
		})
		.execute();
}
