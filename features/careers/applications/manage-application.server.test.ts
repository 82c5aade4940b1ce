import { describe, expect, test } from "vitest";
import { findRecord, setRecordReason } from "../../../core/records/record-store.server.ts";
import type { Database } from "../../../platform/database/database.ts";
import { StorageUnavailableError } from "../../../platform/database/storage-errors.ts";
import { enqueueEmails } from "../../../platform/email/enqueue-email.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import { createTestClock } from "../../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { createTestKinds } from "../../../tests/support/records.ts";
import { renderEmails } from "../../../tests/support/rendered-emails.ts";
import { listApplicationEmails } from "./email-intents.server.ts";
import { createManageApplication } from "./manage-application.server.ts";
import { insertApplication, applicationStore, type ApplicationRecord } from "./store.server.ts";
import { withdrawPostedForm } from "./withdraw-posted-form.server.ts";
import { countWithdrawal, sumWithdrawals } from "./withdrawal-counts.server.ts";

async function prepare(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	const token = createToken();
	const application = {
		reference: "APP-00000001",
		receivedAt: clock.now(),
		jobId: "react-engineer",
		jobTitle: "React Engineer",
		tokenHash: hashToken(token),
		state: "received",
		answers: { fullName: "Asha Rao", email: "asha@applicant.example", phone: "1" } as ApplicationRecord["answers"],
		resume: { file: "APP-00000001.pdf", name: "cv.pdf", bytes: 1, sha256: "" },
	} satisfies ApplicationRecord;
	await database.write(async (transaction) => {
		await insertApplication(transaction, application);
		await insertApplication(transaction, {
			...application,
			reference: "APP-00000002",
			tokenHash: hashToken(createToken()),
			resume: { ...application.resume, file: "APP-00000002.pdf" },
		});
	});
	const manage = (write: Database["write"] = database.write) =>
		createManageApplication({
			database: { ...database, write },
			clock,
			kinds: createTestKinds(),
			company: { timeZone: "Asia/Kolkata" },
			reasons: [{ key: "pay", label: "Pay" }],
			careersEmail: "careers@narangi.example",
			messageIdDomain: "narangi.example",
		});
	const readStates = async () =>
		Object.fromEntries(
			(await Array.fromAsync(applicationStore.listAll(database.db))).map(({ reference, state }) => [reference, state]),
		);
	const readEmails = () =>
		database.db.selectFrom("emails").select(["kind", "reference", "recipient", "state"]).execute();
	return { database, clock, token, manage, readStates, readEmails };
}

const withdrawn = { "APP-00000001": "withdrawn", "APP-00000002": "received" };
const untouched = { "APP-00000001": "received", "APP-00000002": "received" };
const notice = {
	kind: "application-withdrawn",
	reference: "APP-00000001",
	recipient: "careers@narangi.example",
	state: "waiting",
};

describe.each(databaseKinds)("withdrawing an application on %s", (kind) => {
	test("keeps the reason for careers, and counts it for good", async () => {
		const { database, clock, token, manage } = await prepare(kind);
		expect(manage().listReasons()).toEqual([{ key: "pay", label: "Pay" }]);
		expect(await manage().withdraw(token, "pay")).toBe(true);
		await manage().withdraw(token, "pay");
		const record = await database.db.selectFrom("records").select("reason").where("reason", "is not", null).execute();
		expect(record).toEqual([{ reason: "pay" }]);
		const [email] = await renderEmails({ database, clock });
		expect(email?.text).toContain("Reason: Pay.");
		await database.write((transaction) => countWithdrawal(transaction, "2026-11-30", ""));
		const sum = (first: string, end: string) => sumWithdrawals(database.db, { first, end });
		expect(await sum("2026-01-01", "2027-01-01")).toEqual(
			new Map([
				["", 1],
				["pay", 1],
			]),
		);
		expect(await sum("2026-11-30", "2026-12-01")).toEqual(new Map([["", 1]]));
	});

	test("counts a reason that is none of the company's as none, and keeps none of a rejection before", async () => {
		const { database, token, manage } = await prepare(kind);
		await database.write((transaction) => setRecordReason(transaction, "APP-00000001", "pay"));
		await manage().withdraw(token, "x".repeat(9_000));
		expect(await findRecord(database.db, "APP-00000001")).toMatchObject({ stage: "withdrawn", reason: undefined });
		const rows = await database.db.selectFrom("withdrawalCounts").select(["reason", "count"]).execute();
		expect(rows).toEqual([{ reason: "", count: 1 }]);
	});

	test("withdraws it and tells careers; a second time does nothing", async () => {
		const { token, manage, readStates, readEmails } = await prepare(kind);

		expect(await manage().withdraw(token)).toBe(true);
		expect([await readStates(), await readEmails()]).toEqual([withdrawn, [notice]]);

		expect(await manage().withdraw(token)).toBe(true);
		expect([await readStates(), await readEmails()]).toEqual([withdrawn, [notice]]);
		expect(await manage().find(token)).toMatchObject({ reference: "APP-00000001", state: "withdrawn" });
	});

	test("several simultaneous withdrawals tell careers once", async () => {
		const { token, manage, readStates, readEmails } = await prepare(kind);
		expect(await Promise.all([1, 2, 3, 4].map(() => manage().withdraw(token)))).toEqual([true, true, true, true]);
		expect([await readStates(), await readEmails()]).toEqual([withdrawn, [notice]]);
	});

	test("before the e-mails about it have left lets that about the withdrawal leave alone", async () => {
		const { database, clock, token, manage } = await prepare(kind);
		const [application] = (await Array.fromAsync(applicationStore.listAll(database.db))).filter(
			({ reference }) => reference === "APP-00000001",
		);
		const emails = listApplicationEmails(application as ApplicationRecord, {
			careersEmail: "careers@narangi.example",
			token,
		});
		await database.write((transaction) =>
			enqueueEmails(transaction, emails, { now: clock.now(), messageIdDomain: "narangi.example" }),
		);
		const listKinds = async () => (await renderEmails({ database, clock })).map((rendered) => rendered.kind);
		expect(await listKinds()).toEqual(["application-confirmation", "application-notice"]);
		await manage().withdraw(token);
		expect(await listKinds()).toEqual(["application-withdrawn"]);
	});

	test("of a quarantined one tells nobody", async () => {
		const { database, token, manage, readStates, readEmails } = await prepare(kind);
		await database.write((transaction) =>
			applicationStore.changeState(transaction, "APP-00000001", { from: "received", to: "quarantined" }),
		);
		expect(await manage().withdraw(token)).toBe(true);
		expect([await readStates(), await readEmails()]).toEqual([withdrawn, []]);
	});

	test.each(["", "0".repeat(40), "APP-00000001", "\u0000"])(
		"by a link that is none, %j, changes nothing",
		async (token) => {
			const { manage, readStates, readEmails } = await prepare(kind);
			expect([await manage().find(token), await manage().withdraw(token)]).toEqual([undefined, false]);
			expect([await readStates(), await readEmails()]).toEqual([untouched, []]);
		},
	);

	test("changes nothing while storage is down, reports it, and can be repeated", async () => {
		const { database, token, manage, readStates, readEmails } = await prepare(kind);
		const failing = manage((work) =>
			database.write(async (transaction) => {
				await work(transaction);
				throw new StorageUnavailableError(new Error("disk full"));
			}),
		);

		await expect(failing.withdraw(token)).rejects.toThrow(StorageUnavailableError);
		expect(await withdrawPostedForm({ token, form: new FormData() }, failing)).toBe("failed");
		expect([await readStates(), await readEmails()]).toEqual([untouched, []]);

		expect(await withdrawPostedForm({ token, form: new FormData() }, manage())).toBe("withdrawn");
		expect([await readStates(), await readEmails()]).toEqual([withdrawn, [notice]]);
	});
});
