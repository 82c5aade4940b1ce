import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { JobQuestion } from "../../../shared/questions.ts";
import careersChoices from "../../../tests/support/careers-choices.ts";
import type { RejectedApplication } from "../context.server.ts";
import { ApplicationForm } from "./application-form.tsx";

const ignore = () => undefined;

/** All steps on one page, as the server sends them. */
function render(rejected: RejectedApplication | null, questions: JobQuestion[] = []): string {
	const Page = createRoutesStub([
		{
			path: "/",
			Component: () => (
				<ApplicationForm
					job={{ id: "react-engineer", questions, line: "React engineer, Leipzig" }}
					company={{ name: "Narangi", locale: "en-IN", email: "careers@narangi.example" }}
					choices={careersChoices}
					notice={undefined}
					poolMonths={0}
					thisYear={2026}
					source="linkedin-march"
					whole={{ idempotencyKey: "its-key", rejected }}
					step="careerProfile"
					onStep={ignore}
					onClose={ignore}
				/>
			),
		},
	]);
	return renderToStaticMarkup(<Page />);
}

test("carries its key", () => {
	expect(render(null)).toContain('name="idempotencyKey" value="its-key"');
	expect(render(null)).toContain('name="source" value="linkedin-march"');
});

test("has a field that people do not see, empty also where a program had filled it in", () => {
	const html = render({ values: { leaveEmpty: "https://spam.example" }, errors: [], message: "No" });
	expect(html).toMatch(
		/<div aria-hidden="true" class="sr-only"><label>[^<]*<input tabindex="-1" autoComplete="off" name="leaveEmpty" value=""\/>/i,
	);
});

test("a form with a refused key says why, without a dead link", () => {
	const html = render({
		values: { idempotencyKey: "the-first" },
		errors: [{ field: "Idempotency-Key", message: "was used" }],
		message: "This form was already sent with other content",
	});
	expect(html).toContain("This form was already sent with other content. What you typed is still here");
	expect(html).not.toContain("href=");
});

test("a refused question shows its error like every other field, and nobody is taken for referred", () => {
	const html = render({
		values: {},
		errors: [{ field: "eligibleToWork", message: "Please select if you are legally eligible to work." }],
		message: "Not valid",
	});
	expect(html).toMatch(
		/<fieldset aria-describedby="application-eligibleToWork-error" class="border-l-4[^>]*>.*?<span class="sr-only">Error: <\/span>Please select if you are legally eligible to work\./,
	);
	expect(html.match(/<input[^>]*checked=""[^>]*>/g)).toMatchObject([
		expect.stringMatching(/name="referred".* value="No"/),
	]);
});

test("offers the company's choices", () => {
	const html = render(null);
	for (const choice of [...careersChoices.countries, ...careersChoices.locations])
		expect(html).toContain(`>${choice}</option>`);
	for (const question of careersChoices.qualifications) expect(html).toContain(question);
	expect(html).toContain("Are you legally eligible to work in the European Union?");
});

test("shows every entry of a list again, and the box that stands for a job that has not ended", () => {
	const html = render({
		values: { "education-1-school": "MITS", "workExperience-0-company": "Mill", "workExperience-0-present": "Present" },
		errors: [{ field: "email", message: "Email is invalid" }],
		message: "No",
	});
	expect(html).toContain('name="education-0-school" value=""');
	expect(html).toContain('name="education-1-school" value="MITS"');
	expect(html).toMatch(/<input type="checkbox"[^>]*name="workExperience-0-present" checked=""/);
	expect(html).not.toMatch(/name="workExperience-1-present" checked/);
});

test("nothing stands in it that needs scripts, and its resume stands last", () => {
	const html = render(null);
	expect([...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual(["Submit Application"]);
	expect(html.indexOf('name="resume"')).toBeGreaterThan(html.indexOf('name="heardAbout"'));
	expect(html).not.toContain('disabled=""');
});

const questions: JobQuestion[] = [
	{ key: "notice", kind: "short-text", label: "How long is your notice?", required: true, options: [] },
	{ key: "nights", kind: "yes-no", label: "Do you work at night?", required: false, options: [] },
	{ key: "why", kind: "long-text", label: "Why wool?", required: false, options: [] },
];

test("a job's own questions are asked, and it shows again what was answered and what is wrong", () => {
	const html = render(
		{
			values: { "question-why": "Warm", "question-nights": "yes" },
			errors: [{ field: "question-notice", message: "Please answer" }],
			message: "No",
		},
		questions,
	);
	expect(html).toMatch(/<textarea[^>]*name="question-why"[^>]*>Warm</);
	expect(html).toMatch(/<input[^>]*name="question-nights" checked="" value="yes"/);
	expect(html).toMatch(
		/<input [^>]*id="application-question-notice"[^>]*aria-describedby="application-question-notice-error"/,
	);
	expect(html).toContain('href="#application-question-notice"');
});
