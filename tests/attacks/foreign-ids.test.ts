import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { updateAccount } from "../../core/accounts/store.server.ts";
import { addTimeOff } from "../../core/appointments/absence-store.server.ts";
import { addBusyCalendar } from "../../core/appointments/busy-calendar-store.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { access, isOneOf } from "../../desk/guard/access.ts";
import routes from "../../desk/routes.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Role } from "../../shared/roles.ts";
import { storeApplication } from "../support/applications.ts";
import { createBookingRecord, storeBooking } from "../support/bookings.ts";
import { projectDirectory } from "../support/built-server.ts";
import { databaseKinds, type DatabaseKind } from "../support/databases.ts";
import { createDeskBrowser } from "../support/desk-forms.ts";
import { storeEnquiry } from "../support/enquiries.ts";
import { bothPurposes } from "../support/interviews.ts";
import { signInStaff } from "../support/staff.ts";
import { startTestServer } from "../support/test-server.ts";

/** The id of everything foreign, so that one request tries them all. */
const foreignId = "0f0f0f0f-0000-4000-8000-00000000000f";
const own = "ENQ-00000001";
const ownBooking = "BKG-00000001";

/** The addresses whose forms a member with a role may send, and the actions that their code knows. */
function listForms(role: Role): { url: string; actions: string[] }[] {
	const desk = join(projectDirectory, "desk");
	return routes.flatMap((route) => {
		const id = route.id ?? route.file.replace(/\.tsx?$/, "");
		const who = access[id]?.post;
		if (who === undefined || !isOneOf(who, [role])) return [];
		const url = `/${route.path ?? ""}`
			.replace("/bookings/:reference", `/bookings/${ownBooking}`)
			.replace(":reference", own)
			.replace(/:(?:id|batch|token)/, foreignId);
		const modules = [...readModules(join(desk, route.file))].filter(([file]) =>
			/\/routes\/|\.server\.tsx?$/.test(file),
		);
		const words = modules.flatMap(([, text]) =>
			[...text.matchAll(/(?:case|[=!]==) "([a-z-]+)"/g)].map(([, word = ""]) => word),
		);
		return [{ url, actions: [...new Set(["", ...words])] }];
	});
}

/** Reads a module of the desk and all modules of the desk that it imports. */
function readModules(file: string, read = new Map<string, string>()): Map<string, string> {
	if (read.has(file) || !existsSync(file)) return read;
	const text = readFileSync(file, "utf8");
	read.set(file, text);
	for (const [, path = ""] of text.matchAll(/from "(\.[^"]+)"/g)) {
		const imported = join(dirname(file), path);
		if (imported.startsWith(join(projectDirectory, "desk"))) readModules(imported, read);
	}
	return read;
}

/** Every row that names a record or the foreign id, with its table; the log of actions and of changes aside. */
async function listRows({ db, kind }: Database, reference: string): Promise<string[]> {
	const { rows: tables } =
		kind === "sqlite"
			? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
			: await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
	const found: string[] = [];
	for (const { name } of tables.filter((table) => !/^(?:audit_log|changes|sqlite_.*)$/.test(table.name))) {
		const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
		const texts = rows.map((row) => `${name} ${JSON.stringify(row)}`);
		found.push(...texts.filter((text) => text.includes(reference) || text.includes(foreignId)));
	}
	return found.toSorted();
}

async function setUp(kind: DatabaseKind, of: "application" | "enquiry") {
	const server = await startTestServer(kind);
	const { database, clock } = server;
	const now = clock.now();
	const desk = await server.openDesk({ roles: ["sales", "recruiter"] });
	const browser = createDeskBrowser(desk);
	const other = await signInStaff(database, { now, roles: ["sales"] });
	for (const hostId of [desk.accountId, other.accountId])
		await database.write((transaction) => saveHost(transaction, hostId, bothPurposes, { version: 0, now }));
	await storeEnquiry(database, { reference: own });
	await storeBooking(database, createBookingRecord({ reference: ownBooking }));
	const reference =
		of === "application"
			? await storeApplication(database)
			: await storeEnquiry(database, { reference: "ENQ-00000002" });
	const path = of === "application" ? `/applications/${reference}` : `/enquiries/${reference}`;

	// The member's own work on the foreign record.
	const reply = { subject: "Hello", text: "A reply" };
	await browser.post(path, { do: "note", text: "A note", draft: "note" });
	await browser.post(path, { do: "stage", value: of === "application" ? "in-review" : "won", version: "1" });
	await browser.postFiles(path, { do: "send", ...reply }, [new File(["text"], "plan.txt")]);
	if (of === "application") {
		await browser.post("/templates/new?kind=application", { do: "save", name: "A template", ...reply });
		const answer = { reference, step: "send", version: "2", delay: "1", stage: "", batch: foreignId, ...reply };
		await browser.post("/applications/answer", answer);
		const offered = { host: desk.accountId, length: "45", first: "2026-11-24", last: "2026-11-25", place: "phone" };
		await browser.post(`${path}/interview`, { do: "send", ...offered, ...reply });
	}
	await database.write(async (transaction) => {
		const times = {
			hostId: other.accountId,
			startMs: now.epochMilliseconds,
			endMs: now.epochMilliseconds + 86_400_000,
		};
		await addTimeOff(transaction, { ...times, note: "Away" });
		await addBusyCalendar(transaction, { hostId: other.accountId, address: "https://calendar.example/a.ics" }, now);
		await transaction.updateTable("hostTimeOff").set({ id: foreignId }).execute();
		await transaction.updateTable("busyCalendars").set({ id: foreignId }).execute();
		const ofOther = { accountId: other.accountId };
		await transaction
			.updateTable("sessions")
			.set({ id: foreignId })
			.where("accountId", "=", ofOther.accountId)
			.execute();
		await transaction.updateTable("recordNotes").set({ id: foreignId }).execute();
		await transaction.updateTable("recordChanges").set({ batch: foreignId }).where("field", "=", "stage").execute();
		await transaction
			.updateTable("replyTemplates")
			.set({ id: foreignId })
			.where("kind", "=", "application")
			.where("name", "=", "A template")
			.execute();
		const [first] = await transaction.selectFrom("recordReplies").select("id").orderBy("id").limit(1).execute();
		const sentId = first?.id ?? "";
		await transaction.updateTable("recordReplies").set({ id: foreignId }).where("id", "=", sentId).execute();
		await transaction
			.updateTable("replyFiles")
			.set({ replyId: foreignId, storedAs: foreignId })
			.where("replyId", "=", sentId)
			.execute();
		await transaction.updateTable("recordAnswers").set({ replyId: foreignId }).execute();
	});
	return {
		...server,
		desk,
		browser,
		reference,
		path,
		listForeign: () => listRows(database, reference),
		setRoles: (roles: Role[]) => database.write((transaction) => updateAccount(transaction, desk.accountId, { roles })),
		/** Sends a form with every action and with the foreign id wherever a form has an id. */
		async walk(forms: { url: string; actions: string[] }[]) {
			for (const { url, actions } of forms)
				for (const action of actions)
					for (const chosen of url.includes(own) ? [action, `${action}:${foreignId}`] : [action]) {
						const names = ["id", "change", "batch", "session", "passkey", "reply", "note", "file", "calendar"];
						const answer = await browser.post(url, {
							...Object.fromEntries(names.map((name) => [name, foreignId])),
							do: chosen,
							action: chosen,
							version: "1",
							text: "Changed by its id",
						});
						expect([url, chosen, answer.statusCode < 500]).toEqual([url, chosen, true]);
					}
		},
	};
}

describe.each(databaseKinds)("on %s", (kind) => {
	test("a member who lost a role acts on nothing of its records through other records' addresses", async () => {
		const { setRoles, walk, listForeign, browser, path, desk } = await setUp(kind, "application");
		const before = await listForeign();
		await setRoles(["sales"]);
		await walk(listForms("sales").filter(({ url }) => url !== "/sign-out"));
		expect(await listForeign()).toEqual(expect.arrayContaining(before));
		const file = await desk.inject({ url: `/enquiries/${own}/files/${foreignId}` });
		expect(file.statusCode).toBe(404);

		await setRoles(["recruiter"]);
		await browser.post(path, { do: "undo-send", id: foreignId });
		await browser.post(path, { do: "undo", id: foreignId });
		await browser.post(path, { do: "remove-note", id: foreignId });
		const after = await listForeign();
		for (const table of ["record_replies", "record_changes", "record_notes"])
			expect([table, after.filter((row) => row.startsWith(table))]).not.toEqual([
				table,
				before.filter((row) => row.startsWith(table)),
			]);
	});

	test("an action at a record's address finds nothing of another record of its kind", async () => {
		const { walk, listForeign } = await setUp(kind, "enquiry");
		const before = await listForeign();
		await walk(listForms("sales").filter(({ url }) => url.startsWith(`/enquiries/${own}`)));
		expect(await listForeign()).toEqual(expect.arrayContaining(before));
	});
});
