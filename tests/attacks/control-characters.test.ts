import { describe, expect, test } from "vitest";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { databaseKinds } from "../support/databases.ts";
import { testBooking } from "../support/demo-booking.ts";
import { createPdf } from "../support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { startTestServer } from "../support/test-server.ts";

const controls = ["\u0000", "\u0001", "\u0007", "\u001b", "\u007f", "\u0085", "\n", "\t"];
const jsonRoutes = {
	"/contactus/submit": { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", phone: "1", message: "Hi" },
	"/demo/book": testBooking,
	"/api/job-alerts": { email: "asha@visitor.example", q: "engineer", location: "" },
	"/failures": { route: "/", error: "TypeError" },
};
const desk = { host: "localhost", "sec-fetch-site": "same-origin" };

describe.each(databaseKinds)("on %s, a control character", (kind) => {
	test("in any field of a form of the site is refused or taken, and never fails", async () => {
		const { url, database, clock } = await startTestServer(kind, {
			environment: {
				LIVE_BOOKINGS_PER_ADDRESS: "0",
				LIVE_BOOKINGS_PER_NETWORK: "0",
				BOOKINGS_PER_HOUR_UNCONFIRMED: "0",
				UPLOAD_MB_PER_NETWORK_PER_DAY: "0",
			},
		});
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		for (const [path, body] of Object.entries(jsonRoutes))
			for (const field of Object.keys(body))
				for (const control of controls) {
					const response = await fetch(url + path, {
						method: "POST",
						headers: { "content-type": "application/json" },
						body: JSON.stringify({ ...body, [field]: `a${control}b` }),
					});
					expect([path, field, control, response.status < 500]).toEqual([path, field, control, true]);
				}
		const fields = createApplicationFields(testJob);
		for (const field of [...Object.keys(fields), "idempotencyKey", "leaveEmpty"]) {
			const form = createApplicationForm(
				{ ...fields, [field]: "a\u0000b" },
				{ name: "c\u0001v.pdf", content: createPdf({ bytes: 2_000 }) },
			);
			const response = await fetch(`${url}/api/applications`, { method: "POST", body: form });
			expect([field, response.status < 500]).toEqual([field, true]);
		}
	});

	test("in any address of the site never fails", async () => {
		const { url } = await startTestServer(kind);
		for (const path of [
			"/career?q=%c",
			"/career?location=%c",
			"/career/jobs/%c",
			"/career/apply/%c?view=whole",
			"/career/application/%c",
			"/career/interview/%c",
			"/career/interview/%c/invitation.ics",
			"/career/alerts/%c",
			"/newsletter/%c",
			"/api/jobs/%c",
			"/demo/slots/%c",
			"/demo/booking/%c",
			"/demo/booking/%c/invitation.ics",
			"/demo/calendar/%c.ics",
			"/person/%c",
			"/%c",
		])
			for (const control of ["%00", "%01", "%1b", "%0a", "%7f", "%c2%85"]) {
				const response = await fetch(url + path.replace("%c", control));
				expect([path, control, response.status < 500]).toEqual([path, control, true]);
			}
	});

	test("in any address or field of the desk never fails", async () => {
		const staff = await (await startTestServer(kind)).openDesk();
		for (const control of ["%00", "%01", "%1b", "%0a", "%7f", "%c2%85"]) {
			for (const [url, body] of [
				["/search", `search=a${control}b`],
				["/emails", `action=retry&reference=a${control}b`],
				["/sign-in", `email=a${control}b&password=a${control}b&code=a${control}b`],
				["/accounts", `action=invite&email=a${control}b@c.example&role=sales${control}`],
				[`/accounts/a${control}`, "action=disable"],
				[`/join/a${control}`, `name=a${control}b`],
				["/calls/subscribe", `renew=a${control}b`],
				[`/enquiries/a${control}`, "action=release"],
				["/enquiries/change", `reference=a${control}&change=stage:a${control}&day=${control}`],
				[`/bookings/a${control}`, "action=quarantine"],
			] as const) {
				const { statusCode } = await staff.inject({
					method: "POST",
					url,
					headers: { ...desk, "content-type": "application/x-www-form-urlencoded" },
					body,
				});
				expect([url, control, statusCode < 500]).toEqual([url, control, true]);
			}
			for (const url of [
				`/enquiries?show=${control}&page=${control}`,
				`/enquiries?stage=${control}&owner=a${control}&sort=${control}&after=${control}`,
				`/audit-log?of=${control}&before=${control}`,
				`/accounts/${control}`,
				`/join/${control}`,
				`/sign-in?to=${control}`,
				`/applications/${control}`,
				`/applications/${control}/file`,
				`/emails?show=${control}`,
				`/${control}`,
			]) {
				const { statusCode } = await staff.inject({ url, headers: desk });
				expect([url, statusCode < 500]).toEqual([url, true]);
			}
		}
	});
});
