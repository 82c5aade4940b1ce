import { randomUUID } from "node:crypto";
import { apply } from "./desk-records.ts";
import { expect, test, type Page } from "./fixtures.ts";

test(
	"a card of the board is moved by mouse, by key and by menu, and whoever looks on sees it",
	{ tag: "@any-company" },
	async ({ page, context, office, signIn }) => {
		const name = `Asha ${randomUUID().slice(0, 6)}`;
		await apply(page.request, { fullName: name });
		await signIn(["recruiter"]);
		const board = `${office.deskUrl}/applications/board`;
		const other = await context.newPage();
		await other.goto(board);
		await page.goto(board);
		const cardIn = (on: Page, index: number) => on.locator(".board-column").nth(index).getByRole("link", { name });
		await expect(cardIn(page, 0)).toBeVisible();

		const card = page.locator(".card", { hasText: name });
		await expect(card).toHaveAttribute("draggable", "true");
		await card.dragTo(page.locator(".board-column").nth(1));
		await expect(cardIn(page, 1)).toBeVisible();
		await expect(page.getByRole("status").filter({ hasText: name })).toBeVisible();
		await expect(cardIn(other, 1)).toBeVisible();

		await cardIn(page, 1).press("[");
		await expect(cardIn(page, 0)).toBeFocused();
		await expect(cardIn(other, 0)).toBeVisible();
		await page.keyboard.press("]");
		await expect(cardIn(page, 1)).toBeFocused();

		await card.locator("summary").click();
		await card.getByRole("combobox").selectOption({ index: 0 });
		await card.getByRole("button", { name: "Move" }).click();
		await expect(cardIn(page, 0)).toBeVisible();
	},
);
