import { enquire } from "./desk-records.ts";
import { expect, test } from "./fixtures.ts";

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
