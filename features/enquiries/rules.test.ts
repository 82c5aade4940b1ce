import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { enquiryFieldNames, enquiryFields, type EnquiryField } from "./enquiry-fields.ts";
import { validateEnquiry } from "./rules.ts";

const enquiry = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "+91 98100 00000",
	message: "We need an app.",
};

const validate = (input: unknown) => validateEnquiry(input, { locale: "en-IN" });

function errorsOf(input: unknown): unknown {
	const checked = validate(input);
	return checked.ok ? [] : checked.errors;
}

test("an enquiry that keeps the rules comes back as it is", () => {
	expect(validate(enquiry)).toEqual({ ok: true, enquiry, looksLikeSpam: false });
});

test.each(["missing", "empty"])("the phone number may be %s", (how) => {
	const { phone, ...rest } = enquiry;
	expect(validate(how === "missing" ? rest : { ...rest, phone: "" })).toEqual({
		ok: true,
		enquiry: { ...rest, phone: "" },
		looksLikeSpam: false,
	});
});

test("texts come back trimmed, line breaks as line feeds, tabs as spaces", () => {
	expect(validate({ ...enquiry, firstName: "  Asha \n", message: " one\r\ntwo\rthree\tfour\n" })).toMatchObject({
		ok: true,
		enquiry: { firstName: "Asha", message: "one\ntwo\nthree four" },
	});
});

test.each([
	["firstName", "Enter your first name"],
	["lastName", "Enter your last name"],
	["email", "Enter your e-mail address"],
	["message", "Enter your message"],
] satisfies [EnquiryField, string][])("%s is required", (field, message) => {
	const { [field]: _, ...rest } = enquiry;
	for (const input of [rest, { ...enquiry, [field]: "" }, { ...enquiry, [field]: " \t\n " }])
		expect(errorsOf(input)).toEqual([{ field, message }]);
});

test("all fields that the form marks as required are named at once when they are missing, in its order", () => {
	const required = enquiryFieldNames.filter((name) => "required" in enquiryFields[name]);
	expect(errorsOf({})).toMatchObject(required.map((field) => ({ field })));
});

test.each([
	"asha",
	"asha@",
	"@visitor.example",
	"asha@visitor",
	"asha rao@visitor.example",
	"asha@visitor.example, b@c.example",
	"asha@@visitor.example",
	"<asha@visitor.example>",
])("%s is no e-mail address", (email) => {
	expect(errorsOf({ ...enquiry, email })).toEqual([
		{ field: "email", message: "Enter an e-mail address like name@company.com" },
	]);
});

test.each([
	["firstName", "x".repeat(101), "Your first name is 101 characters long; the limit is 100"],
	["lastName", "x".repeat(101), "Your last name is 101 characters long; the limit is 100"],
	["email", `${"x".repeat(254)}@b.in`, "Your e-mail address is 259 characters long; the limit is 254"],
	["phone", "1".repeat(41), "Your phone number is 41 characters long; the limit is 40"],
	["message", "x".repeat(10_000), "Your message is 10,000 characters long; the limit is 5,000"],
] satisfies [EnquiryField, string, string][])("%s has a limit, which its error names", (field, value, message) => {
	expect(errorsOf({ ...enquiry, [field]: value })).toEqual([{ field, message }]);
});

test("a name is one line", () => {
	expect(errorsOf({ ...enquiry, firstName: "Asha\nRao" })).toMatchObject([{ field: "firstName" }]);
});

test("a name may be written in any script", () => {
	for (const firstName of ["आशा", "ஆஷா", "O’Neil", "Jean-Luc", "李", "क्‍ष"])
		expect(errorsOf({ ...enquiry, firstName })).toEqual([]);
});

test("what cannot be seen and means nothing is dropped, and breaks of word processors are read", () => {
	const typed = {
		...enquiry,
		firstName: "\ufeffAsha\u001b\u202e",
		email: "r&d@xn--p1b6ci4b4b3a.xn--h2brj9c\u200b",
		phone: "\u202a+91 98765 43210\u202c",
		message: "Line one\u000bLine two\u0007",
	};
	expect(validate(typed)).toMatchObject({
		ok: true,
		enquiry: {
			firstName: "Asha",
			email: "r&d@xn--p1b6ci4b4b3a.xn--h2brj9c",
			phone: "+91 98765 43210",
			message: "Line one\nLine two",
		},
	});
});

test.each([[[]], [null], ["text"], [7], [undefined]])("%j is no enquiry", (input) => {
	expect(errorsOf(input)).toEqual([
		{ field: "", message: "Send an object with firstName, lastName, email and message" },
	]);
});

test.each([[null], [7], [true], [[]], [["Asha"]], [{}], [{ toString: "Asha" }]])("%j is no text", (value) => {
	for (const field of Object.keys(enquiry)) expect(errorsOf({ ...enquiry, [field]: value })).toMatchObject([{ field }]);
});

test("a filled hidden field looks like a program", () => {
	expect(validate({ ...enquiry, leaveEmpty: "" })).toMatchObject({ ok: true, looksLikeSpam: false });
	expect(validate({ ...enquiry, leaveEmpty: "https://spam.example" })).toMatchObject({
		ok: true,
		looksLikeSpam: true,
	});
});

describe("whatever is sent", () => {
	test("the rules never fail, and accepted values follow them", () => {
		const text = fc.oneof(fc.string({ unit: "binary", maxLength: 120 }), fc.constant("asha@visitor.example"));
		const anything = fc.oneof(
			fc.anything(),
			fc.record({ firstName: text, lastName: text, email: text, phone: text, message: text }),
		);
		fc.assert(
			fc.property(anything, (input) => {
				const checked = validate(input);
				if (!checked.ok) {
					expect(checked.errors).not.toEqual([]);
					return;
				}
				for (const [field, { maxLength: limit }] of Object.entries(enquiryFields)) {
					const value = checked.enquiry[field as EnquiryField];
					expect(value.length).toBeLessThanOrEqual(limit);
					expect(value).toBe(value.trim());
					expect(value).not.toMatch(field === "message" ? /[^\P{Cc}\n]/u : /\p{Cc}/u);
					if (field !== "phone") expect(value).not.toBe("");
				}
			}),
			{ numRuns: 500 },
		);
	});

	test("accepted values pass again, unchanged", () => {
		const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
		fc.assert(
			fc.property(
				fc.record({ firstName: text, lastName: text, email: fc.emailAddress(), phone: text, message: text }),
				(input) => {
					const first = validate(input);
					if (first.ok) expect(validate(first.enquiry)).toEqual({ ...first, looksLikeSpam: false });
				},
			),
		);
	});
});
