import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { apply } from "./desk-records.ts";
import { expect, test } from "./fixtures.ts";

const corpus = new URL("../tests/fixtures/resumes/", import.meta.url);

for (const [width, height] of [
	[1280, 900],
	[360, 800],
] as const)
	test(
		`a resume is read beside the answers, in a frame that can do nothing to the desk, at ${width} px`,
		{ tag: ["@any-company", ...(width < 800 ? ["@all"] : [])] },
		async ({ page, office, signIn }) => {
			const reference = await apply(page.request, {}, await readFile(new URL("chromium.pdf", corpus)));
			// As if the check of uploads had missed it: a script that runs when the file is opened.
			await copyFile(new URL("script.pdf", corpus), join(office.dataDirectory, "files", `${reference}.pdf`));
			await signIn(["recruiter"]);
			await page.setViewportSize({ width, height });
			await page.goto(`${office.deskUrl}/applications/${reference}`);
			const frame = page.frameLocator("section.resume iframe");
			const picture = frame.getByRole("img", { name: "Page 1 of 1" });
			await page.getByRole("heading", { name: "Resume", exact: true }).scrollIntoViewIfNeeded();
			await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1240);
			await frame.getByText("Text of page 1").click();
			await expect(frame.getByText("Asha Rao")).toBeVisible();
			const found = await picture.evaluate((image) => ({
				origin: image.ownerDocument.defaultView?.origin,
				links: image.ownerDocument.querySelectorAll("a, script, form, iframe, embed, object").length,
				desk: (() => {
					try {
						return image.ownerDocument.defaultView?.parent.document.title;
					} catch {
						return "refused";
					}
				})(),
			}));
			expect(found).toEqual({ origin: "null", links: 0, desk: "refused" });
			expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

			const opened = page.waitForEvent("popup");
			await page.getByRole("link", { name: "Open in new tab" }).press("Enter");
			const alone = await opened;
			await expect(alone.getByRole("img", { name: "Page 1 of 1" })).toBeVisible();
			expect(await alone.evaluate(() => [window.origin, window.opener])).toEqual(["null", null]);
		},
	);
