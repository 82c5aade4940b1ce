import type { Page } from "./fixtures.ts";

type Shift = { value: number; hadRecentInput: boolean; sources: readonly { node: Node | null }[] };

/** Records how far the pages that are opened from now on move by themselves; the returned function says it of the open one. */
export async function measureShifts(page: Page): Promise<() => Promise<{ sum: number; moved: string[] }>> {
	await page.addInitScript(() => {
		const shifts: { value: number; moved: string[] }[] = [];
		Object.assign(globalThis, { shifts });
		new PerformanceObserver((list) => {
			for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[])
				if (!hadRecentInput)
					shifts.push({
						value,
						// As it is now: the node may be gone later.
						moved: sources.map(({ node }) =>
							node instanceof Element
								? `${node.tagName.toLowerCase()}.${node.getAttribute("class")} in ${node.parentElement?.outerHTML.slice(0, 100)}`
								: String(node?.nodeValue),
						),
					});
		}).observe({ type: "layout-shift", buffered: true });
	});
	return () =>
		page.evaluate(async () => {
			await document.fonts.ready;
			// Moves in the latest frame are reported after it.
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
			const { shifts } = globalThis as unknown as { shifts: { value: number; moved: string[] }[] };
			return {
				sum: shifts.reduce((sum, { value }) => sum + value, 0),
				moved: shifts.flatMap(({ moved }) => moved),
			};
		});
}
