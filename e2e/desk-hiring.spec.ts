import { randomUUID } from "node:crypto";
import { builtCareers } from "../tests/support/built-careers.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationForm, createApplicationFields } from "../tests/support/job-application.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { expect, test, type Page } from "./fixtures.ts";

/** Sends an application for the first position, and gives its reference. */
async function apply(page: Page, fullName: string): Promise<{ reference: string; jobId: string }> {
	const { data: jobs } = (await (await page.request.get("/api/jobs")).json()) as { data: { id: string }[] };
	const [job] = jobs;
	if (!job) throw new Error("No position is open");
	const email = `asha-${randomUUID()}@applicant.example`;
	const form = createApplicationForm(
		{ ...createApplicationFields(job, builtCareers), fullName, email },
		{ name: "cv.pdf", content: createPdf() },
	);
	const response = await page.request.post("/api/applications", { multipart: form });
	const { data } = (await response.json()) as { data: { reference: string } };
	return { reference: data.reference, jobId: job.id };
}

test(
	"a card of the board is moved by mouse, by key and by menu, and whoever looks on sees it",
	{ tag: "@any-company" },
	async ({ page, context, office, signIn }) => {
		const name = `Asha ${randomUUID().slice(0, 6)}`;
		const { jobId } = await apply(page, name);
		await signIn(["recruiter"]);
		const board = `${office.deskUrl}/applications/board?job=${jobId}`;
		const other = await context.newPage();
		await other.goto(board);
		await page.goto(board);
		const cardIn = (on: Page, index: number) => on.locator(".board-column").nth(index).getByRole("link", { name });
		await expect(cardIn(page, 0)).toBeVisible();

		const card = page.locator(".card", { hasText: name });
		await expect(card).toHaveAttribute("draggable", "true");
		await card.dragTo(page.locator(".board-column").nth(1));
		await expect(cardIn(page, 1)).toBeVisible();
		await expect(page.getByRole("status")).toContainText(name);
		await expect(cardIn(other, 1)).toBeVisible();

		await cardIn(page, 1).press("[");
		await expect(cardIn(page, 0)).toBeFocused();
		await expect(cardIn(other, 0)).toBeVisible();
		await page.keyboard.press("]");
		await expect(cardIn(page, 1)).toBeFocused();

		await card.getByText("Move").first().click();
		await card.getByRole("combobox").selectOption({ index: 0 });
		await card.getByRole("button", { name: "Move" }).click();
		await expect(cardIn(page, 0)).toBeVisible();
	},
);

for (const width of [360, 1280])
	for (const colorScheme of ["light", "dark"] as const)
		test(`the pages of applications can be used by all at ${width} px, ${colorScheme}`, async ({
			page,
			office,
			signIn,
		}) => {
			const { reference, jobId } = await apply(page, `<img src=x> ${"long".repeat(20)}`);
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 800 });
			await signIn(["recruiter"]);
			for (const path of ["/applications", `/applications/board?job=${jobId}`, `/applications/${reference}`]) {
				await page.goto(office.deskUrl + path);
				expect([path, ...(await findAccessibilityFaults(page))]).toEqual([path]);
				expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
			}
		});
