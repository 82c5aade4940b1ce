import type { Migration } from "kysely/migration";
import { createRecordId, writeRecordWords } from "../../../../core/records/record-store.server.ts";

/** A statement of PostgreSQL takes 65,535 parameters, one of SQLite half as many. */
const applicationsAtOnce = 1_000;

/** Creates records with search words for earlier applications. */
export const registerApplications: Migration = {
	async up(migrating) {
		const db = migrating.withTables<{
			applications: Record<
				| "id"
				| "reference"
				| "receivedAt"
				| "jobId"
				| "jobTitle"
				| "fullName"
				| "email"
				| "phone"
				| "answers"
				| "resumeName"
				| "state",
				string
			>;
			records: Record<string, string | number>;
			recordWords: Record<string, string | number>;
		}>();
		for (const column of ["topic", "source"])
			await db.schema
				.alterTable("records")
				.addColumn(column, "text", (of) => of.notNull().defaultTo(""))
				.execute();
		await db.schema.createIndex("records_by_topic").on("records").columns(["kind", "topic", "stage", "id"]).execute();
		for (let after = ""; ;) {
			const applications = await db
				.selectFrom("applications")
				.selectAll()
				.where("id", ">", after)
				.orderBy("id")
				.limit(applicationsAtOnce)
				.execute();
			if (applications.length === 0) return;
			const records = applications.map((application) => {
				const answers: unknown = JSON.parse(application.answers);
				const { reference, fullName, email, phone, jobId, jobTitle, state } = application;
				const facts = {
					reference,
					receivedAt: Temporal.Instant.from(application.receivedAt),
					senderName: fullName,
					senderEmail: email.toLowerCase(),
					texts: [jobId, jobTitle, phone, phone.replaceAll(/\D/g, ""), ...listTexts(answers)],
				};
				const isReferred = (answers as { referred?: unknown }).referred === "Yes";
				return { facts, state, jobId, source: isReferred ? "referral" : "site", receivedAt: application.receivedAt };
			});
			const ids = await findFreeIds(records.map(({ facts }) => createRecordId(facts)));
			await db
				.insertInto("records")
				.values(
					records.map(({ facts: { reference, senderName, senderEmail }, state, jobId, source, receivedAt }, index) => ({
						id: ids[index] ?? 0,
						reference,
						kind: "application",
						receivedAt,
						senderName,
						senderEmail,
						spam: state === "quarantined" ? 1 : 0,
						stage: state === "withdrawn" ? "withdrawn" : "",
						version: 1,
						changedAt: receivedAt,
						topic: jobId,
						source,
					})),
				)
				.execute();
			await db
				.insertInto("recordWords")
				.values(
					records.map(({ facts }, index) => ({ id: ids[index] ?? 0, words: writeRecordWords(facts), staffWords: "" })),
				)
				.execute();
			after = applications.at(-1)?.id ?? "";
		}

		/** Finds record numbers that no record of any kind has. */
		async function findFreeIds(wanted: readonly number[]): Promise<number[]> {
			const taken = new Set<number>();
			const free: number[] = [];
			for (let id of wanted) {
				while (taken.has(id) || (await isTaken(id))) id += 1;
				taken.add(id);
				free.push(id);
			}
			return free;
		}

		async function isTaken(id: number): Promise<boolean> {
			return (await db.selectFrom("records").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
		}
	},
};

function listTexts(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
