import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "./fixtures.ts";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
/** Rules that another colour scheme can break. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/**
 * Lists axe's violations of WCAG 2.2 A and AA in a page, or in the part that a selector names; `colours` alone for a page that has passed
 * all rules in another colour scheme.
 * Legacy mode, without the frames of the desk's pages: those are pages of the site with tests of their own. The other mode opens a second
 * page for each run, which takes longer than the run.
 */
export async function findAccessibilityFaults(
	page: Page,
	{ part, rules = "all" }: { part?: string | undefined; rules?: "all" | "colours" } = {},
): Promise<string[]> {
	await endMotion(page);
	// Axe stays in a page until the next is opened; injecting it takes longer than a run.
	const isThere = await page.evaluate(() => "axe" in window);
	// Passes are not reported, which saves a third of the time.
	const axe = new AxeBuilder({ page, ...(isThere && { axeSource: "0" }) })
		.options({
			resultTypes: ["violations"],
			iframes: false,
			runOnly: rules === "all" ? { type: "tag", values: wcag } : { type: "rule", values: rulesOfColour },
		})
		.setLegacyMode(true);
	if (part !== undefined) axe.include(part);
	const { violations } = await axe.analyze();
	return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/**
 * Finishes animations and transitions of colour, because an intermediate colour is not one of ours. Waiting for them would be waiting for
 * frames, which a browser may never draw outside its view.
 */
async function endMotion(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const animation of document.getAnimations())
			if (animation.playState === "running" && animation.effect?.getComputedTiming().endTime !== Infinity)
				animation.finish();
	});
}
