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

test("every kind of email is listed, and each has a page with its headers, HTML, text and attachments", async () => {
	const list = await get("/");
	for (const kind of emailKinds) expect(list).toContain(`<h2>${kind}</h2>`);
	const paths = [...list.matchAll(/<a href="([^"]+)"/g)].map(([, path = ""]) => path);
	expect(paths.length).toBeGreaterThanOrEqual(emailKinds.length);
	for (const path of paths) {
		const page = await get(path);
		expect(page).toMatch(
			/<dt>From<\/dt><dd>[^<]+<\/dd>.*<dt>To<\/dt><dd>[^<]+<\/dd>.*<dt>Subject<\/dt><dd>[^<]+<\/dd>/,
		);
		expect(page).toMatch(/<iframe [^>]*sandbox="" srcDoc="&lt;!DOCTYPE/);
		expect(page).toMatch(/<h2>Text<\/h2><pre>[^<]+<\/pre>/);
	}
	const invitation = await get(paths.find((path) => path.startsWith("/booking-confirmation/")) ?? "");
	expect(invitation).toContain("demo-call.ics");
	expect(invitation).toContain("BEGIN:VCALENDAR");
	const alert = await get(paths.find((path) => path.startsWith("/job-alert/")) ?? "");
	expect(alert).toContain("<dt>List-Unsubscribe</dt>");
});

test("what is no email is not found", async () => {
	expect((await fetch(`${server.url}/enquiry-notice/to-nobody`)).status).toBe(404);
});
