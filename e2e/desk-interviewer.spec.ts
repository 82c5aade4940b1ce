import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { findAccessibilityFaults } from "./accessibility.ts";
import { deskSettings } from "./company.ts";
import { apply, holdInterviews, offerInterview, postToDesk, readOffer } from "./desk-records.ts";
import { expect, signInTo, test, untilHydrated } from "./fixtures.ts";

const resume = readFileSync(new URL("../tests/fixtures/resumes/latex.pdf", import.meta.url));
const { criteria = [] } = deskSettings.application;

// The page of an applicant whose interview is cancelled is gone.
test.use({
	expectedErrors: /status of 404/,
	viewport: { width: 360, height: 800 },
	colorScheme: "dark",
});

test(
	"an interviewer reads the resume, gives a scorecard, and loses the applicant with the interview, in every tab",
	{ tag: "@any-company" },
	async ({ page, context, browser, office, signIn }) => {
		const { deskUrl } = office;
		const own = `Robin ${randomUUID().slice(0, 6)}`;
		const fullName = `Asha ${randomUUID().slice(0, 6)}`;
		await signIn(["interviewer"], own);
		await holdInterviews(page.request, deskUrl);
		const recruiter = await browser.newContext({ baseURL: office.url });
		await signInTo(office, recruiter, ["recruiter"]);
		const email = `${randomUUID()}@applicant.example`;
		const application = await apply(recruiter.request, { fullName, email }, resume);
		const form = await (await recruiter.request.get(`${deskUrl}/applications/${application}/interview`)).text();
		const lead = new RegExp(`<option value="([0-9a-f-]{36})"[^>]*>${own}`).exec(form)?.[1] ?? "";
		const offer = { ...(await readOffer(recruiter.request, deskUrl, application)), lead };
		const interview = await offerInterview(recruiter.request, deskUrl, {
			application,
			offer: { ...offer, subject: "An interview", text: "When suits you?" },
		});

		await page.goto(deskUrl);
		await untilHydrated(page);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("My interviews");
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.getByRole("link", { name: fullName }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(fullName);
		const frame = page.frameLocator("section.resume iframe");
		await page.locator("section.resume").scrollIntoViewIfNeeded();
		await expect(frame.getByRole("img", { name: "Page 1 of 1" })).toBeVisible();
		await expect(page.getByText(email)).toHaveCount(0);

		const other = await context.newPage();
		await other.goto(page.url());
		await untilHydrated(other);
		await expect(other.getByRole("heading", { level: 1 })).toHaveText(fullName);

		await page.getByText("Add your scores").click();
		for (const { key } of criteria) await page.locator(`[name="score-${key}"][value="4"]`).check();
		await page.getByRole("radio", { name: "Strong yes" }).check();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
		await page.getByRole("button", { name: "Submit scores" }).click();
		await expect(page.getByRole("heading", { name: /Scorecards · 4/ })).toBeVisible();
		await expect(other.getByRole("heading", { name: /Scorecards · 4/ }), "told in the other tab").toBeVisible();

		await postToDesk(recruiter.request, `${deskUrl}/interviews/${interview}`, { do: "cancel" });
		for (const tab of [page, other]) {
			await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Not found");
			await expect(tab.getByText(fullName)).toHaveCount(0);
		}
		await recruiter.close();
	},
);
