import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { listEditors, noteEditor } from "./document-editors.server.ts";

describe.each(databaseKinds)("on %s", (kind) => {
	test("who changes a document is known to others, of this document alone, since when they began", async () => {
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

	test("who has changed nothing for some minutes is not one of them any more", async () => {
		const database = await openTestDatabase(kind);
		await noteEditor(database, "faq.yml", "asha");
		await database.db.updateTable("changes").set({ at: "2020-01-01T00:00:00.000Z" }).execute();
		expect(await listEditors(database, "faq.yml")).toEqual([]);
	});
});
