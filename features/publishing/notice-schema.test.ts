import { expect, test } from "vitest";
import type { NoticeLanguage } from "../../shared/notices.ts";
import { testNotices } from "../../tests/support/notices.ts";
import { noticesSchema, toNotices } from "./notice-schema.ts";

const who = "{name}, {email}";
const [first, second] = testNotices.map((texts) => ({ ...texts, who })) as [NoticeLanguage, NoticeLanguage];
const { enquiry } = first;

function listProblems(languages: unknown[]): string[] {
	const result = noticesSchema.safeParse({ languages });
	return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
}

test("two languages that say the same are accepted, and so is nothing", () => {
	expect(listProblems([first, second])).toEqual([]);
	expect(listProblems([first])).toEqual([]);
	expect(noticesSchema.parse({})).toEqual({ languages: [] });
	expect(
		toNotices({ languages: [] }, { privacyContact: { name: "Asha", email: "asha@company.example" } }),
	).toBeUndefined();
});

test("the privacy contact of the company is filled in as it is", () => {
	const [filled] =
		toNotices(noticesSchema.parse({ languages: [first] }), {
			privacyContact: { name: "A$& Rao", email: "asha@company.example" },
		}) ?? [];
	expect(filled?.who).toBe("A$& Rao, asha@company.example");
});

test.each([
	[
		"a term that is missing",
		{ enquiry: { ...enquiry, howLong: "For long." } },
		"enquiry.howLong must contain {term} once",
	],
	["a second term", { enquiry: { ...enquiry, howLong: "{term} {term}" } }, "enquiry.howLong must contain {term} once"],
	["nobody to write to", { who: "Asha" }, "who must contain {email} once"],
	["a language that is none", { lang: "Hindi!" }, "lang must be a language"],
	["words that a placeholder cannot hold", { months: "mo:nths" }, "months must be one word"],
])("%s is refused", (_, change, message) => {
	expect(listProblems([{ ...first, ...change }])).toEqual([expect.stringContaining(`languages.0.${message}`)]);
});

test("the languages must differ and have the same forms", () => {
	const { newsletter: _, ...without } = second;
	expect(listProblems([first, { ...without, lang: "en" }])).toEqual([
		"languages.1.lang is the language of the first texts",
		"languages.1.newsletter must be there in both languages, or in neither",
	]);
});
