import { expect, test, type Locator, type Page } from "@playwright/test";

/** Counts what a member does, and the documents that it loads. */
export function countWork(page: Page) {
	const counted = { keys: 0, clicks: 0, documents: 0 };
	page.on("request", (request) => {
		// A frame within the page, such as a resume, is none of its loads.
		if (request.resourceType() === "document" && request.frame() === page.mainFrame()) counted.documents += 1;
	});
	return {
		counted,
		/** Ends a task: it took no more than it may, and `npm run bench -- --only tasks` prints what it took. */
		finish(task: string, most: Partial<typeof counted>) {
			const { keys, clicks, documents } = counted;
			for (const [what, limit] of Object.entries({ keys: 0, clicks: 0, documents: 0, ...most }))
				expect([task, what, counted[what as keyof typeof counted] <= limit]).toEqual([task, what, true]);
			test
				.info()
				.annotations.push({ type: `task: ${task}`, description: `${clicks} clicks, ${keys} keys, ${documents} loads` });
			Object.assign(counted, { keys: 0, clicks: 0, documents: 0 });
		},
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
