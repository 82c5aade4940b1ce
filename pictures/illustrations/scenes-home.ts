import type { Point3 } from "./geometry.ts";
import { calendar, cup, lyingDocument, plant, standingDocument, standingEnvelope } from "./objects.ts";
import { deep, ink, accentFill, sand, shade, white } from "./palette.ts";
import { block, gear, ground, keyboard, monitor, panel, pipe, plain, shadow } from "./parts.ts";
import { drawScene, type Parts } from "./scene.ts";
import { browser, button, landscape, lines, vents } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Pictures of the home page, by path below content/pictures. */
export const homeIllustrations: Readonly<Record<string, () => string>> = {
	"home/hero.svg": drawHero,
};

/** Length of the desk along x and along y, and its height. */
const desk: Point3 = [500, 460, 112];
const top = desk[2];
/** Where the three stations stand along the desk, by what they take in. */
const lanes = { enquiry: 80, calendar: 188, document: 296 };
const pipeLevel = top + 24;

/** The whole front office on one desk: what a visitor sends runs through pipes to the people who answer. */
function drawHero(): string {
	return drawScene({
		width: 960,
		height: 840,
		parts: [
			ground({ at: [-20, -20, 0], size: [540, 500], radius: 44, grid: 0 }),
			deskBody(),
			panel({ at: [48, 30, top], width: 320, height: 240, facing: "right", cast: 20, draw: browser(website) }),
			Object.values(lanes).map((lane) =>
				block({ at: [112, lane - 38, top], size: [80, 76, 54], cast: 14, right: slot }),
			),
			standingEnvelope({ at: [156, lanes.enquiry - 34, top + 54], width: 68, height: 48, facing: "right" }),
			calendar({ at: [160, lanes.calendar - 42, top + 54], width: 84, height: 88, facing: "right", day: 10, cast: 0 }),
			standingDocument({ at: [156, lanes.document - 28, top + 54], width: 56, height: 74, facing: "right" }),
			pipe({
				points: [
					[192, lanes.enquiry, pipeLevel],
					[286, lanes.enquiry, pipeLevel],
					[286, 150, pipeLevel],
				],
				radius: 10,
				cast: false,
			}),
			pipe({
				points: [
					[192, lanes.calendar, pipeLevel],
					[246, lanes.calendar, pipeLevel],
				],
				radius: 10,
				cast: false,
			}),
			pipe({
				points: [
					[192, lanes.document, pipeLevel],
					[286, lanes.document, pipeLevel],
					[286, 230, pipeLevel],
				],
				radius: 10,
				cast: false,
			}),
			block({ at: [246, 150, top], size: [80, 80, 54], cast: 14, right: vents }),
			gear({ at: [286, 190, top + 54], radius: 32, teeth: 7, height: 12 }),
			block({ at: [326, 160, top], size: [156, 60, 20], fills: { ...plain, top: deep }, cast: 8, left: rollers }),
			standingEnvelope({ at: [380, 196, top + 20], width: 76, height: 52, facing: "left", fill: accentFill }),
			monitor({ at: [304, 54, top], width: 176, height: 126, facing: "left", draw: inbox }),
			block({ at: [344, 86, top], size: [116, 38, 6], cast: 4, top: (sheet) => keyboard(sheet.inset(4)) }),
			lyingDocument({ at: [180, 360, top], size: [70, 84] }),
			plant({ at: [56, 404, top], radius: 20, height: 36 }),
			cup({ at: [420, 320, top], radius: 16, height: 30 }),
		],
	});
}

function deskBody(): Parts {
	const [width, depth] = desk;
	const height = top - 14;
	const drawers = (sheet: Sheet, u: number, length: number, count: number) => {
		const pitch = (height - 16) / count;
		for (let row = 0; row < count; row++) {
			const v = 12 + row * pitch;
			sheet.rect(u, v, length, pitch - 8, { fill: white, stroke: ink });
			sheet.line(
				[
					[u + length / 2 - 12, v + 13],
					[u + length / 2 + 12, v + 13],
				],
				{ width: 4 },
			);
		}
	};
	const binders = (sheet: Sheet, u: number, length: number) => {
		sheet.rect(u, 12, length, height - 24, { fill: deep, stroke: ink });
		sheet.rect(u + 10, 26, 64, height - 38, { fill: white, stroke: ink });
		for (const edge of [26, 42, 58])
			sheet.line([
				[u + edge, 26],
				[u + edge, height - 12],
			]);
		sheet.rect(u + 90, 26, 32, height - 38, { fill: white, stroke: ink });
		sheet.line([
			[u + 106, 26],
			[u + 106, height - 12],
		]);
	};
	return [
		shadow({ at: [0, 0, 0], size: [width, depth], reach: 44 }),
		block({
			at: [0, 0, 0],
			size: [width, depth, height],
			cast: 0,
			left: (sheet) => {
				drawers(sheet, 12, 144, 2);
				binders(sheet, 170, 160);
				drawers(sheet, 344, 144, 2);
			},
			right: (sheet) => {
				drawers(sheet, 12, 144, 2);
				drawers(sheet, 170, 278, 1);
			},
		}),
		block({
			at: [-8, -8, top - 14],
			size: [width + 16, depth + 16, 14],
			radius: 14,
			cast: 0,
			fills: { ...plain, top: sand },
		}),
	];
}

const rollers: Drawing = (sheet) => [20, 58, 96, 134].forEach((u) => sheet.dot(u, 10, 4, white, true));

const slot: Drawing = (sheet) =>
	sheet.line(
		[
			[14, 12],
			[sheet.width - 14, 12],
		],
		{ width: 4 },
	);

const website: Drawing = (sheet) => {
	const { width } = sheet;
	sheet.circle(24, 20, 7, { fill: ink });
	sheet.dashes(width - 156, 20, 4, 36, 24, deep);
	lines(sheet, 18, 60, 144, [0.9, 1, 0.6], { colour: ink, weight: 9, gap: 17 });
	lines(sheet, 18, 114, 134, [1, 0.8], { gap: 11 });
	button(sheet, 18, 138, 76, 26);
	landscape(sheet.area(182, 44, 120, 92), { radius: 8 });
};

const inbox: Drawing = (sheet) => {
	sheet.rect(1, 1, 35, sheet.height - 2, { fill: shade });
	lines(sheet, 10, 18, 18, [1, 1, 1], { gap: 16 });
	lines(sheet, 50, 18, 56, [1, 0.7, 0.9, 0.6, 0.8], { gap: 19, colour: ink });
	lines(sheet, 116, 18, 32, [1, 0.7, 1, 0.8, 0.6], { gap: 19 });
};
