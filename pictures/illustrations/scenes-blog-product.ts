import { clipboard, openBook, upright } from "./details.ts";
import { blogFrame, floor, framed, oneElement } from "./frame.ts";
import { type Point2, type Point3, polygon, rectangle } from "./geometry.ts";
import { lyingDocument, parcel, standingDocument, tray } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { awning, ball, openBox, tree, turned } from "./parts-more.ts";
import { accent, block, cylinder, dim, flat, panel, phone, plain, plate } from "./parts.ts";
import { drawScene, group, type Part, type Parts } from "./scene.ts";
import { browser, button, landscape, lines, vents } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Pictures of the posts on product decisions, by path below content/pictures. */
export const productPosts: Readonly<Record<string, () => string>> = {
	"blog/generative-ai-pilot-on-one-page.svg": drawPilot,
	"blog/start-the-erp-at-the-goods-gate.svg": drawGate,
	"blog/web-app-or-store-app.svg": drawFork,
	"blog/what-fits-into-eight-weeks.svg": drawSuitcase,
	"blog/when-not-to-hire-us.svg": drawCrossroads,
};

/** Questions go in, answers come out sorted: right and wrong. */
function drawPilot(): string {
	const top = 150;
	const slip = (x: number, y: number, z: number) =>
		standingDocument({
			at: [x, y, z],
			width: 52,
			height: 66,
			facing: "left",
			draw: (sheet) => lines(sheet, 9, 20, 34, [0.6, 1, 0.8], { gap: 12, colour: ink }),
		});
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [450, 406] },
			parts: [
				block({
					at: [90, 80, 0],
					size: [190, 170, top],
					cast: 26,
					left: (sheet) => {
						sheet.rect(16, 16, 78, 44, { fill: white, stroke: ink, radius: 5 });
						lines(sheet, 26, 30, 58, [1, 0.6], { gap: 14, colour: ink });
						for (const u of [116, 142, 166]) sheet.circle(u, 38, 8, { fill: u === 142 ? ink : white, stroke: ink });
						sheet.rect(46, 84, 98, 34, { fill: ink, radius: 3 });
					},
					right: (sheet) => {
						vents(sheet.area(0, 6, sheet.width, 50), 6);
						sheet.rect(36, 84, 98, 34, { fill: ink, radius: 3 });
					},
				}),
				turned({
					at: [140, 130, top],
					profile: [
						[22, 0],
						[70, 64],
					],
					cast: 14,
					hollow: {
						rim: 5,
						depth: 40,
						content: [slip(118, 108, top + 54), slip(106, 128, top + 46), slip(126, 150, top + 50)],
					},
				}),
				stamp([196, 168, top]),
				lyingDocument({
					at: [136, 250, 20],
					size: [98, 50],
					cast: false,
					draw: (sheet) => lines(sheet, 12, 16, 60, [0.6, 1], { gap: 14 }),
				}),
				block({ at: [132, 250, 0], size: [106, 54, 18], cast: 0 }),
				sorted([128, 310, 0], "left", true),
				block({ at: [280, 112, 0], size: [54, 106, 18], cast: 0 }),
				lyingDocument({
					at: [280, 116, 20],
					size: [50, 98],
					facing: "right",
					cast: false,
					draw: (sheet) => lines(sheet, 12, 16, 60, [0.6, 1], { gap: 14 }),
				}),
				sorted([340, 106, 0], "right", false),
				clipboard({
					at: [292, 262, 0],
					size: [112, 116],
					draw: (sheet) => {
						sheet.text(10, 18, 40, ink, 6);
						for (const [row, share] of [0.9, 0.55, 0.75].entries()) {
							sheet.rect(10, 32 + row * 17, 74, 10, { fill: sand });
							sheet.rect(10, 32 + row * 17, 74 * share, 10, { fill: ink });
						}
					},
				}),
			],
		}),
	);
}

function stamp([x, y, z]: Point3): Parts {
	return group([
		block({ at: [x, y, z], size: [66, 66, 10], cast: 10 }),
		cylinder({ at: [x + 33, y + 33, z + 10], radius: 11, height: 34, cast: 0 }),
		turned({
			at: [x + 33, y + 33, z + 44],
			profile: [
				[30, 0],
				[30, 16],
				[12, 24],
			],
			fills: accent,
		}),
	]);
}

function sorted([x, y, z]: Point3, facing: "left" | "right", good: boolean): Parts {
	const size: Point2 = facing === "left" ? [120, 80] : [80, 120];
	return group([
		tray({ at: [x, y, z], size, facing, papers: good ? 6 : 2 }),
		flat({
			at: [x + 8, y + 8, z + (good ? 24 : 12)],
			size: [size[0] - 18, size[1] - 18],
			facing,
			draw: (sheet) => {
				const [u, v] = [sheet.width - 30, sheet.height - 26];
				if (good)
					sheet.line(
						[
							[u - 10, v],
							[u - 2, v + 8],
							[u + 12, v - 10],
						],
						{ width: 5 },
					);
				else {
					// Along the grid, two strokes look like a cross that stands on its corners.
					sheet.line(
						[
							[u - 12, v],
							[u + 12, v],
						],
						{ width: 5 },
					);
					sheet.line(
						[
							[u, v - 12],
							[u, v + 12],
						],
						{ width: 5 },
					);
				}
			},
		}),
	]);
}

/** Everything that comes in is weighed and written down at the gate. */
function drawGate(): string {
	const wall = (x: number, width: number) =>
		block({
			at: [x, 60, 0],
			size: [width, 26, 120],
			cast: 14,
			left: (sheet) => {
				for (let v = 30; v < 120; v += 30)
					sheet.line(
						[
							[2, v],
							[sheet.width - 2, v],
						],
						{ stroke: shade },
					);
			},
		});
	const pillar = (x: number) => block({ at: [x, 48, 0], size: [44, 50, 176], cast: 20 });
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [480, 400], grid: 0 },
			parts: [
				flat({
					at: [154, 2, 0],
					size: [156, 396],
					draw: (sheet) => {
						sheet.rect(0, 0, 156, 396, { fill: sand });
						for (const u of [0, 156])
							sheet.line([
								[u, 0],
								[u, 396],
							]);
						for (const v of [16, 336]) sheet.rect(74, v, 8, 40, { fill: white });
					},
				}),
				wall(24, 88),
				wall(354, 100),
				crate([186, 6, 0], 60),
				pillar(112),
				pillar(310),
				block({
					at: [100, 44, 176],
					size: [266, 58, 46],
					cast: 0,
					left: (sheet) => {
						sheet.rect(58, 10, 150, 26, { fill: white, stroke: ink, radius: 4 });
						sheet.text(76, 23, 114, ink, 8);
					},
				}),
				block({ at: [166, 138, 0], size: [132, 130, 16], cast: 12, fills: { ...plain, top: shade } }),
				block({ at: [174, 146, 16], size: [116, 114, 6], cast: 0 }),
				crate([196, 166, 22], 74, true),
				block({ at: [324, 176, 0], size: [22, 44, 74], cast: 12 }),
				block({
					at: [318, 160, 74],
					size: [30, 76, 44],
					cast: 0,
					right: (sheet) => {
						sheet.rect(8, 8, 60, 28, { fill: ink, radius: 4 });
						sheet.digits("240", 20, 14, 16, { stroke: white, width: 3 });
					},
				}),
				crate([198, 308, 0], 66),
				block({ at: [352, 268, 0], size: [88, 96, 62], cast: 14 }),
				openBook({ at: [332, 256, 62], size: [128, 118], facing: "right", cast: 4, first: ledger, second: ledger }),
			],
		}),
	);
}

const ledger: Drawing = (sheet) => {
	for (let v = 16; v < sheet.height - 8; v += 14) {
		sheet.text(8, v, 22, ink, 3.5);
		sheet.text(36, v, sheet.width - 46, deep, 3.5);
	}
};

function crate([x, y, z]: Point3, size: number, lit = false): Parts {
	const slats: Drawing = (sheet) => {
		for (const share of [0.33, 0.66])
			sheet.line([
				[0, sheet.height * share],
				[sheet.width, sheet.height * share],
			]);
		sheet.rect(0, 0, 9, sheet.height, { stroke: ink });
		sheet.rect(sheet.width - 9, 0, 9, sheet.height, { stroke: ink });
	};
	return block({
		at: [x, y, z],
		size: [size, size, size * 0.86],
		fills: lit ? accent : plain,
		cast: 16,
		left: slats,
		right: slats,
		top: (sheet) => {
			for (const share of [0.33, 0.66])
				sheet.line([
					[0, sheet.height * share],
					[sheet.width, sheet.height * share],
				]);
		},
	});
}

/** One way leads to the browser, the other over a shop's counter. */
function drawFork(): string {
	return drawScene(
		framed({
			...blogFrame,
			centre: [252, 252, 86],
			parts: [
				floor({ centre: [250, 250], reach: 760 }),
				flat({
					at: [0, 0, 0],
					size: [10, 10],
					draw: (sheet) =>
						sheet.polygon(
							[
								[700, 760],
								[300, 360],
								[60, 360],
								[60, 270],
								[270, 270],
								[270, 60],
								[360, 60],
								[360, 300],
								[800, 740],
							],
							{ fill: sand, stroke: ink },
						),
				}),
				panel({ at: [26, 246, 0], width: 236, height: 200, facing: "right", cast: 34, draw: browser(webApp) }),
				shop([222, -44, 0]),
				traveller([378, 378, 0]),
				tree({ at: [170, 600, 0] }),
				tree({ at: [560, 290, 0], size: 0.9 }),
				tree({ at: [112, 100, 0] }),
			],
		}),
	);
}

function webApp(sheet: Sheet): void {
	lines(sheet, 16, 26, 100, [1, 0.7], { colour: ink, weight: 8, gap: 16 });
	lines(sheet, 16, 64, 96, [1, 0.8, 0.9]);
	button(sheet, 16, 100, 64, 22);
	landscape(sheet.area(132, 20, 88, 104));
	sheet.rect(16, 138, 204, 20, { fill: sand, radius: 5 });
}

function shop([x, y, z]: Point3): Parts {
	return group([
		block({
			at: [x, y, z],
			size: [196, 20, 236],
			cast: 24,
			left: (sheet) => {
				for (const v of [84, 130]) sheet.rect(16, v, 164, 8, { fill: shade, stroke: ink });
			},
		}),
		phone({
			at: [x + 62, y + 70, z + 70],
			width: 78,
			height: 140,
			facing: "left",
			cast: 0,
			draw: (sheet) => {
				for (let index = 0; index < 6; index++)
					sheet.rect(12 + (index % 3) * 16, 32 + Math.floor(index / 3) * 24, 13, 15, {
						fill: index === 1 ? ink : shade,
						radius: 4,
					});
				lines(sheet, 12, 86, 42, [1, 0.7], { gap: 10 });
				button(sheet, 12, 104, 42, 14);
			},
		}),
		block({
			at: [x, y + 84, z],
			size: [196, 46, 64],
			cast: 18,
			left: (sheet) => {
				for (let stripe = 0; stripe < 7; stripe++)
					sheet.rect(stripe * 28, 0, 28, 64, { fill: stripe % 2 ? white : shade, stroke: ink });
			},
		}),
		block({ at: [x - 6, y + 78, z + 64], size: [208, 58, 10], cast: 0 }),
		awning({ at: [x - 4, y + 20, z + 242], width: 204, facing: "left", reach: 44, drop: 20, stripes: 7 }),
	]);
}

/** A decision-maker, as a piece of a board game. */
function traveller([x, y, z]: Point3): Part[] {
	return oneElement([
		turned({
			at: [x, y, z],
			profile: [
				[26, 0],
				[26, 9],
				[20, 9],
				[8, 62],
			],
			fills: accent,
			cast: 20,
		}),
		cylinder({ at: [x, y, z + 62], radius: 14, height: 6, fills: accent, cast: 0 }),
		ball({ at: [x, y, z + 64], radius: 18, fill: accentFill, cast: 0 }),
	]);
}

/** Eight compartments; four are packed, the rest has to wait. */
function drawSuitcase(): string {
	const [x, y, width, depth, height] = [84, 110, 336, 200, 62];
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [500, 400] },
			parts: [
				plate({
					at: [x + 8, y + 2, height - 4],
					width: width - 16,
					height: 176,
					facing: "left",
					tilt: 14,
					thickness: 26,
					outline: rectangle(0, 0, width - 16, 176, 16),
					edge: shade,
					draw: (sheet) => {
						sheet.rect(16, 16, sheet.width - 32, sheet.height - 32, { fill: sand, stroke: ink, radius: 8 });
						sheet.line(
							[
								[16, 60],
								[sheet.width - 16, sheet.height - 50],
							],
							{ width: 6 },
						);
						sheet.line(
							[
								[16, sheet.height - 50],
								[sheet.width - 16, 60],
							],
							{ width: 6 },
						);
						sheet.line(
							[
								[16, 60],
								[sheet.width - 16, sheet.height - 50],
							],
							{ stroke: white, width: 2 },
						);
						sheet.line(
							[
								[16, sheet.height - 50],
								[sheet.width - 16, 60],
							],
							{ stroke: white, width: 2 },
						);
					},
				}),
				openBox({
					at: [x, y, 0],
					size: [width, depth, height],
					wall: 9,
					base: 8,
					cast: 20,
					content: packed,
					left: (sheet) => {
						sheet.rect(sheet.width / 2 - 36, 12, 72, 16, { fill: deep, stroke: ink, radius: 8 });
						for (const u of [50, sheet.width - 66]) sheet.rect(u, 2, 16, 26, { fill: white, stroke: ink, radius: 3 });
					},
				}),
				parcel({ at: [26, 250, 0], size: [48, 56, 40] }),
				parcel({ at: [110, 334, 0], size: [62, 44, 46] }),
				block({ at: [196, 342, 0], size: [50, 44, 34], fills: dim, cast: 10 }),
				parcel({ at: [274, 336, 0], size: [44, 46, 52] }),
				block({ at: [344, 342, 0], size: [70, 40, 30], cast: 10 }),
			],
		}),
	);
}

function packed([x, y, z]: Point3, [width, depth]: Point3): Parts {
	const [cellU, cellV] = [width / 4, depth / 2];
	const box = (column: number, row: number, fills = plain): Parts =>
		block({
			at: [x + column * cellU + 9, y + row * cellV + 8, z],
			size: [cellU - 18, cellV - 18, 54],
			cast: 0,
			fills,
			top: (sheet) =>
				sheet.line([
					[0, sheet.height / 2],
					[sheet.width, sheet.height / 2],
				]),
		});
	const across = (row: number) =>
		[1, 2, 3].map((column) =>
			block({ at: [x + column * cellU - 3, y + row * cellV + (row ? 3 : 0), z], size: [6, cellV - 3, 40], cast: 0 }),
		);
	return [
		box(0, 0),
		box(1, 0, dim),
		box(2, 0, accent),
		across(0),
		block({ at: [x, y + cellV - 3, z], size: [width, 6, 40], cast: 0 }),
		box(1, 1),
		across(1),
	];
}

/** To the left a house is being built, to the right a shed stands ready. */
function drawCrossroads(): string {
	return drawScene(
		framed({
			...blogFrame,
			centre: [250, 250, 60],
			parts: [
				floor({ centre: [250, 250], reach: 760 }),
				flat({
					at: [-600, 300, 0],
					size: [1700, 84],
					draw: (sheet) => sheet.rect(0, 0, 1700, 84, { fill: sand, stroke: ink }),
				}),
				flat({
					at: [290, -600, 0],
					size: [84, 1700],
					draw: (sheet) => {
						sheet.rect(0, 0, 84, 1700, { fill: sand, stroke: ink });
						sheet.rect(2, 898, 80, 88, { fill: sand });
						sheet.rect(-4, 901, 92, 82, { fill: sand });
					},
				}),
				house([20, 60, 0]),
				shed([420, 60, 0]),
				signpost([412, 404, 0]),
				tree({ at: [130, 470, 0] }),
				tree({ at: [-90, 130, 0], size: 1.2 }),
				tree({ at: [530, 440, 0], size: 0.9 }),
			],
		}),
	);
}

function signpost([x, y, z]: Point3): Parts {
	const arm = (level: number, toRight: boolean, fill: string): Part[] =>
		plate({
			at: [toRight ? x - 6 : x - 104, y + 14, z + level],
			width: 122,
			height: 38,
			facing: "left",
			thickness: 9,
			fill,
			edge: fill === accentFill ? accentFill : shade,
			outline: polygon(
				toRight
					? [
							[0, 0],
							[104, 0],
							[122, 19],
							[104, 38],
							[0, 38],
						]
					: [
							[18, 0],
							[122, 0],
							[122, 38],
							[18, 38],
							[0, 19],
						],
			),
			draw: (sheet) => sheet.text(toRight ? 18 : 30, 19, 66, ink, 6),
		});
	return group([
		cylinder({ at: [x + 6, y, z], radius: 18, height: 8, cast: 10 }),
		turned({
			at: [x + 6, y, z + 8],
			profile: [
				[6, 0],
				[6, 190],
				[2, 198],
			],
		}),
		arm(140, true, accentFill),
		arm(92, false, white),
	]);
}

function shed([x, y, z]: Point3): Parts {
	return group([
		block({
			at: [x, y, z],
			size: [120, 110, 82],
			cast: 22,
			left: (sheet) => {
				sheet.rect(36, 20, 48, 62, { fill: shade, stroke: ink });
				sheet.line([
					[36, 20],
					[84, 82],
				]);
				sheet.line([
					[84, 20],
					[36, 82],
				]);
			},
			right: (sheet) => sheet.rect(38, 22, 36, 28, { fill: paper, stroke: ink }),
		}),
		plate({
			at: [x - 8, y + 118, z + 82],
			width: 136,
			height: 46,
			facing: "left",
			thickness: 126,
			edge: shade,
			outline: polygon([
				[0, 46],
				[68, 0],
				[136, 46],
			]),
		}),
	]);
}

function house([x, y, z]: Point3): Parts {
	const pole = (u: number, v: number) =>
		turned({
			at: [x + u, y + v, z],
			profile: [
				[4, 0],
				[4, 208],
			],
		});
	const board = (level: number): Parts => block({ at: [x - 8, y + 152, z + level], size: [206, 34, 7], cast: 0 });
	const side = (level: number): Parts => block({ at: [x + 190, y - 4, z + level], size: [34, 156, 7], cast: 0 });
	return group([
		block({
			at: [x, y, z],
			size: [180, 140, 150],
			cast: 26,
			left: (sheet) => {
				for (const [u, v] of [
					[24, 20],
					[118, 20],
					[118, 92],
				] as const)
					sheet.rect(u, v, 38, 36, { fill: deep, stroke: ink });
				sheet.rect(26, 84, 42, 66, { fill: deep, stroke: ink });
			},
			right: (sheet) => [24, 84].forEach((u) => sheet.rect(u, 30, 36, 36, { fill: sand, stroke: ink })),
		}),
		[0, 35, 70, 105, 140].map((v) =>
			upright({
				at: [x, y + v, z + 150],
				width: 180,
				height: 62,
				facing: "left",
				draw: (sheet) => {
					sheet.line(
						[
							[4, 62],
							[90, 4],
							[176, 62],
						],
						{ width: 7 },
					);
					sheet.line(
						[
							[4, 62],
							[90, 4],
							[176, 62],
						],
						{ stroke: white, width: 3 },
					);
				},
			}),
		),
		side(72),
		pole(218, 2),
		pole(218, 146),
		board(72),
		board(140),
		pole(-2, 182),
		pole(94, 182),
		pole(194, 182),
	]);
}
