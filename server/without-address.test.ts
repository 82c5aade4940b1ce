import { describe, expect, test } from "vitest";
import { findPersonOf } from "../core/people/describe-person.server.ts";
import { addEmail } from "../core/records/add-email.server.ts";
import { createPersonalRecords } from "../core/records/personal-data.server.ts";
import { findRecord, searchRecords } from "../core/records/record-store.server.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { openTestRecords } from "../tests/support/records.ts";
import { testCompany } from "../tests/support/test-server.ts";

describe.each(serverDatabaseKinds)("a record without an e-mail address on %s", (kind) => {
	test("gets no reply, one or many, until somebody adds its address", async () => {
		const { database, clock, records, addMember } = await openTestRecords(kind);
		const meera = await addMember("Meera Iyer", "sales");
		const reference = await storeEnquiry(database, { email: "" });
		const enquiries = records.kinds.find(({ name }) => name === "enquiry");
		if (!enquiries) throw new Error("There are no enquiries");
		const draft = { subject: reference, text: "Hello Asha", by: meera };
		expect(await records.replies.send(reference, draft)).toEqual({
			ok: false,
			why: "refused",
			errors: [{ field: "text", message: "There is no e-mail address. Add it first" }],
		});
		const many = { ...draft, stage: "", delayHours: 0 };
		expect(await records.bulkReplies.plan([reference], many)).toMatchObject([{ refused: "No e-mail address." }]);
		expect(await database.db.selectFrom("emails").select("id").execute()).toEqual([]);

		const add = (email: string) =>
			database.write((transaction) => addEmail(transaction, enquiries, reference, { email, now: clock.now() }));
		expect(await add("Asha@visitor.example")).toBe(true);
		expect(await add("other@visitor.example")).toBe(false);
		expect(await findRecord(database.db, reference)).toMatchObject({ senderEmail: "asha@visitor.example" });
		expect(await searchRecords(database, "asha@visitor.example")).toHaveLength(1);
		expect(await records.replies.send(reference, draft)).toMatchObject({
			ok: true,
			reply: { recipient: "Asha@visitor.example" },
		});
	});

	test("leads to nobody, so that nobody else without an address is shown or erased with it", async () => {
		const { database, records } = await openTestRecords(kind);
		const reference = await storeEnquiry(database, { email: "" });
		const other = await storeEnquiry(database, { reference: "ENQ-00000002", email: "Asha@visitor.example" });
		const personal = records.kinds.map((one) => createPersonalRecords(one, testCompany));
		expect(await findPersonOf(database.db, personal, reference)).toBeUndefined();
		expect(await findPersonOf(database.db, personal, other)).toBe("asha@visitor.example");
	});
});
