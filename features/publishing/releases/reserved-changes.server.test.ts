import { expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { createTestStudio, readTestContent } from "../../../tests/support/studios.ts";
import { createStudio } from "./create-studio.server.ts";
import { listReservedChanges, reservedMessage } from "./reserved-changes.ts";

const company = "company.yml";
const { documents } = await readTestContent();
const before = documents.get(company) ?? "";
const redirected = before.replace(/^salesEmail: .*$/m, "salesEmail: mine@elsewhere.example");

test("a name is an editor's, the addresses of e-mails and the desk are an admin's", () => {
	const desk = documents.get("desk.yml") ?? "";
	const change = (path: string, from: string, after: string | null) =>
		listReservedChanges([{ path, before: from, after }]).map(({ field }) => field);
	expect(change(company, before, before.replace(/^name: .*$/m, "name: Loom and Weft"))).toEqual([]);
	expect(change(company, before, `# A comment\n${before}`)).toEqual([]);
	expect(change(company, before, redirected)).toEqual(["salesEmail"]);
	expect(change(company, before, `${before}\nparts:\n  blog: false\n`)).toEqual(["parts"]);
	expect(change("desk.yml", desk, desk.replace("label: ", "label: Other "))).toEqual([""]);
	expect(change("faq.yml", "a", "b")).toEqual([]);
});

test.each(databaseKinds)("only an admin publishes, schedules and restores it, on %s", async (kind) => {
	const database = await openTestDatabase(kind);
	const { deps, clock } = await createTestStudio(database);
	const studio = createStudio({ ...deps, mayPublishReserved: async (by) => by === "admin" });
	const consent = { acceptsSample: true };
	const refused = { problems: [{ file: company, field: "salesEmail", message: reservedMessage }] };
	await studio.saveDraft(company, { text: redirected, version: 0 }, "editor");
	const at = clock.now().add({ hours: 1 });
	expect(await studio.publish({ paths: [company], ...consent }, "editor")).toEqual(refused);
	expect(await studio.publish({ paths: [company], at, ...consent }, "editor")).toEqual(refused);
	expect(await studio.publish({ paths: [company], ...consent }, "admin")).toEqual({ edition: 1 });
	expect(await studio.takeFile(company, "editor", consent)).toEqual(refused);
	expect(await studio.takeFile(company, "admin", consent)).toEqual({ edition: 2 });
	const [, first] = await studio.listHistory(company);
	expect(await studio.restore(first?.id ?? "", "editor", consent)).toEqual(refused);
});

test.each(databaseKinds)("only an admin cancels its publication and removes its end, on %s", async (kind) => {
	const database = await openTestDatabase(kind);
	const { deps, clock } = await createTestStudio(database);
	const studio = createStudio({ ...deps, mayPublishReserved: async (by) => by === "admin" });
	const refused = { problems: [{ file: company, field: "salesEmail", message: reservedMessage }] };
	const [at, endsAt] = [clock.now().add({ hours: 1 }), clock.now().add({ hours: 2 })];
	await studio.saveDraft(company, { text: redirected, version: 0 }, "editor");
	await studio.publish({ paths: [company], at, endsAt, acceptsSample: true }, "admin");
	const [scheduled] = await studio.listScheduled();
	expect(await studio.cancelScheduled(scheduled?.id ?? "", "editor")).toEqual(refused);
	expect(await studio.listScheduled()).toEqual([scheduled]);
	clock.advance({ hours: 1 });
	await studio.publishDue();
	expect(await studio.cancelEnding(1, "editor")).toEqual(refused);
	expect(await studio.listEndings()).toHaveLength(1);
	expect(await studio.cancelEnding(1, "admin")).toBe(true);
});
