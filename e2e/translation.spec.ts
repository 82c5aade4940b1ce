import { createPdf } from "../tests/support/documents.ts";
import { careers, jobs } from "./company.ts";
import { chooseTab, enquire, stayOnRecords } from "./desk-records.ts";
import { endOverlay, enter, expect, test, untilHydrated, type Page } from "./fixtures.ts";

/**
 * Translates a page, and then all that it shows anew, as Chrome does: each text is replaced by two font elements around its
 * translation, here capitals.
 */
async function translate(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	await untilHydrated(page);
	await translateNow(page);
}

async function translateNow(page: Page): Promise<void> {
	await page.evaluate(() => {
		const translateBelow = (root: Node) => {
			if (!root.isConnected || root.parentElement?.closest("font")) return;
			const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
			const found: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
			while (texts.nextNode()) found.push(texts.currentNode);
			for (const text of found) {
				if (!text.textContent?.trim() || text.parentElement?.closest("script, style, title, textarea, font")) continue;
				const [outer, inner] = [document.createElement("font"), document.createElement("font")];
				outer.append(inner);
				text.parentNode?.insertBefore(outer, text);
				inner.textContent = text.textContent.toUpperCase();
				outer.parentNode?.removeChild(text);
			}
		};
		translateBelow(document.body);
		new MutationObserver((records) => {
			for (const { addedNodes } of records) for (const node of addedNodes) translateBelow(node);
		}).observe(document.body, { childList: true, subtree: true });
	});
}

/** Expects a page to show the same as a page that was given the same and is not translated. */
async function expectSameTexts(page: Page, untranslated: Page): Promise<void> {
	const read = (one: Page) =>
		one
			.locator("body")
			.evaluate((body) =>
				[...body.querySelectorAll("main, dialog, nav")]
					.map((part) => (part.textContent ?? "").toUpperCase())
					.join("\n"),
			);
	await expect(async () => expect(await read(page)).toBe(await read(untranslated))).toPass();
}

const profile = {
	"Full Name": "Asha Rao",
	Email: "asha@visitor.example",
	"Phone Number": "+91 98100 00000",
	City: "Gwalior",
};

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("in a page that the browser translates", () => {
	test(
		"a call is booked as in any other, with the topic that was chosen",
		{ tag: "@all" },
		async ({ page, context }) => {
			const twin = await context.newPage();
			const both = [page, twin];
			for (const one of both) await enter(one, "/demo");
			await expect(page.getByRole("grid")).toBeVisible();
			await translate(page);
			const take = async (step: (one: Page) => Promise<unknown>) => {
				for (const one of both) await step(one);
				await expectSameTexts(page, twin);
			};
			const topic = (one: Page) => one.getByLabel("What is it about?");
			const chosen = await topic(twin).locator("option").last().innerText();
			await take((one) => topic(one).selectOption({ index: 1 }));
			for (const month of ["Next month", "Previous month", "Next month"])
				await take((one) => one.getByRole("button", { name: month }).click());
			await take((one) => topic(one).selectOption(chosen));
			await take((one) =>
				one
					.getByRole("grid")
					.getByRole("button", { name: /times? free$/i })
					.first()
					.click(),
			);
			await take((one) => one.getByRole("button", { name: "Back" }).click());
			await take((one) =>
				one
					.getByRole("grid")
					.getByRole("button", { name: /times? free$/i })
					.first()
					.click(),
			);
			await take((one) =>
				one
					.getByRole("list", { name: /^Free times/i })
					.getByRole("button")
					.last()
					.click(),
			);
			const submit = (one: Page) => one.getByRole("button", { name: "Book a Free Demo" });
			await take((one) => submit(one).click());
			await expect(page.getByRole("alert").first()).toBeVisible();
			await take((one) => one.getByRole("textbox", { name: "First name" }).fill("Asha"));
			await take((one) => one.getByRole("textbox", { name: "E-mail" }).fill("asha.rao@visitor.example"));
			await take((one) => one.getByRole("textbox", { name: "Phone" }).fill("+91 98100 00000"));
			const sent = page.waitForRequest("**/demo/book");
			await submit(page).click();
			expect((await sent).postDataJSON()).toMatchObject({ domain: chosen });
			const confirmation = page.getByRole("dialog");
			await expect(confirmation).toContainText(/BKG-[0-9A-Z]{8}/);
			await confirmation.getByRole("button", { name: "Close" }).click();
			await expect(confirmation).toBeHidden();
		},
	);

	test(
		"an application is sent as in any other, with its errors, steps and choices",
		{ tag: "@all" },
		async ({ page, context }) => {
			const twin = await context.newPage();
			const both = [page, twin];
			for (const one of both) await enter(one, `/career/apply/${jobs[0]?.slug}`);
			await translate(page);
			const take = async (step: (one: Page) => Promise<unknown>) => {
				for (const one of both) await step(one);
				await expectSameTexts(page, twin);
			};
			const next = (one: Page) => one.getByRole("button", { name: "Next" }).click();
			await take(async (one) => one.getByRole("button", { name: "Next" }).click());
			for (const [label, value] of Object.entries(profile))
				await take((one) => one.getByRole("textbox", { name: label }).fill(value));
			const resume = { name: "asha-rao.pdf", mimeType: "application/pdf", buffer: createPdf() };
			await take((one) => one.getByLabel("Resume").setInputFiles({ ...resume, name: "asha.txt" }));
			await take((one) => one.getByLabel("Resume").setInputFiles(resume));
			await take((one) => one.getByRole("button", { name: "Add education" }).click());
			await take((one) => one.getByRole("button", { name: "Remove education 2" }).click());
			await take(next);
			await take((one) => one.getByRole("button", { name: "Next" }).click());
			await take((one) => one.getByLabel("Preferred Location").selectOption(careers.locations.at(-1)?.label as string));
			const groups = await twin
				.getByRole("main")
				.getByRole("group")
				.filter({ has: twin.getByRole("radio") })
				.count();
			for (let index = 0; index < groups; index++)
				await take((one) =>
					one
						.getByRole("main")
						.getByRole("group")
						.filter({ has: one.getByRole("radio") })
						.nth(index)
						.getByRole("radio")
						.first()
						.check(),
				);
			await take(next);
			await take((one) => one.getByRole("button", { name: "Previous" }).click());
			await take(next);
			await take(next);
			await page.getByRole("button", { name: "Submit Application" }).click();
			await expect(page.getByRole("heading", { name: "Application Submitted!" })).toBeVisible();
		},
	);

	test(
		"an enquiry is sent, its errors are shown, and a list of jobs changes as in any other",
		{ tag: "@all" },
		async ({ page, context }) => {
			const twin = await context.newPage();
			const both = [page, twin];
			const take = async (step: (one: Page) => Promise<unknown>) => {
				for (const one of both) await step(one);
				await expectSameTexts(page, twin);
			};
			for (const one of both) await enter(one, "/contactUs");
			await translate(page);
			const form = (one: Page) =>
				one
					.getByRole("main")
					.locator("form")
					.filter({ has: one.getByLabel("Message") });
			const send = (one: Page) => form(one).getByRole("button", { name: "Send your message" }).click();
			await take(send);
			await take((one) => form(one).getByRole("textbox", { name: "First name" }).fill("Asha"));
			await take((one) => form(one).getByRole("textbox", { name: "Last name" }).fill("Rao"));
			await take((one) => form(one).getByRole("textbox", { name: "E-mail" }).fill("asha.rao@visitor.example"));
			await take((one) => form(one).getByRole("textbox", { name: "Message" }).fill("We need an app."));
			await send(page);
			const thanks = page.getByRole("dialog", { name: "Thank You!" });
			await expect(thanks).toBeVisible();
			await thanks.getByRole("button", { name: "Close" }).click();
			await expect(thanks).toBeHidden();

			for (const one of both) await enter(one, "/career?q=");
			await translate(page);
			await take((one) => one.getByLabel("Location").selectOption({ index: 1 }));
			await take((one) => one.getByRole("link", { name: "Clear Filters" }).click());
			await take((one) => one.getByLabel("Keyword").fill("nobody looks for this"));
			await take((one) => one.getByRole("search").getByRole("button", { name: "Search" }).click());
			await take((one) => one.getByLabel("Location").selectOption({ index: 0 }));
			await take((one) => one.getByRole("link", { name: "Back to Career Page" }).click());
		},
	);

	test(
		"before its scripts have come, a page keeps what was entered, and works as any other",
		{ tag: "@all" },
		async ({ page, context }) => {
			const failures: string[] = [];
			page.on("request", (request) => {
				if (request.url().endsWith("/failures")) failures.push(request.postData() ?? "");
			});
			const twin = await context.newPage();
			let held = Promise.withResolvers<void>();
			await page.route("**/assets/**/*.js", async (route) => {
				await held.promise;
				await route.continue();
			});
			/** Enters something in both pages, one of which is translated before its scripts come. */
			const open = async (path: string, fill = async (_one: Page) => {}) => {
				held = Promise.withResolvers();
				await page.goto(path, { waitUntil: "domcontentloaded" });
				await fill(page);
				await translateNow(page);
				held.resolve();
				await untilHydrated(page);
				await endOverlay(page);
				await enter(twin, path);
				await untilHydrated(twin);
				await fill(twin);
				await expectSameTexts(page, twin);
			};
			const form = (one: Page) =>
				one
					.getByRole("main")
					.locator("form")
					.filter({ has: one.getByLabel("Message") });
			await open("/contactUs", async (one) => {
				await form(one).getByRole("textbox", { name: "First name" }).fill("Asha");
				await form(one).getByRole("textbox", { name: "Message" }).fill("We need an app.");
			});
			await expect(form(page).getByRole("textbox", { name: "Message" })).toBeFocused();
			await form(page).getByRole("textbox", { name: "Last name" }).fill("Rao");
			await form(page).getByRole("textbox", { name: "E-mail" }).fill("asha.rao@visitor.example");
			const sent = page.waitForRequest("**/contactus/submit");
			await form(page).getByRole("button", { name: "Send your message" }).click();
			expect((await sent).postDataJSON()).toMatchObject({ firstName: "Asha", message: "We need an app." });
			await expect(page.getByRole("dialog", { name: "Thank You!" })).toBeVisible();

			const resume = { name: "asha-rao.pdf", mimeType: "application/pdf", buffer: createPdf() };
			// Its fields wait for the scripts.
			await open(`/career/apply/${jobs[0]?.slug}`);
			for (const one of [page, twin]) {
				for (const [label, value] of Object.entries(profile))
					await one.getByRole("textbox", { name: label }).fill(value);
				await one.getByLabel("Resume").setInputFiles(resume);
				await one.getByRole("button", { name: "Next" }).click();
			}
			await expectSameTexts(page, twin);

			await open("/demo");
			for (const one of [page, twin])
				await one
					.getByRole("grid")
					.getByRole("button", { name: /times? free$/i })
					.first()
					.click();
			await expectSameTexts(page, twin);
			expect(failures).toEqual([]);
		},
	);

	test(
		"the page of a record is worked on as any other, and keeps what is typed",
		{ tag: "@all" },
		async ({ page, office, signIn }) => {
			const reference = await enquire(page.request);
			await signIn();
			await stayOnRecords(page.context());
			await page.goto(`${office.deskUrl}/enquiries/${reference}`);
			await expect(page.getByRole("button", { name: "Mark as spam" })).toBeEnabled();
			await translate(page);
			await chooseTab(page, "Note");
			const note = page.getByRole("textbox", { name: "Note" });
			await note.fill("Called them.");
			await page.getByRole("button", { name: "Mark as spam" }).click();
			await expect(page.getByRole("status").filter({ hasText: "marked as spam" })).toBeVisible();
			await page.getByRole("button", { name: "Not spam" }).click();
			await expect(page.getByRole("status").filter({ hasText: "is not spam" })).toBeVisible();
			await expect(note).toHaveValue("Called them.");
			await page.getByRole("button", { name: "Add note" }).click();
			await expect(page.getByText("Called them.").first()).toBeVisible();
			await expect(note).toHaveValue("");
			await page.getByRole("link", { name: "Enquiries" }).first().click();
			await expect(page.locator(`[data-row][href^="/enquiries/${reference}"]`)).toBeVisible();
		},
	);
});
