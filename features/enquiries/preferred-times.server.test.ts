import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../tests/support/databases.ts";
import { noNotice } from "../../tests/support/notices.ts";
import { createTestRenderers, renderEmails } from "../../tests/support/rendered-emails.ts";
import { withReviews } from "../../tests/support/review-type.ts";
import { startTestServer } from "../../tests/support/test-server.ts";
import { acceptPreferredTimes } from "./accept-preferred-times.server.ts";
import { enquiryStore } from "./store.server.ts";
import { createSubmitEnquiry } from "./submit-enquiry.server.ts";

const typed: [string, string][] = [
	["days", "Monday"],
	["days", "Friday"],
	["parts", "Evening"],
	["firstName", "Asha"],
	["email", "asha@visitor.example"],
	["message", "After six, please."],
	["leaveEmpty", ""],
];

describe.each(databaseKinds)("preferred times of a visitor who finds none, on %s", (kind) => {
	async function open() {
		const company = withReviews();
		const server = await startTestServer(kind, { company });
		const submitEnquiry = createSubmitEnquiry({
			database: server.database,
			clock: server.clock,
			company: { enquiryForms: [] },
			files: { keep: async () => undefined, remove: async () => undefined },
			salesEmail: company.salesEmail,
			publicUrl: "https://narangi.example",
			messageIdDomain: "narangi.example",
			noteNotice: noNotice,
			onStored: () => undefined,
		});
		return {
			server,
			company,
			send(values = typed) {
				const form = new FormData();
				for (const [name, value] of values) form.append(name, value);
				return acceptPreferredTimes(form, { title: "Architecture review", submitEnquiry, company });
			},
			list: () => Array.fromAsync(enquiryStore.listAll(server.database.db)),
		};
	}

	test("become one enquiry that names the call, however often they are sent", async () => {
		const { server, company, send, list } = await open();
		expect(await Promise.all([send(), send()])).toEqual([{ kind: "stored" }, { kind: "stored" }]);
		expect(await list()).toMatchObject([
			{
				firstName: "Asha",
				lastName: "",
				state: "accepted",
				message:
					"Finds no time for a call: Architecture review\nDays: Monday, Friday\nTime of day: evening\n\nAfter six, please.",
			},
		]);
		const emails = await renderEmails(server, createTestRenderers(company));
		expect(emails.find(({ recipient }) => recipient === company.salesEmail)?.text).toContain(
			"Finds no time for a call: Architecture review",
		);
	});

	test("are quarantined when a program fills them in, and refused with what was typed when they are wrong", async () => {
		const { send, list } = await open();
		const change = (name: string, value: string) =>
			typed.map((one): [string, string] => (one[0] === name ? [name, value] : one));
		expect(await send(change("leaveEmpty", "https://spam.example"))).toMatchObject({
			kind: "stored",
			personCheckUrl: expect.stringContaining("/person/") as string,
		});
		expect(await list()).toMatchObject([{ state: "quarantined" }]);
		const wrong = change("email", "");
		expect(await send(wrong)).toEqual({
			kind: "rejected",
			errors: [{ field: "email", message: "Enter your e-mail address" }],
			values: wrong,
		});
		expect(await send(change("days", "Someday"))).toMatchObject({ kind: "rejected" });
		expect(await list()).toHaveLength(1);
	});
});
