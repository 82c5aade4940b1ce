import { authors, blogPage, posts as allPosts, projects } from "./company.ts";
import { enter, expect, test, type Page } from "./fixtures.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
/** All posts except featured ones. */
const otherPosts = allPosts.filter(({ featured }) => !featured).length;
const others = (page: Page) => page.getByRole("region", { name: blogPage.all.title });

test(
	"the other posts are shown only on All Blog, six at first, and Load more loads all of them",
	{ tag: "@any-company" },
	async ({ page }) => {
		await enter(page, "/blog");
		const posts = others(page).getByRole("article");
		const more = page.getByRole("button", { name: "Load more" });
		for (let shown = 6; shown < otherPosts; shown += 6) {
			await expect(posts).toHaveCount(shown);
			await more.click();
			await expect(posts.nth(shown).getByRole("link")).toBeFocused();
		}
		await expect(posts).toHaveCount(otherPosts);
		await expect(more).toHaveCount(0);
		await tab(page, "Featured Blog").click();
		await expect(page).toHaveURL(/#featured-blog$/);
		await expect(page.getByRole("heading", { name: blogPage.featured.title }).filter({ visible: true })).toBeVisible();
		await expect(others(page)).toBeHidden();
	},
);

test("Meet the Authors lists every author with their posts", { tag: "@any-company" }, async ({ page }) => {
	await enter(page, "/blog#meet-the-authors");
	const list = page.getByRole("region", { name: blogPage.authors.title });
	await expect(list.locator("summary")).toHaveCount(authors.length);
	// The first is already open.
	const author = authors.at(-1) as (typeof authors)[number];
	const post = allPosts.find((candidate) => candidate.author === author.id) as (typeof allPosts)[number];
	await list.getByText(author.name).click();
	await list.getByRole("link", { name: post.title }).click();
	await expect(page).toHaveURL(`/blog/${post.slug}`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title);
});

test("All articles leads to the blog, wherever the visitor came from", { tag: "@all" }, async ({ page }) => {
	await enter(page, "/");
	await page.getByRole("region", { name: "Insights & Innovations" }).getByRole("link").first().click();
	await page.getByRole("link", { name: "All articles" }).click();
	await expect(page).toHaveURL("/blog");
});

test("Call to Action sends an enquiry", { tag: "@all" }, async ({ page }) => {
	await enter(page, "/blog");
	await tab(page, "Call to Action").click();
	await sendEnquiry(page);
});

for (const path of ["/alltestimonial", `/portfolio/${projects[0]?.slug}`]) {
	test(`the form on ${path} sends an enquiry`, { tag: "@all" }, async ({ page }) => {
		await enter(page, path);
		await sendEnquiry(page);
	});
}

async function sendEnquiry(page: Page): Promise<void> {
	const form = page.locator("form").filter({ visible: true });
	for (const label of ["First name", "Last name", "Message"]) await form.getByLabel(label).fill("Asha");
	await form.getByLabel("E-mail").fill("asha@visitor.example");
	await form.getByRole("button", { name: "Send your message" }).click();
	await expect(page.getByRole("dialog", { name: "Thank You!" })).toBeVisible();
	await page.getByRole("button", { name: "Close" }).click();
	await expect(form.getByLabel("Message")).toHaveValue("");
}

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("every post is on the page, and a tab's link shows its panel", { tag: "@all" }, async ({ page }) => {
		await page.goto("/blog");
		await expect(others(page).getByRole("article")).toHaveCount(otherPosts);
		await page.goto("/blog#meet-the-authors");
		await expect(page.getByRole("region", { name: blogPage.authors.title })).toBeVisible();
		await expect(others(page)).toBeHidden();
	});
});
