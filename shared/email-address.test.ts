import { expect, test } from "vitest";
import { isEmailAddress } from "./email-address.ts";

test.each([
	"asha@company.example",
	"asha@xn--p1b6ci4b4b3a.xn--h2brj9c",
	"r&d@company.example",
	"o'neil+demo@mail.company.example",
	"a/b=c@company.example",
	"1@1.example",
])("%s is an address", (text) => {
	expect(isEmailAddress(text)).toBe(true);
});

test.each([
	"",
	"asha",
	"asha@localhost",
	"asha@company..example",
	"asha@-company.example",
	"asha@company.example.",
	"asha rao@company.example",
	"आशा@company.example",
	'"asha"@company.example',
	"asha@company.example, ravi@company.example",
	"asha@company.example\nBcc: x@y.example",
	`${"a".repeat(250)}@b.example`,
])("%j is none", (text) => {
	expect(isEmailAddress(text)).toBe(false);
});
