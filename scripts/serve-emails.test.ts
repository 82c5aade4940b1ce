import { afterAll, beforeAll, expect, test } from "vitest";
import { emailKinds } from "../server/email-previews.ts";
import { serveEmails, type EmailsServer } from "./serve-emails.ts";

let server: EmailsServer;

beforeAll(async () => {
	server = await serveEmails({ port: 0 });
});
afterAll(() => server.stop());

async function get(path: string): Promise<string> {
	const response = await fetch(server.url + path);
	expect(response.status).toBe(200);
	return response.text();
}

test("every kind of email is listed, with a link to its page", async () => {
	const list = await get("/");
	for (const kind of emailKinds) {
		expect(list).toContain(`<h2>${kind}</h2>`);
		expect(list).toContain(`<a href="/${kind}/`);
	}
});

test("a page shows an email's headers, its HTML apart from the page, its text and its attachments", async () => {
	const invitation = await get("/booking-confirmation/to-the-visitor");
	for (const part of [
		/<dt>From<\/dt><dd>[^<]+<\/dd>/,
		/<dt>Reply-To<\/dt><dd>[^<]+<\/dd>/,
		/<dt>Subject<\/dt><dd>Your demo call is booked: /,
		/<iframe [^>]*sandbox="" srcDoc="&lt;!DOCTYPE/,
		/<h2>Text<\/h2><pre>Your demo call is booked\n/,
		/demo-call\.ics, .*\d bytes/,
		/<pre>BEGIN:VCALENDAR/,
	])
		expect(invitation).toMatch(part);
	expect(await get("/job-alert/one-position")).toContain("<dt>List-Unsubscribe</dt>");
});

test("an unknown email is not found", async () => {
	expect((await fetch(`${server.url}/enquiry-notice/to-nobody`)).status).toBe(404);
});
