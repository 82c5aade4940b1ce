import { openBook } from "./details.ts";
import { floor, framed, galleryFrame } from "./frame.ts";
import { circle, polygon, type Point3, rectangle } from "./geometry.ts";
import { standingDocument, tickMark } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { ball, tree, tube, turned } from "./parts-more.ts";
import { block, cylinder, flange, flat, phone, plate } from "./parts.ts";
import { drawScene, group, type Parts } from "./scene.ts";
import { button, code, landscape, lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the app service, by path below content/pictures. */
export const appGallery: Readonly<Record<string, () => string>> = {
	"services/app-development/gallery-1.svg": drawTrain,
	"services/app-development/gallery-2.svg": drawTwoStores,
	"services/app-development/gallery-3.svg": drawSettlement,
};

/** Orders wait in the phone until the train comes near a mast. */
function drawTrain(): string {
	const [from, to] = [-360, 780];
	const sleepers: Drawing = (sheet) => {
		for (let u = 16; u < sheet.width; u += 52) sheet.rect(u, 20, 18, 128, { fill: white, stroke: ink });
	};
	const rail = (y: number) =>
		block({ at: [from, y, 0], size: [to - from, 7, 11], cast: 0, fills: { top: white, left: deep, right: deep } });
	return drawScene(
		framed({
			...galleryFrame,
			centre: [266, 66, 92],
			parts: [
				floor({ centre: [250, 66], reach: 760 }),
				flat({
					at: [from, -14, 0],
					size: [to - from, 168],
					draw: (sheet) => {
						sheet.rect(0, 0, sheet.width, sheet.height, { fill: sand, stroke: ink });
						sleepers(sheet);
					},
				}),
				rail(32),
				rail(104),
				carriage(),
				mast([522, -100, 0]),
				tree({ at: [200, -150, 0], size: 1.15 }),
				tree({ at: [90, 330, 0], size: 0.85 }),
			],
		}),
	);
}

function carriage(): Parts {
	const [length, depth, floorAt, wall] = [420, 140, 66, 138];
	const windows: Drawing = (sheet) => {
		for (const u of [22, 152, 282]) {
			sheet.rect(u, 24, 110, 70, { fill: white, stroke: ink, radius: 10 });
			sheet.line([
				[u + 55, 24],
				[u + 55, 94],
			]);
			sheet.line(
				[
					[u + 14, 82],
					[u + 36, 60],
				],
				{ stroke: shade, width: 3 },
			);
		}
	};
	const side: Drawing = (sheet) => {
		sheet.line(
			[
				[0, 14],
				[sheet.width, 14],
			],
			{ width: 4 },
		);
		sheet.text(24, 30, 70, ink, 5);
		sheet.text(104, 30, 30, deep, 5);
	};
	const slip = (x: number) =>
		standingDocument({
			at: [x, 96, floorAt + 10],
			width: 50,
			height: 68,
			facing: "left",
			draw: (sheet) => {
				sheet.text(8, 17, 20, ink, 4);
				lines(sheet, 8, 32, 34, [1, 0.7, 0.9], { gap: 11 });
			},
		});
	const wheels = [40, 96, 286, 342].map((x) =>
		plate({
			at: [x, 112, 11],
			width: 44,
			height: 44,
			facing: "left",
			thickness: 10,
			fill: shade,
			edge: deep,
			outline: circle([22, 22], 22),
			draw: (sheet) => sheet.circle(22, 22, 7, { fill: white, stroke: ink }),
		}),
	);
	return group([
		group([
			block({ at: [30, 26, 34], size: [360, 76, 32], fills: { top: sand, left: deep, right: deep }, cast: 0 }),
			wheels,
		]),
		group([
			block({
				at: [0, 0, floorAt],
				size: [length, depth, 10],
				fills: { top: sand, left: paper, right: shade },
				cast: 0,
			}),
			block({
				at: [0, 0, floorAt + 10],
				size: [length, 8, wall],
				fills: { top: white, left: paper, right: shade },
				left: windows,
				cast: 0,
			}),
			block({
				at: [0, 8, floorAt + 10],
				size: [8, depth - 14, wall],
				fills: { top: white, left: paper, right: sand },
				cast: 0,
			}),
			block({
				at: [14, 14, floorAt + 10],
				size: [392, 32, 22],
				fills: { top: white, left: shade, right: deep },
				cast: 0,
			}),
			[32, 90, 148, 206].map(slip),
			phone({ at: [288, 102, floorAt + 10], width: 92, height: 178, facing: "left", cast: 16, draw: waiting }),
			block({ at: [length - 8, 8, floorAt + 10], size: [8, depth - 14, wall], cast: 0, right: cabDoor }),
			block({ at: [0, depth - 6, floorAt - 8], size: [length, 6, 42], cast: 0, left: side }),
		]),
		block({ at: [length, 58, 48], size: [20, 24, 12], cast: 0 }),
	]);
}

const cabDoor: Drawing = (sheet) => {
	sheet.rect(34, 18, 60, 56, { fill: paper, stroke: ink, radius: 6 });
	sheet.line(
		[
			[34, 104],
			[94, 104],
		],
		{ width: 4 },
	);
};

function waiting(sheet: Sheet): void {
	const { width } = sheet;
	sheet.text(12, 30, 30, ink, 5);
	// No bar of the signal is filled.
	[5, 9, 13].forEach((height, index) => sheet.rect(width - 32 + index * 8, 34 - height, 5, height, { fill: shade }));
	for (const row of [0, 1, 2, 3]) {
		sheet.rect(8, 44 + row * 27, width - 16, 22, { fill: white, stroke: ink, radius: 4 });
		sheet.text(15, 55 + row * 27, 26, deep, 4);
		sheet.circle(width - 19, 55 + row * 27, 4, { stroke: ink });
	}
}

function mast([x, y, z]: Point3): Parts {
	const leg = 330;
	const lattice: Drawing = (sheet) => {
		for (let v = 12; v < sheet.height - 30; v += 40)
			sheet.line([
				[0, v],
				[sheet.width, v + 20],
				[0, v + 40],
			]);
	};
	const dish = (level: number, width: number) =>
		plate({
			at: [x - width / 2 + 13, y + 34, z + level],
			width,
			height: width,
			facing: "left",
			thickness: 10,
			fill: white,
			outline: circle([width / 2, width / 2], width / 2),
			draw: (sheet) => sheet.circle(width / 2, width / 2, 4, { fill: ink }),
		});
	return [
		block({ at: [x - 22, y - 22, z], size: [70, 70, 14], cast: 10 }),
		block({ at: [x, y, z + 14], size: [26, 26, leg - 14], left: lattice, right: lattice, cast: 20 }),
		dish(leg - 100, 54),
		dish(leg - 44, 40),
		turned({
			at: [x + 13, y + 13, z + leg],
			profile: [
				[4, 0],
				[4, 16],
			],
		}),
		ball({ at: [x + 13, y + 13, z + leg + 14], radius: 13, fill: accentFill, cast: 0 }),
	];
}

/** One code base carries both apps. */
function drawTwoStores(): string {
	const top = 84;
	const program: Drawing = (sheet) => {
		const area = sheet.area(26, 14, sheet.width - 52, sheet.height - 28);
		code(area, 4);
		area.rect(area.width * 0.62, 4, 92, 30, { fill: accentFill, stroke: ink, radius: 6 });
		area.line(
			[
				[area.width * 0.62 + 18, 12],
				[area.width * 0.62 + 10, 19],
				[area.width * 0.62 + 18, 26],
			],
			{ width: 3 },
		);
		area.line(
			[
				[area.width * 0.62 + 74, 12],
				[area.width * 0.62 + 82, 19],
				[area.width * 0.62 + 74, 26],
			],
			{ width: 3 },
		);
		area.line(
			[
				[area.width * 0.62 + 50, 11],
				[area.width * 0.62 + 42, 27],
			],
			{ width: 3 },
		);
	};
	const feed = (x: number, to: number, level: number): Parts => [
		tube({
			points: [
				[x, 112, top + 10],
				[x, 112, top + level],
				[to + 8, 112, top + level],
			],
			bend: 26,
		}),
		flange({ at: [x, 112, top + 5], axis: "z" }),
		flange({ at: [to + 4, 112, top + level], axis: "x", length: 8 }),
	];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [476, 248] },
			parts: [
				block({
					at: [28, 36, 0],
					size: [424, 184, top],
					cast: 12,
					left: program,
					right: (sheet) => code(sheet.inset(16), 4),
				}),
				phone({ at: [66, 118, top], width: 108, height: 212, facing: "left", cast: 14, draw: shopScreen }),
				[64, 138, 212, 286, 360].map((x) => cylinder({ at: [x + 26, 180, top], radius: 21, height: 11, cast: 8 })),
				feed(224, 174, 92),
				plate({
					at: [266, 118, top],
					width: 120,
					height: 196,
					facing: "left",
					thickness: 14,
					cast: 14,
					outline: rectangle(0, 0, 120, 196, 9),
					draw: (sheet) => {
						sheet.rect(7, 20, 106, 148, { fill: paper, stroke: ink, radius: 2 });
						sheet.text(46, 10, 28, ink, 4);
						sheet.circle(60, 182, 9, { fill: white, stroke: ink });
						shopScreen(sheet.area(7, 4, 106, 190));
					},
				}),
				feed(430, 386, 92),
			],
		}),
	);
}

function shopScreen(sheet: Sheet): void {
	const { width } = sheet;
	const inner = width - 24;
	sheet.text(12, 32, inner * 0.6, ink, 6);
	landscape(sheet.area(12, 44, inner, 54));
	lines(sheet, 12, 112, inner, [0.8, 0.5]);
	sheet.rect(12, 132, inner / 2 - 4, 26, { fill: shade, radius: 4 });
	sheet.rect(16 + inner / 2, 132, inner / 2 - 4, 26, { fill: shade, radius: 4 });
	if (sheet.height > 199) button(sheet, 12, 174, inner, 20);
}

/** Paid on the phone, settled at the bank, matched in the ledger. */
function drawSettlement(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [430, 380] },
			parts: [
				bank(),
				phone({ at: [36, 218, 0], width: 128, height: 250, facing: "left", draw: paid }),
				tube({
					points: [
						[175, 206, 12],
						[222, 206, 12],
						[222, 167, 12],
					],
					radius: 12,
					bend: 30,
				}),
				flange({ at: [170, 206, 12], axis: "x", radius: 12 }),
				flange({ at: [222, 162, 12], axis: "y", radius: 12 }),
				openBook({ at: [176, 240, 0], size: [228, 122], first: matched(true), second: matched(false) }),
			],
		}),
	);
}

function bank(): Parts {
	const [x, y] = [178, 30];
	return group([
		block({ at: [x, y, 0], size: [212, 124, 12], cast: 26 }),
		block({ at: [x + 10, y + 8, 12], size: [192, 104, 12], cast: 0 }),
		block({
			at: [x + 24, y + 14, 24],
			size: [164, 66, 96],
			cast: 0,
			left: (sheet) => sheet.rect(62, 26, 40, 70, { fill: deep, stroke: ink }),
			right: (sheet) => sheet.rect(20, 24, 26, 40, { fill: paper, stroke: ink }),
		}),
		[0, 1, 2, 3].map((index) =>
			group([
				cylinder({ at: [x + 36 + index * 46, y + 94, 24], radius: 13, height: 7, cast: 0 }),
				cylinder({ at: [x + 36 + index * 46, y + 94, 31], radius: 9, height: 82, cast: 0 }),
				cylinder({ at: [x + 36 + index * 46, y + 94, 113], radius: 13, height: 7, cast: 0 }),
			]),
		),
		block({ at: [x + 12, y + 8, 120], size: [188, 102, 16], cast: 0 }),
		plate({
			at: [x + 6, y + 112, 136],
			width: 200,
			height: 54,
			facing: "left",
			thickness: 108,
			edge: shade,
			outline: polygon([
				[0, 54],
				[0, 46],
				[100, 0],
				[200, 46],
				[200, 54],
			]),
			draw: (sheet) => {
				sheet.polygon(
					[
						[26, 46],
						[100, 12],
						[174, 46],
					],
					{ fill: sand, stroke: ink },
				);
				sheet.digits("₹", 95, 22, 17, { width: 3 });
			},
		}),
	]);
}

function paid(sheet: Sheet): void {
	const { width } = sheet;
	sheet.circle(width / 2, 72, 30, { fill: accentFill, stroke: ink });
	tickMark(sheet.area(width / 2 - 31.25, 42, 62.5, 62.5));
	sheet.digits("₹480", width / 2 - 26, 120, 18, { width: 3 });
	lines(sheet, 20, 156, width - 40, [1, 0.7], { gap: 12 });
	sheet.rect(16, 180, width - 32, 22, { fill: ink, radius: 7 });
	sheet.text(36, 191, width - 72, white, 4);
}

function matched(first: boolean): Drawing {
	return (sheet) => {
		const { width, height } = sheet;
		for (let row = 0; row < 5; row++) {
			const v = 14 + (row * (height - 22)) / 4.6;
			sheet.text(first ? 12 : 24, v, width * (0.3 + 0.06 * (row % 3)), ink, 4);
			sheet.text(width * 0.62, v, width * 0.2, deep, 4);
			if (!first)
				sheet.line([
					[8, v],
					[11, v + 4],
					[18, v - 4],
				]);
		}
	};
}
