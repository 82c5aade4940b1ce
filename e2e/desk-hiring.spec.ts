import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { findAccessibilityFaults } from "./accessibility.ts";
import { careers, deskSettings } from "./company.ts";
import { countWork } from "./count-work.ts";
import { apply, beginAppointment, holdInterviews } from "./desk-records.ts";
import { endOverlay, enter, expect, test, untilHydrated, type Locator, type Page } from "./fixtures.ts";
import { freeTimes } from "./free-times.ts";

// Going on by keyboard before a page has settled makes its router give up requests, and now and then the browser reports one.
test.use({ expectedErrors: /^signal is aborted without reason$/ });

const resume = fileURLToPath(new URL("../tests/fixtures/resumes/latex.pdf", import.meta.url));

const [department] = careers.departments;
const [location] = careers.locations;
const { stages, criteria = [] } = deskSettings.application;
const hired = stages.find(({ key }) => key === "hired");

test(
	"a card of the board is moved by mouse, by key and in its drawer, and other members see it",
	{ tag: "@any-company" },
	async ({ page, context, office, signIn }) => {
		const name = `Asha ${randomUUID().slice(0, 6)}`;
		await apply(page.request, { fullName: name });
		await signIn(["recruiter"]);
		const board = `${office.deskUrl}/applications/board`;
		const other = await context.newPage();
		// The slowest case: the other tab learns nothing until the card has moved, and this one reloads after the other.
		const moved = Promise.withResolvers<void>();
		const seen = Promise.withResolvers<void>();
		await other.route("**/live?*", (route) => moved.promise.then(() => route.continue()));
		await page.route(/\/board(?:\/[^?]*)?\.data\?/, async (route) => {
			if (route.request().method() === "GET") await seen.promise;
			else moved.resolve();
			await route.continue();
		});
		await other.goto(board);
		await page.goto(board);
		const cardIn = (on: Page, index: number) => on.locator(".board-column").nth(index).getByRole("link", { name });
		await expect(cardIn(page, 0)).toBeVisible();

		const card = page.locator(".card", { hasText: name });
		await expect(card).toHaveAttribute("draggable", "true");
		await card.dragTo(page.locator(".board-column").nth(1));
		await expect(cardIn(page, 1)).toBeVisible();
		await expect(cardIn(other, 1), "what changed before it listened").toBeVisible();
		seen.resolve();
		await expect(page.getByRole("status").filter({ hasText: name })).toBeVisible();
		await expect(other.getByRole("status").filter({ hasText: name }), "told in one tab alone").toHaveCount(0);

		await cardIn(page, 1).press("h");
		await expect(cardIn(page, 0)).toBeFocused();
		await expect(cardIn(other, 0)).toBeVisible();
		await page.keyboard.press("l");
		await page.keyboard.press("]");
		await expect(cardIn(page, 2)).toBeFocused();
		// Another company's third stage may be a closed one, which is folded.
		const third = other.locator(".board-column").nth(2).locator("[data-row]", { hasText: name });
		await expect(third, "two moves at once are both made").toHaveCount(1);

		await cardIn(page, 2).press("Enter");
		const drawer = page.getByRole("dialog", { name });
		await expect(drawer.getByRole("heading", { name })).toBeFocused();
		await drawer.getByLabel("Stage").selectOption({ index: 0 });
		await expect(cardIn(other, 0)).toBeVisible();
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		await expect(drawer).toHaveCount(0);
		await expect(cardIn(page, 0)).toBeFocused();
	},
);

test(
	"three applicants are rejected with a delay in six clicks and no page load, and moved back with one",
	{ tag: ["@any-company", "@task", "@all"] },
	async ({ page, office, signIn }) => {
		const names = ["Asha", "Bela", "Chand"].map((name) => `${name} ${randomUUID().slice(0, 6)}`);
		for (const fullName of names) await apply(page.request, { fullName });
		await signIn(["recruiter"]);
		await page.goto(`${office.deskUrl}/applications/board`);
		await untilHydrated(page);
		const { counted, click, finish } = countWork(page);
		const rejected = page.locator(".board-column").nth(stages.findIndex(({ key }) => key === "rejected"));
		const boxes = names.map((name) => page.getByRole("checkbox", { name: `Select ${name}` }));
		for (const box of boxes) await click(box);
		await click(page.getByRole("button", { name: "Reject 3…" }));
		const drawer = page.getByRole("dialog", { name: "Reject 3 applications" });
		await expect(drawer.getByLabel("Stage")).toHaveValue("rejected");
		counted.clicks += 1;
		await drawer.getByLabel("Template").selectOption({ index: deskSettings.application.templates.length });
		await expect(drawer.getByRole("list", { name: "E-mails" }).getByText(/^To /)).toHaveCount(3);
		await click(drawer.getByRole("button", { name: "Send 3 replies" }));
		await expect(page.getByText("3 replies scheduled.")).toBeVisible();
		await expect(drawer).toHaveCount(0);
		for (const box of boxes) await expect(box).toBeHidden();
		finish("Reject three applicants with a delay", { clicks: 6 });

		await click(rejected.locator("summary"));
		await expect(boxes[0] as Locator).toBeVisible();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByText("3 replies stopped.")).toBeVisible();
		for (const name of names)
			await expect(page.locator(".board-column").first().getByRole("link", { name })).toBeVisible();
		expect(counted.documents).toBe(0);
	},
);

test("applicants are rejected from the list too, with the text of the rejection", async ({ page, office, signIn }) => {
	const names = ["Asha", "Bela"].map((name) => `${name} ${randomUUID().slice(0, 6)}`);
	const references: string[] = [];
	for (const fullName of names) references.push(await apply(page.request, { fullName }));
	await signIn(["recruiter"]);
	await page.goto(`${office.deskUrl}/applications`);
	await untilHydrated(page);
	for (const reference of references) await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
	await page.getByRole("button", { name: "Reject 2…" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reject 2 applications");
	await expect(page.getByLabel("Stage", { exact: true })).toHaveValue("rejected");
	await expect(page.getByLabel("Template").locator("option:checked")).toHaveText("Reject");
	await expect(page.getByRole("list", { name: "E-mails" }).getByText(/^To /)).toHaveCount(2);
	await page.getByRole("button", { name: "Send 2 replies" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("2 replies");
});

test("a move that is taken back leaves the focus on its card", async ({ page, office, signIn }) => {
	const name = `Asha ${randomUUID().slice(0, 6)}`;
	await apply(page.request, { fullName: name });
	await signIn(["recruiter"]);
	await page.goto(`${office.deskUrl}/applications/board`);
	await untilHydrated(page);
	const cardIn = (index: number) => page.locator(".board-column").nth(index).getByRole("link", { name });
	await cardIn(0).press("]");
	await expect(cardIn(1)).toBeFocused();
	await expect(page.getByRole("status").filter({ hasText: name })).toBeVisible();
	await page.keyboard.press("z");
	await expect(cardIn(0)).toBeFocused();
});

test(
	"a text that was changed after its preview is previewed again before it is sent",
	{ tag: ["@any-company", "@all"] },
	async ({ page, office, signIn }) => {
		const name = `Asha ${randomUUID().slice(0, 6)}`;
		await apply(page.request, { fullName: name });
		await signIn(["recruiter"]);
		await page.goto(`${office.deskUrl}/applications/board`);
		await untilHydrated(page);
		await page.getByRole("checkbox", { name: `Select ${name}` }).check();
		await page.getByRole("group", { name: "Selected" }).getByRole("button", { name: "Reply" }).click();
		await page.getByLabel("Subject").fill("First");
		await page.getByLabel("Text").fill("Dear {firstName}");
		await page.getByRole("button", { name: "Preview e-mails" }).click();
		await expect(page.getByRole("button", { name: "Send 1 reply" })).toBeVisible();
		await page.getByLabel("Subject").fill("Second");
		await expect(page.getByRole("button", { name: "Send 1 reply" })).toHaveCount(0);
		await page.getByRole("button", { name: "Preview e-mails" }).click();
		await expect(page.getByRole("list", { name: "E-mails" }).getByText("Second")).toBeVisible();
	},
);

test(
	"a card opens over the board, its neighbours by key, and Escape leads back to it",
	{ tag: ["@any-company", "@all"] },
	async ({ page, office, signIn }) => {
		const names = ["Asha", "Bela"].map((name) => `${name} ${randomUUID().slice(0, 6)}`);
		for (const fullName of names) await apply(page.request, { fullName });
		await signIn(["recruiter"]);
		await page.goto(`${office.deskUrl}/applications/board`);
		await untilHydrated(page);
		const { counted } = countWork(page);
		const dialog = page.getByRole("dialog");
		// Applications of one second come in any order.
		const cards = page.locator("[data-row]", { hasText: new RegExp(names.join("|")) });
		const [first = "", second = ""] = await cards.allTextContents();
		await cards.first().press("Enter");
		await expect(dialog.getByRole("heading", { name: first })).toBeFocused();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		const shared = page.url();
		await page.keyboard.press("j");
		await expect(dialog.getByRole("heading", { name: second })).toBeFocused();
		await page.keyboard.press("k");
		await expect(dialog.getByRole("heading", { name: first })).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(dialog).toHaveCount(0);
		await expect(cards.first()).toBeFocused();
		expect(counted.documents).toBe(0);

		await test.step("Escape first leaves a field, and drops what was chosen in it", async () => {
			await cards.first().press("Enter");
			const stage = dialog.getByLabel("Stage");
			await stage.focus();
			await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Escape");
			await expect(dialog.getByRole("heading", { name: first })).toBeFocused();
			await expect(stage).toHaveValue(stages[0]?.key ?? "");
			await page.keyboard.press("Escape");
			await expect(cards.first()).toBeFocused();
			await expect(page.locator(".notice")).toHaveCount(0);
		});

		await test.step("its keys reach nothing that is selected behind it", async () => {
			const chosen = page.getByRole("checkbox", { name: `Select ${second}`, includeHidden: true });
			await chosen.check();
			await cards.first().press("Enter");
			await expect(dialog.getByRole("heading", { name: first })).toBeFocused();
			await page.keyboard.press("!");
			await page.keyboard.press("i");
			await page.keyboard.press("Escape");
			await expect(dialog).toHaveCount(0);
			await expect(chosen).toBeChecked();
		});

		await page.goto(shared);
		await expect(page.getByRole("dialog", { name: first })).toBeVisible();
	},
);

/** The ways to operate all of it. */
const ways = {
	"by mouse": { width: 1280, press: (locator: Locator) => locator.click(), tag: [] },
	"by keyboard": { width: 1280, press: (locator: Locator) => locator.press("Enter"), tag: ["@all"] },
	"at 360 px": { width: 360, press: (locator: Locator) => locator.click(), tag: ["@all"] },
};

for (const [way, { width, press, tag }] of Object.entries(ways))
	test(
		`a candidate goes from a written job to being hired, ${way}`,
		{ tag: ["@any-company", ...tag] },
		async ({ page, office, signIn }) => {
			const title = `Keeper of the looms ${randomUUID().slice(0, 6)}`;
			const name = `Asha ${randomUUID().slice(0, 6)}`;
			const email = `asha-${randomUUID()}@applicant.example`;
			await signIn(["recruiter"]);
			await holdInterviews(page.request, office.deskUrl);
			await page.setViewportSize({ width, height: 900 });

			const jobId = await test.step("the job is written and published", async () => {
				await page.goto(`${office.deskUrl}/jobs/new`);
				await page.getByLabel("Title").fill(title);
				await page.getByLabel("Summary").fill("Keep what others weave on.");
				await page.getByLabel("Department").selectOption(department?.name ?? "");
				await page.getByLabel("Team", { exact: true }).fill(department?.teams[0]?.name ?? "");
				await page.getByLabel("Location").selectOption(location?.label ?? "");
				await page.getByLabel("Last day to apply").fill("2099-01-31");
				await page.getByLabel("Keywords").fill("loom, keeper");
				await page.getByLabel("Description").fill("## Your days\n\n- Oil.");
				await press(page.getByRole("button", { name: "Save draft" }));
				await press(page.getByRole("button", { name: "Save and publish" }));
				await press(page.getByRole("button", { name: "Publish job" }));
				await expect(page.getByText("Job published.")).toBeVisible();
				return /\/jobs\/([a-z0-9-]+)/.exec(page.url())?.[1] ?? "";
			});

			await test.step("it is found on the site, and somebody applies", async () => {
				await enter(page, `/career/jobs/${jobId}`);
				await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
				await press(page.getByRole("link", { name: "Apply now" }).first());
				await expect(page).toHaveURL(new RegExp(`/career/apply/${jobId}`));
				await endOverlay(page);
				await page.getByRole("textbox", { name: "Full Name" }).fill(name);
				await page.getByRole("textbox", { name: "Email" }).fill(email);
				await page.getByRole("textbox", { name: "Phone Number" }).fill("+91 98100 00000");
				await page.getByRole("textbox", { name: "City" }).fill("Gwalior");
				await page.getByLabel("Resume").setInputFiles(resume);
				const next = page.getByRole("button", { name: "Next" });
				await press(next);
				await page.getByLabel("Preferred Location").selectOption({ index: 1 });
				for (const question of await page
					.getByRole("main")
					.getByRole("group")
					.filter({ has: page.getByRole("radio") })
					.all())
					await question.getByRole("radio").first().check();
				await press(next);
				await expect(page.getByRole("heading", { name: "Voluntary self-identification" })).toBeFocused();
				await press(next);
				await press(page.getByRole("button", { name: "Submit Application" }));
				await expect(page).toHaveURL(/\/career\?applied=APP-/);
			});

			await test.step("their card is moved on the board", async () => {
				await page.goto(`${office.deskUrl}/applications/board?job=${jobId}`);
				const card = page.locator(".card", { hasText: name });
				const inSecond = page.locator(".board-column").nth(1).getByRole("link", { name });
				if (way === "by mouse") {
					await expect(card).toHaveAttribute("draggable", "true");
					await card.dragTo(page.locator(".board-column").nth(1));
				} else if (way === "by keyboard") {
					await expect(card).toHaveAttribute("draggable", "true");
					await card.getByRole("link", { name }).press("]");
				} else {
					await card.getByRole("link", { name }).click();
					await page
						.getByRole("dialog", { name })
						.getByLabel("Stage")
						.selectOption(stages[1]?.key ?? "");
					await expect(page.getByRole("status").filter({ hasText: name })).toBeVisible();
					await page.getByRole("link", { name: "Close" }).click();
				}
				await expect(inSecond).toBeVisible();
				await press(inSecond);
				await press(page.getByRole("dialog", { name }).getByRole("link", { name: "Open the whole application" }));
				await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
			});

			await test.step("their resume is read, and a reviewer gives scores", async () => {
				await expect(
					page.frameLocator("section.resume iframe").getByRole("img", { name: "Page 1 of 1" }),
				).toBeVisible();
				await press(page.getByText("Add your scores"));
				for (const { key } of criteria) await page.locator(`[name="score-${key}"][value="5"]`).check();
				await page.getByRole("radio", { name: "Strong yes" }).check();
				await press(page.getByRole("button", { name: "Submit scores" }));
				await expect(page.getByRole("heading", { name: /Scorecards · 5/ })).toBeVisible();
			});

			const received = () => office.mail.emails.filter(({ envelopeRecipients }) => envelopeRecipients.includes(email));
			const findLink = (path: string) =>
				received().flatMap(({ text }) => new RegExp(`https?:\\S+${path}/\\w+`).exec(text ?? "") ?? [])[0];

			const interview = await test.step("they are offered an interview", async () => {
				await press(page.getByRole("link", { name: "Offer an interview" }));
				await expect(page.getByLabel("First interviewer")).toBeVisible();
				await page.getByLabel("Subject").fill(`An interview, ${name}`);
				await page.getByLabel("Message", { exact: true }).fill("Dear Asha,\n\nwhen suits you?");
				await press(page.getByRole("button", { name: "Preview" }));
				await expect(page.getByText("Choose a time that suits you with this private link")).toBeVisible();
				await press(page.getByRole("button", { name: "Send offer" }));
				await expect(page.getByText("Awaiting candidate")).toBeVisible();
				// It can be undone for ten seconds and then leaves.
				await expect.poll(() => findLink("/career/interview")).toBeDefined();
				return new URL(findLink("/career/interview") ?? "").pathname;
			});

			await test.step("they choose a time by their private link, and their interviewer is told", async () => {
				await enter(page, interview);
				const free = page.getByRole("main").getByRole("radio");
				if (way === "by keyboard") {
					await free.first().focus();
					await page.keyboard.press("Space");
				} else await freeTimes(page).first().click();
				await press(page.getByRole("button", { name: /^Take this time/ }));
				await expect(page.getByText("Your interview is booked.")).toBeVisible();
				expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
				const told = () => office.mail.emails.filter(({ subject }) => subject?.includes(name));
				await expect
					.poll(() => told().filter(({ subject }) => subject?.startsWith("Interview assigned to you")).length)
					.toBe(1);
			});

			await test.step("it takes place, and is noted as held", async () => {
				await page.goto(`${office.deskUrl}/interviews`);
				await press(page.getByRole("link", { name }));
				await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Interview with ${name}`);
				const reference = /INT-\w+/.exec(page.url())?.[0] ?? "";
				beginAppointment(office, "interviews", reference);
				await page.reload();
				await press(page.getByRole("button", { name: "Held" }));
				await expect(page.getByRole("button", { name: "Held" })).toHaveAttribute("aria-pressed", "true");
				await press(page.getByRole("link", { name: "Back to application" }));
				await expect(page.getByText(/noted how the interview went: held/).first()).toBeVisible();
			});

			await test.step("they are answered and hired", async () => {
				await page.goto(`${office.deskUrl}/applications?topic=${jobId}`);
				await page.getByRole("checkbox", { name: /^Select APP-/ }).check();
				await press(page.getByRole("group", { name: "Selected" }).getByRole("button", { name: "Reply" }));
				await page.getByLabel("Subject").fill(`Welcome ${name}`);
				await page.getByLabel("Text").fill("Dear {firstName},\n\nthe looms are yours.");
				await page.getByLabel("Stage").selectOption("hired");
				await expect(page.getByText("Dear Asha,")).toBeVisible();
				const previewed = page.locator('[name="previewed"]');
				const before = await previewed.inputValue();
				await page.getByLabel("Send", { exact: true }).selectOption("0");
				await expect(previewed).not.toHaveValue(before);
				await press(page.getByRole("button", { name: "Send 1 reply" }));
				await expect(page.getByRole("heading", { level: 1, name: "1 reply" })).toBeVisible();
				await expect.poll(() => received().filter(({ subject }) => subject === `Welcome ${name}`).length).toBe(1);

				await page.goto(`${office.deskUrl}/applications/board?job=${jobId}`);
				const column = page.locator(".board-column").nth(stages.findIndex(({ key }) => key === "hired"));
				await press(column.locator("summary"));
				await expect(column.getByRole("link", { name })).toBeVisible();
				const link = findLink("/career/application");
				// It is recorded a moment after the e-mail has left.
				await expect(async () => {
					await page.goto(link === undefined ? "" : new URL(link).pathname);
					await expect(page.getByText(hired?.senderReads ?? "")).toBeVisible({ timeout: 1_000 });
				}).toPass();
				expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
			});
		},
	);
