import { enquire } from "./desk-records.ts";
import { expect, test, untilHydrated } from "./fixtures.ts";

test(
	"eight tabs of a browser open, and all show changes, also after the first is closed",
	{ tag: "@all" },
	async ({ context, office, signIn, request }) => {
		await signIn(["sales"]);
		const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
		for (const tab of tabs) {
			await tab.goto(`${office.deskUrl}/enquiries`);
			await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
		}
		const first = await enquire(request);
		for (const tab of tabs) await expect(tab.getByRole("checkbox", { name: `Select ${first}` })).toBeVisible();
		const [leaving, ...others] = tabs;
		await leaving?.close();
		const second = await enquire(request);
		for (const tab of others) await expect(tab.getByRole("checkbox", { name: `Select ${second}` })).toBeVisible();
	},
);

test(
	"a hidden tab shows changes once it is seen again",
	{ tag: "@all" },
	async ({ context, office, signIn, request }) => {
		await signIn(["sales"]);
		const [hidden, seen] = [await context.newPage(), await context.newPage()];
		for (const tab of [hidden, seen]) {
			await tab.goto(`${office.deskUrl}/enquiries`);
			await untilHydrated(tab);
		}
		const show = (isHidden: boolean) =>
			hidden.evaluate((value) => {
				Object.defineProperty(document, "hidden", { value, configurable: true });
				document.dispatchEvent(new Event("visibilitychange"));
			}, isHidden);
		await show(true);
		const references = [await enquire(request)];
		const rowOf = (tab: typeof seen) => tab.getByRole("checkbox", { name: `Select ${references.at(-1)}` });
		await expect(rowOf(seen)).toBeVisible();
		// The hidden one has heard of the first by the time that the other shows the second.
		references.push(await enquire(request));
		await expect(rowOf(seen)).toBeVisible();
		for (const reference of references)
			await expect(hidden.getByRole("checkbox", { name: `Select ${reference}` })).toHaveCount(0);
		await show(false);
		await expect(rowOf(hidden)).toBeVisible();
	},
);
