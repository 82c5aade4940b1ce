import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { HtmlValidate } from "html-validate";
import { stringify } from "yaml";
import { describeForm } from "../features/publishing/forms/describe-form.ts";
import type { GroupField } from "../features/publishing/forms/form-field.ts";
import { landingPageSchema, sectionSchema } from "../features/publishing/section-schema.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { projects, testimonials } from "./company.ts";
import { expect } from "./fixtures.ts";
import { htmlRules } from "./markup-rules.ts";
import { parsePage, readAttribute } from "./open-page.ts";
import { isSaved, test } from "./studio-office.ts";

const picture = { src: "pages/about.svg", alt: "A drawing of the company’s offices" };
const body =
	"Paragraphs, **emphasis**, a [link](/contactUs) and [another](#section-a-heading).\n\n### A heading\n\n- One\n- Two\n";
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		title: `Extraordinarily long titled item number ${index + 1}`,
		description: "A sentence that says what it is about, and another one for its length.",
	}));

/** The fields that each type needs besides those of every section. */
const ownFields: Record<string, object> = {
	text: { body },
	"picture-text": { body, picture, button: { label: "More about it", to: "/faq" } },
	cards: { items: items(5).map((item, index) => (index % 2 === 0 ? { ...item, to: "/services" } : item)) },
	steps: { items: items(3) },
	quotes: { testimonials: testimonials.slice(0, 4).map(({ id }) => id) },
	figures: {
		items: [
			{ value: "1,25,000", label: "metres a day" },
			{ value: "97%", label: "found" },
		],
	},
	logos: { items: [picture, picture, picture] },
	questions: {},
	table: {
		rowLabel: "Part",
		columns: ["Small", "Medium and larger", "Large", "Enterprise"],
		rows: [{ name: "Price a month", cells: ["₹10,000", "₹25,000", "₹75,000", "On request"] }],
	},
	gallery: { pictures: [picture, picture, picture] },
	form: {},
	call: {},
	posts: {},
	projects: { projects: projects.slice(0, 2).map(({ slug }) => slug) },
	jobs: {},
};

/** Every type in every layout, on each of its grounds in turn; ink and the form once. */
function listVariants(): { type: string }[] {
	let isOnInk = false;
	return (describeForm(sectionSchema) as { variants: GroupField[] }).variants.flatMap(({ fields }) => {
		const optionsOf = (key: string) => {
			const field = fields.find((one) => one.key === key)?.field;
			return field?.kind === "choice" ? field.options : [];
		};
		const typeField = fields.find(({ key }) => key === "type")?.field;
		const type = typeField?.kind === "fixed" ? typeField.value : "";
		const grounds = optionsOf("ground");
		return optionsOf("layout")
			.slice(0, type === "form" ? 1 : undefined)
			.flatMap((layout, index) => {
				const onInk = !isOnInk && index === 0 && grounds.includes("ink") && type === "steps";
				isOnInk ||= onInk;
				const ground = onInk ? "ink" : (grounds.filter((one) => one !== "ink")[index % 3] ?? "paper");
				return {
					type,
					title: `${type}, ${layout}`,
					introduction: "An introduction.",
					layout,
					ground,
					...ownFields[type],
				};
			});
	});
}

const page = {
	title: "Every section",
	meta: {
		title: "A page with every section there is",
		description: "Each type of section in each of its layouts, one below the other, for a look at all of them.",
	},
	hero: { title: "Everything on one page", introduction: "And more below.", picture, layout: "picture left" },
	sections: listVariants(),
};

test.describe.configure({ mode: "default" });
test.use({ contextOptions: { reducedMotion: "reduce" } });

test(
	"every type of section in every layout is valid, accessible, and fits a phone",
	{ tag: "@all" },
	async ({ browser, office, request }) => {
		expect(landingPageSchema.safeParse(page).error?.issues).toBeUndefined();
		const folder = await mkdtemp(join(tmpdir(), "content-"));
		const file = join(folder, "landing-pages/every/section.yml");
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, stringify(page));
		await office.changeContent("import", folder, "--heavy");
		await expect(async () => expect((await request.get(`${office.url}/every/section`)).status()).toBe(200)).toPass();

		const html = await (await request.get(`${office.url}/every/section`)).text();
		const report = await new HtmlValidate(htmlRules).validateString(html);
		expect(
			report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
		).toEqual([]);
		const { elements, structuredData } = parsePage(html);
		const levels = elements.flatMap(({ tagName }) => /^h([1-6])$/.exec(tagName)?.[1] ?? []).map(Number);
		expect(levels.filter((level) => level === 1)).toHaveLength(1);
		expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
		expect(elements.filter((element) => /^part-\d+$/.test(readAttribute(element, "id") ?? ""))).toHaveLength(
			page.sections.length,
		);
		const anchors = elements.flatMap((element) => /^#(.+)/.exec(readAttribute(element, "href") ?? "")?.[1] ?? []);
		const ids = elements.map((element) => readAttribute(element, "id"));
		expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
		expect(structuredData.map((one) => one["@type"])).toEqual(
			expect.arrayContaining(["WebPage", "BreadcrumbList", "FAQPage"]),
		);

		for (const width of [360, 768, 1280]) {
			const visit = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
			await visit.goto(`${office.url}/every/section`);
			await expect(visit.getByRole("heading", { level: 1 })).toHaveText(page.hero.title);
			expect(await visit.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
			expect(await findAccessibilityFaults(visit)).toEqual([]);
			await visit.close();
		}
	},
);

test("an editor makes a page of sections from a template, and visitors find it", async ({
	arrive,
	office,
	request,
}) => {
	const { page: desk } = await arrive("Asha");
	await desk.goto(`${office.deskUrl}/studio/new`);
	await desk.getByLabel("Type").selectOption({ label: "Landing page: industry" });
	await desk.getByLabel("Title").fill("Paper mills");
	await desk.getByRole("button", { name: "Create draft" }).click();
	await expect(desk).toHaveURL(/landing-pages\/industries\/paper-mills\.yml$/);
	await expect(desk.getByText(/^On a phone: text/)).toBeVisible();
	const title = desk.frameLocator("iframe").locator("h1");
	await expect(title).toHaveAttribute("data-field", "landing-pages/industries/paper-mills.yml#fields.hero.title");
	await expect(desk.getByText(/^\d+ sample texts to replace$/)).toBeVisible();

	const sections = desk.locator("[data-entries='fields.sections'] > ol > li");
	const count = await sections.count();
	await desk.getByText("Add section").click();
	await desk.getByRole("button", { name: /^Figures/ }).click();
	await expect(sections).toHaveCount(count + 1);
	await sections.last().getByLabel("Title").first().fill("In numbers");
	await isSaved(desk);
	await sections
		.last()
		.getByRole("button", { name: /^Copy Figures/ })
		.click();
	await expect(sections).toHaveCount(count + 2);
	await expect(sections.last().getByLabel("Title").first()).toHaveValue("In numbers");
	await sections
		.last()
		.getByRole("button", { name: /^Move up: Figures/ })
		.click();
	await isSaved(desk);
	expect(await findAccessibilityFaults(desk)).toEqual([]);
	await desk.reload();
	await expect(sections).toHaveCount(count + 2);

	await desk.getByRole("button", { name: "Publish…" }).click();
	const guides = desk.getByRole("group", { name: "Guiding texts" });
	await expect(guides).toContainText("Say what this industry gets from you");
	await desk.getByRole("button", { name: "Publish draft", exact: true }).click();
	await expect(desk.getByRole("alert")).toContainText("Replace these texts, or confirm publishing them");
	await guides.getByLabel("Publish anyway").check();
	await desk.getByRole("button", { name: "Publish draft", exact: true }).click();
	await expect(desk.getByText(/Published/)).toBeVisible();
	await expect(async () => {
		const text = await (await request.get(`${office.url}/industries/paper-mills`)).text();
		expect(text.split(">In numbers<")).toHaveLength(3);
	}).toPass();
	expect(await (await request.get(`${office.url}/sitemap.xml`)).text()).toContain("/industries/paper-mills<");
	expect(await (await request.get(`${office.url}/search?q=paper+mills`)).text()).toContain("/industries/paper-mills");

	await desk.goto(`${office.deskUrl}/studio/rename/landing-pages/industries/paper-mills.yml`);
	const slug = desk.getByLabel(/^New URL slug/);
	for (const [wrong, words] of [
		["services", "which other pages of the site use"],
		["industries/textiles", "already taken"],
		["Paper Mills", "must be lowercase words"],
	] as const) {
		await slug.fill(wrong);
		await desk.getByRole("button", { name: "Change URL" }).click();
		await expect(desk.locator(".error-summary")).toContainText(words);
	}
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("an editor adds, copies and moves sections", { tag: "@all" }, async ({ arrive, office }) => {
		const { page: desk } = await arrive("Noor", { javaScriptEnabled: false });
		await desk.goto(`${office.deskUrl}/studio/new`);
		await desk.getByLabel("Type").selectOption({ label: "Landing page" });
		await desk.getByLabel("Title").fill("By hand");
		await desk.getByRole("button", { name: "Create draft" }).click();
		const sections = desk.locator("[data-entries='fields.sections'] > ol > li");
		for (const name of [/^Steps/, /^Text/]) {
			await desk.getByText("Add section").click();
			await desk.getByRole("button", { name }).click();
		}
		await expect(sections).toHaveCount(2);
		await expect(sections.last().locator("summary").first()).toContainText("Text");
		await desk.getByRole("button", { name: /^Copy Steps 1/ }).click();
		await expect(sections).toHaveCount(3);
		await expect(sections.nth(1).locator("summary").first()).toContainText("Steps");
		await desk.getByRole("button", { name: /^Move down: Steps 2/ }).click();
		await expect(sections.nth(1).locator("summary").first()).toContainText("Text");
	});
});
