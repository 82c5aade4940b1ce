import { describe, expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import { testDesk } from "../../tests/support/desk-settings.ts";
import { listAuditEntries } from "../accounts/audit-log.server.ts";
import { fillTemplate, listUnknownFields, type MergeValues } from "./merge-fields.ts";
import { createReplyTemplates, seedTemplates } from "./templates.server.ts";

const by = "account-meera";
const kinds = ["enquiry"];

const values: MergeValues = {
	firstName: "Asha",
	lastName: "Rao",
	reference: "ENQ-7K3F9QXM",
	senderName: "Meera Iyer",
	companyName: "Narangi",
	companyPhone: "+91 11 4000 0155",
	talentPoolLink: "",
	feedback: "",
};

test("fields are filled in, and similar texts stay", () => {
	expect(fillTemplate("Hello {firstName} {lastName}, {reference} {who} {} { firstName }", values)).toBe(
		"Hello Asha Rao, ENQ-7K3F9QXM {who} {} { firstName }",
	);
	expect(fillTemplate("{firstName} {toString}", { ...values, firstName: "{reference} $&" })).toBe(
		"{reference} $& {toString}",
	);
});

test("a paragraph of an empty field alone is left out", () => {
	const template = "Hello,\n\n{feedback}\n\nGood luck.\n\n\n{senderName}";
	expect(fillTemplate(template, values)).toBe("Hello,\n\nGood luck.\n\n\nMeera Iyer");
	expect(fillTemplate(template, { ...values, feedback: "Well done." })).toBe(
		"Hello,\n\nWell done.\n\nGood luck.\n\n\nMeera Iyer",
	);
});

test("unknown fields are listed, each once", () => {
	expect(listUnknownFields("{firstName} {name} {name} {} {constructor} { reference }")).toEqual([
		"name",
		"",
		"constructor",
		" reference ",
	]);
});

describe.each(databaseKinds)("templates on %s", (kind) => {
	test("templates of content are there at the first start, and a removed one does not come back", async () => {
		const database = await openTestDatabase(kind);
		const clock = createTestClock();
		const templates = createReplyTemplates({ database, clock });
		const seed = () => seedTemplates(database, { enquiry: testDesk.enquiry.templates }, clock.now());
		await Promise.all([seed(), seed()]);
		const [greeting, ...others] = await templates.list("enquiry");
		expect(greeting).toMatchObject({ ...testDesk.enquiry.templates[0], version: 1 });
		expect(others).toEqual([]);
		expect(await templates.remove({ id: greeting?.id as string, kinds }, by)).toBe(true);
		await seed();
		expect(await templates.list("enquiry")).toEqual([]);
	});

	test("an unknown field is refused, and a conflict returns the stored template", async () => {
		const database = await openTestDatabase(kind);
		const templates = createReplyTemplates({ database, clock: createTestClock() });
		expect(
			await templates.save({ kind: "enquiry", name: "A", subject: "{subject}", text: "Hello {first name}", by }),
		).toMatchObject({
			ok: false,
			errors: [
				{
					field: "subject",
					message: expect.stringMatching(/^\{subject\} is not a merge field\. Available: \{firstName\}, /),
				},
				{ field: "text", message: expect.stringMatching(/^\{first name\} is not a merge field\./) },
			],
		});
		const saved = await templates.save({
			kind: "enquiry",
			name: "A\r\nB",
			subject: "x\ny",
			text: "Hello\r\n{firstName}",
			by,
		});
		if (!saved.ok) throw new Error("It was not saved");
		expect(saved.template).toMatchObject({ name: "A B", subject: "x y", text: "Hello\n{firstName}" });
		const changed = await templates.save({ ...saved.template, text: "Bye", by });
		expect(changed).toMatchObject({ ok: true, template: { text: "Bye", version: 2 } });
		expect(await templates.save({ ...saved.template, text: "Other", by })).toEqual({
			ok: false,
			why: "conflict",
			template: changed.ok && changed.template,
		});
		await templates.remove({ id: saved.template.id, kinds }, by);
		expect(await templates.save({ ...saved.template, text: "Other", by })).toEqual({ ok: false, why: "gone" });
	});

	test("they keep the order that people gave them, even when moved at once", async () => {
		const database = await openTestDatabase(kind);
		const templates = createReplyTemplates({
			database,
			clock: createTestClock(),
		});
		const ids = new Map<string, string>();
		for (const name of ["B", "A", "C"]) {
			const saved = await templates.save({ kind: "enquiry", name, subject: "x", text: "y", by });
			if (saved.ok) ids.set(name, saved.template.id);
		}
		const listNames = async () => (await templates.list("enquiry")).map(({ name }) => name).join("");
		const idOf = (name: string) => ids.get(name) ?? "";
		expect(await listNames()).toBe("BAC");
		expect(await templates.move({ id: idOf("C"), kinds }, "up", by)).toBe(true);
		expect(await templates.move({ id: idOf("B"), kinds }, "up", by)).toBe(false);
		expect(await templates.move({ id: "gone", kinds }, "up", by)).toBe(false);
		expect(await listNames()).toBe("BCA");
		await Promise.all([
			templates.move({ id: idOf("A"), kinds }, "up", by),
			templates.move({ id: idOf("C"), kinds }, "down", by),
		]);
		expect(await listNames()).toMatch(/^(?:BAC|BCA|ABC)$/);
		await database.db.updateTable("replyTemplates").set({ position: 0 }).execute();
		expect(await listNames()).toBe("ABC");
		await templates.move({ id: idOf("A"), kinds }, "down", by);
		expect(await listNames()).toBe("BAC");
		const noted = (await listAuditEntries(database.db, { limit: 99 })).toReversed().slice(0, 4);
		expect(noted.map(({ action, subject }) => [action, subject])).toEqual([
			["template.add", idOf("B")],
			["template.add", idOf("A")],
			["template.add", idOf("C")],
			["template.move", idOf("C")],
		]);
	});
});
