import { dirname } from "node:path";
import type { Element, Root } from "hast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { describe, expect, test } from "vitest";
import { replyEmailKind } from "../core/conversations/email-kinds.ts";
import { deriveAccent } from "../shared/accent.ts";
import { createTestRenderers } from "../tests/support/rendered-emails.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { createEmailPreviews, emailKinds } from "./email-previews.ts";

const previews = await createEmailPreviews({
	company: testCompany,
	publicUrl: "https://company.example",
	deskUrl: "http://localhost:3001",
	now: Temporal.Instant.from("2026-11-23T06:00:00Z"),
});
const cases = previews.map(({ about, email }): [name: string, email: typeof email] => [
	`${email.kind}, ${about.charAt(0).toLowerCase()}${about.slice(1)}`,
	email,
]);
const accent = deriveAccent(testCompany.accentColour);

const modules = import.meta.glob<Record<string, unknown>>(
	["/features/**/emails.server.tsx", "/features/**/email-intents.server.ts", "/features/**/email-kinds.ts"],
	{ eager: true },
);
const features = Object.entries(Object.groupBy(Object.entries(modules), ([path]) => dirname(path)));

test.each(features)("the kinds of %s are listed here", (_, files = []) => {
	const kinds = files
		.flatMap(([, module]) => Object.entries(module))
		.filter(([name]) => name.endsWith("EmailKinds"))
		.flatMap(([, named]) => named);
	expect(kinds).not.toHaveLength(0);
	expect(emailKinds).toEqual(expect.arrayContaining(kinds));
});

test.each(emailKinds)("%s has a preview", (kind) => {
	expect(previews.map(({ email }) => email.kind)).toContain(kind);
});

test("each kind is rendered by the outbox, and nothing else is", () => {
	expect(Object.keys(createTestRenderers()).toSorted()).toEqual([...emailKinds].toSorted());
});

test("every preview has a name of its own", () => {
	const names = cases.map(([name]) => name);
	expect(names).toEqual([...new Set(names)]);
});

describe.each(cases)("%s", (_, { kind, html, text }) => {
	const page = unified().use(rehypeParse).parse(html);
	const links = listElements(page, "a").map(({ properties }) => properties);

	test("gives each address once in its text", () => {
		const addresses = text.match(/https?:\/\/[^\s\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];
		expect(addresses).toEqual([...new Set(addresses)]);
		for (const { href } of links) expect(addresses).toContain(href);
	});

	test("has links and the line above its title in the company's colour", () => {
		for (const { style } of links) expect(style).toContain(`color:${accent.text}`);
		// An e-mail that a person wrote looks like it, unlike those of a program.
		expect(html.includes(`border-top:4px solid ${accent.ui}`)).toBe(kind !== replyEmailKind);
	});
});

function listElements(page: Root, name: string): Element[] {
	const found: Element[] = [];
	visit(page, "element", (element) => {
		if (element.tagName === name) found.push(element);
	});
	return found;
}
