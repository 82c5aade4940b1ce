import { circle, type Point2, type Point3, polygon, project } from "./geometry.ts";
import { calendar, parcel, shelf, standingDocument } from "./objects.ts";
import { deep, ink, accentFill, paper, shade, white } from "./palette.ts";
import { conveyor } from "./parts-more.ts";
import { accent, block, cylinder, dim, ground, monitor, pipe, plate, shadow } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, group, type Mark, part, type Parts } from "./scene.ts";
import { barChart, checkbox, lines, rows } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the ERP service, by path below content/pictures. */
export const erpIllustrations: Readonly<Record<string, () => string>> = {
	"services/erp/header.svg": drawHeader,
	"services/erp/process.svg": drawProcess,
};

/** The one figure that shelf, screen, lorry and ledger agree on. */
const stock = "248";

/** A factory in the middle, and what must agree with it around it: the shelf, the screen, the lorry and the ledger. */
function drawHeader(): string {
	const level = 12;
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [500, 490] }),
			block({ at: [146, 126, 0], size: [214, 196, 14] }),
			factory([182, 146, 14]),
			cylinder({ at: [164, 160, 14], radius: 15, height: 190, cast: 0 }),
			pipe({
				points: [
					[146, 280, level],
					[70, 280, level],
				],
				radius: 10,
			}),
			pipe({
				points: [
					[300, 126, level],
					[300, 52, level],
					[352, 52, level],
				],
				radius: 10,
			}),
			pipe({
				points: [
					[360, 230, level],
					[402, 230, level],
				],
				radius: 10,
			}),
			pipe({
				points: [
					[250, 322, level],
					[250, 384, level],
				],
				radius: 10,
			}),
			stockShelf([22, 190, 0]),
			monitor({ at: [330, 62, 0], width: 168, height: 124, facing: "left", draw: stockScreen, lift: 30 }),
			lorry([402, 176, 0]),
			ledger([176, 384, 0]),
		],
	});
}

function stockShelf(at: Point3): Parts {
	return shelf({
		at,
		size: [48, 190, 176],
		boards: 3,
		facing: "right",
		fill: (board, [x, y, z], clear) =>
			board === 1
				? [
						parcel({ at: [x, y + 6, z], size: [38, 44, clear - 12], cast: 0 }),
						block({
							at: [x, y + 62, z],
							size: [38, 100, clear - 18],
							cast: 0,
							right: (sheet) => sheet.digits(stock, 34, 9, 16),
						}),
					]
				: [0, 1, 2].map((place) =>
						parcel({ at: [x, y + 4 + place * 58, z], size: [38, 46, clear - 8 - ((place + board) % 3) * 8], cast: 0 }),
					),
	});
}

const stockScreen: Drawing = (sheet) => {
	sheet.digits(stock, 14, 14, 20);
	sheet.text(76, 24, 40, deep);
	barChart(sheet.area(14, 46, sheet.width - 28, 52), [0.4, 0.7, 0.5, 0.9, 0.6, 0.75]);
};

/** A hall with a saw-tooth roof and a chimney. `at` is its lower corner. */
function factory([x, y, z]: Point3): Parts {
	const [length, depth, wall, ridge] = [165, 156, 76, 44];
	const teeth = 3;
	const pitch = length / teeth;
	const windows: Drawing = (sheet) => {
		for (const u of [16, 66, 116]) sheet.rect(u, 18, 34, 26, { fill: white, stroke: ink });
	};
	const roof = Array.from({ length: teeth }, (_, index): Mark[] => {
		const [low, high] = [x + index * pitch, x + (index + 1) * pitch];
		const corner = (u: number, v: number, rise: number): Point2 => project([u, v, z + wall + rise]);
		return [
			{
				outline: polygon([
					corner(low, y, 0),
					corner(high, y, ridge),
					corner(high, y + depth, ridge),
					corner(low, y + depth, 0),
				]),
				fill: white,
				stroke: ink,
			},
			{
				outline: polygon([corner(low, y + depth, 0), corner(high, y + depth, ridge), corner(high, y + depth, 0)]),
				fill: paper,
				stroke: ink,
			},
			{
				outline: polygon([
					corner(high, y, 0),
					corner(high, y, ridge),
					corner(high, y + depth, ridge),
					corner(high, y + depth, 0),
				]),
				fill: shade,
				stroke: ink,
			},
		];
	});
	return [
		block({
			at: [x, y, z],
			size: [length, depth, wall],
			cast: 0,
			left: windows,
			right: (sheet) => {
				sheet.rect(48, 18, 60, wall - 18, { fill: white, stroke: ink });
				for (const v of [30, 42, 54, 66])
					sheet.line([
						[48, v],
						[108, v],
					]);
			},
		}),
		part([x, y, z + wall], [x + length, y + depth, z + wall + ridge], roof.flat()),
	];
}

/** A lorry along y, its cab to the front. `at` is its lower corner. */
function lorry([x, y, z]: Point3): Parts {
	const width = 70;
	const wheel = (v: number) =>
		plate({
			at: [x + width, y + v, z],
			width: 38,
			height: 38,
			facing: "right",
			thickness: 14,
			fill: deep,
			edge: deep,
			outline: circle([19, 19], 19),
			draw: (sheet) => sheet.circle(19, 19, 9, { fill: white, stroke: ink }),
		});
	return [
		shadow({ at: [x, y, z], size: [width, 184], reach: 22 }),
		group([
			block({ at: [x, y, z + 18], size: [width - 15, 184, 12], fills: dim, cast: 0 }),
			wheel(24),
			wheel(136),
			block({
				at: [x, y, z + 36],
				size: [width, 122, 78],
				cast: 0,
				fills: accent,
				right: (sheet) => sheet.digits(stock, 38, 28, 22),
			}),
			block({
				at: [x, y + 126, z + 30],
				size: [width, 58, 66],
				cast: 0,
				radius: 6,
				right: (sheet) => sheet.rect(12, 12, 32, 26, { fill: white, stroke: ink, radius: 4 }),
				left: (sheet) => sheet.rect(8, 12, width - 16, 26, { fill: white, stroke: ink, radius: 4 }),
			}),
		]),
	];
}

/** An open ledger that lies. */
function ledger([x, y, z]: Point3): Parts {
	const page = (offset: number, draw: Drawing) =>
		block({ at: [x + offset, y + 5, z + 4], size: [70, 90, 12], cast: 0, top: draw });
	return [
		block({ at: [x, y, z], size: [152, 100, 4], fills: dim, cast: 8 }),
		page(5, (sheet) => rows(sheet.inset(9), 5, { marks: "none", head: false })),
		page(77, (sheet) => {
			lines(sheet, 10, 14, 50, [0.8, 0.5, 0.9, 0.6], { gap: 12 });
			sheet.line([
				[10, 58],
				[60, 58],
			]);
			sheet.digits(stock, 22, 66, 14);
		}),
	];
}

/** Crates are counted, the item list is put in order, the belt is tried, and one month-end closes. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => [
			countedCrate([x + 18, y + 14, z]),
			countedCrate([x + 84, y + 14, z]),
			countedCrate([x + 18, y + 84, z]),
			countedCrate([x + 84, y + 84, z]),
			countedCrate([x + 18, y + 14, z + 50]),
			countedCrate([x + 84, y + 14, z + 50]),
		],
		([x, y, z]) => [
			standingDocument({
				at: [x + 74, y + 22, z],
				width: 112,
				height: 150,
				facing: "right",
				cast: 26,
				draw: (sheet) =>
					[0, 1, 2, 3, 4].forEach((row) => {
						checkbox(sheet, 16, 24 + row * 24, 14, row < 4);
						sheet.text(40, 31 + row * 24, [54, 40, 50, 34, 46][row] ?? 40, row === 0 ? ink : deep, 5);
					}),
			}),
			[0, 1, 2].map((place) =>
				block({ at: [x + 104, y + 20 + place * 40, z], size: [30, 30, 34 - place * 10], cast: 6 }),
			),
		],
		([x, y, z]) => [
			conveyor({ at: [x + 20, y + 42, z], axis: "x", length: 122, width: 62, height: 46 }),
			block({ at: [x + 62, y + 36, z], size: [22, 6, 106], cast: 0 }),
			parcel({ at: [x + 28, y + 54, z + 46], size: [30, 36, 28], cast: 0 }),
			parcel({ at: [x + 96, y + 54, z + 46], size: [34, 36, 28], cast: 0 }),
			block({ at: [x + 62, y + 104, z], size: [22, 6, 106], cast: 0 }),
			block({
				at: [x + 58, y + 32, z + 106],
				size: [30, 82, 16],
				cast: 0,
				right: (sheet) => sheet.dot(16, 8, 4, white, true),
			}),
		],
		([x, y, z]) =>
			calendar({ at: [x + 86, y + 14, z], width: 128, height: 136, facing: "right", day: 27, mark: accentFill }),
	]);
}

function countedCrate([x, y, z]: Point3): Parts {
	const slats: Drawing = (sheet) => {
		for (const share of [0.34, 0.67])
			sheet.line([
				[0, sheet.height * share],
				[sheet.width, sheet.height * share],
			]);
	};
	return block({
		at: [x, y, z],
		size: [54, 58, 44],
		cast: 10,
		left: slats,
		right: (sheet) => {
			slats(sheet);
			sheet.rect(15, 11, 28, 22, { fill: white, stroke: ink });
			sheet.line([
				[21, 22],
				[26, 28],
				[37, 16],
			]);
		},
	});
}
