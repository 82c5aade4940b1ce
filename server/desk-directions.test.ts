import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const rightToLeft = /[\u0590-\u06ff]/;

/** Lists the texts from right to left whose direction no element gives, and the fields that take it from the page. */
function listUndirected(html: string): string[] {
	const { children } = parseDocument(html);
	const isDirected = (node: { parent: unknown }): boolean => {
		const parent = node.parent as { attribs?: Record<string, string>; parent: unknown } | null;
		return parent !== null && (parent.attribs?.dir === "auto" || isDirected(parent));
	};
	const bodies = DomUtils.findAll(({ name }) => name === "body", children);
	const texts = DomUtils.filter((node) => "data" in node, bodies)
		.filter((node) => rightToLeft.test(DomUtils.textContent(node)) && !isDirected(node))
		.filter(({ parent }) => !["script", "option", "title"].includes((parent as { name?: string } | null)?.name ?? ""))
		.map((node) => DomUtils.textContent(node));
	const fields = DomUtils.findAll(({ name, attribs }) => name === "textarea" && attribs.dir !== "auto", bodies).map(
		({ attribs }) => `<textarea name="${attribs.name}">`,
	);
	return [...texts, ...fields];
}

test("text from right to left has its direction at the desk and in e-mails", async () => {
	const { database, clock, renderers, openDesk } = await startTestServer("sqlite");
	const desk = await openDesk({ roles: ["sales"] });
	const { post, get } = createDeskBrowser(desk);
	const reference = await storeEnquiry(database, {
		firstName: "ليلى",
		lastName: "حداد",
		message: "مرحبا\nنحتاج إلى تطبيق",
	});
	const path = `/enquiries/${reference}`;
	await post(path, { do: "note", text: "اتصلي بها غدا" });
	await post(path, { do: "send", subject: "האפליקציה שלך", text: "שלום לילה\n\nנשמח לעזור" });
	for (const page of ["/", "/enquiries", path])
		expect({ page, undirected: listUndirected(await get(page)) }).toEqual({ page, undirected: [] });
	clock.advance({ seconds: 11 });
	const emails = await renderEmails({ database, clock }, renderers);
	const reply = emails.find(({ kind }) => kind === "record-reply");
	expect(reply?.html).toContain('<p dir="auto"');
	expect(listUndirected(reply?.html ?? "")).toEqual([]);
});
