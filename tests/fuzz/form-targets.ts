import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { createBookingValidation } from "../../features/booking/rules.ts";
import { receiveForm } from "../../features/careers/applications/receive-form.server.ts";
import { createApplicationRules } from "../../features/careers/applications/rules.ts";
import { validateEnquiry } from "../../features/enquiries/rules.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { listCareersChoices } from "../../shared/careers.ts";
import { testCareers } from "../support/careers.ts";
import { allowRefusal, expectThat, fuzzTarget } from "./fuzz-target.ts";
import { anyText, textOf } from "./hostile-inputs.ts";

const locale = "en-IN";
const validateBooking = createBookingValidation(
	{ locale },
	{ domains: ["Hosting", "Security"], questions: [], mostGuests: 0 },
);
const rules = createApplicationRules({ ...listCareersChoices(testCareers), locale });

const value = fc.oneof(
	anyText,
	textOf(["\u200b", "+91", "@", "a", ".", "https://"], 20_000),
	fc.jsonValue({ maxDepth: 4 }),
);
const valuesOf = (names: readonly string[]) =>
	fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 })), value, { maxKeys: 20 });
const enquiryNames = ["name", "email", "phone", "service", "message", "leaveEmpty", "__proto__", "constructor"];
const bookingNames = ["firstName", "lastName", "email", "phone", "message", "domain", "date", "time", "__proto__"];
const applicationNames = [
	"firstName",
	"email",
	"phoneNumber",
	"education",
	"workExperience",
	"minimumQualifications",
	"coverLetter",
	"portfolioUrl",
	"__proto__",
];

const disposition = fc.oneof(
	fc.constantFrom('; name="city"', '; name="resume"; filename="cv.pdf"', "; name=", "; filename*=utf-8''%ff", ";"),
	anyText.map((name) => `; name="${name}"`),
);
const part = fc
	.tuple(disposition, fc.constantFrom("", "Content-Type: ;\r\n", " folded\r\n", "no header\r\n"), anyText)
	.map(([first, header, body]) => `--b\r\nContent-Disposition: form-data${first}\r\n${header}\r\n${body}\r\n`);
const multipart = fc
	.tuple(fc.array(part, { maxLength: 5 }), fc.constantFrom("--b--\r\n", "--b--more", "--b\r\n", ""))
	.map(([parts, end]) => parts.join("") + end);

/** Keeps no file. */
const store = {
	receive: async (stream: AsyncIterable<Buffer>) => ({
		path: "",
		bytes: (await buffer(stream as never)).length,
		sha256: "",
	}),
	discard: async () => undefined,
};

function receive(body: string, type = "multipart/form-data; boundary=b") {
	const request = Object.assign(new PassThrough(), { headers: { "content-type": type } });
	request.end(body);
	return receiveForm(request as unknown as IncomingMessage, store as never);
}

/** Whole forms, as programs send them. */
export const formTargets = [
	fuzzTarget("enquiries", valuesOf(enquiryNames), (input) => validateEnquiry(input, { locale })),
	fuzzTarget("bookings", valuesOf(bookingNames), (input) => validateBooking(input)),
	fuzzTarget("applications", valuesOf(applicationNames), (input) => {
		for (const step of ["careerProfile", "roleInformation", "voluntarySelfIdentification"] as const)
			rules.validateStep(step, input, undefined);
	}),
	fuzzTarget("multipart forms", multipart, (body) =>
		allowRefusal(
			(error) => error instanceof HttpProblem,
			() => receive(body),
		),
	),
	fuzzTarget("fields beside an odd one", fc.tuple(anyText, anyText), async ([name, text]) => {
		const sound = '--b\r\nContent-Disposition: form-data; name="city"\r\n\r\nPune\r\n';
		const odd = `--b\r\nContent-Disposition: form-data; name="x${encodeURIComponent(name.toWellFormed())}"\r\n\r\n${text}\r\n`;
		if (odd.includes("\r\n--b", 3)) return;
		const form = await receive(`${odd}${sound}--b--\r\n`);
		expectThat(form.fields.city === "Pune", "the field beside it was lost");
	}),
];
