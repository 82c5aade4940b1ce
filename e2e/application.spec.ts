import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { maxResumeBytes } from "../features/careers/applications/rules.ts";
import { createPdf } from "../tests/support/documents.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { careers, jobs } from "./company.ts";
import { endOverlay, enter, expect, test, type Locator, type Page } from "./fixtures.ts";

const applyPath = `/career/apply/${jobs[0]?.slug}`;
const location = careers.locations.at(-1)?.label as string;
const place = `Gwalior, ${careers.countries[0]}`;
const resume = { name: "asha-rao.pdf", mimeType: "application/pdf", buffer: createPdf() };
const profile = {
	"Full Name": "Asha Rao",
	Email: "asha@visitor.example",
	"Phone Number": "+91 98100 00000",
	City: "Gwalior",
};

const main = (page: Page) => page.getByRole("main");
const next = (page: Page) => page.getByRole("button", { name: "Next" });
const submit = (page: Page) => page.getByRole("button", { name: "Submit Application" });
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "There is a problem" });
const reviewErrors = (page: Page) =>
	page.getByRole("alert").filter({ hasText: "Please correct the following errors before submitting:" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const questions = (page: Page) =>
	main(page)
		.getByRole("group")
		.filter({ has: page.getByRole("radio") });

async function fillProfile(page: Page, values: Record<string, string> = profile): Promise<void> {
	for (const [label, value] of Object.entries(values)) await page.getByRole("textbox", { name: label }).fill(value);
	await page.getByLabel("Resume").setInputFiles(resume);
}

async function fillRole(page: Page): Promise<void> {
	await page.getByLabel("Preferred Location").selectOption(location);
	for (const question of await questions(page).all()) await question.getByRole("radio").first().check();
}

/** Continues from a filled first step to the review, with the required fields. */
async function goToReview(page: Page): Promise<void> {
	await next(page).click();
	await expect(heading(page, "Role Information")).toBeFocused();
	await fillRole(page);
	await next(page).click();
	await expect(heading(page, "Voluntary self-identification")).toBeFocused();
	await next(page).click();
	await expect(heading(page, "Review Your Application")).toBeFocused();
}

/** Holds back the page's requests until the returned function is called. */
async function holdUpload(page: Page): Promise<() => void> {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/applications", async (route) => {
		await released;
		await route.continue();
	});
	return release;
}

async function expectAccessible(page: Page, what: string): Promise<void> {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await findAccessibilityFaults(page, { part: "main" }), `${what} at ${width} px`).toEqual([]);
	}
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

test(
	"every mistake of a step is named in the order of its form, keeps Next from going on, and is forgotten when its field is changed",
	{ tag: "@any-company" },
	async ({ page }) => {
		await enter(page, applyPath);
		await expect(page.getByRole("button", { name: "Previous" })).toHaveCount(0);
		await next(page).click();
		await expect(summary(page)).toBeFocused();
		await expect(summary(page).getByRole("link")).toHaveText([
			"Full Name is required",
			"Email is required",
			"Phone Number is required",
			"City is required",
			"Resume is required",
		]);
		await expect(next(page)).toHaveAttribute("aria-disabled", "true");
		await page.getByLabel("Full Name").fill("Asha Rao");
		await expect(summary(page).getByRole("link", { name: "Full Name is required" })).toHaveCount(0);
		await next(page).press("Enter");
		await expect(page.getByLabel("Email")).toBeFocused();
		await fillProfile(page, { ...profile, Email: "asha" });
		await next(page).click();
		await expect(summary(page).getByRole("link")).toHaveText(["Email is invalid"]);
		await page.getByLabel("Email").fill("asha@visitor.example");
		await next(page).click();

		await expect(heading(page, "Role Information")).toBeVisible();
		await next(page).click();
		await expect(summary(page).getByRole("link")).toHaveText([
			"Preferred Location is required",
			...careers.qualifications.map(() => /^Please answer for ".{30}\.\.\."$/),
			"Please select if you are legally eligible to work.",
			"Please select if you will require sponsorship.",
		]);
		await questions(page).first().getByRole("radio").first().check();
		await expect(summary(page).getByRole("link")).toHaveCount(careers.qualifications.length + 2);
		await page.getByRole("button", { name: "Previous" }).click();
		await expect(summary(page)).toHaveCount(0);
		await next(page).click();
		await expect(heading(page, "Role Information")).toBeFocused();
		await expect(summary(page).getByRole("link")).toHaveCount(careers.qualifications.length + 2);
		await fillRole(page);
		await next(page).click();
		await expect(heading(page, "Voluntary self-identification")).toBeVisible();
	},
);

test(
	"until its scripts have come nothing can be typed that they would take away, the whole form is a link away, and nothing moves when they come",
	{ tag: "@all" },
	async ({ page }) => {
		const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
		await page.route("**/*.js", async (route) => {
			await scriptsMayCome;
			await route.continue();
		});
		await page.goto(applyPath, { waitUntil: "commit" });
		const whole = page.getByRole("link", { name: "Fill in the whole form on one page" });
		await expect(whole).toHaveAttribute("href", `${applyPath}?view=whole`);
		await expect(page.getByLabel("Full Name")).toBeDisabled();
		await expect(next(page)).toBeDisabled();
		const top = async () => (await page.getByLabel("Full Name").boundingBox())?.y;
		await page.evaluate(() => document.fonts.ready);
		const before = await top();
		letScriptsCome();
		await expect(page.getByLabel("Full Name")).toBeEnabled();
		await expect(whole).toBeHidden();
		expect(await top()).toBe(before);
	},
);

test(
	"what is typed into the whole form before its scripts come stays in it, and is sent by them",
	{ tag: "@all" },
	async ({ page }) => {
		const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
		await page.route("**/*.js", async (route) => {
			await scriptsMayCome;
			await route.continue();
		});
		await page.goto(`${applyPath}?view=whole`, { waitUntil: "commit" });
		await fillProfile(page);
		await page.getByLabel("School").last().fill("MITS");
		await page.getByLabel("Present").first().press("Space");
		letScriptsCome();
		await endOverlay(page);
		await expect(page.locator("form[novalidate]")).toBeVisible();
		await fillRole(page);
		for (const [label, value] of Object.entries(profile))
			await expect(page.getByRole("textbox", { name: label })).toHaveValue(value);
		await expect(page.getByLabel("School").last()).toHaveValue("MITS");
		await expect(page.getByLabel("Present").first()).toBeChecked();
		await submit(page).click();
		await expect(heading(page, "Application Submitted!")).toBeFocused();
	},
);

test(
	"only a resume of the right kind and size is taken, and choosing another leaves the focus where it is",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, applyPath);
		await page.getByLabel("Resume").focus();
		for (const [name, buffer, message] of [
			["notes.txt", Buffer.from("x"), "Your resume must be a PDF, DOC or DOCX file"],
			["empty.pdf", Buffer.alloc(0), "Your resume is empty"],
			["large.pdf", createPdf({ bytes: maxResumeBytes + 1 }), "Your resume is larger than 10 MB"],
		] as const) {
			await page.getByLabel("Resume").setInputFiles({ name, mimeType: "application/pdf", buffer });
			await expect(page.getByLabel("Resume")).toHaveAccessibleDescription(new RegExp(message));
			await expect(summary(page).getByRole("link")).toHaveText([message]);
			await expect(page.getByLabel("Resume")).toBeFocused();
		}
		await page.getByLabel("Resume").setInputFiles(resume);
		await expect(summary(page)).toHaveCount(0);
		await page.getByRole("button", { name: "Remove the resume" }).click();
		await expect(page.getByLabel("Resume")).toBeFocused();
		await expect(page.getByLabel("Resume")).toHaveValue("");
		await expect(page.getByText(resume.name)).toHaveCount(0);
	},
);

test(
	"a resume is taken by its content, and one that changes before it is sent is to be chosen again",
	{ tag: "@all" },
	async ({ page }) => {
		const path = test.info().outputPath("DOC-20260101-WA0005.");
		await writeFile(path, createPdf());
		await enter(page, applyPath);
		await fillProfile(page);
		await page.getByLabel("Resume").setInputFiles(path);
		await goToReview(page);
		await writeFile(path, createPdf({ bytes: 100_000 }));
		await submit(page).click();
		await expect(page.getByText("Choose the file again").first()).toBeVisible();
	},
);

test("entries can be added and removed, except the last, and the focus follows", async ({ page }) => {
	await enter(page, applyPath);
	await expect(page.getByRole("button", { name: /^Remove education/ })).toHaveCount(0);
	await page.getByRole("button", { name: "Add education" }).click();
	await expect(page.getByLabel("School").nth(1)).toBeFocused();
	await page.getByLabel("School").nth(1).fill("IIT Delhi");
	await page.getByRole("button", { name: "Add education" }).click();
	await page.getByLabel("School").nth(2).fill("MITS");
	await page.getByRole("button", { name: "Remove education 2" }).click();
	await expect(page.getByLabel("School").nth(1)).toHaveValue("MITS");
	await expect(page.getByLabel("School").nth(1)).toBeFocused();
	await page.getByRole("button", { name: "Remove education 2" }).click();
	await expect(page.getByLabel("School")).toBeFocused();
	await page.getByRole("button", { name: "Add experience" }).click();
	await expect(page.getByLabel("Company").nth(1)).toBeFocused();
});

test("a saved draft outlives a reload and a closed tab with its resume, until it is discarded", async ({
	page,
	context,
}) => {
	await enter(page, applyPath);
	await fillProfile(page);
	// A screen reader announces changes of an existing status, but may miss a new one with its text.
	const status = await page.locator("form p[role=status]").elementHandle();
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Progress saved!")).toBeVisible();
	expect(await status?.textContent()).toBe("Progress saved!");
	await expect(page.getByText("Progress saved!")).toBeHidden();
	await page.reload();
	await expect(page.getByRole("button", { name: "Continue with it" })).toBeVisible();
	await page.close();

	const later = await context.newPage();
	await enter(later, applyPath);
	await later.getByRole("button", { name: "Continue with it" }).click();
	await expect(heading(later, "Careers profile")).toBeFocused();
	for (const [label, value] of Object.entries(profile)) await expect(later.getByLabel(label)).toHaveValue(value);
	await expect(later.getByText("asha-rao.pdf")).toBeVisible();
	await next(later).click();
	await expect(heading(later, "Role Information")).toBeVisible();
	await later.getByRole("button", { name: "Discard draft" }).click();
	await expect(later.getByRole("button", { name: "Discard draft" })).toHaveCount(0);
	await expect(heading(later, "Role Information")).toBeFocused();
	await expect(later.getByRole("status").filter({ hasText: "Draft discarded." })).toBeVisible();
	const warned = later.waitForEvent("dialog");
	const reloaded = later.reload();
	await (await warned).accept();
	await reloaded;
	await endOverlay(later);
	await expect(later.getByRole("button", { name: "Save" })).toBeVisible();
	await expect(later.getByRole("button", { name: "Continue with it" })).toHaveCount(0);
});

test(
	"saving over a draft that is still on offer keeps the newer one, and ends the offer",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, applyPath);
		await page.getByLabel("Full Name").fill("Asha Rao");
		await page.getByRole("button", { name: "Save" }).click();
		// The page asks first whether to leave, and stays.
		await expect(page.getByRole("button", { name: "Discard draft" })).toBeVisible();
		await page.reload();
		await expect(page.getByRole("button", { name: "Continue with it" })).toBeVisible();
		await page.getByLabel("Full Name").fill("Asha Kumari Rao");
		await page.getByRole("button", { name: "Save" }).click();
		await expect(page.getByRole("button", { name: "Continue with it" })).toHaveCount(0);
		await page.reload();
		await page.getByRole("button", { name: "Continue with it" }).click();
		await expect(page.getByLabel("Full Name")).toHaveValue("Asha Kumari Rao");
	},
);

test("leaving an application with unsaved text by a link asks first", { tag: "@all" }, async ({ page }) => {
	await enter(page, applyPath);
	await page.getByLabel("Full Name").fill("Asha Rao");
	const back = page.getByRole("link", { name: "Back to Career Page" });
	const question = page.getByRole("dialog", { name: "Leave your application?" });
	await back.click();
	await question.getByRole("button", { name: "Stay" }).click();
	await expect(back).toBeFocused();
	await expect(page.getByLabel("Full Name")).toHaveValue("Asha Rao");
	await back.click();
	await question.getByRole("button", { name: "Leave without saving" }).click();
	await expect(page).toHaveURL("/career");
});

test("text typed while the rest is being saved stays unsaved", { tag: "@all" }, async ({ page }) => {
	await enter(page, applyPath);
	await page.getByLabel("Full Name").fill("Asha");
	await page.getByLabel("Full Name").focus();
	await page.getByRole("button", { name: "Save" }).evaluate((save: HTMLButtonElement) => {
		save.click();
		document.execCommand("insertText", false, " Rao");
	});
	await expect(page.getByText("Progress saved!")).toBeVisible();
	await expect(page.getByLabel("Full Name")).toHaveValue("Asha Rao");
	await page.getByRole("link", { name: "Back to Career Page" }).click();
	await expect(page.getByRole("dialog", { name: "Leave your application?" })).toBeVisible();
});

test("a device that refuses storage is reported", { tag: "@all" }, async ({ page }) => {
	await page.addInitScript(() => {
		indexedDB.open = () => {
			throw new DOMException("No storage on this device", "InvalidStateError");
		};
	});
	await enter(page, applyPath);
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Failed to save progress.")).toBeVisible();
});

test(
	"is reviewed in the specified words, changed from there, sent, confirmed, and can be withdrawn on its private page",
	{ tag: "@any-company" },
	async ({ page }) => {
		await enter(page, applyPath);
		await page.getByLabel("School").fill("MITS");
		await page.getByLabel("Degree").fill("BE");
		await page.getByLabel("Field of study").fill("Computer Science");
		await page.getByLabel("Start year").selectOption("2014");
		await page.getByLabel("End year").selectOption("Present");
		await page.getByRole("textbox", { name: "GitHub" }).fill("github.com/asha");
		await fillProfile(page);
		await goToReview(page);
		await expect(
			main(page).getByText("Please review all the information you have provided before submitting your application."),
		).toBeVisible();
		await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
		const block = (name: string) =>
			main(page)
				.locator("section")
				.filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) });
		for (const text of [place, "asha-rao.pdf", "BE in Computer Science from MITS (2014 - Present)"])
			await expect(block("Careers Profile").getByText(text, { exact: true })).toBeVisible();
		await expect(block("Careers Profile").getByText(/Address|Pronouns|Cover/)).toHaveCount(0);
		await expect(block("Careers Profile").getByRole("link", { name: "GitHub (opens in a new tab)" })).toHaveAttribute(
			"href",
			"https://github.com/asha",
		);
		await expect(
			block("Role Information").getByText(`${careers.qualifications.at(-1)}: Yes`, { exact: true }),
		).toBeVisible();
		await expect(block("Voluntary Self-Identification")).toHaveCount(0);

		await block("Careers Profile").getByRole("button", { name: "Change" }).click();
		await expect(heading(page, "Careers profile")).toBeFocused();
		await page.getByLabel("Preferred pronouns").fill("she/her");
		await next(page).click();
		await expect(heading(page, "Role Information")).toBeVisible();
		await next(page).click();
		await page.getByRole("group", { name: "Were you referred" }).getByRole("radio", { name: "Yes" }).check();
		await page.getByLabel("Referrer name").fill("Ravi");
		await next(page).click();
		await expect(block("Careers Profile").getByText("she/her")).toBeVisible();
		await expect(block("Voluntary Self-Identification").getByText("Yes by Ravi", { exact: true })).toBeVisible();

		const answered = page.waitForResponse("**/api/applications");
		await submit(page).click();
		await expect(heading(page, "Application Submitted!")).toBeVisible();
		await expect(page.getByText(/^Thank you for your interest in .+\. We'll be in touch soon\.$/)).toBeVisible();
		const { data } = (await (await answered).json()) as { data: { reference: string; manageUrl: string } };
		await expect(page).toHaveURL(`/career?applied=${data.reference}`);
		await expect(main(page).getByText(data.reference)).toBeVisible();

		await enter(page, new URL(data.manageUrl).pathname);
		await expect(main(page).getByText("BE in Computer Science from MITS (2014 - Present)")).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await main(page).getByText("Withdraw the application", { exact: true }).click();
		await page.getByRole("button", { name: "Yes, withdraw it" }).click();
		await expect(page.getByRole("heading", { name: "This application is withdrawn" })).toBeVisible();
	},
);

test(
	"the review lists missing fields however it is reached, and does not move the focus",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, `${applyPath}?step=reviewAndSubmit`);
		await expect(reviewErrors(page).getByRole("link")).toHaveCount(careers.qualifications.length + 8);
		await expect(reviewErrors(page)).not.toBeFocused();
		await expect(submit(page)).toHaveAttribute("aria-disabled", "true");
		await expect(main(page).getByText(careers.countries[0] as string, { exact: true })).toBeVisible();
		await expect(
			page
				.getByRole("list", { name: "Progress of your application" })
				.getByRole("listitem")
				.filter({ hasText: ", completed" }),
		).toHaveText([/^Voluntary self-identification/]);

		await page.getByRole("button", { name: "Change Careers Profile" }).click();
		await fillProfile(page);
		await goToReview(page);
		await expect(reviewErrors(page)).toHaveCount(0);
		await page.getByRole("button", { name: "Change Careers Profile" }).click();
		await page.getByLabel("City").fill("");
		await page.goBack();
		await expect(heading(page, "Review Your Application")).toBeFocused();
		await expect(reviewErrors(page).getByRole("link")).toHaveText(["City is required"]);
		await expect(submit(page)).toHaveAttribute("aria-disabled", "true");
		await reviewErrors(page).getByRole("link").click();
		await expect(page.getByLabel("City")).toBeFocused();
	},
);

test(
	"nothing can change while an application is being sent, and screen readers hear its progress and its end",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, applyPath);
		await fillProfile(page);
		await goToReview(page);
		const release = await holdUpload(page);
		const status = page.getByRole("status").filter({ hasText: "Sending your application" });
		await submit(page).press("Enter");
		await expect(status).toBeVisible();
		await expect(submit(page)).toBeFocused();
		await expect(page.locator("[inert] button", { hasText: "Change" })).toHaveCount(2);
		await page.goBack();
		await expect(heading(page, "Voluntary self-identification")).toBeFocused();
		await expect(page.locator("[inert]").getByLabel("Gender")).toBeAttached();
		for (const name of ["Previous", "Save"]) await expect(page.getByRole("button", { name })).toBeDisabled();
		await next(page).press("Enter");
		await expect(heading(page, "Voluntary self-identification")).toBeVisible();
		await page.goForward();
		await submit(page).focus();
		release();
		await expect(heading(page, "Application Submitted!")).toBeFocused();
	},
);

test(
	"an application that is saved asks before it is left while it is sent; left, it is sent no further",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, applyPath);
		await fillProfile(page);
		await goToReview(page);
		await page.getByRole("button", { name: "Previous" }).click();
		await page.getByRole("button", { name: "Save" }).click();
		await expect(page.getByText("Progress saved!")).toBeVisible();
		await next(page).click();
		await holdUpload(page);
		const stopped = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/applications"));
		await submit(page).click();
		const warned = page.waitForEvent("dialog");
		await page.evaluate(() => setTimeout(() => window.location.reload()));
		await (await warned).dismiss();
		const question = page.getByRole("dialog", { name: "Leave your application?" });
		await page.getByRole("link", { name: "Back to Career Page" }).click();
		await expect(question.getByText("It is still being sent.")).toBeVisible();
		await question.getByRole("button", { name: "Stay" }).click();
		await expect(page.getByRole("progressbar")).toBeVisible();
		await page.getByRole("link", { name: "Back to Career Page" }).click();
		await question.getByRole("button", { name: "Leave without sending" }).click();
		await expect(page).toHaveURL("/career");
		await stopped;
	},
);

test("the whole application is filled in and sent by keyboard alone", { tag: "@all" }, async ({ page }) => {
	const tabTo = async (target: Locator) => {
		for (let presses = 0; presses < 40; presses += 1) {
			if (await target.evaluate((element) => element === document.activeElement)) return;
			await page.keyboard.press("Tab");
		}
		throw new Error("The Tab key does not reach it");
	};
	page.on("filechooser", (chooser) => chooser.setFiles(resume));
	await enter(page, applyPath);
	await page.getByLabel("Full Name").focus();
	await page.keyboard.press("Enter");
	await expect(summary(page)).toBeFocused();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	for (const [label, value] of Object.entries(profile)) {
		await tabTo(page.getByLabel(label));
		await page.keyboard.type(value);
	}
	await tabTo(page.getByLabel("Resume"));
	await page.keyboard.press("Enter");
	await expect(page.getByText(resume.name)).toBeVisible();
	await tabTo(next(page));
	await page.keyboard.press("Enter");
	await expect(heading(page, "Role Information")).toBeFocused();
	await page.keyboard.press("Tab");
	await page.keyboard.press("ArrowDown");
	for (const question of await questions(page).all()) {
		await page.keyboard.press("Tab");
		await page.keyboard.press("Space");
		await expect(question.getByRole("radio").first()).toBeChecked();
	}
	for (const title of ["Voluntary self-identification", "Review Your Application"]) {
		await tabTo(next(page));
		await page.keyboard.press("Enter");
		await expect(heading(page, title)).toBeFocused();
	}
	await tabTo(submit(page));
	await page.keyboard.press("Enter");
	await expect(heading(page, "Application Submitted!")).toBeFocused();
});

test(
	"each step passes axe for WCAG 2.2 A and AA at 360 and 1280 px, with its errors",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, applyPath);
		await next(page).click();
		await expectAccessible(page, "the first step with its errors");
		await fillProfile(page);
		await next(page).click();
		await expect(heading(page, "Role Information")).toBeVisible();
		await next(page).click();
		await expect(summary(page)).toBeVisible();
		await expectAccessible(page, "the second step with its errors");
		await fillRole(page);
		await next(page).click();
		await page.getByRole("group", { name: "Were you referred" }).getByRole("radio", { name: "Yes" }).check();
		await expectAccessible(page, "the third step");
		await page.goto(`${applyPath}?step=reviewAndSubmit`);
		await endOverlay(page);
		await submit(page).press("Enter");
		await expect(reviewErrors(page)).toBeFocused();
		await expectAccessible(page, "the review with its errors");
		await page.getByRole("link", { name: "Please select if you will require sponsorship." }).click();
		await expect(heading(page, "Role Information")).toBeVisible();
		await expect(questions(page).last().getByRole("radio").first()).toBeFocused();
	},
);

test("how much of a large resume has been sent is shown", { tag: "@all" }, async ({ page, context }) => {
	await enter(page, applyPath);
	await fillProfile(page);
	await page.getByLabel("Resume").setInputFiles({ ...resume, buffer: createPdf({ bytes: 4_000_000 }) });
	await goToReview(page);
	const network = await context.newCDPSession(page);
	await network.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 0,
		downloadThroughput: -1,
		uploadThroughput: 2_000_000,
	});
	await submit(page).click();
	await expect(page.getByRole("progressbar")).toBeVisible();
	await expect(page.getByText(/^Sending your application: [1-9]\d? %/)).toBeVisible();
	await expect(submit(page)).toHaveAttribute("aria-disabled", "true");
	await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
	await expect(heading(page, "Application Submitted!")).toBeVisible();
});

test(
	"HTML and script addresses that an applicant types stay text on the review and on the private page",
	{ tag: "@all" },
	async ({ page }) => {
		const name = '<img src="/x" onerror="alert(1)"> Asha';
		page.on("dialog", () => expect.soft("an alert", "what the typed HTML did").toBe("nothing"));
		await enter(page, applyPath);
		await page.getByRole("textbox", { name: "GitHub" }).fill("javascript:alert(1)");
		await page.getByLabel("School").fill("<script>alert(1)</script>");
		await fillProfile(page, { ...profile, "Full Name": name });
		await next(page).click();
		await expect(summary(page).getByRole("link")).toHaveText([
			"GitHub must be a web address such as https://example.com",
		]);
		await page.getByRole("textbox", { name: "GitHub" }).fill("");
		await page.getByLabel("Cover letter").fill("[me](javascript:alert(1)) <b>bold</b>");
		await goToReview(page);
		const expectText = async () => {
			await expect(main(page).getByText(name, { exact: true })).toBeVisible();
			await expect(main(page).getByText("<script>alert(1)</script>")).toBeVisible();
			await expect(main(page).locator('dl img, dl b, dl script, [href^="javascript:"]')).toHaveCount(0);
		};
		await expectText();
		const answered = page.waitForResponse("**/api/applications");
		await submit(page).click();
		const { data } = (await (await answered).json()) as { data: { manageUrl: string } };
		await expect(heading(page, "Application Submitted!")).toBeVisible();
		await enter(page, new URL(data.manageUrl).pathname);
		await expectText();
		await expect(main(page).getByText("[me](javascript:alert(1)) <b>bold</b>")).toBeVisible();
	},
);

test.describe("an application that cannot be sent", () => {
	test.use({ expectedErrors: /status of (?:422|50[03])|ERR_INTERNET_DISCONNECTED/ });

	test(
		"because of a field is not sent again before that is changed, and the error leads there",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, applyPath);
			await fillProfile(page);
			await goToReview(page);
			const message = "Your resume is protected by a password";
			let posts = 0;
			await page.route("**/api/applications", (route) => {
				posts += 1;
				return route.fulfill({
					status: 422,
					contentType: "application/problem+json",
					body: JSON.stringify({ message, errors: [{ field: "resume", message }] }),
				});
			});
			const errors = reviewErrors(page);
			await submit(page).click();
			await expect(errors).toBeFocused();
			await submit(page).press("Enter");
			await expect(errors).toBeFocused();
			await page.getByRole("button", { name: "Change Role Information" }).click();
			await next(page).click();
			await expect(heading(page, "Voluntary self-identification")).toBeFocused();
			await next(page).click();
			await expect(heading(page, "Review Your Application")).toBeFocused();
			await submit(page).press("Enter");
			await expect(errors).toBeFocused();
			expect(posts).toBe(1);
			await errors.getByRole("link", { name: message }).click();
			await expect(page.getByLabel("Resume")).toBeFocused();
			await page.getByLabel("Resume").setInputFiles({ ...resume, name: "open.pdf" });
			await expect(summary(page)).toHaveCount(0);
		},
	);

	test("gives the reason, keeps everything, and can be sent again, also from the draft after a reload", async ({
		page,
		context,
	}) => {
		await enter(page, applyPath);
		await fillProfile(page);
		await goToReview(page);
		await page.getByRole("button", { name: "Previous" }).click();
		await page.getByRole("button", { name: "Save" }).click();
		await expect(page.getByText("Progress saved!")).toBeVisible();
		await next(page).click();
		const refusal = page.getByRole("alert").filter({ hasText: "Submission failed" });
		await page.route(
			"**/api/applications",
			(route) =>
				route.fulfill({
					status: 503,
					contentType: "application/problem+json",
					body: JSON.stringify({ message: "The disk is full" }),
				}),
			{ times: 1 },
		);
		await submit(page).click();
		await expect(refusal).toHaveText("Submission failed: The disk is full. Please try again.");
		await page.route("**/api/applications", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
		await submit(page).click();
		await expect(refusal).toHaveText("Submission failed: Submission failed with status: 500. Please try again.");
		for (const [status, body] of [
			[200, "null"],
			[200, '{"data":[]}'],
			[500, '{"message":{},"errors":7}'],
		] as const) {
			await page.route("**/api/applications", (route) => route.fulfill({ status, body }), { times: 1 });
			await submit(page).click();
			await expect(refusal).toHaveText(
				`Submission failed: Submission failed with status: ${status}. Please try again.`,
			);
		}
		await context.setOffline(true);
		await submit(page).click();
		await expect(refusal).toHaveText("Submission failed: The connection was lost. Please try again.");
		await context.setOffline(false);
		const expectEverything = async () => {
			for (const text of [...Object.values(profile).slice(0, 3), place, "asha-rao.pdf", location])
				await expect(main(page).getByText(text, { exact: true })).toBeVisible();
		};
		await expectEverything();
		await page.reload();
		await page.getByRole("button", { name: "Continue with it" }).click();
		await expectEverything();
		await submit(page).click();
		await expect(heading(page, "Application Submitted!")).toBeVisible();
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /status of 4(?:13|22)/ });

	test(
		"the whole application is one form that keeps typed text after a refusal, and can be sent",
		{ tag: "@any-company" },
		async ({ page, office }) => {
			const email = `asha-${randomUUID()}@visitor.example`;
			await page.goto(applyPath);
			await page.getByRole("link", { name: "Fill in the whole form on one page" }).click();
			// A valid address to the browser, but not to the server.
			await fillProfile(page, { ...profile, Email: "asha@visitor" });
			await page.getByLabel("School").first().fill("MITS");
			await fillRole(page);
			await submit(page).click();
			await expect(summary(page).getByRole("link")).toHaveText(["Email is invalid"]);
			await expect(page.getByLabel("Full Name")).toHaveValue("Asha Rao");
			await expect(page.getByLabel("School").first()).toHaveValue("MITS");
			await expect(questions(page).first().getByRole("radio").first()).toBeChecked();
			await page.getByLabel("Email").fill(email);
			await page.getByLabel("Resume").setInputFiles(resume);
			await submit(page).click();
			await expect(page).toHaveURL(/\/career\?applied=APP-[0-9A-Z]{8}$/);
			const reference = new URL(page.url()).searchParams.get("applied") as string;
			await expect(main(page).getByText(reference)).toBeVisible();
			await expect
				.poll(() =>
					office.mail.emails.some(
						({ envelopeRecipients, text }) => envelopeRecipients.includes(email) && text?.includes(reference),
					),
				)
				.toBe(true);
		},
	);

	test(
		"a resume that is a byte too large is refused on the page of the form, and everything else is still in it",
		{ tag: "@all" },
		async ({ page }) => {
			await page.goto(`${applyPath}?view=whole`);
			await fillProfile(page);
			await fillRole(page);
			await page.getByLabel("Gender").selectOption("Non-binary");
			const large = test.info().outputPath("large.pdf");
			await writeFile(large, createPdf({ bytes: maxResumeBytes + 1 }));
			await page.getByLabel("Resume").setInputFiles(large);
			await submit(page).click();
			await expect(summary(page).getByRole("link")).toHaveText(["Your resume is larger than 10 MB"]);
			await expect(page).toHaveURL(`${applyPath}?view=whole`);
			for (const [label, value] of Object.entries(profile))
				await expect(page.getByRole("textbox", { name: label })).toHaveValue(value);
			await expect(page.getByLabel("Preferred Location")).toHaveValue(location);
			await expect(page.getByLabel("Gender")).toHaveValue("Non-binary");
			for (const question of await questions(page).all())
				await expect(question.getByRole("radio").first()).toBeChecked();
		},
	);
});
