import { careers } from "./company.ts";
import { enter, expect, test } from "./fixtures.ts";

const [department] = careers.departments;
const [location] = careers.locations;

// The preview tells the browser to run no scripts.
test.use({ expectedErrors: /^Blocked script execution in '[^']*\/jobs\/preview'/ });

test("a job is written with pay and criteria, looked at, published, and asks its own question", async ({
	page,
	office,
	signIn,
}) => {
	await signIn(["recruiter"]);
	await page.setViewportSize({ width: 360, height: 800 });
	await page.goto(`${office.deskUrl}/jobs/new`);
	await page.getByLabel("Title").fill("Keeper of the looms");
	await page.getByLabel("Summary").fill("Keep what others weave on.");
	await page.getByLabel("Department").selectOption(department?.name ?? "");
	await page.getByLabel("Team", { exact: true }).fill(department?.teams[0]?.name ?? "");
	await page.getByLabel("Location").selectOption(location?.label ?? "");
	await page.getByLabel("Last day to apply").fill("2099-01-31");
	await page.getByLabel("From", { exact: true }).fill("1900000");
	await page.getByLabel("To", { exact: true }).fill("2900000");
	await page.getByLabel("Show on the site").selectOption("Yes");
	await page.getByLabel("Benefits").fill("24 days of leave\nWool at cost");
	await page.getByLabel("Keywords").fill("loom, keeper");
	await page.getByLabel("Description").fill("## Your days\n\n- Oil.\n\n<script>document.title = 'ran'</script>");
	await page.getByLabel("Question 1", { exact: true }).fill("How long is your notice?");

	const opened = page.waitForEvent("popup");
	await page.getByRole("button", { name: "Preview" }).click();
	const preview = await opened;
	await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Keeper of the looms");
	await expect(preview.getByRole("heading", { name: "Your days" })).toBeVisible();
	await expect(preview).not.toHaveTitle("ran");
	expect(await preview.evaluate(() => document.fonts.check("16px 'Instrument Sans'"))).toBe(true);
	await preview.close();

	await page.getByRole("button", { name: "Save draft" }).press("Enter");
	await expect(page.getByText("Only your team can see it.")).toBeVisible();
	const { id } = /\/jobs\/(?<id>[a-z0-9-]+)$/.exec(page.url())?.groups ?? {};
	expect((await page.request.get(`/career/jobs/${id}`)).status()).toBe(404);

	await page.getByRole("link", { name: "Scorecard criteria" }).click();
	await page.getByLabel("New criterion").fill("Looms");
	await page.getByLabel("Guiding question").last().fill("Which have they used?");
	await page.getByRole("button", { name: "Save criteria" }).press("Enter");
	await expect(page.getByText("Criteria saved.")).toBeVisible();
	await expect(page.locator('input[value="Looms"]')).toBeVisible();
	await page.getByRole("button", { name: "Use company criteria" }).press("Enter");
	await expect(page.getByText("Company criteria restored.")).toBeVisible();
	await page.getByRole("link", { name: "Back to job" }).click();
	await page.getByText("Hiring plan: not set").click();
	await page.getByLabel("Openings").fill("2");
	await page.getByRole("button", { name: "Save plan" }).press("Enter");
	await expect(page.getByText("Hiring plan: 2 openings")).toBeVisible();
	await page.getByRole("button", { name: "Save and publish" }).press("Enter");
	await page.getByRole("button", { name: "Publish job" }).press("Enter");
	await expect(page.getByText("Job published.")).toBeVisible();

	await test.step("an extended deadline stays when the job is saved", async () => {
		await page.goto(`${office.deskUrl}/jobs`);
		await page.locator(`main a[href="/jobs/${id}"]`).click();
		await page.getByLabel("Extend deadline to").fill("2099-03-31");
		await page.getByRole("button", { name: "Extend" }).press("Enter");
		await expect(page.getByText("Deadline extended.")).toBeVisible();
		await expect(page.getByLabel("Last day to apply")).toHaveValue("2099-03-31");
		await page.getByLabel("Keywords").fill("loom, weaver");
		await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
		await expect(page.getByText("Job saved.")).toBeVisible();
		await expect(page.getByLabel("Last day to apply")).toHaveValue("2099-03-31");
	});

	await enter(page, `/career/jobs/${id}`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Keeper of the looms");
	await expect(page.getByText(/19,00,000 to .29,00,000 a year/)).toBeVisible();
	await expect(page.getByText("24 days of leave, Wool at cost")).toBeVisible();
	await expect(page.getByText("2 openings")).toHaveCount(0);
	await enter(page, `/career/apply/${id}?step=roleInformation`);
	await expect(page.getByLabel("How long is your notice?")).toBeVisible();
});
