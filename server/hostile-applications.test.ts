import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";
import { exportRecords } from "../core/records/export-records.server.ts";
import { listRecords } from "../core/records/list.server.ts";
import { moveQuarantineByCommand } from "../core/records/quarantine.server.ts";
import { withdrawApplication } from "../features/careers/applications/store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { getTestKind } from "../tests/support/records.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { formatRecord, formatRecords } from "./commands/format.ts";

const applications = getTestKind("application");
const formula = '=HYPERLINK("https://evil.example","x")';
const image = '<img src="https://evil.example/x" onerror="alert(1)">';

test("an applicant's text is harmless in the e-mail to careers, in the inbox and in the spreadsheet", async () => {
	const server = await startTestServer("sqlite");
	await server.database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));
	const typed = {
		...createApplicationFields(testJob),
		fullName: image,
		phone: "+91 98100 00000",
		city: formula,
		currentAddress: "@SUM(1)",
		preferredPronouns: "-1+1",
		referrerName: formula,
		coverLetter: `${formula}\n<script>alert(1)</script>\njavascript:alert(1)`,
		education: JSON.stringify([{ school: formula, degree: image, fieldOfStudy: "", startYear: "", endYear: "" }]),
	};
	const form = createApplicationForm(typed, { name: '=cmd|" /C calc"!A0 <b>.pdf', content: createPdf() });
	const response = await fetch(`${server.url}/api/applications`, { method: "POST", body: form });
	const { data } = (await response.json()) as { data: { reference: string } };

	const emails = await renderEmails(server);
	expect(emails).toHaveLength(2);
	for (const { html } of emails) {
		expect(html).not.toMatch(/<img|<script|<b>|onerror=(?!&quot;)|href="(?!https?:|mailto:)/);
	}
	const { reference } = data;
	const sent = (await applications.findSent(server.database.db, [reference])).get(reference);
	if (!sent) throw new Error("The application is not there");
	const shown =
		formatRecord(reference, { kind: applications, sent }, testCompany) +
		formatRecords(applications, [{ reference, ...sent }], testCompany);
	expect(shown).toContain(image);
	expect(shown).not.toMatch(/[^\P{Cc}\n]/u);
	const [, row = ""] = (await readText(exportRecords(server.database, applications))).split("\r\n");
	for (const cell of row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g))
		expect(cell[1] ?? cell[2]).not.toMatch(/^(?!\+91 98100 00000$)[=+\-@]/);
	expect(row).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
});

test.each(["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "https://x.example\u001b[2J"])(
	"an address such as %j never reaches staff",
	async (address) => {
		const server = await startTestServer("sqlite");
		await server.database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));
		for (const field of ["linkedin", "portfolio", "github", "otherLink"]) {
			const form = createApplicationForm(
				{ ...createApplicationFields(testJob), [field]: address },
				{ name: "cv.pdf", content: createPdf() },
			);
			const response = await fetch(`${server.url}/api/applications`, { method: "POST", body: form });
			expect([
				response.status,
				((await response.json()) as { errors: { field: string }[] }).errors.map((error) => error.field),
			]).toEqual([422, [field]]);
		}
	},
);

test.each(serverDatabaseKinds)(
	"an application is released from quarantine with its e-mails, and quarantined again, unless it was withdrawn, on %s",
	async (kind) => {
		const server = await startTestServer(kind);
		const { database } = server;
		await database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));
		const form = createApplicationForm(
			{ ...createApplicationFields(testJob), leaveEmpty: "https://spam.example" },
			{ name: "cv.pdf", content: createPdf() },
		);
		const { data } = (await (await fetch(`${server.url}/api/applications`, { method: "POST", body: form })).json()) as {
			data: { reference: string };
		};
		const { reference } = data;
		const now = server.clock.now();
		const move = (spam: boolean) => moveQuarantineByCommand(database, applications, reference, { spam, now });
		const readStates = async (quarantinedOnly: boolean) => {
			const filter = { kind: applications, kinds: [applications], spam: quarantinedOnly ? "only" : "too" } as const;
			const { records } = await listRecords(database, filter, { limit: 10 });
			const sent = await applications.findSent(
				database.db,
				records.map((record) => record.reference),
			);
			return [...sent.values()].map(({ state }) => state);
		};
		const readEmailStates = async () =>
			(await database.db.selectFrom("emails").select("state").execute()).map(({ state }) => state);

		expect(await readStates(true)).toEqual(["quarantined"]);
		expect(await move(true)).toBe(`${reference} is already quarantined.`);
		expect(await move(false)).toBe(`${reference} is released from quarantine. 2 e-mails will leave within seconds.`);
		expect(await readEmailStates()).toEqual(["waiting", "waiting"]);
		expect([await readStates(true), await readStates(false)]).toEqual([[], ["received"]]);
		expect(await move(false)).toBe(`${reference} is not in quarantine.`);

		expect(await move(true)).toBe(`${reference} is quarantined. 2 e-mails on hold.`);
		expect(await readEmailStates()).toEqual(["held", "held"]);
		await database.write((transaction) => withdrawApplication(transaction, reference, { from: "quarantined", now }));
		expect(await move(false)).toBe(`${reference} is not in quarantine.`);
		expect(await move(true)).toBe(`${reference} is withdrawn.`);
		expect(await readEmailStates()).toEqual(["held", "held"]);
	},
);
