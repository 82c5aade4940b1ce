import { describe, expect, test } from "vitest";
import { eraseRecords } from "../../../core/people/erase-records.server.ts";
import { exportRecords } from "../../../core/records/export-records.server.ts";
import { countRecords } from "../../../core/records/list.server.ts";
import { createPersonalRecords } from "../../../core/records/personal-data.server.ts";
import type { EnteredRecord, RecordKind } from "../../../core/records/record-kind.ts";
import { findRecord, searchRecords } from "../../../core/records/record-store.server.ts";
import { listEmails } from "../../../platform/email/email-list-store.ts";
import { storeApplication } from "../../../tests/support/applications.ts";
import { createTestClock } from "../../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { testCompany as company } from "../../../tests/support/test-server.ts";
import { insertJobs } from "../jobs/jobs-store.server.ts";
import { renderApplicationConfirmation, renderApplicationNotice, renderWithdrawalNotice } from "./emails.server.tsx";
import { createApplicationExport } from "./export-applications.server.ts";
import { createApplicationKind } from "./record-kind.server.ts";
import { applicationStore, completeApplication } from "./store.server.ts";

const toComplete: EnteredRecord = {
	senderName: "Asha Devi Rao",
	email: "",
	phone: "",
	text: "Met at the fair. Weaves pages.",
	source: "event",
	consent: "Agreed at the fair.",
	topic: "",
	isSpam: false,
	isConfirmed: true,
};
const byEmail: EnteredRecord = { ...toComplete, email: "asha@applicant.example", source: "email", consent: "" };
const file = { storedAs: "resume-1.pdf", name: "Asha Rao.pdf", bytes: 7, sha256: "abc" };

const stages = [
	{ key: "new", label: "New", open: true },
	{ key: "done", label: "Done", open: false },
];

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const now = createTestClock().now();
	const careersEmail = "careers@narangi.example";
	const declaration = createApplicationKind({
		company,
		careersEmail,
		keptMonths: 6,
		publicUrl: "https://site.example",
	});
	const applications: RecordKind = { ...declaration, stages };
	return {
		database,
		applications,
		now,
		personal: createPersonalRecords(declaration, company),
		parts: { company, careersEmail, publicUrl: "https://narangi.example", deskUrl: "http://localhost:3001" },
		async enter(change: Partial<EnteredRecord> = {}) {
			const options = { now, messageIdDomain: "narangi.example" };
			const { enter } = declaration;
			if (!enter) throw new Error("Applications cannot be entered");
			const reference = await database.write((transaction) =>
				enter(transaction, { ...toComplete, ...change }, options),
			);
			const application = await applicationStore.find(database.db, reference);
			if (!application) throw new Error("Nothing was stored");
			const emails = await listEmails(database.db, { now, reference, limit: 9 });
			return { reference, application, emails: emails.map((email) => [email.kind, email.recipient, email.state]) };
		},
	};
}

describe.each(databaseKinds)("an application that a member enters, on %s", (kind) => {
	test("may have no address, number, job or resume, and says so", async () => {
		const { enter, database, applications } = await setUp(kind);
		const { reference, emails } = await enter();
		expect(emails).toEqual([]);
		const sent = (await applications.findSent(database.db, [reference])).get(reference);
		expect(sent).toMatchObject({
			firstName: "Asha",
			lastName: "Devi Rao",
			email: "",
			about: "General application",
			text: { label: "Notes", value: toComplete.text },
		});
		expect(sent?.file).toBeUndefined();
		expect(sent?.fields).toEqual(
			expect.arrayContaining([
				{ label: "Position", value: "General application" },
				{ label: "E-mail", value: "not given" },
				{ label: "Resume", value: "none yet" },
				{ label: "Source", value: "Event" },
				{ label: "Consent", value: "Agreed at the fair." },
			]),
		);
		expect(sent?.fields.map(({ label }) => label)).not.toContain("Legally eligible to work");
	});

	test("is found by its words, its source and as one without a job, beside others", async () => {
		const { enter, database, applications } = await setUp(kind);
		const { reference } = await enter();
		await enter();
		await storeApplication(database);
		for (const words of ["weaves", "devi", reference]) expect(await searchRecords(database, words)).not.toEqual([]);
		expect(await searchRecords(database, "agreed")).toEqual([]);
		const topics = await applications.listTopics?.(database.db);
		expect(topics?.map(({ label }) => label)).toEqual(["React Engineer", "General application"]);
		const count = (filter: object) => countRecords(database, { kinds: [applications], kind: applications, ...filter });
		expect(await count({ topic: topics?.[1]?.key })).toBe(2);
		expect(await count({ topic: topics?.[0]?.key })).toBe(1);
		expect(await count({ source: "event" })).toBe(2);
		expect(await count({ source: "site" })).toBe(1);
	});

	test("has no file in backups, in retention, for a person, or for erasing", async () => {
		const { enter, database, applications, personal, now } = await setUp(kind);
		const { reference } = await enter();
		const { reference: other } = await enter({ file });
		const owner = applications.personalData.files;
		expect(await owner?.listFiles(database.db, { limit: 9 })).toEqual([
			{ name: "resume-1.pdf", bytes: 7, sha256: "abc" },
		]);
		expect(await owner?.findReferredFiles(database.db, ["", reference, "resume-1.pdf"])).toEqual(
			new Set(["resume-1.pdf"]),
		);
		const described = await personal.describe(database.db, [reference, other]);
		expect(described.map(({ files }) => files.map(({ storedAs }) => storedAs)).toSorted()).toEqual([
			[],
			["resume-1.pdf"],
		]);
		const later = now.add({ hours: 24 * 200 });
		expect((await personal.listExpired(database.db, { now: later, limit: 9 })).toSorted()).toEqual(
			[reference, other].toSorted(),
		);
		expect(await personal.listAddresses(database.db, { after: "", limit: 9 })).toEqual([]);
		const erased = await database.write((transaction) => eraseRecords(transaction, personal, [reference, other], now));
		expect(erased).toMatchObject({ count: 2, files: ["resume-1.pdf"] });
	});

	test("is not taken for another one that lacks the same", async () => {
		const { enter, database, applications, now } = await setUp(kind);
		const { reference } = await enter();
		const { reference: other } = await enter();
		expect(await applications.listOfSamePerson?.(database.db, reference)).toEqual([]);
		expect(await applications.findRemarks?.(database.db, [reference, other], now)).toEqual(
			new Map([
				[reference, "to be completed"],
				[other, "to be completed"],
			]),
		);
	});

	test("is in the CSV, and in the archive without a file", async () => {
		const { enter, database, applications, now } = await setUp(kind);
		await database.write((transaction) =>
			insertJobs(transaction, [{ ...testJob, id: "weaver", title: "Weaver" }], now),
		);
		await enter({ topic: "weaver" });
		const csv = (await exportRecords(database, applications).toArray()).join("");
		expect(csv).toContain(",Weaver,Asha Devi Rao,");
		expect(csv).toContain(",event,Agreed at the fair.");
		const exported = createApplicationExport({
			database,
			files: {
				read: async () => undefined,
				stat: async () => undefined,
				receive: () => Promise.reject(new Error("Only the list is read")),
				discard: async () => undefined,
			},
			kind: applications,
		});
		expect(await exported.measure("weaver")).toEqual({ count: 1, resumeBytes: 0 });
		expect((await exported.writeCsv("weaver").toArray()).join("")).toContain("Asha Devi Rao");
	});

	test("is completed with a job, a number and a resume, by which lists and search then find it", async () => {
		const { enter, database, applications, now } = await setUp(kind);
		const { reference } = await enter();
		const before = await findRecord(database.db, reference);
		const resume = { file: "resume-2.pdf", name: "cv.pdf", bytes: 9, sha256: "def" };
		const job = { id: "weaver", title: "Weaver" };
		const complete = (completed: Parameters<typeof completeApplication>[2]) =>
			database.write((transaction) => completeApplication(transaction, reference, completed, now));
		expect(await complete({ job, phone: "+91 98100 00000", resume })).toBe(true);
		expect(await applicationStore.find(database.db, reference)).toMatchObject({
			jobId: "weaver",
			jobTitle: "Weaver",
			answers: { phone: "+91 98100 00000", coverLetter: toComplete.text },
			resume,
		});
		expect(await findRecord(database.db, reference)).toMatchObject({
			topic: "weaver",
			source: "event",
			version: (before?.version ?? 0) + 1,
		});
		for (const words of ["weaver", "9810000000"]) expect(await searchRecords(database, words)).toHaveLength(1);
		expect(await applications.listTopics?.(database.db)).toEqual([{ key: "weaver", label: "Weaver" }]);
		expect(await complete({ job: undefined, phone: "" })).toBe(true);
		expect(await applicationStore.find(database.db, reference)).toMatchObject({ jobId: "", resume });
		expect(
			await database.write((transaction) => completeApplication(transaction, "APP-00000000", { job, phone: "" }, now)),
		).toBe(false);
	});
});

describe.each(databaseKinds)("an application that came by e-mail, on %s", (kind) => {
	test("is told to careers and confirmed to the applicant, with its resume", async () => {
		const { enter, database, applications, parts } = await setUp(kind);
		const { reference, application, emails } = await enter({ ...byEmail, file });
		expect(emails.toSorted()).toEqual([
			["application-confirmation", "asha@applicant.example", "waiting"],
			["application-notice", "careers@narangi.example", "waiting"],
		]);
		const sent = (await applications.findSent(database.db, [reference])).get(reference);
		expect(sent).toMatchObject({
			text: { label: "Message" },
			file: { storedAs: "resume-1.pdf", name: "Asha Rao.pdf" },
		});
		const notice = await renderApplicationNotice(application, parts);
		expect(notice).toMatchObject({
			replyTo: "asha@applicant.example",
			subject: `General application ${reference}`,
		});
		expect(notice.text).toMatch(/Resume:\s+Asha Rao.pdf, 1 KB/);
		expect(notice.text).not.toContain("Preferred location");
		const confirmation = (await renderApplicationConfirmation(application, "0123", parts)).text.replaceAll(/\s+/g, " ");
		expect(confirmation).toContain(`Thank you for applying to ${company.name}. A person will read it`);
		const withdrawal = (await renderWithdrawalNotice(application, parts)).text.replaceAll(/\s+/g, " ");
		expect(withdrawal).toContain(`The applicant has withdrawn application ${reference}.`);
	});

	test("is told without a resume too", async () => {
		const { enter, parts } = await setUp(kind);
		const { application } = await enter(byEmail);
		const { text } = await renderApplicationNotice(application, parts);
		expect(text).toMatch(/Resume:\s+none yet/);
		expect(text.replaceAll(/\s+/g, " ")).toContain("See the full application in the desk.");
	});

	test("waits in quarantine with its e-mails held if it is suspected spam", async () => {
		const { enter, database } = await setUp(kind);
		const { reference, application, emails } = await enter({ ...byEmail, isSpam: true });
		expect(application.state).toBe("quarantined");
		expect(emails.map(([, , state]) => state)).toEqual(["held", "held"]);
		expect(await findRecord(database.db, reference)).toMatchObject({ spam: true });
	});
});
