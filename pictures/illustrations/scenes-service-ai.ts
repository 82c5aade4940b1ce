import { circle, type Point2, type Point3, polygon, polyline, project, rectangle } from "./geometry.ts";
import { books, shelf, standingDocument, table } from "./objects.ts";
import { deep, ink, accentFill, paper, white } from "./palette.ts";
import { block, flange, ground, pipe, plate, shadow } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, type Mark, type Part, part, type Parts } from "./scene.ts";
import { lines, vents } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the generative AI service, by path below content/pictures. */
export const aiIllustrations: Readonly<Record<string, () => string>> = {
	"services/generative-ai/header.svg": drawHeader,
	"services/generative-ai/process.svg": drawProcess,
};

const pipeLevel = 50;
const pipeRadius = 26;

/** A question goes in, passes the binders, and comes back with the page that answers it. */
function drawHeader(): string {
	const y = 226;
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [624, 320] }),
			binderShelf([126, 36, 0]),
			block({
				at: [30, y - 56, 0],
				size: [100, 112, 98],
				left: vents,
				top: (sheet) =>
					sheet.line(
						[
							[16, 56],
							[84, 56],
						],
						{ width: 6 },
					),
			}),
			questionCard([36, y + 3, 98]),
			pipe({
				points: [
					[130, y, pipeLevel],
					[236, y, pipeLevel],
				],
				radius: pipeRadius,
				cast: false,
			}),
			glass([245, y, pipeLevel], 104),
			flange({ at: [240, y, pipeLevel], axis: "x", radius: pipeRadius }),
			flange({ at: [354, y, pipeLevel], axis: "x", radius: pipeRadius }),
			pipe({
				points: [
					[359, y, pipeLevel],
					[452, y, pipeLevel],
				],
				radius: pipeRadius,
				cast: false,
			}),
			shadow({ at: [130, y - 18, 0], size: [328, 36], reach: 26 }),
			[180, 290, 400].map((x) => block({ at: [x, y - 14, 0], size: [12, 28, pipeLevel - pipeRadius], cast: 0 })),
			block({
				at: [452, y - 60, 0],
				size: [152, 120, 98],
				left: (sheet) => {
					sheet.rect(18, 20, 90, 30, { fill: white, stroke: ink });
					sheet.line(
						[
							[30, 36],
							[40, 44],
							[54, 28],
						],
						{ width: 3 },
					);
					sheet.text(66, 35, 30, deep);
				},
				top: (sheet) =>
					sheet.line(
						[
							[16, 60],
							[136, 60],
						],
						{ width: 6 },
					),
			}),
			questionCard([460, y + 3, 98]),
			standingDocument({
				at: [526, y + 10, 98],
				width: 70,
				height: 92,
				facing: "left",
				fill: accentFill,
				draw: answerPage,
			}),
		],
	});
}

function binderShelf(at: Point3): Parts {
	const heights = [78, 74, 78, 70, 76, 78, 72, 78, 74, 78, 76, 72, 78];
	return shelf({
		at,
		size: [380, 56, 236],
		boards: 2,
		fill: (board, place) =>
			books({ at: place, heights: board === 0 ? heights : heights.toReversed(), thickness: 26, depth: 42 }),
	});
}

function questionCard([x, y, z]: Point3): Parts {
	return plate({
		at: [x, y, z],
		width: 88,
		height: 112,
		facing: "left",
		thickness: 6,
		draw: (sheet) => {
			sheet.digits("?", 34, 20, 34, { width: 5 });
			lines(sheet, 18, 74, 54, [1, 0.7], { gap: 15 });
		},
	});
}

const answerPage: Drawing = (sheet) => {
	lines(sheet, 12, 22, 34, [1], { colour: ink, weight: 5 });
	lines(sheet, 12, 40, 48, [1, 0.8, 1, 0.5], { colour: ink, weight: 2, gap: 12 });
};

/** A length of glass pipe along x with a card on its way. `at` is the middle of its far end. */
function glass([x, y, z]: Point3, length: number): Part {
	const aside = (end: number, side: 1 | -1): Point2 => {
		const [u, v] = project([x + end, y, z]);
		return [u + side * 0.5 * pipeRadius, v - side * 0.866 * pipeRadius];
	};
	const card = plate({
		at: [x + 24, y, z - 17],
		width: 50,
		height: 34,
		facing: "left",
		thickness: 4,
		outline: rectangle(0, 0, 50, 34),
		draw: (sheet) => {
			sheet.digits("?", 10, 8, 18, { width: 3 });
			lines(sheet, 26, 14, 16, [1, 0.7], { gap: 9 });
		},
	});
	return part(
		[x, y - pipeRadius, z - pipeRadius],
		[x + length, y + pipeRadius, z + pipeRadius],
		[
			{ outline: polygon([aside(0, 1), aside(length, 1), aside(length, -1), aside(0, -1)]), fill: paper },
			...card.flatMap(({ marks }) => marks),
			{ outline: polyline([aside(0, 1), aside(length, 1)]), stroke: ink },
			{ outline: polyline([aside(0, -1), aside(length, -1)]), stroke: ink },
		],
	);
}

/** Questions are collected, papers sorted, answers tried, and the way in is guarded. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => [
			block({ at: [x + 16, y + 20, z], size: [124, 10, 40], cast: 0 }),
			[0, 1, 2].map((place) =>
				plate({
					at: [x + 26 + place * 6, y + 56 + place * 26, z + 8],
					width: 92,
					height: 92 - place * 10,
					facing: "left",
					thickness: 5,
					draw: (sheet) => {
						sheet.digits("?", 14, 14, 24, { width: 4 });
						lines(sheet, 40, 20, 42, [1, 0.6], { gap: 13 });
					},
				}),
			),
			block({ at: [x + 16, y + 30, z], size: [10, 96, 40], cast: 0 }),
			block({ at: [x + 130, y + 30, z], size: [10, 96, 40], cast: 12 }),
			block({
				at: [x + 16, y + 126, z],
				size: [124, 10, 40],
				cast: 0,
				left: (sheet) => sheet.rect(40, 12, 44, 16, { fill: white, stroke: ink }),
			}),
		],
		([x, y, z]) =>
			shelf({
				at: [x + 44, y + 10, z],
				size: [56, 136, 148],
				boards: 2,
				facing: "right",
				fill: (board, place) =>
					books({
						at: place,
						facing: "right",
						heights: board === 0 ? [56, 52, 48, 44] : [44, 48, 52, 56],
						thickness: 29,
						depth: 42,
					}),
			}),
		([x, y, z]) => [
			table({ at: [x + 22, y + 16, z], size: [92, 126, 52] }),
			plate({
				at: [x + 62, y + 24, z + 52],
				width: 70,
				height: 70,
				facing: "right",
				thickness: 12,
				outline: circle([35, 35], 35),
				draw: (sheet) => {
					sheet.circle(35, 35, 27, { fill: paper, stroke: ink });
					sheet.line(
						[
							[17, 42],
							[18, 30],
							[26, 20],
							[35, 17],
							[44, 20],
							[52, 30],
							[53, 42],
						],
						{ stroke: deep, width: 3, dash: [1, 8] },
					);
					sheet.line(
						[
							[35, 40],
							[46, 26],
						],
						{ width: 4 },
					);
				},
			}),
			block({
				at: [x + 46, y + 100, z + 52],
				size: [44, 32, 20],
				cast: 8,
				right: (sheet) => sheet.dot(16, 10, 4, white, true),
			}),
		],
		([x, y, z]) => turnstile([x + 54, y + 16, z]),
	]);
}

/** A gate with three turning arms between two posts. */
function turnstile([x, y, z]: Point3): Parts {
	const [cu, cv] = project([x + 56, y + 58, z + 76]);
	const arm = (du: number, dv: number): Mark[] => {
		const outline = polyline([
			[cu, cv],
			[cu + du, cv + dv],
		]);
		return [
			{ outline, stroke: ink, width: 12 },
			{ outline, stroke: accentFill, width: 8 },
		];
	};
	return [
		block({
			at: [x, y, z],
			size: [56, 34, 104],
			radius: 10,
			right: (sheet) => sheet.rect(8, 14, 18, 24, { fill: white, stroke: ink }),
		}),
		block({
			at: [x, y + 88, z],
			size: [56, 38, 104],
			radius: 10,
			right: (sheet) => sheet.rect(10, 14, 18, 24, { fill: white, stroke: ink }),
		}),
		part(
			[x + 56, y + 34, z + 20],
			[x + 62, y + 88, z + 104],
			[...arm(-46, 26), ...arm(20, 52), ...arm(30, -46), { outline: circle([cu, cv], 11), fill: white, stroke: ink }],
		),
	];
}
