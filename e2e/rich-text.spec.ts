import { readFileSync } from "node:fs";
import sharp from "sharp";
import { findAccessibilityFaults } from "./accessibility.ts";
import { posts } from "./company.ts";
import { expect, untilHydrated } from "./fixtures.ts";
import { isSaved, openText, paste, readText, tabTo, test, typedText } from "./studio-office.ts";

// The last reads what the one before has published.
test.describe.configure({ mode: "serial" });

const [post, otherPost] = posts.toReversed();
if (!post || !otherPost) throw new Error("The company has fewer than two posts");
const path = `/studio/documents/blog/${post.slug}.md`;
const otherPath = `/studio/documents/blog/${otherPost.slug}.md`;

test(
	"a text is written by keys: from the slash menu, with formats, and with a link to a page of the site",
	{ tag: "@task" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 1280, height: 900 } });
		const editor = await openText(page, office.deskUrl + path);
		const before = await readText(page);
		await tabTo(page, editor);
		await page.keyboard.press("Control+End");
		await page.keyboard.type("\n\n/");
		const menu = page.getByRole("listbox", { name: "Insert" });
		await expect(menu.getByRole("option").first()).toHaveText(/Heading/);
		await expect(editor).toHaveAttribute("aria-activedescendant", /.+/);
		const faults = await findAccessibilityFaults(page, { part: ".studio-rich" });
		// The menu scrolls with its active option, by the keys of the text.
		expect(faults.filter((fault) => !fault.includes("#cm-ac-"))).toEqual([]);
		await page.keyboard.type("sub");
		await expect(menu.getByRole("option")).toHaveText([/Subheading/]);
		await page.keyboard.press("Enter");
		await page.keyboard.type("At the gate");
		await page.keyboard.press("Enter");
		await page.keyboard.press("Enter");
		await page.keyboard.type("Lorries leave at ");
		await page.keyboard.press("Control+b");
		await page.keyboard.type("six");
		await page.keyboard.press("Control+b");
		await page.keyboard.type(". See [[faq");
		await expect(page.getByRole("option", { name: "/faq" })).toBeVisible();
		await page.keyboard.press("Enter");
		await expect(async () =>
			expect(await readText(page)).toMatch(
				/\n\n### At the gate\n\nLorries leave at \*\*six\*\*\. See \[[^\]]+\]\(\/faq\)$/,
			),
		).toPass();
		expect((await readText(page)).startsWith(before)).toBe(true);
		// The editor undoes by itself: the form would draw another, without the focus.
		await page.keyboard.type("!");
		await page.keyboard.press("Control+z");
		await expect(async () => expect(await readText(page)).not.toMatch(/!$/)).toPass();
		await expect(editor).toBeFocused();
		await page.keyboard.press("Control+y");
		await expect(async () => expect(await readText(page)).toMatch(/\(\/faq\)!$/)).toPass();
		await expect(editor.locator(".md-h3")).toHaveText("At the gate");
		await expect(editor.locator(".md-strong").last()).toContainText("six");
		await isSaved(page);
		await page.reload();
		expect(await readText(page)).toMatch(/### At the gate/);
	},
);

test(
	"text of Word is pasted as Markdown, and what is too much is told",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha");
		const editor = await openText(page, office.deskUrl + otherPath);
		const before = await readText(page);
		await editor.focus();
		await page.keyboard.press("Control+End");
		await paste(editor, { html: readFileSync("tests/fixtures/clipboard/word.html", "utf8"), text: "Dispatch" });
		await expect(async () =>
			expect(await readText(page)).toContain("## Dispatch at the yard\n\n**Three lorries** leave"),
		).toPass();
		expect((await readText(page)).startsWith(before.trimEnd())).toBe(true);
		await expect(page.locator(".studio-rich-message")).toHaveText(
			"1 picture was not pasted. Add the picture with / and Picture.",
		);
		const pasted = await readText(page);

		await paste(editor, { html: `<p>${"<b>a</b>".repeat(1_300_000)}</p>`, text: "short text" });
		await expect(page.locator(".studio-rich-message")).toHaveText("Pasted as text: its formatting is too large.");
		await expect(async () => expect(await readText(page)).toContain("short text")).toPass();
		await paste(editor, { html: "<div>".repeat(30_000), text: "deep text" });
		await expect(page.locator(".studio-rich-message")).toHaveText("Pasted as text: its formatting could not be read.");
		const full = await readText(page);
		await paste(editor, { text: "x".repeat(10_000_000) });
		await expect(page.locator(".studio-rich-message")).toHaveText(
			/^Not pasted: the text would have 10,0[\d,]+ characters; the limit is 100,000\.$/,
		);
		expect(await readText(page)).toBe(full);
		expect(full.startsWith(pasted.trimEnd().slice(0, before.length))).toBe(true);
	},
);

test(
	"a pasted picture is uploaded, its alt text is asked for, and the article shows every element",
	{ tag: "@all" },
	async ({ arrive, browser, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 1280, height: 900 } });
		const editor = await openText(page, office.deskUrl + path);
		const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#ff6a1a" } })
			.png()
			.toBuffer();
		await typedText(page).fill(
			[
				"## Every element",
				"Claims need a source.[^1]",
				"> [!NOTE]\n> Gates close at six.",
				"> [!TIP]\n> Come early.",
				"> [!WARNING]\n> Nothing leaves unsealed.",
				"> A quote.",
				"| Route | Lorries |\n| --- | ---: |\n| Gwalior | 3 |",
				"```\nnpm start\n```",
				"[A tour of the yard](https://www.youtube.com/watch?v=dQw4w9WgXcQ)",
				"[^1]: The gate log.",
			].join("\n\n"),
		);
		await editor.focus();
		await page.keyboard.press("Control+Home");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("End");
		await paste(editor, { picture: [...picture] });
		const alt = page.getByLabel("Alt text").last();
		await expect(editor.getByRole("textbox", { name: "Alt text" })).toBeFocused();
		await expect(editor.locator(".md-picture img")).toBeVisible();
		await expect(async () =>
			expect(await readText(page)).toMatch(/source\.\[\^1\]\n\n!\[\]\(\/pictures\/more\/[\w-]+\.avif\)\n\n> /),
		).toPass();
		await isSaved(page);
		await expect(page.getByText("without an alt text").first()).toBeVisible();
		await expect(alt).toBeAttached();
		await page.keyboard.type("The yard at dawn");
		await expect(async () => expect(await readText(page)).toContain("![The yard at dawn](/pictures/more/")).toPass();
		await expect(page.getByText("without an alt text")).toHaveCount(0);
		await isSaved(page);
		expect(await findAccessibilityFaults(page, { part: ".studio-rich" })).toEqual([]);

		await page.goto(`${office.deskUrl}/studio/publish?${new URLSearchParams([["path", `blog/${post.slug}.md`]])}`);
		await page.getByRole("button", { name: "Publish draft" }).click();
		await expect(page.getByText("Published as release")).toBeVisible();

		// A context of its own: its page calls the platform, once it is asked to.
		const visitor = await browser.newContext({ viewport: { width: 360, height: 780 } });
		const asked: string[] = [];
		await visitor.route(/^https:\/\/(?!localhost|127)/, async (route) => {
			asked.push(route.request().url());
			await route.fulfill({ contentType: "text/html", body: "<title>Player</title>" });
		});
		const article = await visitor.newPage();
		const address = `${office.url}/blog/${post.slug}`;
		await expect(async () => {
			const response = await article.goto(address);
			expect(response?.headers()["content-security-policy"]).toContain("frame-src https://www.youtube-nocookie.com;");
		}).toPass();
		await untilHydrated(article);
		const prose = article.locator(".prose");
		await expect(prose.getByRole("note")).toHaveCount(3);
		await expect(prose.getByRole("img", { name: "The yard at dawn" })).toHaveAttribute("srcset", /480w.*900w/);
		await expect(prose.getByRole("region", { name: "Table: Every element" })).toBeVisible();
		expect(await article.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
		expect(await findAccessibilityFaults(article)).toEqual([]);
		await prose.getByRole("link", { name: "1", exact: true }).click();
		await expect(article).toHaveURL(/#user-content-fn-1$/);
		expect(asked).toEqual([]);
		const play = prose.getByRole("link", { name: /A tour of the yard\s*Play video/ });
		await play.focus();
		await article.keyboard.press("Enter");
		await expect(article.locator("iframe[title='A tour of the yard']")).toBeFocused();
		await expect(async () =>
			expect(asked).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"]),
		).toPass();

		// Reached by script, the page is that of another policy: it is loaded again with the player.
		await article.goto(`${office.url}/blog`);
		await untilHydrated(article);
		await article
			.locator(`a[href="/blog/${post.slug}"]`)
			.first()
			.evaluate((link: HTMLElement) => link.click());
		await expect(article).toHaveURL(address);
		await play.evaluate((link: HTMLElement) => link.click());
		await expect(article.locator("iframe[title='A tour of the yard']")).toBeVisible();
		await article.reload();
		await expect(play).toBeVisible();
		await visitor.close();

		const other = await page.request.get(`${office.url}/blog/${otherPost.slug}`);
		expect(other.headers()["content-security-policy"]).not.toContain("frame-src");
	},
);

test("without scripts the text is a textarea, and a video a link", { tag: "@all" }, async ({ arrive, office }) => {
	const { page } = await arrive("Asha", { javaScriptEnabled: false });
	await page.goto(office.deskUrl + otherPath);
	await page.getByRole("textbox", { name: "Text", exact: true }).fill("Plain **text**.");
	await page.getByRole("button", { name: "Save draft" }).last().click();
	await expect(page.getByText("Draft saved.")).toBeVisible();
	await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("Plain **text**.");
	await page.goto(`${office.url}/blog/${post.slug}`);
	await expect(page.getByRole("link", { name: /A tour of the yard\s*Play video/ })).toHaveAttribute(
		"href",
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ",
	);
});
