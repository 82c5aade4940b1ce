import { describe, expect, test } from "vitest";
import { findRecord } from "../core/records/record-store.server.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { startTestServer } from "../tests/support/test-server.ts";

describe.each(serverDatabaseKinds)("what members note of a record, on %s", (kind) => {
	test("is its value, which pages of the person and the company sum up by stage", async () => {
		const server = await startTestServer(kind);
		const { database } = server;
		const path = `/enquiries/${await storeEnquiry(database, { email: "asha@company.example" })}`;
		await storeEnquiry(database, {
			reference: "ENQ-00000002",
			firstName: "Bela",
			email: "bela@company.example",
		});
		const { get, post } = createDeskBrowser(await server.openDesk({ roles: ["sales"] }));
		const set = (field: string, value: string, version: number, at = path) =>
			post(at, { do: field, value, version: String(version) });
		expect((await set("value", "500000", 1)).statusCode).toBe(303);
		expect((await set("value", "12.5", 2)).body).toContain(
			"Enter a whole number of at most 12 digits, without separators.",
		);
		await set("stage", "won", 2);
		await set("value", "70000", 1, "/enquiries/ENQ-00000002");
		const page = await get(path);
		expect(page).toContain('value="500000"');
		expect(page).toContain("changed value: None → ₹5,00,000");
		for (const address of [path, "/people/of/ENQ-00000002"]) {
			const shown = await get(address);
			expect(shown).toMatch(/<dt>New<\/dt><dd class="number">₹70,000<\/dd>/);
			expect(shown).toMatch(/<dt>Won<\/dt><dd class="number">₹5,00,000<\/dd>/);
		}
	});

	test("is the reason why it ended, of its stage alone, and none where a kind keeps no value", async () => {
		const server = await startTestServer(kind);
		const { database } = server;
		const reference = await storeApplication(database);
		const path = `/applications/${reference}`;
		const { get, post } = createDeskBrowser(await server.openDesk({ roles: ["recruiter"] }));
		const set = (field: string, value: string, version: number) =>
			post(path, { do: field, value, version: String(version) });
		expect(await get(path)).not.toContain('id="reason"');
		await set("stage", "rejected", 1);
		expect(await get(path)).toMatch(/id="reason"[^>]*>.*Other skills needed.*Expected pay/);
		await set("reason", "pay", 2);
		expect(await get(path)).toContain("changed reason: None → Expected pay");
		expect((await set("reason", "weather", 3)).body).toContain("Reason “weather” does not exist.");
		expect((await set("value", "7", 3)).body).toContain("No value is kept for applications.");
		const { undo } = readNotice(await set("stage", "in-review", 3));
		expect(await get(path)).not.toContain('id="reason"');
		await post(path, { do: undo?.does ?? "", id: undo?.id ?? "" });
		const ofPay = /<option value="pay" selected="">Expected pay/;
		expect(await get(path)).toMatch(ofPay);
		await set("stage", "in-review", 5);
		const { undo: undoAgain } = readNotice(await set("stage", "rejected", 6));
		expect(await get(path)).toContain('id="reason"');
		expect(await get(path)).not.toMatch(ofPay);
		expect(await get(path)).toContain("changed reason: Expected pay → None");
		await post(path, { do: undoAgain?.does ?? "", id: undoAgain?.id ?? "" });
		const before = { stage: "in-review", reason: "pay" };
		expect(await findRecord(database.db, reference)).toMatchObject(before);
		const reply = { do: "send", subject: "Your application", text: "Dear Asha", stage: "rejected" };
		const { undo: undoReply } = readNotice(await post(path, reply));
		expect(await findRecord(database.db, reference)).toMatchObject({ stage: "rejected", reason: undefined });
		await post(path, { do: undoReply?.does ?? "", id: undoReply?.id ?? "" });
		expect(await findRecord(database.db, reference)).toMatchObject(before);
		const undone = await database.db
			.selectFrom("auditLog")
			.select("actor")
			.where("action", "=", "application.undo")
			.execute();
		expect(undone).toHaveLength(2);
	});
});
