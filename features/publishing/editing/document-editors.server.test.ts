import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { listEditors, noteEditor } from "./document-editors.server.ts";

describe.each(databaseKinds)("on %s", (kind) => {
	test("editors of a document are visible to others, with their start, for this document alone", async () => {
		const database = await openTestDatabase(kind);
		const told: string[] = [];
		database.changes.listen((facts) => told.push(...facts));
		await noteEditor(database, "services/erp.yml", "asha");
		const [first] = await listEditors(database, "services/erp.yml");
		await noteEditor(database, "services/erp.yml", "robin");
		await noteEditor(database, "services/erp.yml", "asha");
		await noteEditor(database, "services/erp.ymlx", "somebody");
		const editors = await listEditors(database, "services/erp.yml");
		expect(editors.map(({ accountId }) => accountId)).toEqual(["asha", "robin"]);
		expect(editors[0]).toEqual(first);
		expect(told).toContain("editing:services/erp.yml:robin");
	});

	test("an editor without changes for some minutes is no longer shown", async () => {
		const database = await openTestDatabase(kind);
		await noteEditor(database, "faq.yml", "asha");
		await database.db.updateTable("changes").set({ at: "2020-01-01T00:00:00.000Z" }).execute();
		expect(await listEditors(database, "faq.yml")).toEqual([]);
	});
});
