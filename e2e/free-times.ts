import type { Locator, Page } from "@playwright/test";

/** The tiles of times to choose from. Who points at one hits the tile: its radio button is out of sight. */
export function freeTimes(page: Page): Locator {
	return page.getByRole("listitem").filter({ has: page.getByRole("radio") });
}
