import { circle, type Point2, type Point3, polygon, polyline, project, rectangle, roundCorners } from "./geometry.ts";
import { pencil, table } from "./objects.ts";
import { deep, ink, accentFill, paper, shade, white } from "./palette.ts";
import { accent, block, cylinder, dim, ground, node, phone, plate, shadow } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, group, type Mark, part, type Part, type Parts } from "./scene.ts";
import { button, lines, streetMap } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the app service, by path below content/pictures. */
export const appIllustrations: Readonly<Record<string, () => string>> = {
	"services/app-development/header.svg": drawHeader,
	"services/app-development/process.svg": drawProcess,
};

const phoneSize: Point2 = [204, 372];
const layerGap = 122;

/** A phone taken apart into screen, logic and storage; the parcel that its order moves stands on a scooter. */
function drawHeader(): string {
	const [width, depth] = phoneSize;
	const at = (level: number): Point3 => [40, 30, 14 + level * layerGap];
	const layer = (level: number, draw: Drawing) =>
		block({ at: at(level), size: [width, depth, 14], radius: 34, cast: level === 0 ? 26 : 0, top: draw });
	const posts = [0, 1].map((level) =>
		[
			[0.12, 0.94],
			[0.94, 0.94],
			[0.94, 0.06],
		].map(([u = 0, v = 0]) => post([40 + width * u, 30 + depth * v, 28 + level * layerGap], layerGap - 14)),
	);
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [500, 430] }),
			layer(0, () => {}),
			storage(at(0)[2] + 14),
			layer(1, circuits),
			logic(at(1)[2] + 14),
			layer(2, orderScreen),
			posts,
			scooter([302, 262, 0]),
		],
	});
}

function post([x, y, z]: Point3, height: number): Part {
	return part(
		[x - 1, y - 1, z],
		[x + 1, y + 1, z + height],
		[{ outline: polyline([project([x, y, z]), project([x, y, z + height])]), stroke: ink, dash: [5, 7] }],
	);
}

function storage(z: number): Parts {
	const drum = (x: number, y: number, count: number) =>
		Array.from({ length: count }, (_, index) =>
			cylinder({ at: [x, y, z + index * 20], radius: 38, height: 20, cast: index === 0 ? 12 : 0 }),
		);
	return [drum(196, 110, 2), drum(96, 320, 1), drum(196, 340, 3)];
}

function logic(z: number): Parts {
	return [
		node({ at: [196, 84, z] }),
		block({
			at: [168, 180, z],
			size: [58, 58, 18],
			cast: 8,
			top: (sheet) => sheet.rect(15, 15, 28, 28, { fill: shade, stroke: ink }),
		}),
		node({ at: [86, 356, z] }),
		node({ at: [196, 350, z] }),
	];
}

const circuits: Drawing = (sheet) => {
	sheet.line([
		[156, 70],
		[156, 150],
	]);
	sheet.line([
		[156, 208],
		[156, 300],
	]);
	sheet.line([
		[66, 326],
		[140, 326],
	]);
	sheet.line([
		[128, 178],
		[46, 178],
		[46, 306],
	]);
};

const orderScreen: Drawing = (sheet) => {
	const { width, height } = sheet;
	sheet.rect(10, 10, width - 20, height - 20, { fill: paper, stroke: ink, radius: 26 });
	sheet.text(width / 2 - 24, 24, 48, ink, 7);
	streetMap(sheet.area(26, 46, width - 52, 160));
	lines(sheet, 28, 230, width - 56, [0.6, 0.9], { colour: ink, weight: 7, gap: 18 });
	lines(sheet, 28, 268, width - 56, [1, 0.7], { gap: 14 });
	button(sheet, 28, 302, width - 56, 38);
};

/** A delivery scooter along x with its box; `at` lies on the ground under the back of its rear wheel, in its middle. */
function scooter([x, y, z]: Point3): Parts {
	const wheel = (u: number) =>
		plate({
			at: [x + u, y + 8, z],
			width: 58,
			height: 58,
			facing: "left",
			thickness: 16,
			fill: deep,
			edge: deep,
			outline: circle([29, 29], 29),
			draw: (sheet) => sheet.circle(29, 29, 14, { fill: white, stroke: ink }),
		});
	return [
		shadow({ at: [x + 6, y - 16, z], size: [210, 32], reach: 26 }),
		group([
			wheel(0),
			wheel(172),
			plate({
				at: [x + 4, y + 22, z + 26],
				width: 98,
				height: 56,
				facing: "left",
				thickness: 44,
				fill: white,
				outline: roundCorners(
					[
						[0, 16],
						[12, 0],
						[84, 0],
						[98, 56],
						[22, 56],
					],
					[8, 10, 12, 2, 16],
				),
				draw: (sheet) =>
					sheet.line([
						[30, 36],
						[76, 36],
					]),
			}),
			block({ at: [x + 100, y - 22, z + 26], size: [72, 44, 10], cast: 0 }),
			block({ at: [x + 52, y - 18, z + 82], size: [50, 36, 12], radius: 9, cast: 0, fills: dim }),
			plate({
				at: [x + 184, y - 24, z + 30],
				width: 48,
				height: 78,
				facing: "right",
				tilt: 12,
				thickness: 10,
				outline: roundCorners(
					[
						[6, 0],
						[42, 0],
						[48, 60],
						[36, 78],
						[12, 78],
						[0, 60],
					],
					8,
				),
				draw: (sheet) => sheet.circle(24, 20, 11, { fill: paper, stroke: ink }),
			}),
			block({ at: [x + 157, y - 40, z + 103], size: [9, 80, 9], cast: 0, fills: dim }),
			block({
				at: [x - 24, y - 34, z + 84],
				size: [70, 68, 62],
				cast: 0,
				fills: accent,
				left: (sheet) => sheet.rect(14, 14, 30, 20, { stroke: ink }),
				right: (sheet) =>
					sheet.line(
						[
							[18, 12],
							[50, 12],
						],
						{ width: 4 },
					),
			}),
		]),
	];
}

/** A phone on paper, a phone half built, the test bench and the shop where it is used. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => [
			plate({
				at: [x + 72, y + 34, z],
				width: 82,
				height: 158,
				facing: "right",
				thickness: 3,
				cast: 24,
				outline: rectangle(0, 0, 82, 158, 14),
				draw: sketch,
			}),
			pencil({ at: [x + 100, y + 48, z], facing: "right", length: 76 }),
		],
		([x, y, z]) => halfBuilt([x + 76, y + 34, z]),
		([x, y, z]) => [
			table({ at: [x + 26, y + 14, z], size: [84, 128, 54] }),
			testDevice([x + 62, y + 24, z + 54], 34, 58),
			testDevice([x + 62, y + 68, z + 54], 58, 76),
			testDevice([x + 98, y + 26, z + 54], 28, 46),
		],
		([x, y, z]) => shop([x + 30, y + 16, z]),
	]);
}

const sketch: Drawing = (sheet) => {
	sheet.rect(10, 14, 62, 44, { stroke: ink, dash: [6, 6] });
	lines(sheet, 12, 74, 58, [0.9, 0.6], { colour: ink, weight: 2, gap: 12 });
	for (const u of [10, 44]) sheet.rect(u, 98, 28, 24, { stroke: ink, dash: [4, 5] });
	sheet.rect(20, 134, 42, 14, { stroke: ink, dash: [4, 5] });
};

/** A small phone or tablet that leans back. `at` is the lower corner of its front. */
function testDevice(at: Point3, width: number, height: number): Parts {
	return plate({
		at,
		width,
		height,
		facing: "right",
		tilt: 14,
		thickness: 6,
		outline: rectangle(0, 0, width, height, 7),
		draw: (sheet) => {
			sheet.rect(4, 6, width - 8, height - 14, { fill: shade, stroke: ink });
			lines(sheet, 8, 16, width - 16, [1, 0.6], { gap: 10, colour: ink, weight: 3 });
		},
	});
}

/** The lower part of a phone stands, the upper one is marked out; its next blocks lie ready. */
function halfBuilt([x, y, z]: Point3): Parts {
	const corner = (v: number, rise: number) => project([x, y + v, z + rise]);
	return [
		plate({
			at: [x, y, z],
			width: 88,
			height: 96,
			facing: "right",
			cast: 20,
			outline: roundCorners(
				[
					[0, 0],
					[88, 0],
					[88, 96],
					[0, 96],
				],
				[2, 2, 16, 16],
			),
			draw: (sheet) => {
				sheet.shape(
					roundCorners(
						[
							[7, 0],
							[81, 0],
							[81, 88],
							[7, 88],
						],
						[0, 0, 12, 12],
					),
					{ fill: paper, stroke: ink },
				);
				for (const u of [16, 48]) sheet.rect(u, 12, 26, 24, { fill: shade, stroke: ink });
				button(sheet, 16, 50, 58, 22);
			},
		}),
		part(
			[x - 1, y, z + 96],
			[x, y + 88, z + 176],
			[
				{
					outline: polyline([corner(88, 98), corner(88, 172), corner(0, 172), corner(0, 98)]),
					stroke: ink,
					dash: [7, 8],
				},
			],
		),
		block({ at: [x + 26, y + 6, z], size: [34, 34, 12], cast: 6 }),
		block({ at: [x + 26, y + 56, z], size: [34, 42, 12], cast: 6 }),
	];
}

/** A counter under an awning, with a card terminal. */
function shop([x, y, z]: Point3): Parts {
	const [width, depth] = [96, 124];
	return [
		block({ at: [x, y, z], size: [14, depth, 150], cast: 20 }),
		block({
			at: [x + 50, y, z],
			size: [44, depth, 62],
			cast: 14,
			right: (sheet) => [18, 74].forEach((u) => sheet.rect(u, 16, 32, 32, { fill: white, stroke: ink })),
		}),
		phone({ at: [x + 78, y + 22, z + 62], facing: "right", width: 30, height: 54, cast: 0, tilt: 14, draw: () => {} }),
		block({ at: [x + 58, y + 76, z + 62], size: [26, 30, 14], cast: 4 }),
		awning([x, y - 6, z + 126], width + 10, depth + 12),
	];
}

/** A striped roof that slopes towards the right. `at` is its lower back corner. */
function awning([x, y, z]: Point3, width: number, depth: number): Part {
	const at = (u: number, v: number, rise: number) => project([x + u, y + v, z + rise]);
	const [high, low, drop] = [34, 8, -8];
	const stripe = depth / 5;
	const marks: Mark[] = [
		{ outline: polygon([at(0, depth, high), at(width, depth, low), at(0, depth, low)]), fill: paper, stroke: ink },
		{
			outline: polygon([
				at(0, 0, high),
				at(width, 0, low),
				at(width, 0, drop),
				at(width, depth, drop),
				at(width, depth, low),
				at(0, depth, high),
			]),
			fill: accentFill,
			stroke: ink,
		},
	];
	for (const index of [1, 3]) {
		const [from, to] = [index * stripe, (index + 1) * stripe];
		marks.push({
			outline: polygon([
				at(0, from, high),
				at(width, from, low),
				at(width, from, drop),
				at(width, to, drop),
				at(width, to, low),
				at(0, to, high),
			]),
			fill: white,
			stroke: ink,
		});
	}
	marks.push({ outline: polyline([at(width, 0, low), at(width, depth, low)]), stroke: ink });
	return part([x, y, z + drop], [x + width, y + depth, z + high], marks);
}
