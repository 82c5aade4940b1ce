import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { countWork } from "./count-work.ts";
import { chooseTab, connectMailbox, findEnquiry, postToDesk, stayOnRecords } from "./desk-records.ts";
import { expect, signInTo, test, untilHydrated, type Locator, type Page } from "./fixtures.ts";
import { measureShifts } from "./layout-shifts.ts";

/** Sends a visitor's e-mail to a mailbox of the desk, as an admin, and returns the address of the record that it became. */
async function write(office: FrontOffice, request: APIRequestContext, subject: string): Promise<string> {
	const sender = `asha-${randomUUID()}@visitor.example`;
	const deliver = await connectMailbox(request, office, "enquiry");
	await deliver(
		[
			`From: Asha Rao <${sender}>`,
			"Cc: Noor Khan <noor@visitor.example>",
			`Subject: ${subject}`,
			`Message-ID: <${randomUUID()}@visitor.example>`,
			"",
			"Can you build us an app?",
			"",
		].join("\r\n"),
	);
	return office.deskUrl + (await findEnquiry(request, office.deskUrl, sender));
}

/** Drops a file on an element, as from a folder of the computer, or pastes it. */
async function hand(page: Page, how: "drop" | "paste", name: string): Promise<void> {
	await page.getByRole("textbox", { name: "Text" }).evaluate(
		(element, [event, fileName]) => {
			const data = new DataTransfer();
			data.items.add(new File(["A plan"], fileName, { type: "text/plain" }));
			element.dispatchEvent(
				event === "drop"
					? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
					: new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
			);
		},
		[how, name] as const,
	);
}

const emailsAbout = (office: FrontOffice, subject: string) =>
	office.mail.emails.filter((email) => email.subject === `Re: ${subject}`);

test("a visitor's e-mail is answered to all, with its text quoted and files that were dropped and pasted", async ({
	page,
	office,
	signIn,
}) => {
	await signIn();
	const subject = `An app ${randomUUID()}`;
	await page.goto(await write(office, page.request, subject));
	await untilHydrated(page);
	await page.keyboard.press("r");
	await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue(`Re: ${subject}`);
	await page.getByRole("textbox", { name: "Text" }).fill("Gladly.");
	await page.getByRole("button", { name: "Reply to all" }).click();
	await expect(page.getByRole("textbox", { name: "Cc" })).toHaveValue("noor@visitor.example");
	await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Gladly.");
	await hand(page, "drop", "dropped.txt");
	await expect(page.getByText("dropped.txt")).toBeVisible();
	await hand(page, "paste", "pasted.txt");
	await expect(page.getByText("pasted.txt")).toBeVisible();
	await page.getByText(/^Quoted below your text: Asha Rao/).click();
	await expect(page.getByRole("checkbox", { name: "Quote this message" })).toBeChecked();
	await page.getByRole("button", { name: "Preview", exact: true }).click();
	await expect(page.locator(".email-preview")).toContainText("> Can you build us an app?");
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await expect(page.getByRole("region", { name: "Activity" })).toContainText("cc noor@visitor.example");
	await expect(page.locator("#cc")).toHaveValue("");
	await expect.poll(() => emailsAbout(office, subject).length).toBe(2);
	for (const email of emailsAbout(office, subject)) {
		expect(email.cc?.map(({ address }) => address)).toEqual(["noor@visitor.example"]);
		expect(email.attachments.map(({ filename }) => filename)).toEqual(["dropped.txt", "pasted.txt"]);
		expect(email.text).toContain("> Can you build us an app?");
	}
});

test(
	"the same without scripts, at 360 px, signed with the member's signature, and the quote left out",
	{ tag: "@all" },
	async ({ browser, office }) => {
		const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
		await signInTo(office, context);
		const page = await context.newPage();
		await page.goto(`${office.deskUrl}/account`);
		await page.getByRole("region", { name: "Signature" }).getByLabel("Text").fill("Meera\nSales, Narangi");
		await page.getByRole("button", { name: "Save signature" }).click();
		await expect(page.getByText("Signature saved.")).toBeVisible();
		const subject = `A site ${randomUUID()}`;
		await page.goto(await write(office, page.request, subject));
		await page.getByRole("button", { name: "Reply to all" }).click();
		await expect(page.getByRole("textbox", { name: "Cc" })).toHaveValue("noor@visitor.example");
		await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(/Meera\r?\nSales, Narangi$/);
		await page.getByText(/^Quoted below your text/).click();
		await page.getByRole("checkbox", { name: "Quote this message" }).uncheck();
		await page.getByRole("textbox", { name: "Cc" }).fill("nobody");
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await expect(page.locator(".error-summary")).toContainText("“nobody” is not an e-mail address");
		await page.getByText(/^Quoted below your text/).click();
		await expect(page.getByRole("checkbox", { name: "Quote this message" })).not.toBeChecked();
		await page.getByRole("textbox", { name: "Cc" }).fill("");
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await expect(page.getByText("Sending in ten seconds.")).toBeVisible();
		await expect(page.locator(".notice-place")).toHaveCSS("position", "static");
		await expect(page.getByRole("tab")).toHaveCount(0);
		await page.getByRole("textbox", { name: "Note" }).fill("They called.");
		await page.getByRole("button", { name: "Add note" }).click();
		await expect(page.getByRole("region", { name: "Activity" })).toContainText("They called.");
		await expect.poll(() => emailsAbout(office, subject).length).toBe(1);
		expect(emailsAbout(office, subject)[0]?.text).not.toContain("Can you build us");
		await context.close();
	},
);

test(
	"a message is forwarded to a colleague elsewhere, and undone, with its text and without an answer to the visitor",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await signIn();
		const subject = `A plan ${randomUUID()}`;
		await page.goto(await write(office, page.request, subject));
		await page.getByRole("link", { name: "Forward" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Forward message" })).toBeVisible();
		await untilHydrated(page);
		await page.getByRole("textbox", { name: "To" }).fill("expert@elsewhere.example");
		await page.getByRole("textbox", { name: "Text" }).fill("Can you look at this?");
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
		await expect(page.getByRole("status").first()).toContainText("Not sent. Your e-mail is a draft again.");
		await expect(page.getByRole("textbox", { name: "To" })).toHaveValue("expert@elsewhere.example");
		await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Can you look at this?");
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await expect(page.getByRole("region", { name: "Activity" })).toContainText("forwarded to expert@elsewhere.example");
		const forwarded = () => office.mail.emails.filter((email) => email.subject === `Fwd: ${subject}`);
		await expect.poll(() => forwarded().length).toBe(1);
		expect(forwarded()[0]?.text).toMatch(
			/Can you look at this\?\s+---------- Forwarded message ----------\s+From: Asha Rao/,
		);
	},
);

/** A reply that is begun, around its caret. */
const begun = [expect.stringMatching(/^Hello .+,\n\n$/), expect.stringMatching(/^\n\n\S/)];

function readAroundCaret(text: Locator): Promise<string[]> {
	return text.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => [
		value.slice(0, selectionStart),
		value.slice(selectionEnd),
	]);
}

/** Opens the reply by its key, once the page's scripts run. */
async function openReply(page: Page): Promise<void> {
	await expect(async () => {
		await page.keyboard.press("r");
		await expect(page.locator("#text")).toBeFocused({ timeout: 500 });
	}).toPass();
}

test(
	"a slash on an empty line of a reply offers the templates, and Enter takes one",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await signIn();
		await page.goto(await write(office, page.request, `An app ${randomUUID()}`));
		await openReply(page);
		const text = page.locator("#text");
		const options = page.getByRole("listbox", { name: "Templates" }).getByRole("option");
		await text.fill("We met at the fair.\n");
		await page.keyboard.type("a/");
		await expect(options).toHaveCount(0);
		await page.keyboard.type("\n/");
		await expect(options.first()).toHaveAttribute("aria-selected", "true");
		expect(await findAccessibilityFaults(page, { part: ".composer" })).toEqual([]);
		await page.keyboard.press("Escape");
		await expect(options).toHaveCount(0);
		await expect(text).toBeFocused();
		await page.keyboard.type("\n/");
		const names = await options.allInnerTexts();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowUp");
		await page.keyboard.press("ArrowUp");
		await expect(options.last()).toHaveAttribute("aria-selected", "true");
		await page.keyboard.press("Enter");
		await expect(page.getByLabel("Template").locator("option:checked")).toHaveText(names.at(-1) ?? "");
		await expect(text).toHaveValue(/^We met at the fair\.\na\/\n\/\n[^/]/);
		await expect(options).toHaveCount(0);
	},
);

test(
	"a press on the closed reply puts the caret between greeting and close, and discarding its draft does too",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await signIn();
		await page.goto(await write(office, page.request, `An app ${randomUUID()}`));
		await untilHydrated(page);
		const text = page.locator("#text");
		await text.click({ position: { x: 60, y: 18 } });
		expect(await readAroundCaret(text)).toEqual(begun);
		await page.keyboard.type("Gladly.");
		await expect(text).toHaveValue(/^Hello .+,\n\nGladly\.\n\n\S/);
		// A press on an open reply is where it is meant.
		await text.click({ position: { x: 1, y: 18 } });
		expect((await readAroundCaret(text))[0]).toBe("");
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(text).toBeFocused();
		expect(await readAroundCaret(text)).toEqual(begun);
	},
);

test("a reply begins with a template after three keys", { tag: "@task" }, async ({ page, office, signIn }) => {
	await signIn();
	await page.goto(await write(office, page.request, `An app ${randomUUID()}`));
	await untilHydrated(page);
	const { press, finish } = countWork(page);
	const text = page.locator("#text");
	await press("r");
	await press("/");
	await expect(page.getByRole("listbox", { name: "Templates" })).toBeVisible();
	await press("Enter");
	await expect(text).toHaveValue(/^Hello .+,\n\n[^/\n]/);
	finish("Begin a reply with a template", { keys: 3 });
	expect((await text.inputValue()).match(/Hello/g)).toHaveLength(1);
});

test(
	"after Ctrl+Enter the composer is closed, and z undoes the sending",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await signIn();
		await page.goto(await write(office, page.request, `An app ${randomUUID()}`));
		await untilHydrated(page);
		const text = page.locator("#text");
		await openReply(page);
		await page.keyboard.type("Gladly.");
		await page.keyboard.press("Control+Enter");
		await expect(page.getByText(/^Sending in ten seconds/)).toBeVisible();
		await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
		await expect(page.getByRole("textbox", { name: "Subject" })).toBeHidden();
		await page.keyboard.press("z");
		await expect(text).toHaveValue(/^Hello .+,\n\nGladly\.\n\n\S/);
	},
);

/** Says where an element is in the window. */
function placeOf(element: Locator): Promise<{ top: number; bottom: number; height: number }> {
	return element.evaluate((one) => {
		const { top, bottom, height } = one.getBoundingClientRect();
		return { top, bottom, height };
	});
}

for (const viewport of [
	{ width: 1280, height: 800 },
	{ width: 360, height: 740 },
])
	test(
		`the composer is docked below the newest entry, one line until it is used, at ${viewport.width} px`,
		{ tag: viewport.width < 800 ? "@all" : [] },
		async ({ page, office, signIn }) => {
			await signIn();
			await page.setViewportSize(viewport);
			const path = await write(office, page.request, `An app ${randomUUID()}`);
			await postToDesk(page.request, path, { do: "note", text: "They called.\n".repeat(40) });
			await postToDesk(page.request, path, { do: "note", text: "They called again." });
			const readShifts = await measureShifts(page);
			await page.goto(path);
			await untilHydrated(page);
			const composer = page.locator(".composer");
			const text = page.locator("#text");
			const note = page.locator("#note");
			await test.step("it is closed, and the newest entry is in sight above it", async () => {
				await expect(page.getByRole("textbox", { name: "Subject" })).toBeHidden();
				await expect
					.poll(async () => (await placeOf(page.locator(".timeline > [data-newest]").last())).bottom)
					.toBeLessThanOrEqual((await placeOf(composer)).top);
				const { bottom, height } = await placeOf(composer);
				const tabs = await page.locator(".tabs").evaluate((one) => one.getBoundingClientRect().height);
				expect(Math.abs(bottom - (viewport.height - Math.max(0, tabs - 1)))).toBeLessThanOrEqual(1);
				expect(height).toBeLessThan(140);
				// The fonts may still come.
				expect((await readShifts()).sum).toBeLessThan(0.01);
			});
			await test.step("r opens the reply between greeting and close, n the note, and Escape leaves them", async () => {
				await page.keyboard.press("r");
				await expect(text).toBeFocused();
				expect(await readAroundCaret(text)).toEqual(begun);
				await expect(page.getByRole("textbox", { name: "Subject" })).toBeVisible();
				expect((await placeOf(composer)).top).toBeGreaterThan(0);
				expect(await findAccessibilityFaults(page)).toEqual([]);
				await page.keyboard.type(" Gladly.");
				await page.keyboard.press("Escape");
				await expect(text).not.toBeFocused();
				await page.keyboard.press("n");
				await expect(note).toBeFocused();
				await expect(text).toBeHidden();
				await page.keyboard.type("Half a note");
				await page.keyboard.press("Escape");
				expect(await findAccessibilityFaults(page)).toEqual([]);
			});
			await test.step("the tabs follow the arrow keys, and both texts stay", async () => {
				await page.getByRole("tab", { name: "Note" }).focus();
				await page.keyboard.press("ArrowLeft");
				await expect(page.getByRole("tab", { name: "Reply" })).toBeFocused();
				await expect(text).toHaveValue(/^Hello .+,\n\n Gladly\.\n\n\S/);
				await expect(page.getByRole("tabpanel", { name: "Reply" }).getByText("Draft saved")).toBeVisible();
				await page.keyboard.press("ArrowRight");
				await expect(note).toHaveValue("Half a note");
				await expect(page.getByRole("tabpanel", { name: "Note" }).getByText("Draft saved")).toBeVisible();
				await page.reload();
				await expect(text).toHaveValue(/^Hello .+,\n\n Gladly\.\n\n\S/);
				await expect(note).toHaveValue("Half a note");
			});
			await test.step("an empty one opens and closes without a word", async () => {
				await chooseTab(page, "Note");
				await page.getByRole("button", { name: "Discard draft" }).click();
				await expect(note).toHaveValue("");
				await expect(page.getByRole("button", { name: "Add note" })).toBeVisible();
				await page.getByRole("heading", { level: 1 }).click();
				await expect(page.getByRole("button", { name: "Add note" })).toBeHidden();
			});
		},
	);

for (const viewport of [
	{ width: 1280, height: 800 },
	{ width: 360, height: 740 },
])
	test(
		`what was done is said over the page, beside the composer and the tabs, until its time is up, at ${viewport.width} px`,
		{ tag: "@all" },
		async ({ page, office, signIn }) => {
			await signIn();
			await stayOnRecords(page.context());
			await page.setViewportSize(viewport);
			const path = await write(office, page.request, `An app ${randomUUID()}`);
			await page.clock.install();
			await page.goto(path);
			await untilHydrated(page);
			await openReply(page);
			await page.keyboard.press("Escape");
			const toast = page.getByRole("status").locator(".notice");
			await page.keyboard.press("i");
			await expect(toast).toContainText("Assigned to");
			await expect(page.locator(".notice-place")).toHaveCSS("position", "fixed");
			const boxes = await Promise.all([toast, page.locator(".composer")].map((one) => one.boundingBox()));
			const [said, composer] = boxes;
			if (!said || !composer) throw new Error("One of them is not shown");
			expect(said.y + said.height <= composer.y || said.x + said.width <= composer.x).toBe(true);
			await toast.hover();
			await page.clock.runFor(60_000);
			await expect(toast).toBeVisible();
			await page.mouse.move(viewport.width / 2, 2);
			await page.clock.runFor(10_000);
			await expect(toast).toHaveCount(0);
			await page.getByLabel("Stage", { exact: true }).selectOption({ index: 1 });
			await expect(toast).toContainText("Moved");
			await toast.getByRole("button", { name: "Close" }).click();
			await expect(toast).toHaveCount(0);
		},
	);

for (const viewport of [
	{ width: 1280, height: 800 },
	{ width: 360, height: 740 },
])
	test(
		`a preview and a new note are in sight above the composer at ${viewport.width} px`,
		{ tag: viewport.width < 800 ? "@all" : [] },
		async ({ page, office, signIn }) => {
			await signIn();
			await page.setViewportSize(viewport);
			const path = await write(office, page.request, `An app ${randomUUID()}`);
			await postToDesk(page.request, path, { do: "note", text: "They called.\n".repeat(12) });
			await page.goto(path);
			await untilHydrated(page);
			const composer = page.locator(".composer");
			const head = page.locator(".inbox-record > .page-head");
			const isInSight = async (element: Locator) => {
				const { top, height } = await placeOf(element);
				const [start, end] = [(await placeOf(head)).bottom, (await placeOf(composer)).top];
				return top >= Math.max(0, start) && top + Math.min(height, 40) <= Math.min(end, viewport.height);
			};
			const preview = page.locator(".email-preview");
			await test.step("the preview", async () => {
				await openReply(page);
				await page.keyboard.type("Gladly.");
				await page.getByRole("button", { name: "Preview", exact: true }).click();
				await expect.poll(() => isInSight(preview)).toBe(true);
			});
			await test.step("again, after Enter in the subject", async () => {
				await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
				await expect.poll(() => isInSight(preview)).toBe(false);
				await page.getByRole("textbox", { name: "Subject" }).press("Enter");
				await expect.poll(() => isInSight(preview)).toBe(true);
				await page.keyboard.press("Escape");
			});
			await test.step("the note, whole", async () => {
				await page.keyboard.press("n");
				await page.keyboard.type("They will call again.\n\nOn Monday.");
				await page.keyboard.press("Control+Enter");
				const note = page.locator(".timeline > [data-newest]").last();
				await expect(note).toContainText("They will call again.");
				await expect(page.getByRole("button", { name: "Add note" })).toBeHidden();
				await expect
					.poll(async () => (await placeOf(note)).bottom - (await placeOf(composer)).top)
					.toBeLessThanOrEqual(0);
				expect((await placeOf(composer)).height).toBeLessThan(140);
			});
		},
	);

for (const colorScheme of ["light", "dark"] as const)
	test(
		`on a phone a record keeps its name, its actions and the way to the others in reach in ${colorScheme} colours`,
		{ tag: colorScheme === "dark" ? "@all" : [] },
		async ({ page, office, signIn }) => {
			await signIn();
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width: 360, height: 740 });
			await write(office, page.request, `Another ${randomUUID()}`);
			const path = await write(office, page.request, `An app ${randomUUID()}`);
			await postToDesk(page.request, path, { do: "note", text: "They called.\n".repeat(40) });
			await page.goto(path);
			await untilHydrated(page);
			const head = page.locator(".inbox-record > .page-head");
			await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
			await expect.poll(async () => (await placeOf(head)).top).toBe(0);
			expect((await placeOf(head)).height).toBeLessThanOrEqual(100);
			const record = page.locator(".inbox-record");
			for (const one of [
				record.getByRole("link", { name: "Enquiries" }),
				record.getByRole("link", { name: /^(?:Next|Previous)$/ }).first(),
				record.getByRole("heading", { level: 1 }),
				record.getByRole("button", { name: "Done", exact: true }),
				record.getByText("Snooze", { exact: true }).first(),
			])
				await expect(one).toBeInViewport({ ratio: 1 });
			await record.getByText("Snooze", { exact: true }).first().click();
			await expect(page.locator(".page-head .pop-up-choices")).toBeInViewport({ ratio: 1 });
			// The rest scrolls below it, and may be covered in part.
			expect(await findAccessibilityFaults(page, { part: ".inbox-record > .page-head" })).toEqual([]);
			await page.keyboard.press("Escape");
			await record.getByRole("button", { name: "Mark as spam" }).focus();
			await expect(record.getByRole("button", { name: "Mark as spam" })).toBeInViewport({ ratio: 1 });
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
			await page.setViewportSize({ width: 740, height: 340 });
			await expect(head).toHaveCSS("position", "static");
		},
	);

test(
	"an at sign in a note offers colleagues, and the notice names who was notified",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		const surname = `Q${randomUUID().slice(0, 8)}`;
		await office.signInStaff(["sales"], `Rohan ${surname}`);
		await signIn();
		await page.goto(await write(office, page.request, `An app ${randomUUID()}`));
		await untilHydrated(page);
		const note = page.locator("#note");
		const options = page.getByRole("listbox", { name: "Colleagues" }).getByRole("option");
		await expect(async () => {
			await page.keyboard.press("n");
			await expect(note).toBeFocused({ timeout: 500 });
		}).toPass();
		await page.keyboard.type("Write to asha@roh");
		await expect(options).toHaveCount(0);
		await page.keyboard.type(`. @roh`);
		await expect(options.first()).toHaveAttribute("aria-selected", "true");
		expect(await findAccessibilityFaults(page, { part: ".composer" })).toEqual([]);
		await page.keyboard.press("Escape");
		await expect(options).toHaveCount(0);
		await expect(note).toBeFocused();
		await page.keyboard.type(` and @${surname}`);
		await expect(options).toHaveText([`Rohan ${surname}`]);
		await page.keyboard.press("Enter");
		await page.keyboard.type("please call.");
		await expect(note).toHaveValue(`Write to asha@roh. @roh and @Rohan ${surname} please call.`);
		await expect(options).toHaveCount(0);
		await page.keyboard.press("Control+Enter");
		await expect(page.getByText(`Note added. Rohan ${surname} was notified.`)).toBeVisible();
		await page.keyboard.press("n");
		await page.keyboard.type("Ask about the rates.");
		for (let letter = 0; letter < " about the rates.".length; letter += 1) await page.keyboard.press("ArrowLeft");
		await page.keyboard.type(` @${surname}`);
		await expect(options).toHaveCount(1);
		await page.keyboard.press("End");
		await expect(options).toHaveCount(0);
		await page.keyboard.press("Enter");
		await expect(note).toHaveValue(`Ask @${surname} about the rates.\n`);
		await note.fill("");
		await page.keyboard.type("@nobody");
		await page.keyboard.press("Control+Enter");
		await expect(page.getByText("Note added.", { exact: true })).toBeVisible();
	},
);

test(
	"a reply that was undone is one line of the activity, and its text is in the composer",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await signIn();
		await page.goto(await write(office, page.request, `An app ${randomUUID()}`));
		await untilHydrated(page);
		await openReply(page);
		await page.keyboard.type("Gladly, on Monday.");
		await page.keyboard.press("Control+Enter");
		await page.getByRole("button", { name: "Undo send" }).click();
		await expect(page.locator("#text")).toHaveValue(/Gladly, on Monday\./);
		const timeline = page.locator(".timeline");
		await expect(timeline).toContainText(/reply not sent|Reply by .+ not sent/i);
		await expect(timeline.locator('[data-side="ours"]')).toHaveCount(0);
		await expect(timeline.getByText("Gladly, on Monday.")).toBeHidden();
		await timeline.locator("details").evaluateAll((all: HTMLDetailsElement[]) => {
			for (const one of all) one.open = true;
		});
		await expect(timeline.getByText("Gladly, on Monday.")).toBeVisible();
	},
);
