import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "./fixtures.ts";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/**
 * Lists what axe finds against WCAG 2.2 A and AA in a page, or in the part of it that a selector names.
 *
 * Legacy mode, without the frames that a page of the desk may hold: those are pages of the site, looked at by themselves. The other mode opens a second page for each run, which takes longer than the run.
 */
export async function findAccessibilityFaults(page: Page, part?: string): Promise<string[]> {
	await endMotion(page);
	// Axe stays in a page until the next is opened, and to put it there takes longer than a run.
	const isThere = await page.evaluate(() => "axe" in window);
	// What passes is not reported, which saves a third of the time.
	const axe = new AxeBuilder({ page, ...(isThere && { axeSource: "0" }) })
		.options({ resultTypes: ["violations"], iframes: false })
		.withTags(wcag)
		.setLegacyMode(true);
	if (part !== undefined) axe.include(part);
	const { violations } = await axe.analyze();
	return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/**
 * Ends what moves or changes its colour: half-way there, a colour is none of ours. To wait for it would be to wait for frames, which a
 * browser may never draw of what is not in its view.
 */
async function endMotion(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const animation of document.getAnimations())
			if (animation.playState === "running" && animation.effect?.getComputedTiming().endTime !== Infinity)
				animation.finish();
	});
}
