import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import careersChoices from "../../../tests/support/careers-choices.ts";
import { ApplicationForm } from "./application-form.tsx";
import { createEmptyDraft, toFormData } from "./draft.ts";
import { steps } from "./steps.ts";

const ignore = () => undefined;

/** A step as the server sends it, before any script runs. */
function renderBeforeScripts(step: string, choices = careersChoices): string {
	const form = () => (
		<ApplicationForm
			job={{ id: "senior-weaver", questions: [], line: "Senior weaver, Leipzig" }}
			company={{ name: "Narangi", locale: "en-IN", email: "careers@narangi.example" }}
			choices={choices}
			notice={undefined}
			poolMonths={0}
			thisYear={2026}
			source=""
			step={step}
			onStep={ignore}
			onClose={ignore}
		/>
	);
	const Page = createRoutesStub([{ path: "/", Component: form }]);
	return renderToStaticMarkup(<Page />);
}

test.each(steps.map(({ id }) => id))(
	"before scripts run, the step %s accepts no text that they would discard, and none can reach an address",
	(step) => {
		const html = renderBeforeScripts(step);
		const [form = ""] = /<form[^>]*>/.exec(html) ?? [];
		for (const attribute of [
			'method="post"',
			'encType="multipart/form-data"',
			'action="/career/apply/senior-weaver?view=whole"',
		])
			expect(form).toContain(attribute);
		const [, inside = ""] =
			/<form[^>]*><fieldset role="none" disabled=""[^>]*>(.*)<\/fieldset><\/form>/.exec(html) ?? [];
		const controls = /<(?:input|select|textarea|button)\b/g;
		expect(inside.match(controls)?.length).toBeGreaterThan(0);
		expect(inside.match(controls)?.length).toBe(html.match(controls)?.length);
	},
);

test("without a saved draft no date format is set up, which takes longer than the form", async () => {
	vi.resetModules();
	const format = vi.spyOn(Intl, "DateTimeFormat");
	onTestFinished(() => format.mockRestore());
	await import("./application-form.tsx");
	renderBeforeScripts("careerProfile");
	expect(format).not.toHaveBeenCalled();
});

test.each(steps.map(({ id }) => id))("the step %s has a field that people do not see", (step) => {
	expect(renderBeforeScripts(step)).toMatch(
		/<div aria-hidden="true" class="sr-only"><label>[^<]*<input tabindex="-1" autoComplete="off" name="leaveEmpty" value=""\/>/i,
	);
});

test("a filled hidden field is sent", () => {
	expect(
		toFormData({ ...createEmptyDraft(careersChoices), leaveEmpty: "https://spam.example" }, undefined, {
			jobId: "senior-weaver",
			source: "",
		}).get("leaveEmpty"),
	).toBe("https://spam.example");
});

test("the form offers the company's choices", () => {
	const { countries, locations, qualifications } = careersChoices;
	const profile = renderBeforeScripts("careerProfile");
	for (const country of countries) expect(profile).toContain(`>${country}</option>`);
	const role = renderBeforeScripts("roleInformation");
	for (const location of locations) expect(role).toContain(`>${location}</option>`);
	for (const question of qualifications) expect(role).toContain(question);
	expect(role).toContain("Are you legally eligible to work in the European Union?");
	expect(role).toContain("Minimum qualifications");
});

test("a company that asks for no qualifications has no such part in its form", () => {
	const html = renderBeforeScripts("roleInformation", { ...careersChoices, qualifications: [] });
	expect(html).toContain("Work authorisation");
	expect(html).not.toContain("Minimum qualifications");
});
