import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { posts } from "./company.ts";
import { expect, untilHydrated, type Page } from "./fixtures.ts";
import { isSaved, openText, paste, readText, tabTo, test } from "./studio-office.ts";

const [post, otherPost] = posts.toReversed();
if (!post || !otherPost) throw new Error("The company has fewer than two posts");
const path = `blog/${post.slug}.md`;

/** A photo with one colour on the left and another on the right. */
async function takePhoto(name: string, [left, right]: [string, string]) {
	const half = (background: string) => ({ create: { width: 900, height: 800, channels: 3 as const, background } });
	const buffer = await sharp({ create: { width: 1_800, height: 800, channels: 3, background: right } })
		.composite([{ input: half(left), left: 0, top: 0 }])
		.jpeg()
		.toBuffer();
	return { name, mimeType: "image/jpeg", buffer };
}

/** The colours at the left and right edge of a picture on a page, by its file name. */
async function readColours(
	{ request, office }: { request: APIRequestContext; office: FrontOffice },
	page: string,
	name: string,
): Promise<string[]> {
	const html = await (await request.get(office.url + page)).text();
	const [src = ""] = new RegExp(`/pictures/[0-9a-f]{16}/${name}\\.avif`).exec(html) ?? [];
	if (src === "") return [];
	const picture = sharp(await (await request.get(office.url + src)).body());
	const { width, height } = await picture.metadata();
	const nameOf = async (x: number) => {
		const [red = 0, green = 0, blue = 0] = await picture
			.clone()
			.extract({ left: x, top: Math.round(height / 2), width: 1, height: 1 })
			.removeAlpha()
			.raw()
			.toBuffer();
		return red > green && red > blue ? "red" : green > blue ? "green" : "blue";
	};
	return [await nameOf(5), await nameOf(width - 6)];
}

async function publishDraft(page: Page, office: FrontOffice, ...paths: string[]): Promise<void> {
	await page.goto(`${office.deskUrl}/studio/publish?${new URLSearchParams(paths.map((one) => ["path", one]))}`);
	await page.getByRole("button", { name: /^Publish (?:draft|\d drafts)$/ }).click();
	await expect(page.getByText("Published as release")).toBeVisible();
}

test(
	"a picture is uploaded, cropped by keyboard, described, published, replaced everywhere, and cannot be deleted while it is used",
	{ tag: "@all" },
	async ({ arrive, office, request }) => {
		const { page } = await arrive("Asha", { viewport: { width: 1_280, height: 900 } });
		const site = { request, office };
		await page.goto(`${office.deskUrl}/studio/documents/${path}`);
		await untilHydrated(page);
		await page.getByRole("button", { name: "Choose…" }).first().click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Upload picture").setInputFiles(await takePhoto("Harbour.jpg", ["#d02010", "#1030d0"]));
		const chosen = dialog.getByRole("region", { name: "Ready to use" }).getByRole("button", { name: /harbour/ });
		await expect(chosen).toBeVisible();
		await chosen.press("Enter");
		await expect(page.getByLabel("File").first()).toHaveValue("illustrations/harbour.avif");
		await expect(page.getByLabel("File").first()).toBeFocused();
		const uploaded = await page.getByLabel("File").first().inputValue();
		await page.getByRole("button", { name: "Undo change" }).click();
		await expect(page.getByLabel("File").first()).not.toHaveValue(uploaded);
		await isSaved(page);
		await expect(page.getByLabel("File").first()).not.toHaveValue(uploaded);
		await page.getByRole("button", { name: "Redo change" }).click();
		await expect(page.getByLabel("File").first()).toHaveValue(uploaded);
		// The place needs an alt text.
		await page.getByLabel("Alt text").first().fill("");
		await expect(page.getByRole("region", { name: /before publishing/ })).toContainText("Must describe the picture");
		await page.getByLabel("Alt text").first().fill("The harbour on a clear day");
		await isSaved(page);

		await page.goto(`${office.deskUrl}/studio/pictures/of/illustrations/harbour.avif`);
		const point = page.getByRole("button", { name: /^Focal point/ });
		await tabTo(page, point);
		for (let step = 0; step < 5; step++) await page.keyboard.press("Shift+ArrowLeft");
		await expect(point).toHaveAccessibleName(/^Focal point: 0% from left/);
		await tabTo(page, page.getByRole("button", { name: "Save crop" }));
		await page.keyboard.press("Enter");
		await expect(page.getByText("New crop saved.")).toBeVisible();
		await publishDraft(page, office, path);
		await expect(async () => {
			// The picture is red on the left and blue on the right.
			const colours = await readColours(site, `/blog/${post.slug}`, "harbour");
			expect(colours[0]).toBe("red");
			const html = await (await request.get(`${office.url}/blog/${post.slug}`)).text();
			expect(html.includes("The harbour on a clear day")).toBe(true);
		}).toPass();

		// A second place, by a form without scripts.
		const { page: plain } = await arrive("Ravi", { javaScriptEnabled: false });
		await plain.goto(`${office.deskUrl}/studio/documents/blog/${otherPost.slug}.md`);
		await plain.getByRole("button", { name: "Choose…" }).first().click();
		await plain.getByRole("searchbox").last().fill("harbour");
		await plain.getByRole("button", { name: "Search" }).last().click();
		await plain.getByRole("link", { name: "illustrations/harbour.avif" }).click();
		await expect(plain.getByLabel("File").first()).toHaveValue("illustrations/harbour.avif");
		await plain.getByRole("button", { name: "Save draft" }).last().click();
		await expect(plain.getByText("Draft saved.")).toBeVisible();
		await publishDraft(plain, office, `blog/${otherPost.slug}.md`);

		await page.goto(`${office.deskUrl}/studio/pictures/of/illustrations/harbour.avif`);
		await page.getByLabel("Replace with").setInputFiles(await takePhoto("Meadow.jpg", ["#10a020", "#10a020"]));
		await page.getByRole("button", { name: "Replace picture" }).click();
		await expect(page.getByText("New version uploaded.")).toBeVisible();
		expect((await readColours(site, `/blog/${post.slug}`, "harbour"))[0]).toBe("red");
		await page.getByRole("button", { name: "Publish picture" }).click();
		await expect(page.getByText("Published everywhere it is used.")).toBeVisible();
		await expect(async () => {
			for (const { slug } of [post, otherPost])
				expect(await readColours(site, `/blog/${slug}`, "harbour")).toEqual(["green", "green"]);
		}).toPass();

		await page.locator("summary", { hasText: "Delete picture" }).click();
		await page.getByRole("button", { name: "Delete picture" }).click();
		await expect(page.locator(".error-summary")).toContainText("Not deleted: it is used in 2 places.");
		await expect(page.getByRole("region", { name: "Used in" }).getByRole("link")).toHaveCount(2);
	},
);

test(
	"a picture of another shape is not chosen: a copy is cut for the place, on a phone and without scripts too",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 360, height: 780 }, colorScheme: "dark" });
		await page.goto(`${office.deskUrl}/studio/pictures`);
		await page.getByLabel("Files").setInputFiles(await takePhoto("Lighthouse.jpg", ["#d02010", "#1030d0"]));
		await page.getByLabel("Shape", { exact: true }).selectOption("portrait");
		await page.getByRole("button", { name: "Upload", exact: true }).click();
		await expect(page.getByText("people/lighthouse.avif").first()).toBeVisible();

		await page.goto(`${office.deskUrl}/studio/documents/${path}`);
		await untilHydrated(page);
		await page.getByRole("button", { name: "Choose…" }).first().press("Enter");
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Search by file name, page or alt text").fill("lighthouse");
		const draft = page.locator("[data-draft]");
		expect(await draft.getAttribute("data-draft"), "a search is no change of the document").toBe("kept");
		await expect(dialog.getByRole("region", { name: "Ready to use" })).toContainText("No pictures of this shape yet.");
		await expect(dialog.getByRole("region", { name: "Other shapes" })).toContainText("page or article (4:3)");
		let reads = 0;
		page.on("request", (sent) => {
			if (sent.method() === "GET" && sent.url().includes("/studio/pictures/library")) reads += 1;
		});
		await dialog.getByRole("button", { name: /^Crop a copy of people\/lighthouse/ }).press("Enter");
		await expect(page.getByLabel("File").first()).toHaveValue("illustrations/lighthouse.avif");
		expect(reads, "the answer to the copy has the new list").toBe(0);
		await expect(dialog).toHaveCount(0);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();

		const { page: plain } = await arrive("Ravi", { javaScriptEnabled: false });
		await plain.goto(`${office.deskUrl}/studio/pictures/choose?shape=card&to=/studio&field=image.src`);
		await plain.getByRole("button", { name: /^Crop a copy of people\/lighthouse/ }).click();
		await expect(plain).toHaveURL(/picture=projects%2Flighthouse\.avif/);
	},
);

test(
	"a text says that a picture in it is on another site, until it is taken out",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 1_280, height: 900 } });
		const editor = await openText(page, `${office.deskUrl}/studio/documents/${path}`);
		await editor.focus();
		await page.keyboard.press("Control+End");
		await page.keyboard.type("\n\n![The quay](https://pictures.example/quay.avif)");
		await expect(editor).toHaveAttribute("aria-invalid", "true");
		await expect(editor).toHaveAccessibleDescription(/picture from another site/);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
		await expect(editor).not.toHaveAttribute("aria-invalid");
	},
);

test(
	"pictures that cannot be sent leave what is typed, and go when the connection is back",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 1_280, height: 900 } });
		const editor = await openText(page, `${office.deskUrl}/studio/documents/${path}`);
		const photo = await takePhoto("Quay.jpg", ["#d02010", "#1030d0"]);
		const fault = "The picture library did not respond. Check the connection and try again.";
		const choose = page.getByRole("button", { name: "Choose…" }).first();
		await editor.focus();
		await page.keyboard.press("Control+End");
		await page.keyboard.type("Written on the train.");

		await page.context().setOffline(true);
		await paste(editor, { picture: [...photo.buffer] });
		await expect(page.locator(".studio-rich-message")).toHaveText(fault);
		await choose.click();
		await expect(page.getByRole("alert").filter({ hasText: fault })).toBeVisible();
		expect(await readText(page)).toContain("Written on the train.");

		await page.context().setOffline(false);
		await choose.click();
		const dialog = page.getByRole("dialog");
		await expect(dialog.getByRole("region", { name: "Ready to use" })).toBeVisible();
		await page.context().setOffline(true);
		await dialog.getByLabel("Upload picture").setInputFiles(photo);
		await expect(dialog.getByRole("alert")).toHaveText(fault);
		await page.context().setOffline(false);
		// An upload that is stored needs no second answer.
		await page.route("**/studio/pictures/library?*", (route) =>
			route.request().method() === "GET" ? route.abort("connectionrefused") : route.continue(),
		);
		await dialog.getByLabel("Upload picture").setInputFiles(photo);
		await expect(dialog.getByText("Picture uploaded:")).toBeVisible();
		await expect(dialog.getByRole("alert")).toHaveCount(0);
		await dialog.getByRole("region", { name: "Ready to use" }).getByRole("button", { name: /quay/ }).click();
		await expect(page.getByLabel("File").first()).toHaveValue("illustrations/quay.avif");
		expect(await readText(page)).toContain("Written on the train.");
		await isSaved(page);
	},
);
