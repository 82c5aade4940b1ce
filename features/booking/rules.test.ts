import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBookingValidation } from "./rules.ts";
import { visitorFields, type VisitorField } from "./visitor-fields.ts";

const booking = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "+91 98100 00000",
	message: "Show us the ERP.",
	domain: "Hosting",
	date: "2026-11-23",
	time: "10:00 AM",
};

const domains = ["Web development", "UI/UX design", "Hosting", "Security"] as [string, ...string[]];
const validateBooking = createBookingValidation({ locale: "en-IN" }, { domains, questions: [], mostGuests: 0 });

function errorsOf(input: unknown): unknown {
	const checked = validateBooking(input);
	return checked.ok ? [] : checked.errors;
}

test("a booking that keeps the rules comes back as it is", () => {
	expect(validateBooking(booking)).toEqual({ ok: true, booking, looksLikeSpam: false });
});

test("last name, message and domain may be missing; the domain is then the first", () => {
	const { lastName, message, domain, ...rest } = booking;
	expect(validateBooking(rest)).toEqual({
		ok: true,
		booking: { ...rest, lastName: "", message: "", domain: "Web development" },
		looksLikeSpam: false,
	});
});

test.each([
	["firstName", "Enter your first name"],
	["email", "Enter your e-mail address"],
	["phone", "Enter your phone number"],
] satisfies [VisitorField, string][])("%s is required", (field, message) => {
	const { [field]: _, ...rest } = booking;
	for (const input of [rest, { ...booking, [field]: "" }, { ...booking, [field]: " \t\n " }])
		expect(errorsOf(input)).toEqual([{ field, message }]);
});

test.each([
	["date", "Choose a date"],
	["time", "Choose a time"],
] as const)("%s is required", (field, message) => {
	const { [field]: _, ...rest } = booking;
	for (const input of [rest, { ...booking, [field]: "" }]) expect(errorsOf(input)).toEqual([{ field, message }]);
});

test("all missing fields are named at once, in the order of the form", () => {
	expect(errorsOf({})).toMatchObject([
		{ field: "firstName" },
		{ field: "email" },
		{ field: "phone" },
		{ field: "date" },
		{ field: "time" },
	]);
});

test("every domain of the company is taken, and no other", () => {
	for (const domain of domains) expect(errorsOf({ ...booking, domain })).toEqual([]);
	for (const domain of ["", "web development", "ERP", "Hosting\r\nBcc: a@b.example", null, 7])
		expect(errorsOf({ ...booking, domain })).toMatchObject([{ field: "domain" }]);
});

test.each([
	"2026-02-30",
	"2027-02-29",
	"2026-13-01",
	"2026-00-10",
	"2026-1-1",
	"26-11-23",
	"23/11/2026",
	"2026-11-23T10:00",
	" 2026-11-23",
	"2026-11-23\n",
	"tomorrow",
	"+002026-11-23",
	"٢٠٢٦-١١-٢٣",
])("%j is no date", (date) => {
	expect(errorsOf({ ...booking, date })).toEqual([
		{ field: "date", message: "The date must be a calendar date such as 2026-11-23" },
	]);
});

test("29 February is a date in a leap year", () => {
	expect(errorsOf({ ...booking, date: "2028-02-29" })).toEqual([]);
});

test.each([
	"10:00",
	"10:00 am",
	"10:00AM",
	"10:00  AM",
	"13:00 PM",
	"0:30 AM",
	"00:30 AM",
	"010:00 AM",
	"10:60 AM",
	"10:00 AM\n",
	"10:00\u00a0AM",
	"ten",
])("%j is no time", (time) => {
	expect(errorsOf({ ...booking, time })).toEqual([{ field: "time", message: "The time must be written as 10:00 AM" }]);
});

test.each([
	["firstName", "x".repeat(101)],
	["lastName", "x".repeat(101)],
	["email", `${"x".repeat(254)}@b.in`],
	["phone", "1".repeat(41)],
	["message", "x".repeat(5_001)],
] satisfies [VisitorField, string][])("%s has a limit, which its error names", (field, value) => {
	expect(errorsOf({ ...booking, [field]: value })).toEqual([
		{
			field,
			message: expect.stringContaining(
				`the limit is ${new Intl.NumberFormat("en-IN").format(visitorFields[field].maxLength)}`,
			),
		},
	]);
});

test("numbers are written as the company's locale writes them", () => {
	const message = "x".repeat(123_456);
	const inFull = (locale: string) =>
		createBookingValidation({ locale }, { domains, questions: [], mostGuests: 0 })({ ...booking, message }) as {
			errors: { message: string }[];
		};
	expect(inFull("en-IN").errors[0]?.message).toBe("Your message is 1,23,456 characters long; the limit is 5,000");
	expect(inFull("de-DE").errors[0]?.message).toBe("Your message is 123.456 characters long; the limit is 5.000");
});

test.each([["firstName"], ["lastName"], ["phone"]])("%s is one line", (field) => {
	expect(errorsOf({ ...booking, [field]: "a\nb" })).toMatchObject([
		{ field, message: expect.stringContaining("must be one line of text") },
	]);
});

test("what cannot be seen and means nothing is dropped, and breaks of word processors are read", () => {
	const typed = {
		...booking,
		firstName: "Asha\u0000\u202e",
		phone: "\u202a+91 98765 43210\u202c",
		email: `${booking.email}\u200b`,
		message: "a\r\nb\rc\u2028d\u2029e\tf\u000bg\u0085h\u001b\u202e",
	};
	expect(validateBooking(typed)).toMatchObject({
		booking: {
			firstName: "Asha",
			phone: "+91 98765 43210",
			email: booking.email,
			message: "a\nb\nc\nd\ne f\ng\nh",
		},
	});
});

test("a filled hidden field looks like a program", () => {
	expect(validateBooking({ ...booking, leaveEmpty: "https://spam.example" })).toEqual({
		ok: true,
		booking,
		looksLikeSpam: true,
	});
});

test.each([[[]], [null], ["text"], [7], [undefined]])("%j is no booking", (input) => {
	expect(errorsOf(input)).toEqual([
		{ field: "", message: "Send an object with firstName, email, phone, date and time" },
	]);
});

describe("whatever is sent", () => {
	const text = fc.oneof(
		fc.string({ unit: "binary", maxLength: 30 }),
		fc.constantFrom("", " ", "a@b.in", "2026-11-23", "10:00 AM", "Hosting"),
	);
	const anything = fc.record(
		Object.fromEntries(
			Object.entries(booking).map(([field, value]) => [
				field,
				fc.oneof({ arbitrary: fc.constant(value), weight: 4 }, text, fc.anything()),
			]),
		),
		{ requiredKeys: [] },
	);

	test("the rules never fail, and accepted values hold no control characters and pass again, unchanged", () => {
		fc.assert(
			fc.property(anything, (input) => {
				const checked = validateBooking(input);
				if (!checked.ok) {
					expect(checked.errors.length).toBeGreaterThan(0);
					return;
				}
				for (const [field, value] of Object.entries(checked.booking))
					expect(value).not.toMatch(field === "message" ? /[^\P{Cc}\n]|[\u2028\u2029]/u : /[\p{Cc}\u2028\u2029]/u);
				expect(validateBooking(checked.booking)).toEqual({ ...checked, looksLikeSpam: false });
			}),
			{ numRuns: 500 },
		);
	});
});
