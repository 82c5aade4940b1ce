import { clock, dial, smallWindow, squareCode } from "./details.ts";
import { framed, galleryFrame } from "./frame.ts";
import type { Point3 } from "./geometry.ts";
import { lyingDocument, parcel } from "./objects.ts";
import { ink, accentFill, sand, shade, white } from "./palette.ts";
import { tube } from "./parts-more.ts";
import { block, flange, panel, phone } from "./parts.ts";
import { drawScene, type Parts } from "./scene.ts";
import { barChart, browser, button, field, landscape, lines, rows } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the website service, by path below content/pictures. */
export const websiteGallery: Readonly<Record<string, () => string>> = {
	"services/website-development/gallery-1.svg": drawSpeed,
	"services/website-development/gallery-2.svg": drawShop,
	"services/website-development/gallery-3.svg": drawMove,
};

/** One page on a large and on a small screen, timed. */
function drawSpeed(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [440, 360] },
			parts: [
				panel({ at: [36, 92, 0], width: 350, height: 222, facing: "left", cast: 34, draw: browser(widePage) }),
				phone({ at: [62, 264, 0], facing: "left", width: 116, height: 226, draw: narrowPage }),
				stopwatch(),
			],
		}),
	);
}

function widePage(sheet: Sheet): void {
	const { width } = sheet;
	lines(sheet, 20, 30, 140, [1, 0.7], { colour: ink, weight: 9, gap: 17 });
	lines(sheet, 20, 68, 130, [1, 0.86, 0.94]);
	button(sheet, 20, 102, 70, 22);
	landscape(sheet.area(width - 164, 18, 144, 108));
	for (const column of [0, 1, 2]) {
		const card = sheet.area(20 + column * 106, 142, 98, 40);
		card.rect(0, 0, 98, 40, { fill: sand, radius: 6 });
		card.circle(20, 20, 9, { fill: ink });
		lines(card, 38, 15, 46, [1, 0.6]);
	}
}

function narrowPage(sheet: Sheet): void {
	const inner = sheet.width - 24;
	lines(sheet, 12, 34, inner, [1, 0.7], { colour: ink, weight: 7, gap: 13 });
	landscape(sheet.area(12, 58, inner, 62));
	lines(sheet, 12, 134, inner, [1, 0.86]);
	button(sheet, 12, 154, 56, 18);
	sheet.rect(12, 180, inner, 22, { fill: sand, radius: 5 });
	sheet.circle(24, 191, 5, { fill: ink });
	sheet.text(36, 191, 44, ink, 4);
}

function stopwatch(): Parts {
	return [
		block({ at: [252, 268, 0], size: [138, 40, 12], radius: 10, cast: 16 }),
		clock({
			at: [256, 298, 10],
			radius: 65,
			facing: "left",
			thickness: 18,
			rim: 0.14,
			draw: (sheet) => dial(sheet, { whole: 10, marks: 20, slice: [0, 2], hands: [{ reading: 2, length: 0.74 }] }),
		}),
		block({ at: [314, 286, 136], size: [14, 12, 12], cast: 0 }),
		block({ at: [309, 283, 148], size: [24, 18, 10], radius: 5, cast: 0 }),
	];
}

/** The results of one order: the page with its code, the parcel and the tax invoice. */
function drawShop(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [420, 390] },
			parts: [
				panel({ at: [96, 46, 0], width: 300, height: 226, facing: "right", draw: browser(checkout) }),
				parcel({ at: [214, 40, 0], size: [124, 124, 92], cast: 30 }),
				printer(),
			],
		}),
	);
}

function checkout(sheet: Sheet): void {
	landscape(sheet.area(18, 18, 110, 72));
	lines(sheet, 18, 106, 110, [0.9, 0.6], { colour: ink, weight: 6, gap: 13 });
	sheet.digits("₹1499", 18, 132, 16, { width: 3 });
	button(sheet, 18, 162, 110, 26, accentFill);
	sheet.rect(146, 18, 136, 170, { fill: sand, radius: 10 });
	sheet.rect(158, 30, 112, 112, { fill: white, stroke: ink, radius: 6 });
	squareCode(sheet, 168, 40, 92);
	lines(sheet, 166, 160, 96, [1, 0.7, 0.4], { gap: 12 });
}

function printer(): Parts {
	const out: Drawing = (sheet) => {
		sheet.rect(14, 26, sheet.width - 28, 14, { fill: ink, radius: 4 });
		sheet.circle(22, 14, 4, { fill: ink });
		sheet.text(36, 14, 30, ink, 4);
	};
	return [
		block({
			at: [196, 216, 0],
			size: [100, 150, 62],
			radius: 0,
			right: out,
			cast: 20,
			top: (sheet) => sheet.rect(16, 22, 66, 106, { fill: sand, stroke: ink, radius: 6 }),
		}),
		block({ at: [296, 224, 0], size: [112, 134, 8], radius: 0, cast: 6 }),
		lyingDocument({ at: [296, 234, 8], size: [104, 112], facing: "right", cast: false, draw: invoice }),
	];
}

function invoice(sheet: Sheet): void {
	sheet.text(12, 14, 44, ink, 5);
	rows(sheet.area(12, 26, sheet.width - 24, 44), 3, { marks: "none", head: false });
	sheet.line([
		[12, 76],
		[sheet.width - 12, 76],
	]);
	sheet.text(sheet.width - 44, 86, 32, ink, 5);
	sheet.rect(12, 80, 16, 16, { fill: ink });
}

/** Every old address gets one new one. */
function drawMove(): string {
	const lanes = [72, 162, 252, 342];
	const pages: readonly Drawing[] = [
		(sheet) => landscape(sheet.area(9, 10, sheet.width - 18, 44)),
		(sheet) => barChart(sheet.area(12, 10, sheet.width - 24, 44), [0.4, 0.7, 0.55, 0.9]),
		(sheet) => [10, 34].forEach((v) => field(sheet, 10, v, sheet.width - 20, { height: 12 })),
		(sheet) =>
			[10, 34].forEach((v) => {
				sheet.rect(10, v, 20, 18, { fill: shade, radius: 3 });
				lines(sheet, 38, v + 5, 26, [1, 0.6], { colour: ink });
			}),
	];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [390, 414] },
			parts: [
				lanes.map((_, index) =>
					block({
						at: [34 + (index % 2) * 8, 44 + ((index * 5) % 3) * 4, index * 30],
						size: [140, 316, 26],
						radius: 8,
						cast: index === 0 ? 20 : 0,
						...(index === 3 && { topFacing: "right" as const, top: oldPage }),
					}),
				),
				lanes.map((lane, index) => {
					const level = index * 30 + 13;
					const lit = index === 2;
					const points: Point3[] = [
						[193, lane, level],
						[224, lane, level],
						[224, lane, 204],
						[315, lane, 204],
						[315, lane, 148],
					];
					return [tube({ points, ...(lit && { fill: accentFill }) }), flange({ at: [188, lane, level], axis: "x" })];
				}),
				lanes.map((lane, index) =>
					panel({
						at: [321, lane - 40, 0],
						width: 80,
						height: 146,
						facing: "right",
						radius: 8,
						cast: 24,
						draw: smallWindow((sheet) => {
							(pages[index] as Drawing)(sheet);
							lines(sheet, 10, 74, sheet.width - 20, [1, 0.7, 0.9, 0.5], { gap: 12 });
						}),
					}),
				),
			],
		}),
	);
}

function oldPage(sheet: Sheet): void {
	const { width, height } = sheet;
	sheet.rect(10, 10, width - 20, 22, { fill: shade, stroke: ink });
	sheet.rect(10, 38, 74, height - 48, { fill: sand, stroke: ink });
	lines(sheet, 100, 48, width - 130, [0.5, 1, 0.8, 0.9, 0.6], { gap: 16 });
}
