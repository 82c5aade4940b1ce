import { sql } from "kysely";
import { emptyLines } from "../../features/careers/applications/application-fields.ts";
import {
	insertApplication,
	type ApplicationRecord,
	type StoredResume,
} from "../../features/careers/applications/store.server.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";

/** An application as it is stored. */
export function createApplicationRecord({
	answers,
	...change
}: Omit<Partial<ApplicationRecord>, "answers" | "resume"> & {
	answers?: Partial<ApplicationRecord["answers"]>;
	resume?: StoredResume;
} = {}): ApplicationRecord & { resume: StoredResume } {
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
			...emptyLines,
			fullName: "Asha Rao",
			email: "asha@applicant.example",
			phone: "+91 98100 00000",
			country: "India",
			city: "Gwalior",
			coverLetter: "I weave pages.",
			education: [],
			workExperience: [],
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

/** Stores an application and returns its reference. */
export async function storeApplication(
	database: Database,
	change: Parameters<typeof createApplicationRecord>[0] = {},
): Promise<string> {
	const application = createApplicationRecord(change);
	await database.write((transaction) => insertApplication(transaction, application));
	return application.reference;
}

/** Stores an application as a release without staff's side did. */
export async function storeApplicationAlone(
	db: Connection,
	{ answers, resume, receivedAt, ...application }: ReturnType<typeof createApplicationRecord>,
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

/** In statements below the databases' limits. */
const atOnce = 4_096;

/**
 * Stores a power of two of applications, X-0 and on, of different people; every second one has the resume "template". Applications of the
 * release before have no phone_key yet, and the last two have the phone numbers of the first two.
 */
export async function insertManyApplications(
	{ db }: Pick<Database, "db">,
	{ count, isOfReleaseBefore = false }: { count: number; isOfReleaseBefore?: boolean },
): Promise<void> {
	await sql`create table numbers (n integer)`.execute(db);
	await sql`insert into numbers values (0)`.execute(db);
	for (let numbers = 1; numbers < Math.min(count, atOnce); numbers *= 2)
		await sql`insert into numbers select n + ${sql.lit(numbers)} from numbers`.execute(db);
	const phone = isOfReleaseBefore ? sql`'+91 98' || (100000 + n % ${sql.lit(count - 2)})` : sql`n || ''`;
	const phoneKey = isOfReleaseBefore ? sql`null` : sql`n || ''`;
	for (let start = 0; start < count; start += atOnce)
		await sql`insert into applications (id, reference, received_at, job_id, job_title, full_name, email, phone, phone_key, answers, resume_file, resume_name, resume_bytes, resume_sha256, token_hash, state)
			select 'x' || n, 'X-' || n, '2026-11-01T00:00:00.000Z', 'weaver', 'Weaver', 'Somebody', n || '@other.example', ${phone}, ${phoneKey}, '{}', n || '', 'cv', 1, case when n % 2 = 0 then 'template' else n || '' end, n || '', 'received'
			from (select n + ${sql.lit(start)} as n from numbers) as shifted`.execute(db);
	await sql`drop table numbers`.execute(db);
}
