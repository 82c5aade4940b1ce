import type { Locator, Page } from "@playwright/test";

/** Counts what a member does, and the documents that it loads. */
export function countWork(page: Page) {
	const counted = { keys: 0, clicks: 0, documents: 0 };
	page.on("request", (request) => {
		// A frame within the page, such as a resume, is none of its loads.
		if (request.resourceType() === "document" && request.frame() === page.mainFrame()) counted.documents += 1;
	});
	return {
		counted,
		async press(key: string) {
			counted.keys += 1;
			await page.keyboard.press(key);
		},
		async click(target: Locator, options?: Parameters<Locator["click"]>[0]) {
			counted.clicks += 1;
			await target.click(options);
		},
	};
}
