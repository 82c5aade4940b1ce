import { hangingKey, upright } from "./details.ts";
import { blogFrame, framed } from "./frame.ts";
import { type Outline, type Point2, type Point3, polygon, polyline, project, rectangle } from "./geometry.ts";
import { parcel } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { filingCabinet, openBox, tube, turned } from "./parts-more.ts";
import { block, flat, plain, plate } from "./parts.ts";
import { drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Pictures of the posts on working with customers, by path below content/pictures. */
export const customerPosts: Readonly<Record<string, () => string>> = {
	"blog/crm-nobody-fills.svg": drawEmptyCabinet,
	"blog/first-ninety-days-after-launch.svg": drawSeedlings,
	"blog/how-to-leave-us.svg": drawDeparture,
};

/** The system is empty, the notebook is full. */
function drawEmptyCabinet(): string {
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [424, 376] },
			parts: [
				filingCabinet({ at: [40, 52, 0], size: [112, 156, 256], facing: "right", open: [58, 0, 104, 78] }),
				block({ at: [196, 192, 0], size: [206, 164, 26], radius: 18, cast: 10 }),
				notebook([238, 226, 26]),
			],
		}),
	);
}

function notebook([x, y, z]: Point3): Parts {
	const [width, depth] = [124, 98];
	const slip = ([u, v]: Point2, turn: number, length: number, fill: string): Mark => {
		const [du, dv] = [Math.cos(turn), Math.sin(turn)];
		const corner = (along: number, aside: number): Point2 =>
			project([x + u + along * du - aside * dv, y + v + along * dv + aside * du, z + 17]);
		return {
			outline: polygon([corner(0, -10), corner(length, -10), corner(length, 10), corner(0, 10)]),
			fill,
			stroke: ink,
		};
	};
	const half = Math.PI / 2;
	const slips = part(
		[x, y, z + 16],
		[x + width, y + depth, z + 17],
		[
			slip([16, 6], -half - 0.2, 34, white),
			slip([52, 6], -half + 0.1, 42, shade),
			slip([90, 6], -half - 0.1, 32, white),
			slip([6, 22], Math.PI - 0.1, 36, white),
			slip([6, 54], Math.PI + 0.16, 42, shade),
			slip([6, 82], Math.PI - 0.14, 32, white),
			slip([width - 6, 16], 0.1, 42, white),
			slip([width - 6, 44], -0.14, 34, shade),
			slip([width - 6, 74], 0.12, 44, white),
			slip([18, depth - 6], half + 0.14, 40, white),
			slip([46, depth - 6], half - 0.1, 32, shade),
			slip([74, depth - 6], half + 0.1, 44, white),
			slip([104, depth - 6], half - 0.14, 36, white),
		],
	);
	const leaves: Drawing = (sheet) =>
		[6, 12].forEach((v) =>
			sheet.line(
				[
					[0, v],
					[sheet.width, v],
				],
				{ stroke: deep },
			),
		);
	const band = [
		[92, 0, 35],
		[104, 0, 35],
		[104, depth, 35],
		[104, depth, 0],
		[92, depth, 0],
		[92, depth, 35],
	].map(([u = 0, v = 0, w = 0]) => project([x + u, y + v, z + w]));
	return group([
		block({ at: [x, y, z], size: [width, depth, 16], cast: 0, left: leaves, right: leaves }),
		slips,
		block({
			at: [x, y, z + 17],
			size: [width, depth, 18],
			cast: 0,
			left: leaves,
			right: leaves,
			fills: { ...plain, top: shade },
			top: (sheet) => {
				sheet.rect(18, 18, 58, 34, { fill: white, stroke: ink, radius: 4 });
				lines(sheet, 28, 30, 36, [1, 0.6], { gap: 11, colour: ink });
			},
		}),
		part(
			[x + 92, y, z + 35],
			[x + 104, y + depth, z + 35],
			[{ outline: polygon(band), fill: accentFill, stroke: ink }],
		),
	]);
}

/** A launch is a sowing: what comes up has to be watered and measured. */
function drawSeedlings(): string {
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [610, 310] },
			parts: [
				[0, 1, 2, 3, 4].map((index) => {
					const at: Point3 = [34 + index * 110, 46, 0];
					return [
						openBox({
							at,
							size: [96, 100, 46],
							wall: 6,
							base: 24,
							cast: 12,
							inside: { top: deep, left: deep, right: deep },
							left: (sheet) => {
								sheet.rect(31, 14, 34, 18, { fill: white, stroke: ink, radius: 3 });
								sheet.digits(["1", "15", "30", "60", "90"][index] as string, index === 0 ? 46 : 40, 18, 10);
							},
							content: ([u, v, w], [width, depth]) => seedling([u + width / 2, v + depth / 2, w], index),
						}),
					];
				}),
				wateringCan([168, 236, 0]),
				thermometer([352, 230, 0]),
			],
		}),
	);
}

function seedling(at: Point3, size: number): Part {
	const [cx, cy] = project(at);
	const height = 26 + size * 38;
	const marks: Mark[] = [
		{
			outline: polyline([
				[cx, cy],
				[cx, cy - height],
			]),
			stroke: ink,
			width: 4,
		},
	];
	const leaf = (level: number, turn: number, length: number, fill: string): void => {
		const [u, v] = [cx, cy - level];
		const tip: Point2 = [u + turn * length, v - length * 0.5];
		const outline: Outline = {
			start: [u, v],
			steps: [
				[[u + turn * length * 0.2, v - length * 0.55], [u + turn * length * 0.7, v - length * 0.75], tip],
				[
					[u + turn * length * 0.85, v - length * 0.05],
					[u + turn * length * 0.4, v + length * 0.12],
					[u, v],
				],
			],
			closed: true,
		};
		marks.push({ outline, fill, stroke: ink });
	};
	for (let pair = 0; pair <= size; pair++) {
		const level = height - (size - pair) * 33 - (pair < size ? 6 : 0);
		const length = 24 + (size - pair) * 5;
		leaf(level, -1, length, white);
		leaf(level, 1, length, shade);
	}
	return part([at[0] - 20, at[1] - 20, at[2]], [at[0] + 20, at[1] + 20, at[2] + height + 12], marks);
}

function wateringCan([x, y, z]: Point3): Parts {
	return group([
		tube({
			points: [
				[x - 30, y + 8, z + 34],
				[x - 84, y + 8, z + 34],
				[x - 84, y + 8, z + 82],
			],
			radius: 7,
			bend: 30,
		}),
		turned({
			at: [x - 84, y + 8, z + 80],
			profile: [
				[9, 0],
				[22, 20],
			],
			hollow: { rim: 3, depth: 5, fill: shade },
		}),
		turned({
			at: [x, y, z],
			profile: [
				[40, 0],
				[36, 62],
			],
			hollow: { rim: 4, depth: 14, fill: sand },
			cast: 18,
		}),
		tube({
			points: [
				[x + 37, y + 6, z + 16],
				[x + 72, y + 6, z + 16],
				[x + 72, y + 6, z + 84],
				[x + 24, y + 6, z + 84],
				[x + 24, y + 6, z + 60],
			],
			radius: 5,
			bend: 22,
		}),
	]);
}

function thermometer([x, y, z]: Point3): Parts {
	return group([
		block({ at: [x, y, z], size: [84, 44, 12], radius: 8, cast: 10 }),
		plate({
			at: [x + 14, y + 28, z + 12],
			width: 56,
			height: 148,
			facing: "left",
			thickness: 11,
			outline: rectangle(0, 0, 56, 148, 20),
			draw: (sheet) => {
				sheet.rect(21, 16, 14, 100, { fill: paper, stroke: ink, radius: 7 });
				sheet.circle(28, 120, 15, { fill: accentFill, stroke: ink });
				sheet.rect(24.5, 52, 7, 64, { fill: accentFill });
				for (let v = 26; v < 104; v += 13)
					sheet.line([
						[41, v],
						[48, v],
					]);
			},
		}),
	]);
}

/** The door is open, the keys are labelled, the boxes are packed. */
function drawDeparture(): string {
	const [length, height] = [420, 254];
	const front: Drawing = (sheet) => {
		sheet.rect(58, 34, 132, height - 34, { fill: shade, stroke: ink });
		sheet.rect(68, 44, 112, height - 44, { fill: deep, stroke: ink });
		sheet.polygon(
			[
				[68, height],
				[180, height],
				[180, height - 34],
				[102, height - 34],
			],
			{ fill: sand, stroke: ink },
		);
		sheet.line([
			[102, height - 34],
			[102, 44],
		]);
		sheet.rect(300, 50, 88, 76, { fill: shade, stroke: ink });
		sheet.rect(308, 58, 32, 60, { fill: white, stroke: ink });
		sheet.rect(348, 58, 32, 60, { fill: white, stroke: ink });
	};
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [476, 296] },
			parts: [
				block({ at: [28, 40, 0], size: [length, 34, height], cast: 20, left: front }),
				block({ at: [60, 74, 0], size: [330, 104, 16], cast: 14 }),
				block({ at: [84, 178, 0], size: [168, 40, 8], cast: 8 }),
				block({
					at: [88, 74, 16],
					size: [9, 104, 194],
					cast: 0,
					right: (sheet) => {
						sheet.rect(14, 16, 76, 62, { fill: paper, stroke: ink });
						sheet.rect(14, 96, 76, 82, { fill: paper, stroke: ink });
						sheet.circle(12, 90, 5, { fill: ink });
					},
				}),
				keyRing([216, 76, 116]),
				[
					[236, 92, 16, 84, 76, 60],
					[326, 112, 16, 56, 60, 44],
					[250, 104, 76, 58, 52, 42],
				].map(([x = 0, y = 0, z = 0, width = 0, depth = 0, tall = 0]) =>
					parcel({ at: [x, y, z], size: [width, depth, tall], cast: z === 16 ? 12 : 0 }),
				),
				flat({
					at: [116, 98, 16],
					size: [96, 56],
					draw: (sheet) => {
						sheet.rect(0, 0, 96, 56, { fill: shade, stroke: ink, radius: 4 });
						sheet.rect(8, 8, 80, 40, { stroke: deep, radius: 2 });
					},
				}),
			],
		}),
	);
}

/** A ring with three keys and their tags on a hook. */
function keyRing(at: Point3): Part {
	return upright({
		at,
		width: 100,
		height: 132,
		facing: "left",
		draw: (sheet: Sheet) => {
			sheet.line(
				[
					[50, 0],
					[50, 14],
				],
				{ width: 5 },
			);
			sheet.circle(50, 28, 18, { stroke: ink, width: 4 });
			hangingKey(sheet, 24, 36, 70);
			hangingKey(sheet, 77, 36, 70);
			hangingKey(sheet, 50, 46, 60);
			sheet.line([
				[62, 44],
				[68, 66],
			]);
			sheet.rect(56, 64, 34, 46, { fill: accentFill, stroke: ink, radius: 6 });
			sheet.circle(73, 73, 4, { fill: white, stroke: ink });
			lines(sheet, 63, 88, 20, [1, 0.7], { gap: 9, colour: ink, weight: 3 });
		},
	});
}
