import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import type { Capture } from "./capture-pages.ts";
import { compareCaptures, isIdentical, isUnexplained } from "./compare-captures.ts";
import { describeComparison } from "./write-report.ts";

type Box = { left: number; top: number; width: number; height: number; color: string };
type Look = { boxes?: Box[]; height?: number; lines?: string[]; status?: number };

const box: Box = { left: 40, top: 30, width: 50, height: 20, color: "#ff6a1a" };
const large: Box = { left: 0, top: 0, width: 360, height: 20, color: "#5b3fd6" };

test("a page that looks and reads as before is identical", async () => {
	const comparison = await compare({ boxes: [box], lines: ["Services"] }, { boxes: [box], lines: ["Services"] });
	expect([isIdentical(comparison), isUnexplained(comparison), describeComparison(comparison)]).toEqual([
		true,
		false,
		"identical",
	]);
});

test("a box that is one pixel wider is found where it is, and nothing explains it", async () => {
	const comparison = await compare({ boxes: [box] }, { boxes: [{ ...box, width: 51 }] });
	expect(comparison).toMatchObject({ pixels: 20, areas: [{ left: 90, top: 30, width: 1, height: 20 }] });
	expect(isUnexplained(comparison)).toBe(true);
	expect(describeComparison(comparison)).toBe("20 pixels differ in 1×20 at (90, 30); text is the same");
	const difference = await sharp(join(comparison.report, comparison.difference ?? "")).metadata();
	expect([difference.width, difference.height]).toEqual([360, 200]);
});

test("differences far from each other are areas of their own", async () => {
	const other = { ...box, top: 150 };
	const comparison = await compare({ boxes: [box, other] }, {});
	expect(comparison.areas).toEqual([
		{ left: 40, top: 30, width: 50, height: 20 },
		{ left: 40, top: 150, width: 50, height: 20 },
	]);
});

test("the part of a longer page beyond the other's end differs", async () => {
	const comparison = await compare({ height: 200 }, { height: 203 });
	expect(comparison).toMatchObject({ pixels: 3 * 360, areas: [{ left: 0, top: 200, width: 360, height: 3 }] });
});

test("other words explain other pixels, and are listed", async () => {
	const comparison = await compare(
		{ boxes: [box], lines: ["Overview", "Notes", "Search"] },
		{ boxes: [], lines: ["Overview", "Messages", "Search"] },
	);
	expect(comparison.changedLines.toSorted()).toEqual(["+ Messages", "- Notes"]);
	expect([isUnexplained(comparison), isIdentical(comparison)]).toEqual([false, false]);
});

test("a colour that is off by one level is rounding in a few pixels, and a change in many", async () => {
	const few = await compare({ boxes: [box, large] }, { boxes: [{ ...box, height: 19 }, edge("#ff6b1a"), large] });
	expect(few).toMatchObject({ pixels: 0, roundedPixels: 50 });
	expect(describeComparison(few)).toBe("identical but for the rounding of 50 pixels");
	const many = await compare({ boxes: [large] }, { boxes: [{ ...large, color: "#5b40d6" }] });
	expect([many.pixels, isUnexplained(many)]).toEqual([large.width * large.height, true]);
});

test("a few pixels of a clearly other colour are no rounding", async () => {
	const comparison = await compare({ boxes: [box] }, { boxes: [box, edge("#ff7a1a")] });
	expect([comparison.pixels, isUnexplained(comparison)]).toEqual([50, true]);
});

test("another status, a removed and an added page are unexplained", async () => {
	const folder = createFolder();
	const page = await createCapture(folder, "page.png", {});
	const comparisons = await compareCaptures(
		{ folder, captures: [page, { ...page, page: "/gone" }] },
		{
			folder,
			captures: [
				{ ...page, page: "/new" },
				{ ...page, status: 404 },
			],
		},
		folder,
	);
	expect(comparisons.map((comparison) => [comparison.page, describeComparison(comparison)])).toEqual([
		["/page", "status was 200 and is 404; pixels identical; text is the same"],
		["/gone", "is gone"],
		["/new", "is new"],
	]);
	expect(comparisons.every(isUnexplained)).toBe(true);
});

/** The lowest row of the box. */
function edge(color: string): Box {
	return { ...box, top: box.top + box.height - 1, height: 1, color };
}

async function compare(before: Look, after: Look) {
	const folder = createFolder();
	const report = createFolder();
	const [comparison] = await compareCaptures(
		{ folder, captures: [await createCapture(folder, "before.png", before)] },
		{ folder, captures: [await createCapture(folder, "after.png", after)] },
		report,
	);
	if (!comparison) throw new TypeError("Nothing was compared");
	return { ...comparison, report };
}

async function createCapture(
	folder: string,
	picture: string,
	{ boxes = [], height = 200, lines = [], status = 200 }: Look,
): Promise<Capture> {
	await sharp({ create: { width: 360, height, channels: 3, background: "#fbf8f3" } })
		.composite(
			boxes.map(({ left, top, color, ...size }) => ({
				input: { create: { ...size, channels: 3 as const, background: color } },
				left,
				top,
			})),
		)
		.png()
		.toFile(join(folder, picture));
	return { page: "/page", width: 360, status, lines, picture };
}

function createFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "captures-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return folder;
}
