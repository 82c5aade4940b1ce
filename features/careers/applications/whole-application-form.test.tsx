import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import careersChoices from "../../../tests/support/careers-choices.ts";
import type { RejectedApplication } from "../context.server.ts";
import { WholeApplicationForm } from "./whole-application-form.tsx";

/** The plain form as the server sends it. */
function render(rejected: RejectedApplication | null): string {
	return renderToStaticMarkup(
		<WholeApplicationForm
			jobId="react-engineer"
			questions={[]}
			choices={careersChoices}
			idempotencyKey="its-key"
			thisYear={2026}
			rejected={rejected}
			contactEmail="careers@narangi.example"
		/>,
	);
}

test("carries its key", () => {
	expect(render(null)).toContain('name="idempotencyKey" value="its-key"');
});

test("has a field that people do not see, empty also where a program had filled it in", () => {
	const html = render({ values: { leaveEmpty: "https://spam.example" }, errors: [], message: "No" });
	expect(html).toMatch(
		/<div aria-hidden="true" class="sr-only"><label>[^<]*<input tabindex="-1" autoComplete="off" name="leaveEmpty"\/>/i,
	);
});

test("a form whose key was refused says why, without a link that leads nowhere", () => {
	const html = render({
		values: { idempotencyKey: "the-first" },
		errors: [{ field: "Idempotency-Key", message: "was used" }],
		message: "This form was already sent with other content",
	});
	expect(html).toContain("This form was already sent with other content. What you typed is still here");
	expect(html).not.toContain("href=");
});

test("a question that was refused says so like every other field, and nobody is taken for referred", () => {
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

test("offers what the company's facts offer", () => {
	const html = render(null);
	for (const choice of [...careersChoices.countries, ...careersChoices.locations])
		expect(html).toContain(`>${choice}</option>`);
	for (const question of careersChoices.qualifications) expect(html).toContain(question);
	expect(html).toContain("Are you legally eligible to work in the European Union?");
});
