import { smallWindow } from "./details.ts";
import { framed, galleryFrame } from "./frame.ts";
import { polygon, type Point3, rectangle } from "./geometry.ts";
import { lyingDocument, standingDocument, standingEnvelope } from "./objects.ts";
import { deep, ink, accentFill, shade, white } from "./palette.ts";
import { openBox, turned } from "./parts-more.ts";
import { block, type Facing, panel, phone, plate } from "./parts.ts";
import { drawScene, group, type Parts } from "./scene.ts";
import { avatar, chat, field, lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the CRM service, by path below content/pictures. */
export const crmGallery: Readonly<Record<string, () => string>> = {
	"services/crm/gallery-1.svg": drawIntake,
	"services/crm/gallery-2.svg": drawRecord,
	"services/crm/gallery-3.svg": drawPipeline,
};

/** Three ways in, one tray, and a name on every compartment. */
function drawIntake(): string {
	const board = 148;
	const lanes = [92, 222, 352];
	const leg = (x: number, y: number) => block({ at: [x, y, 0], size: [14, 14, board], cast: 0 });
	const content: readonly Parts[] = [
		[
			standingEnvelope({ at: [56, 100, board + 46], width: 76, height: 54, facing: "left" }),
			standingEnvelope({ at: [60, 120, board + 40], width: 72, height: 52, facing: "left" }),
		],
		phone({ at: [186, 112, board + 38], width: 72, height: 140, facing: "left", cast: 0, draw: ringing }),
		panel({
			at: [310, 112, board + 44],
			width: 84,
			height: 104,
			facing: "left",
			radius: 8,
			cast: 0,
			draw: smallWindow((sheet) => {
				field(sheet, 12, 12, sheet.width - 24, { height: 14 });
				field(sheet, 12, 42, sheet.width - 24, { height: 14, filled: 0.3 });
			}, 14),
		}),
	];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [450, 232], grid: 0 },
			parts: [
				leg(16, 20),
				leg(420, 20),
				openBox({
					at: [36, 60, 0],
					size: [372, 104, 40],
					wall: 7,
					base: 6,
					cast: 16,
					left: tags,
					content: ([x, y, z], [, depth]) =>
						[1, 2].map((index) => block({ at: [x + index * 121 - 6, y, z], size: [6, depth, 28], cast: 0 })),
				}),
				lanes.map((x) =>
					turned({
						at: [x, 112, 60],
						profile: [
							[13, 0],
							[13, board - 60],
						],
						cast: 0,
					}),
				),
				leg(16, 190),
				leg(420, 190),
				block({
					at: [10, 14, board],
					size: [430, 196, 12],
					radius: 8,
					cast: 0,
					top: (sheet) => lanes.forEach((u) => sheet.circle(u - 2, 94, 50, { fill: shade })),
				}),
				lanes.map((x, index) =>
					turned({
						at: [x, 112, board + 12],
						profile: [
							[18, 0],
							[62, 56],
						],
						hollow: { rim: 4, depth: 34, content: content[index] as Parts },
					}),
				),
			],
		}),
	);
}

function ringing(sheet: Sheet): void {
	const { width } = sheet;
	avatar(sheet, width / 2, 44, 16);
	sheet.text(width / 2 - 16, 74, 32, ink, 4);
	sheet.circle(width / 2, 102, 12, { fill: accentFill, stroke: ink });
	sheet.line(
		[
			[width / 2 - 5, 98],
			[width / 2 - 3, 105],
			[width / 2 + 5, 106],
		],
		{ width: 3 },
	);
}

const tags: Drawing = (sheet) => {
	for (const u of [20, 141, 262]) {
		sheet.rect(u, 9, 90, 22, { fill: white, stroke: ink, radius: 4 });
		sheet.circle(u + 14, 20, 5, { fill: ink });
		sheet.text(u + 26, 20, [46, 36, 52][(u - 20) / 121] as number, ink, 5);
	}
};

/** One customer: calls, chat and quotation on one card. */
function drawRecord(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [204, 460] },
			parts: [
				block({ at: [60, 40, 0], size: [70, 380, 20], radius: 0, cast: 16 }),
				panel({ at: [98, 44, 20], width: 372, height: 250, facing: "right", thickness: 16, cast: 0, draw: customer }),
				sheetOn([99, 288, 38], 112, 132, callLog, "right"),
				sheetOn([99, 168, 32], 108, 160, (sheet) => chat(sheet.inset(10), 4), "right"),
				sheetOn([99, 54, 44], 102, 148, quotation, "right", true),
			],
		}),
	);
}

function customer(sheet: Sheet): void {
	avatar(sheet, 46, 42, 24);
	lines(sheet, 84, 32, 150, [0.8, 0.5], { gap: 18, colour: ink, weight: 8 });
	for (const u of [262, 312]) sheet.rect(u, 30, 42, 20, { fill: shade, stroke: ink, radius: 10 });
	sheet.line(
		[
			[2, 84],
			[sheet.width - 2, 84],
		],
		{ stroke: shade },
	);
}

/** A sheet fastened to the card by a clip at its upper edge. */
function sheetOn(at: Point3, width: number, height: number, draw: Drawing, facing: Facing, lit = false): Parts {
	return group([
		plate({
			at: [at[0] + 6, at[1], at[2]],
			width,
			height,
			facing,
			thickness: 6,
			outline: rectangle(0, 0, width, height, 4),
			draw: (sheet) => {
				draw(sheet);
				sheet.rect(width / 2 - 12, -8, 24, 22, { fill: lit ? accentFill : shade, stroke: ink, radius: 5 });
			},
		}),
	]);
}

function callLog(sheet: Sheet): void {
	for (const v of [30, 54, 78, 102]) {
		sheet.line(
			[
				[14, v - 4],
				[17, v + 3],
				[25, v + 4],
			],
			{ width: 3 },
		);
		sheet.text(34, v, [36, 28, 40, 30][(v - 30) / 24] as number, ink, 4);
		sheet.text(86, v, 14, deep, 4);
	}
}

function quotation(sheet: Sheet): void {
	sheet.text(12, 28, 40, ink, 5);
	for (const v of [46, 61, 76]) {
		sheet.text(12, v, 44, deep, 4);
		sheet.text(70, v, 18, deep, 4);
	}
	sheet.line([
		[12, 92],
		[90, 92],
	]);
	sheet.digits("₹9600", 26, 106, 15, { width: 3 });
}

/** Deals go down the steps to a signature; one has dropped out. */
function drawPipeline(): string {
	const [width, depth] = [98, 104];
	const heights = [132, 98, 64, 30];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [552, 250] },
			parts: [
				heights.map((height, index) =>
					block({
						at: [24 + index * width, 36, 0],
						size: [width, depth, height],
						cast: index === 3 ? 10 : 0,
						left: (sheet) => {
							sheet.circle(20, sheet.height - 15, 7, { fill: ink });
							sheet.text(34, sheet.height - 15, [44, 34, 48, 38][index] as number, deep, 5);
						},
						top: (sheet) => sheet.rect(8, 10, sheet.width - 16, depth - 20, { fill: shade, radius: 4 }),
					}),
				),
				heights.map((height, index) => deal([24 + index * width + 20, 60, height], 54 + (index % 2) * 4)),
				standingDocument({ at: [432, 98, 0], width: 104, height: 146, facing: "left", cast: 18, draw: contract }),
				dropped([250, 140, 0]),
				lyingDocument({ at: [176, 190, 0], size: [46, 56] }),
			],
		}),
	);
}

function deal([x, y, z]: Point3, size: number): Parts {
	return block({
		at: [x, y, z],
		size: [size, size, size - 6],
		cast: 12,
		left: (sheet) => {
			sheet.rect(9, 12, sheet.width - 18, 24, { fill: white, stroke: ink, radius: 3 });
			sheet.text(15, 24, sheet.width - 34, ink, 4);
		},
	});
}

/** A deal that fell off the track and leans on its side. */
function dropped([x, y, z]: Point3): Parts {
	const [near, far] = [27, 58];
	const side = near + far;
	return plate({
		at: [x, y, z],
		width: side,
		height: side,
		facing: "right",
		thickness: 62,
		fill: shade,
		edge: white,
		cast: 16,
		outline: polygon([
			[near, side],
			[side, far],
			[far, 0],
			[0, near],
		]),
		draw: (sheet) => {
			sheet.line([
				[near / 2, (side + near) / 2],
				[(side + far) / 2, far / 2],
			]);
			sheet.polygon(
				[
					[36, 70],
					[58, 60],
					[50, 42],
					[28, 52],
				],
				{ fill: white, stroke: ink },
			);
		},
	});
}

function contract(sheet: Sheet): void {
	sheet.text(16, 22, 42, ink, 6);
	lines(sheet, 16, 44, 72, [1, 0.8, 0.9], { gap: 12 });
	sheet.line([
		[16, 112],
		[22, 98],
		[28, 114],
		[35, 102],
		[42, 112],
		[56, 106],
	]);
	sheet.line(
		[
			[16, 122],
			[60, 122],
		],
		{ stroke: deep },
	);
	sheet.circle(82, 112, 14, { fill: accentFill, stroke: ink });
}
