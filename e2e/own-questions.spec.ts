import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { services } from "./company.ts";
import { enter, expect, test as base, untilHydrated, type Page } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

const [service] = services;
if (!service) throw new Error("The company has no service");
const path = `/contactUs/${service.slug}`;
const callPath = "/calls/architecture-review";

const callQuestions = `
mostGuests: 2
questions:
  - key: load
    kind: number
    label: How many users at once?
    required: true
  - key: parts
    kind: choices
    label: What worries you?
    options: [Speed, Cost, Safety]
  - key: diagram
    kind: file
    label: A diagram
`;

const questions = `
enquiryForm:
  questions:
    - key: timeline
      kind: choice
      label: When do you want to begin?
      required: true
      options: [This quarter, Later]
    - key: budget
      kind: budget
      label: Budget
      amounts: [500000, 1500000]
    - key: areas
      kind: choices
      label: What should it cover?
      options: [Orders, Wages, Sales]
    - key: sites
      kind: number
      label: How many sites do you have?
      hint: Count warehouses too.
    - key: live
      kind: yes-no
      label: Do you use another system today?
      required: true
    - key: brief
      kind: file
      label: Your brief
`;

// One after the other, on one server.
base.describe.configure({ mode: "default" });

/** Its content is that of the build, with questions of the first service's and of a call's own. */
const test = base.extend<object, { office: FrontOffice; asked: void }>({
	office: ownOffice(),
	asked: [
		async ({ office }, provide) => {
			const folder = await mkdtemp(join(tmpdir(), "content-"));
			await mkdir(join(folder, "services"));
			const file = `services/${service.slug}.yml`;
			await writeFile(join(folder, file), (await readFile(join("content", file), "utf8")) + questions);
			await mkdir(join(folder, "call-types"));
			const callFile = "call-types/architecture-review.yml";
			await writeFile(join(folder, callFile), (await readFile(join("content", callFile), "utf8")) + callQuestions);
			await office.changeContent("import", folder, "--heavy");
			await expect(async () => expect((await fetch(office.url + path)).status).toBe(200)).toPass();
			await provide();
		},
		{ scope: "worker", auto: true, timeout: 300_000 },
	],
	// A refused form is 422.
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
	expectedErrors: async ({}, provide) => provide(/status of 422/),
});

const form = (page: Page) => page.getByRole("main").locator("form");
const send = (page: Page) => form(page).getByRole("button", { name: "Send your message" });
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "There is a problem" });
const brief = { name: "brief.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 our brief") };

async function fill(page: Page): Promise<void> {
	await form(page).getByLabel("First name").fill("Asha");
	await form(page).getByLabel("Last name").fill("Rao");
	await form(page).getByLabel("E-mail").fill("asha.rao@visitor.example");
	await form(page).getByLabel("Message").fill("We count by hand.");
}

async function answer(page: Page): Promise<void> {
	await form(page).getByLabel("When do you want to begin?").selectOption("This quarter");
	await form(page).getByLabel("Budget").selectOption("Under ₹5,00,000");
	await form(page).getByLabel("Orders").check();
	await form(page).getByLabel("Sales").check();
	await form(page).getByLabel("How many sites do you have?").fill("12");
	await form(page).getByLabel("Yes").check();
}

test("a service's page leads to its form, whose answers reach sales in the notice and on the record's page", async ({
	page,
	office,
	signIn,
}) => {
	await enter(page, `/case-study/${service.slug}`);
	await page.getByRole("link", { name: "Get Started Today" }).click();
	await expect(page).toHaveURL(path);
	await untilHydrated(page);
	await fill(page);
	await send(page).click();
	await expect(summary(page).getByRole("link")).toHaveText([
		"Answer “When do you want to begin”",
		"Answer “Do you use another system today”",
	]);
	await summary(page).getByRole("link").first().click();
	await expect(form(page).getByLabel("When do you want to begin?")).toBeFocused();
	await answer(page);
	await send(page).click();
	await expect(page.getByRole("dialog", { name: "Thank You!" })).toBeVisible();
	await expect(async () => {
		const notice = office.mail.emails.find(({ text }) => text?.includes("What should it cover"));
		expect(notice?.text).toContain("Orders, Sales");
		expect(notice?.text).toContain(service.title);
	}).toPass();
	await signIn(["sales"]);
	await page.goto(`${office.deskUrl}/enquiries`);
	await page.getByRole("link", { name: "Asha Rao" }).first().click();
	await expect(page.locator("dd", { hasText: "Under ₹5,00,000" })).toBeVisible();
});

test(
	"a brief comes with the form and is a download on the record's page",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await enter(page, path);
		await fill(page);
		await form(page).getByLabel("Message").fill("With a brief.");
		await answer(page);
		await form(page).getByLabel("Your brief").setInputFiles(brief);
		await send(page).click();
		await expect(page).toHaveURL("/contactUs/thank-you");
		await signIn(["sales"]);
		await page.goto(`${office.deskUrl}/enquiries`);
		await page.getByRole("link", { name: "Asha Rao" }).first().click();
		await expect(page.getByText("With a brief.").first()).toBeVisible();
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "brief.pdf" }).click();
		expect((await download).suggestedFilename()).toBe("brief.pdf");
	},
);

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test(
		"a refused form keeps its answers and names each error, and is then sent with its file",
		{ tag: "@all" },
		async ({ page }) => {
			await page.goto(path);
			await fill(page);
			await form(page).getByLabel("Message").fill("Without scripts.");
			await answer(page);
			await form(page).getByLabel("How many sites do you have?").fill("some");
			await form(page)
				.getByLabel("Your brief")
				.setInputFiles({ ...brief, buffer: Buffer.from("<html><body>Our brief</body></html>") });
			await send(page).click();
			await expect(page).toHaveURL(path);
			await expect(summary(page).getByRole("link")).toHaveText([
				"Please answer with a number",
				/^Please attach a PDF, an office document, .+; what this one holds is a web page$/,
			]);
			await expect(form(page).getByLabel("When do you want to begin?")).toHaveValue("This quarter");
			await expect(form(page).getByLabel("Orders")).toBeChecked();
			await expect(form(page).getByLabel("Wages")).not.toBeChecked();
			await expect(form(page).getByLabel("Yes")).toBeChecked();
			await form(page).getByLabel("How many sites do you have?").fill("3");
			await form(page).getByLabel("Your brief").setInputFiles(brief);
			await send(page).click();
			await expect(page).toHaveURL("/contactUs/thank-you");
		},
	);
});

async function chooseTime(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Next month" }).click();
	await page
		.getByRole("grid")
		.getByRole("button", { name: /\d+ times? free$/ })
		.first()
		.click();
	await page
		.getByRole("list", { name: /^Free times/ })
		.getByRole("button")
		.last()
		.click();
	await page.getByRole("textbox", { name: "First name" }).fill("Meera");
	await page.getByRole("textbox", { name: "E-mail" }).fill("meera@visitor.example");
	await page.getByRole("textbox", { name: "Phone" }).fill("+91 98100 00001");
}

const book = (page: Page) => page.getByRole("button", { name: "Book this call" });

test(
	"a call's questions stand in its booking form, and the answers and the file with the call",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await enter(page, callPath);
		await chooseTime(page);
		await book(page).click();
		await expect(summary(page).getByRole("link")).toHaveText(["Answer “How many users at once”"]);
		await page.getByLabel("How many users at once?").fill("2,000");
		await page.getByLabel("Cost").check();
		// Typed answers stay when another time is chosen.
		await page.getByRole("button", { name: "Back", exact: true }).click();
		await page
			.getByRole("list", { name: /^Free times/ })
			.getByRole("button")
			.first()
			.click();
		await expect(page.getByLabel("How many users at once?")).toHaveValue("2,000");
		await expect(page.getByLabel("Cost")).toBeChecked();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.getByLabel("A diagram").setInputFiles({ ...brief, name: "parts.pdf" });
		await book(page).click();
		await expect(page.getByRole("heading", { name: "Your architecture review" })).toBeVisible();
		await expect(async () => {
			const notice = office.mail.emails.find(({ text }) => text?.includes("How many users at once: 2,000"));
			expect(notice?.text).toContain("What worries you: Cost");
		}).toPass();
		await signIn(["sales"]);
		await page.goto(`${office.deskUrl}/bookings`);
		await page.getByRole("link", { name: "Meera" }).first().click();
		await expect(page.getByText("2,000")).toBeVisible();
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "parts.pdf" }).click();
		expect((await download).suggestedFilename()).toBe("parts.pdf");
		await page.getByRole("link", { name: "Reschedule, reassign or cancel" }).click();
		await expect(page.getByRole("dialog").getByRole("link", { name: "parts.pdf" })).toBeVisible();
	},
);

test(
	"a visitor invites a guest, who hears of the call once it is confirmed; staff invite another",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		const sentTo = (address: string) =>
			office.mail.emails.filter(({ envelopeRecipients }) => envelopeRecipients.includes(address));
		await page.setViewportSize({ width: 360, height: 800 });
		await enter(page, callPath);
		await chooseTime(page);
		await page.getByRole("textbox", { name: "First name" }).fill("Leela");
		await page.getByRole("textbox", { name: "E-mail" }).fill("leela@visitor.example");
		await page.getByLabel("How many users at once?").fill("3");
		const guests = page.getByRole("textbox", { name: "Guests" });
		await guests.fill("ravi");
		await book(page).click();
		await expect(summary(page).getByRole("link")).toHaveText(["“ravi” is not an e-mail address"]);
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await guests.fill("ravi@guest.example");
		await book(page).click();
		await expect(page.getByRole("dialog", { name: "Please confirm your call" })).toContainText(
			"because you invited guests",
		);
		await expect.poll(() => sentTo("leela@visitor.example").length).toBe(1);
		const [request] = sentTo("leela@visitor.example");
		expect(sentTo("ravi@guest.example")).toEqual([]);
		const link = new URL(/\S+\/demo\/booking\/\S+/.exec(request?.text ?? "")?.[0] ?? "");
		await page.goto(link.pathname + link.search);
		await page.getByRole("button", { name: "Confirm the call" }).click();
		await expect(page.getByText("Your call is booked.")).toBeVisible();
		await expect.poll(() => sentTo("ravi@guest.example").length).toBe(1);
		expect(sentTo("ravi@guest.example")[0]?.subject).toContain("You are invited to an architecture review");

		await signIn(["sales"]);
		await page.goto(`${office.deskUrl}/bookings`);
		await page.getByRole("link", { name: "Leela" }).first().click();
		await expect(page.locator("dd", { hasText: "ravi@guest.example" })).toBeVisible();
		await page.getByRole("link", { name: "Reschedule, reassign or cancel" }).click();
		const drawer = page.getByRole("dialog");
		await untilHydrated(page);
		await drawer.getByText("Change guests").click();
		await drawer.getByLabel("E-mail addresses").fill("ravi@guest.example\nvera@ours.example");
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await drawer.getByRole("button", { name: "Save guests" }).click();
		await expect(page.getByText("Guests saved.")).toBeVisible();
		await expect(drawer.locator("dd", { hasText: "ravi@guest.example, vera@ours.example" })).toBeVisible();
	},
);

test(
	"a list is filtered by service and by an answer, and the filter is saved as a view",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		for (const [index, budget] of ["Under ₹5,00,000", "₹15,00,000 or more"].entries())
			await expect(
				await page.request.post("/contactus/submit", {
					data: {
						firstName: `Filter${index}`,
						lastName: "Rao",
						email: "filter@visitor.example",
						message: "Filtered",
						service: service.slug,
						answers: { timeline: "Later", live: "no", budget },
					},
				}),
			).toBeOK();
		await signIn(["sales"]);
		await page.goto(`${office.deskUrl}/enquiries`);
		await untilHydrated(page);
		await page.getByText("Filters", { exact: true }).click();
		await page.getByLabel("Filter by service").selectOption(service.title);
		await page.getByLabel("Filter by answer").selectOption("₹15,00,000 or more");
		await expect(page.getByRole("link", { name: "Filter1 Rao" })).toBeVisible();
		await expect(page.getByRole("link", { name: "Filter0 Rao" })).toHaveCount(0);
		await page.getByText("Save view", { exact: true }).click();
		await page.getByLabel("Name of the view").fill("Budget over 15 lakh");
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await expect(
			page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name: /^Budget over 15 lakh 1$/ }),
		).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
	},
);

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a refused booking keeps its answers, and is then made with its file", { tag: "@all" }, async ({ page }) => {
		await page.goto(`${callPath}/by-form`);
		await chooseTime(page);
		await page.getByLabel("How many users at once?").fill("many");
		await page.getByLabel("Safety").check();
		await page.getByLabel("A diagram").setInputFiles(brief);
		await book(page).click();
		await expect(summary(page).getByRole("link")).toHaveText(["Please answer with a number"]);
		await expect(page.getByLabel("Safety")).toBeChecked();
		await page.getByLabel("How many users at once?").fill("500");
		await page.getByLabel("A diagram").setInputFiles(brief);
		await book(page).click();
		await expect(page.getByRole("heading", { name: "Your architecture review" })).toBeVisible();
	});
});

test(
	"the form passes axe for WCAG 2.2 A and AA at 360 and 1280 px, with its errors",
	{ tag: "@all" },
	async ({ page }) => {
		for (const width of [360, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			await enter(page, path);
			expect(await findAccessibilityFaults(page)).toEqual([]);
			await send(page).click();
			await expect(summary(page)).toBeVisible();
			expect(await findAccessibilityFaults(page)).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
		}
	},
);
