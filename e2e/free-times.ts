import type { Locator, Page } from "@playwright/test";

/** The tiles of times to choose from. The pointer hits the tile; its radio button is visually hidden. */
export function freeTimes(page: Page): Locator {
	return page.getByRole("listitem").filter({ has: page.getByRole("radio") });
}
