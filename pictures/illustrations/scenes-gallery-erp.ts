import { squareCode } from "./details.ts";
import { floor, framed, galleryFrame } from "./frame.ts";
import type { Point3 } from "./geometry.ts";
import { lyingDocument, parcel, shelf } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, white } from "./palette.ts";
import { conveyor, openBox, pallet, tube, turned } from "./parts-more.ts";
import { accent, block, dim, flange, monitor, plain, standingGear } from "./parts.ts";
import { drawScene, group, type Part, type Parts } from "./scene.ts";
import { lineChart, lines, rows, vents } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the ERP service, by path below content/pictures. */
export const erpGallery: Readonly<Record<string, () => string>> = {
	"services/erp/gallery-1.svg": drawStock,
	"services/erp/gallery-2.svg": drawPortal,
	"services/erp/gallery-3.svg": drawMachine,
};

/** One stock figure on the shelf, on the scale and on the screen. */
function drawStock(): string {
	const figure = "480";
	const boxes: readonly (readonly number[])[] = [
		[58, 58, 58],
		[46, 70, 46],
		[58, 46, 40],
	];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [440, 362] },
			parts: [
				shelf({
					at: [24, 30, 0],
					size: [78, 252, 190],
					facing: "right",
					fill: (board, [x, y, z]) => {
						let offset = 6;
						return (boxes[board] as readonly number[]).map((width, index) => {
							const at: Point3 = [x + 6, y + offset, z];
							offset += width + 10;
							const height = 34 + ((index + board) % 2) * 12;
							return board === 1 && index === 1
								? block({
										at,
										size: [56, width, 48],
										cast: 0,
										right: (sheet) => {
											sheet.rect(6, 9, sheet.width - 12, 30, { fill: white, stroke: ink, radius: 3 });
											sheet.digits(figure, 15, 16, 16, { width: 3 });
										},
									})
								: parcel({ at, size: [56, width, height], cast: 0 });
						});
					},
				}),
				monitor({
					at: [218, 104, 0],
					width: 204,
					height: 146,
					facing: "left",
					draw: (sheet) => stockScreen(sheet, figure),
				}),
				scale([232, 206, 0], figure),
			],
		}),
	);
}

function scale([x, y, z]: Point3, figure: string): Parts {
	return [
		block({ at: [x - 70, y, z], size: [150, 140, 20], radius: 10, cast: 12, fills: { ...plain, top: sand } }),
		block({ at: [x - 60, y + 10, z + 20], size: [130, 120, 6], radius: 6, cast: 0 }),
		parcel({ at: [x - 46, y + 24, z + 26], size: [64, 64, 48], cast: 12 }),
		parcel({ at: [x + 22, y + 20, z + 26], size: [44, 70, 38], cast: 0 }),
		parcel({ at: [x - 38, y + 30, z + 74], size: [50, 52, 34], cast: 0 }),
		block({ at: [x + 96, y + 46, z], size: [30, 46, 8], cast: 8 }),
		block({ at: [x + 104, y + 62, z + 8], size: [12, 14, 84], cast: 0 }),
		block({
			at: [x + 90, y + 26, z + 92],
			size: [26, 92, 46],
			radius: 0,
			cast: 0,
			right: (sheet) => {
				sheet.rect(8, 8, 76, 30, { fill: accentFill, stroke: ink, radius: 4 });
				sheet.digits(figure, 24, 14, 18, { width: 4 });
			},
		}),
	];
}

function stockScreen(sheet: Sheet, figure: string): void {
	sheet.text(14, 16, 54, ink, 5);
	sheet.digits(figure, 14, 30, 30, { width: 5 });
	sheet.rect(100, 12, 76, 50, { fill: sand, radius: 5 });
	lineChart(sheet.area(108, 20, 60, 34), [0.2, 0.5, 0.4, 0.8]);
	rows(sheet.area(14, 74, sheet.width - 28, 48), 2, { head: false, marks: "square" });
}

/** A bill gets its number and its square code at the portal. */
function drawPortal(): string {
	const belt = 70;
	const bill = (x: number, coded: boolean): Part =>
		lyingDocument({
			at: [x, 14, belt],
			size: [104, 84],
			draw: (sheet) => {
				sheet.text(12, 14, 40, ink, 5);
				lines(sheet, 12, 28, coded ? 38 : 74, [1, 0.8, 0.9, 0.6, 1], { gap: 11 });
				if (coded) squareCode(sheet, 56, 28, 44, { count: 13 });
			},
		});
	const [x, thickness, height] = [196, 56, 176];
	return drawScene(
		framed({
			...galleryFrame,
			centre: [226, 56, 84],
			parts: [
				floor({ centre: [226, 56], reach: 760, pitch: 88 }),
				conveyor({ at: [-330, 0, 0], axis: "x", length: 1110, width: 112, height: belt }),
				[-160, -20, 118].map((at) => bill(at, false)),
				bill(296, true),
				bill(436, true),
				bill(576, true),
				block({ at: [x, -52, 0], size: [thickness, 44, height], cast: 30, right: vents }),
				block({ at: [x, 120, 0], size: [thickness, 44, height], cast: 0, left: pillar, right: lamps }),
				block({
					at: [x - 8, -62, height],
					size: [thickness + 16, 236, 62],
					cast: 0,
					left: (sheet) => vents(sheet, 3),
					right: sign,
				}),
				block({ at: [x + 8, 26, height + 62], size: [40, 60, 14], cast: 8, fills: accent }),
				block({
					at: [96, 190, 0],
					size: [60, 74, 96],
					cast: 20,
					left: cabinet,
					top: (sheet) => sheet.rect(10, 12, 40, 50, { fill: sand, stroke: ink, radius: 4 }),
				}),
			],
		}),
	);
}

const pillar: Drawing = (sheet) => {
	sheet.rect(12, 40, sheet.width - 24, 62, { fill: white, stroke: ink, radius: 4 });
	lines(sheet, 19, 54, sheet.width - 38, [1, 0.6, 0.9], { gap: 14 });
};

const lamps: Drawing = (sheet) => {
	for (const v of [30, 50, 70]) sheet.circle(sheet.width / 2, v, 6, { fill: v === 70 ? ink : white, stroke: ink });
};

const sign: Drawing = (sheet) => {
	sheet.rect(16, 14, sheet.width - 32, 34, { fill: white, stroke: ink, radius: 6 });
	squareCode(sheet, 24, 19, 24, { count: 12 });
	sheet.text(62, 26, 110, ink, 6);
	sheet.text(62, 39, 72, deep, 5);
};

const cabinet: Drawing = (sheet) => {
	sheet.rect(10, 14, sheet.width - 20, 26, { fill: white, stroke: ink, radius: 3 });
	lines(sheet, 16, 24, sheet.width - 32, [1, 0.6], { gap: 8 });
	sheet.line(
		[
			[sheet.width - 14, 56],
			[sheet.width - 14, 72],
		],
		{ width: 4 },
	);
};

/** Raw material in, finished goods and scrap out. */
function drawMachine(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [452, 356], grid: 60 },
			parts: [
				hopper([76, 76, 0], 0),
				hopper([76, 206, 0], 1),
				tube({
					points: [
						[76, 76, 54],
						[76, 76, 26],
						[196, 76, 26],
					],
					radius: 11,
					bend: 26,
				}),
				tube({
					points: [
						[76, 206, 54],
						[76, 206, 26],
						[170, 206, 26],
					],
					radius: 11,
					bend: 26,
				}),
				flange({ at: [170, 206, 26], axis: "x", radius: 11, length: 8 }),
				block({ at: [174, 120, 0], size: [128, 124, 132], cast: 24, left: machineFront, right: controls }),
				turned({
					at: [280, 222, 132],
					profile: [
						[9, 0],
						[9, 50],
					],
					hollow: { rim: 3, depth: 8, fill: ink },
				}),
				standingGear({ at: [180, 258, 46], facing: "left", radius: 36, teeth: 8, thickness: 14 }),
				openBox({ at: [232, 268, 0], size: [128, 72, 32], content: scrap, cast: 12 }),
				block({ at: [302, 160, 0], size: [46, 64, 42], fills: { ...plain, top: deep }, cast: 0 }),
				pallet({ at: [346, 108, 0], size: [92, 130] }),
				goods(),
			],
		}),
	);
}

function hopper([x, y, z]: Point3, index: number): Parts {
	const leg = ([u, v]: readonly [number, number]) => block({ at: [x + u, y + v, z], size: [9, 9, 94], cast: 0 });
	return group([
		(
			[
				[-36, -36],
				[27, -36],
				[-36, 27],
			] as const
		).map(leg),
		turned({
			at: [x, y, z + 50],
			profile: [
				[12, 0],
				[12, 10],
				[50, 44],
				[50, 110],
			],
			hollow: { rim: 5, depth: 16, fill: index ? deep : sand },
		}),
	]);
}

const machineFront: Drawing = (sheet) => {
	sheet.rect(86, 88, 30, 30, { fill: ink, radius: 3 });
};

const controls: Drawing = (sheet) => {
	sheet.rect(14, 16, 62, 40, { fill: paper, stroke: ink, radius: 4 });
	lineChart(sheet.area(20, 24, 50, 24), [0.3, 0.6, 0.5, 0.9]);
	for (const [u, v] of [
		[92, 26],
		[112, 26],
		[92, 46],
		[112, 46],
	] as const)
		sheet.circle(u, v, 6, { fill: u === 92 && v === 26 ? ink : white, stroke: ink });
	sheet.rect(20, 82, 64, 42, { fill: ink, radius: 3 });
};

function scrap([x, y, z]: Point3): Parts {
	const pieces: readonly Point3[] = [
		[10, 6, 26],
		[58, 4, 30],
		[36, 32, 28],
		[78, 30, 34],
	];
	return pieces.map(([u, v, height], index) =>
		block({ at: [x + u, y + v, z], size: [20 + (index % 2) * 8, 16, height], fills: index % 2 ? dim : plain, cast: 0 }),
	);
}

function goods(): Parts {
	const box = (u: number, v: number, level: number, lit: boolean) =>
		block({
			at: [350 + u * 43, 111 + v * 42, 16 + level * 40],
			size: [41, 40, 40],
			cast: 0,
			fills: lit ? accent : plain,
			left: (sheet) => sheet.rect(8, 16, 18, 14, { fill: white, stroke: ink }),
		});
	return [0, 1].flatMap((level) =>
		[0, 1].flatMap((u) =>
			[0, 1, 2].filter((v) => level === 0 || v < 2).map((v) => box(u, v, level, level + u + v === 3 && level === 1)),
		),
	);
}
