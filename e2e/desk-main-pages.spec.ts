import { startTimeoutMs } from "../tests/support/built-server.ts";
import { apply, bookCall, enquire, postToDesk } from "./desk-records.ts";
import { expect, signInTo, test as base, untilHydrated, type Page } from "./fixtures.ts";
import { measureShifts } from "./layout-shifts.ts";

/** The desk's main pages by name, with a record of each kind. */
const test = base.extend<object, { paths: Record<string, string> }>({
	paths: [
		async ({ browser, office }, provide) => {
			const context = await browser.newContext({ baseURL: office.url });
			const { request } = context;
			await signInTo(office, context);
			const enquiry = await enquire(request);
			const late = await enquire(request, { firstName: "Ravi", message: "Can you build us an app? ".repeat(8) });
			await postToDesk(request, `${office.deskUrl}/enquiries/${late}`, { do: "note", text: "They called." });
			await postToDesk(request, `${office.deskUrl}/enquiries/views`, {
				do: "add",
				name: "Unassigned and new",
				search: "?owner=nobody",
			});
			await bookCall(request);
			await apply(request);
			await provide({
				today: "/",
				list: "/enquiries",
				record: `/enquiries/${enquiry}`,
				board: "/applications/board",
				calendar: "/calls",
				contacts: "/contacts",
				analytics: "/numbers",
				studio: "/studio",
				settings: "/settings",
				account: "/account",
			});
			await context.close();
		},
		{ scope: "worker", timeout: 2 * startTimeoutMs },
	],
});

/** Opens each page, and lists its faults. */
async function look(
	page: Page,
	deskUrl: string,
	paths: Record<string, string>,
	list: (page: Page) => Promise<string[]>,
) {
	for (const [name, path] of Object.entries(paths)) {
		await page.goto(deskUrl + path);
		await untilHydrated(page);
		expect.soft([name, ...(await list(page))]).toEqual([name]);
	}
}

/** Lists the controls that somebody can come to by keyboard, each with a name for people. */
const listControls = () =>
	[...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex='0']")]
		.filter((one) => !one.matches(":disabled, [type=hidden], [tabindex='-1']"))
		.filter((one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }))
		.map((one) => ({
			one,
			name: `${one.tagName.toLowerCase()} ${(one.textContent || one.getAttribute("aria-label") || one.id).trim().slice(0, 40)}`,
		}));

/** Lists what a window of half the width, in which everything is twice as large, cuts or hides. */
const findCut = () => {
	const faults: string[] = [];
	const root = document.documentElement;
	if (root.scrollWidth > innerWidth) faults.push(`needs ${root.scrollWidth} px`);
	const scrolls = (one: Element | null): boolean =>
		one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
	for (const { one, name } of listControls()) {
		one.focus();
		const box = one.getBoundingClientRect();
		// Hidden inputs are pressed by their labels.
		if (box.width <= 1 || box.height <= 1) continue;
		if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(one.parentElement)) faults.push(`${name} is cut`);
		const { overflowX, textOverflow } = getComputedStyle(one);
		if (/hidden|clip/.test(overflowX) && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1)
			faults.push(`the words of ${name} are cut`);
		const [first = box] = one.getClientRects();
		const hits = [0.1, 0.5, 0.9].map((part) =>
			document.elementFromPoint(first.left + first.width * part, first.top + first.height / 2),
		);
		const isSeen = hits.some(
			(hit) => hit !== null && (one.contains(hit) || hit.contains(one) || hit.closest("label")?.control === one),
		);
		if (!isSeen)
			faults.push(`${name} is behind ${hits[1] ? `${hits[1].tagName} ${hits[1].className}` : "the window's edge"}`);
	}
	return faults;
};

/** Lists the pop-ups that leave the window when they are open. */
const findCutPopUps = () =>
	[...document.querySelectorAll<HTMLDetailsElement>("details.pop-up")]
		.filter((one) => one.checkVisibility())
		.flatMap((one) => {
			one.open = true;
			const { left, right } =
				one.querySelector(".pop-up-content")?.getBoundingClientRect() ?? one.getBoundingClientRect();
			const width = document.documentElement.scrollWidth;
			one.open = false;
			const isCut = left < 0 || right > innerWidth || width > innerWidth;
			return isCut ? [`${one.innerText.split("\n")[0]} reaches from ${left} to ${right} px`] : [];
		});

/** Lists what forced colours take away: a ring of the focus, the mark of what is current, the shape of an icon or a dot. */
const findUnmarked = () => {
	const faults: string[] = [];
	const ringOf = (one: Element, pseudo?: string) => {
		const { outlineStyle, outlineWidth } = getComputedStyle(one, pseudo);
		return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
	};
	for (const { one, name } of listControls()) {
		one.focus();
		// A hidden input has it on its label, the composer around all of itself.
		const around = [one.closest("label"), ...(one.closest("label")?.children ?? []), one.closest(".composer")];
		if (!ringOf(one) && !ringOf(one, "::after") && !around.some((other) => other && ringOf(other)))
			faults.push(`${name} has no ring`);
	}
	(document.activeElement as HTMLElement | null)?.blur();
	const marksOf = (one: Element) =>
		[one, ...one.children].flatMap((part) =>
			["", "::before", "::after"].map((pseudo) => {
				const style = getComputedStyle(part, pseudo);
				return [
					style.textDecorationLine,
					style.borderWidth,
					style.fontWeight,
					style.outlineStyle,
					style.content,
				].join();
			}),
		);
	for (const one of document.querySelectorAll(
		"[aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true]",
	)) {
		if (!one.checkVisibility()) continue;
		const attribute = ["aria-current", "aria-selected", "aria-pressed"].find((each) => one.hasAttribute(each)) ?? "";
		const peers = [
			...(one.closest("ul, ol, nav, [role=tablist], tbody") ?? one.parentElement ?? document.body).querySelectorAll(
				one.tagName,
			),
		];
		const peer = peers.find(
			(each) => [null, "false"].includes(each.getAttribute(attribute)) && each.className === one.className,
		);
		if (peer && marksOf(peer)[0] === marksOf(one)[0] && String(marksOf(peer)) === String(marksOf(one)))
			faults.push(`${attribute} of ${one.textContent?.trim().slice(0, 40)} is not marked`);
	}
	const canvas = getComputedStyle(document.documentElement).backgroundColor;
	const isBlank = (colour: string) => colour === canvas || /^rgba\(.*, 0\)$|^none$|transparent/.test(colour);
	for (const one of document.querySelectorAll<SVGGraphicsElement>(
		"svg :is(path, circle, rect, line, polyline, polygon, ellipse)",
	)) {
		const icon = one.closest("svg");
		const { stroke, fill } = getComputedStyle(one);
		if (icon?.checkVisibility() && icon.children.length === 1 && isBlank(stroke) && isBlank(fill))
			faults.push(`an icon of ${icon.parentElement?.className} has no colour`);
	}
	for (const one of document.querySelectorAll(".state, .alarms li")) {
		const { backgroundColor, borderTopStyle, borderTopColor } = getComputedStyle(one, "::before");
		if (one.checkVisibility() && isBlank(backgroundColor) && (borderTopStyle === "none" || isBlank(borderTopColor)))
			faults.push(`the dot of ${one.textContent?.trim().slice(0, 30)} has no colour`);
	}
	return [...new Set(faults)];
};

/** Runs a function of this file in a page. */
async function ask(page: Page, find: () => string[]): Promise<string[]> {
	return page.evaluate(`(() => { const listControls = ${String(listControls)}; return (${String(find)})(); })()`);
}

test(
	"nothing is cut or out of reach at 200 % of a window of 1280 px",
	{ tag: "@all" },
	async ({ browser, office, paths }) => {
		const context = await browser.newContext({ viewport: { width: 640, height: 480 }, deviceScaleFactor: 2 });
		await signInTo(office, context);
		await look(await context.newPage(), office.deskUrl, paths, async (page) => [
			...(await ask(page, findCut)),
			...(await ask(page, findCutPopUps)),
		]);
		await context.close();
	},
);

test("no pop-up leaves a phone's window", { tag: "@all" }, async ({ page, office, signIn, paths }) => {
	await signIn();
	await page.setViewportSize({ width: 360, height: 740 });
	await look(page, office.deskUrl, paths, (each) => ask(each, findCutPopUps));
});

for (const colorScheme of ["light", "dark"] as const)
	test(`forced colours leave every mark, ${colorScheme}`, { tag: "@all" }, async ({ page, office, signIn, paths }) => {
		await signIn();
		await page.emulateMedia({ forcedColors: "active", colorScheme });
		await look(page, office.deskUrl, paths, async () => {
			// From now on, the focus is one of the keyboard.
			await page.keyboard.press("Tab");
			return ask(page, findUnmarked);
		});
	});

for (const width of [360, 1280])
	test(`nothing moves by itself at ${width} px`, { tag: "@all" }, async ({ page, office, signIn, paths }) => {
		await signIn();
		await page.setViewportSize({ width, height: 740 });
		const readShifts = await measureShifts(page);
		const { settings: _, account: __, ...shown } = paths;
		await look(page, office.deskUrl, shown, async () => {
			const { sum, moved } = await readShifts();
			return sum < 0.001 ? [] : [`moved by ${sum}`, ...moved];
		});
	});
