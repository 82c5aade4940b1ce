import { circle, type Outline, type Point3, roundCorners } from "./geometry.ts";
import { cup, standingDocument, table, telephone } from "./objects.ts";
import { deep, ink, paper, shade, white } from "./palette.ts";
import { accent, block, cylinder, dim, ground, laptop, panel, phone, plate, shadow } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, group, type Part, type Parts } from "./scene.ts";
import { avatar, board, chat, lines, rows } from "./screens.ts";

/** Pictures of the CRM service, by path below content/pictures. */
export const crmIllustrations: Readonly<Record<string, () => string>> = {
	"services/crm/header.svg": drawHeader,
	"services/crm/process.svg": drawProcess,
};

/** One customer file on a round table, and every way in which that customer speaks to the company around it. */
function drawHeader(): string {
	const tableTop = 104;
	const stool = (x: number, y: number) => [
		cylinder({ at: [x, y, 0], radius: 26, height: 6, cast: 10 }),
		cylinder({ at: [x, y, 6], radius: 8, height: 46, cast: 0 }),
		cylinder({ at: [x, y, 52], radius: 44, height: 12, cast: 0 }),
	];
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [520, 520] }),
			cylinder({ at: [270, 270, 0], radius: 84, height: 12, cast: 30 }),
			cylinder({ at: [270, 270, 12], radius: 30, height: tableTop - 30, cast: 0 }),
			cylinder({ at: [270, 270, tableTop - 18], radius: 216, height: 18, cast: 0 }),
			stool(474, 366),
			stool(366, 474),
			laptop({
				at: [150, 108, tableTop],
				facing: "left",
				width: 186,
				height: 122,
				draw: (sheet) => rows(sheet.inset(12), 5),
			}),
			customerFile([204, 248, tableTop]),
			phone({
				at: [424, 196, tableTop],
				facing: "right",
				tilt: 14,
				width: 88,
				height: 172,
				cast: 18,
				draw: (sheet) => chat(sheet.area(8, 24, sheet.width - 16, sheet.height - 44), 5),
			}),
			telephone({ at: [96, 286, tableTop] }),
			cup({ at: [392, 372, tableTop] }),
		],
	});
}

/** A folder that lies, its pages showing, with the customer's card on the cover. `at` is its lower corner. */
function customerFile([x, y, z]: Point3): Part {
	const [width, depth] = [136, 168];
	return group([
		block({ at: [x, y, z], size: [width, depth, 4], fills: dim, cast: 10 }),
		block({ at: [x + 4, y + 4, z + 4], size: [width - 2, depth - 8, 6], cast: 0 }),
		block({
			at: [x, y, z + 10],
			size: [width, depth, 4],
			fills: accent,
			cast: 0,
			top: (sheet) => {
				sheet.rect(16, 28, 104, 66, { fill: white, stroke: ink });
				avatar(sheet, 42, 61, 17);
				lines(sheet, 68, 50, 44, [1, 0.6], { gap: 18 });
				sheet.line(
					[
						[16, 122],
						[84, 122],
					],
					{ width: 4 },
				);
				sheet.line(
					[
						[16, 140],
						[60, 140],
					],
					{ width: 4 },
				);
			},
		}),
	]);
}

/** A day in the salesperson's car, the offers weighed, two volunteers at their desks, and the board that everybody reads. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => [car([x + 8, y + 20, z]), stopwatch([x + 146, y + 82, z])],
		([x, y, z]) => weighedSheet([x + 34, y + 30, z]),
		([x, y, z]) =>
			[0, 78].map((offset) => [
				table({ at: [x + 14 + offset, y + 22, z], size: [58, 108, 46] }),
				panel({
					at: [x + 42 + offset, y + 40, z + 46],
					width: 70,
					height: 50,
					facing: "right",
					thickness: 6,
					radius: 4,
					cast: 8,
					draw: (sheet) => lines(sheet, 10, 14, 50, [0.5, 1, 0.8], { gap: 11 }),
				}),
			]),
		([x, y, z]) => [
			block({ at: [x + 60, y + 16, z], size: [12, 12, 60], cast: 0 }),
			block({ at: [x + 60, y + 128, z], size: [12, 12, 60], cast: 0 }),
			panel({
				at: [x + 76, y + 2, z + 34],
				width: 152,
				height: 124,
				facing: "right",
				radius: 6,
				cast: 0,
				draw: (sheet) => board(sheet.inset(10), [3, 2, 3, 1], { lit: [2, 0] }),
			}),
		],
	]);
}

/** A parked car along x. `at` is its lower corner. */
function car([x, y, z]: Point3): Parts {
	const wheel = (u: number) =>
		plate({
			at: [x + u, y + 62, z],
			width: 28,
			height: 28,
			facing: "left",
			thickness: 10,
			fill: deep,
			edge: deep,
			outline: circle([14, 14], 14),
			draw: (sheet) => sheet.dot(14, 14, 4, white),
		});
	const cabin: Outline = roundCorners(
		[
			[0, 30],
			[12, 0],
			[62, 0],
			[84, 30],
		],
		[2, 6, 8, 2],
	);
	return [
		shadow({ at: [x, y, z], size: [132, 62], reach: 16 }),
		group([
			block({
				at: [x, y, z + 12],
				size: [132, 60, 26],
				radius: 9,
				cast: 0,
				right: (sheet) => [12, 40].forEach((u) => sheet.rect(u, 8, 10, 7, { fill: white, stroke: ink })),
			}),
			plate({
				at: [x + 14, y + 56, z + 38],
				width: 84,
				height: 30,
				facing: "left",
				thickness: 52,
				outline: cabin,
				edge: white,
				draw: (sheet) => {
					sheet.polygon(
						[
							[10, 26],
							[17, 6],
							[38, 6],
							[38, 26],
						],
						{ fill: shade, stroke: ink },
					);
					sheet.polygon(
						[
							[44, 26],
							[44, 6],
							[60, 6],
							[75, 26],
						],
						{ fill: shade, stroke: ink },
					);
				},
			}),
			wheel(16),
			wheel(88),
		]),
	];
}

/** A stopwatch that stands, facing right. */
function stopwatch([x, y, z]: Point3): Parts {
	return [
		plate({
			at: [x, y, z],
			width: 66,
			height: 66,
			facing: "right",
			thickness: 10,
			outline: circle([33, 33], 33),
			cast: 0,
			draw: (sheet) => {
				sheet.circle(33, 33, 25, { fill: paper, stroke: ink });
				sheet.line(
					[
						[33, 33],
						[33, 16],
					],
					{ width: 3 },
				);
				sheet.line(
					[
						[33, 33],
						[44, 40],
					],
					{ width: 3 },
				);
			},
		}),
		block({ at: [x - 9, y + 27, z + 66], size: [8, 12, 9], cast: 0 }),
	];
}

/** A price sheet on a pair of scales' plate, its weight on the dial below. */
function weighedSheet([x, y, z]: Point3): Parts {
	return [
		block({
			at: [x, y, z],
			size: [76, 96, 44],
			right: (sheet) => {
				sheet.circle(48, 22, 16, { fill: white, stroke: ink });
				sheet.line(
					[
						[48, 24],
						[56, 14],
					],
					{ width: 3 },
				);
			},
		}),
		block({ at: [x + 28, y + 38, z + 44], size: [20, 20, 14], cast: 0 }),
		block({ at: [x - 6, y - 6, z + 58], size: [88, 108, 8], radius: 8, cast: 0 }),
		standingDocument({
			at: [x + 44, y + 14, z + 66],
			width: 70,
			height: 92,
			facing: "right",
			cast: 14,
			draw: (sheet) => {
				sheet.digits("₹", 12, 12, 16, { width: 3 });
				lines(sheet, 12, 42, 46, [1, 0.8, 1], { gap: 11 });
				sheet.line([
					[12, 76],
					[58, 76],
				]);
			},
		}),
	];
}
