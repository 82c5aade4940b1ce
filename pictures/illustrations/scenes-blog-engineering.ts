import { clock, dial, keyhole, squareCode, upright } from "./details.ts";
import { blogFrame, framed } from "./frame.ts";
import { circle, type Point2, type Point3, rectangle } from "./geometry.ts";
import { key } from "./objects.ts";
import { deep, ink, accentFill, paper, shade, white } from "./palette.ts";
import { ball, bar, openBox, tube, turned } from "./parts-more.ts";
import { block, cylinder, flange, panel, phone, plate, route } from "./parts.ts";
import { drawScene, group, type Parts } from "./scene.ts";
import { browser, button, landscape, lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Pictures of the posts on engineering, by path below content/pictures. */
export const engineeringPosts: Readonly<Record<string, () => string>> = {
	"blog/how-many-requests-is-a-sale-day.svg": drawCrowd,
	"blog/test-access-with-two-accounts.svg": drawDoors,
	"blog/upi-paid-but-not-confirmed.svg": drawValve,
	"blog/what-a-page-weighs.svg": drawScale,
};

/** A crowd wants through a tap. */
function drawCrowd(): string {
	const [middle, axis] = [122, 100];
	const places: readonly Point2[] = [
		[70, 322],
		[122, 330],
		[172, 322],
		[40, 366],
		[96, 372],
		[148, 372],
		[202, 362],
		[66, 414],
		[120, 418],
		[174, 414],
		[36, 458],
		[96, 464],
		[148, 466],
		[206, 450],
		[118, 512],
	];
	const inside = [
		[88, 296, 22],
		[134, 296, 14],
		[168, 296, 30],
	] as const;
	const length = (y: number, by: number, radius: number, draw?: Drawing) =>
		bar({ at: [middle, y, axis], axis: "y", length: by, radius, ...(draw && { draw }) });
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [256, 556] },
			parts: [
				[
					[150, 30, 46],
					[236, 90, 12],
				].map(([y = 0, width = 0, height = 0]) =>
					block({ at: [middle - width / 2, y, 0], size: [width, 24, height], cast: 8 }),
				),
				length(92, 66, 18),
				length(158, 32, 38),
				length(190, 32, 64),
				length(222, 70, 94, (sheet) => {
					sheet.circle(94, 94, 82, { fill: deep, stroke: ink });
					sheet.circle(94, 94, 40, { fill: shade, stroke: ink });
					sheet.circle(94, 94, 16, { fill: ink });
				}),
				tap([middle, 66, axis]),
				barrel([middle, 62, 0]),
				inside.map(([x, y, z]) => ball({ at: [x, y + 18, z], radius: 18, cast: 0 })),
				places.map(([x, y], index) => ball({ at: [x, y, 0], radius: 18, ...(index === 5 && { fill: accentFill }) })),
			],
		}),
	);
}

function tap([x, y, z]: Point3): Parts {
	return group([
		cylinder({ at: [x, y + 10, z - 42], radius: 12, height: 32, cast: 0 }),
		bar({ at: [x, y - 6, z], axis: "y", length: 34, radius: 21 }),
		cylinder({ at: [x, y + 10, z + 18], radius: 5, height: 18, cast: 0 }),
		block({ at: [x - 24, y + 4, z + 36], size: [48, 12, 8], radius: 5, cast: 0 }),
	]);
}

function barrel([x, y, z]: Point3): Parts {
	return turned({
		at: [x, y, z],
		profile: [
			[34, 0],
			[42, 18],
			[42, 34],
			[36, 52],
		],
		smooth: true,
		hollow: { rim: 5, depth: 20, fill: white },
		cast: 20,
	});
}

/** One key opens both doors, and both files lie behind them. */
function drawDoors(): string {
	const [x, y, length, height] = [30, 60, 420, 236];
	const front: Drawing = (sheet) => {
		for (const [u, kind] of [
			[44, 0],
			[236, 1],
		] as const)
			door(sheet.area(u, 34, 140, height - 34), kind);
	};
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [480, 340] },
			parts: [
				block({ at: [x, y, 0], size: [length, 40, height], cast: 28, left: front }),
				[74, 266].map((u) => block({ at: [x + u - 44, y + 40, 0], size: [168, 34, 12], cast: 8 })),
				route({
					points: [
						[210, 250],
						[150, 250],
						[150, 150],
					],
				}),
				route({
					points: [
						[270, 250],
						[342, 250],
						[342, 150],
					],
				}),
				key({ at: [160, 248, 0], facing: "left", length: 176, fill: accentFill }),
			],
		}),
	);
}

function door(sheet: Sheet, kind: 0 | 1): void {
	const { width, height } = sheet;
	sheet.rect(0, 0, width, height, { fill: shade, stroke: ink });
	sheet.rect(10, 10, width - 20, height - 10, { fill: white, stroke: ink });
	sheet.rect(26, 26, width - 52, 76, { fill: deep, stroke: ink });
	// The file of this account, seen through the pane.
	sheet.polygon(
		[
			[36, 48],
			[62, 48],
			[68, 56],
			[104, 56],
			[104, 92],
			[36, 92],
		],
		{ fill: paper, stroke: ink },
	);
	lines(sheet, 46, 68, 46, [1, 0.6], { gap: 11, colour: ink });
	sheet.rect(26, 118, width - 94, height - 132, { stroke: ink });
	sheet.circle(width - 40, 140, 15, { fill: shade, stroke: ink });
	if (kind === 0) keyhole(sheet, width - 40, 136, 12);
	else {
		sheet.rect(width - 46, 133, 12, 6, { fill: ink });
		sheet.rect(width - 42, 136, 4, 12, { fill: ink });
	}
	sheet.line(
		[
			[width - 40, 166],
			[width - 40, 180],
		],
		{ width: 5 },
	);
}

/** The money has left the phone and has not reached the shop. */
function drawValve(): string {
	const [pipeY, level] = [196, 26];
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [552, 304] },
			parts: [
				phone({ at: [28, 206, 0], width: 124, height: 244, facing: "left", draw: pending }),
				flange({ at: [158, pipeY, level], axis: "x", radius: 17 }),
				tube({
					points: [
						[163, pipeY, level],
						[190, pipeY, level],
					],
					radius: 17,
				}),
				chamber([190, pipeY - 32, 0]),
				tube({
					points: [
						[372, pipeY, level],
						[408, pipeY, level],
					],
					radius: 17,
				}),
				flange({ at: [412, pipeY, level], axis: "x", radius: 17, length: 8 }),
				counter([420, 60, 0]),
			],
		}),
	);
}

function pending(sheet: Sheet): void {
	const { width } = sheet;
	sheet.circle(width / 2, 70, 28, { stroke: ink, fill: white });
	sheet.line(
		[
			[width / 2, 52],
			[width / 2, 70],
			[width / 2 + 13, 78],
		],
		{ width: 4 },
	);
	sheet.digits("₹750", width / 2 - 24, 114, 17, { width: 3 });
	lines(sheet, 24, 150, width - 48, [1, 0.7], { gap: 12 });
	sheet.rect(18, 186, width - 36, 24, { fill: shade, stroke: ink, radius: 8 });
	sheet.text(42, 198, width - 84, ink, 4);
}

/** A stretch of pipe that is open above, with a coin before a half-raised gate. */
function chamber([x, y, z]: Point3): Parts {
	const [length, depth] = [182, 64];
	const post = (v: number) => block({ at: [x + 132, y + v, z], size: [16, 12, 138], cast: v < 0 ? 12 : 0 });
	return [
		post(-14),
		openBox({
			at: [x, y, z],
			size: [length, depth, 44],
			wall: 7,
			base: 10,
			cast: 12,
			content: ([u, v, w]) => [
				plate({
					at: [u + 26, v + 34, w],
					width: 62,
					height: 62,
					facing: "left",
					thickness: 12,
					fill: accentFill,
					edge: accentFill,
					outline: circle([31, 31], 31),
					draw: (sheet) => {
						sheet.circle(31, 31, 23, { stroke: ink });
						sheet.digits("₹", 25, 20, 22, { width: 4 });
					},
				}),
				block({ at: [u + 129, v, w + 26], size: [10, depth - 14, 84], cast: 0 }),
			],
		}),
		post(depth + 2),
		block({ at: [x + 132, y - 14, z + 138], size: [16, depth + 28, 12], cast: 0 }),
		cylinder({ at: [x + 140, y + 32, z + 150], radius: 5, height: 18, cast: 0 }),
		cylinder({
			at: [x + 140, y + 32, z + 168],
			radius: 26,
			height: 7,
			cast: 0,
			top: (sheet) => {
				sheet.circle(26, 26, 19, { fill: shade, stroke: ink });
				sheet.line(
					[
						[7, 26],
						[45, 26],
					],
					{ width: 4 },
				);
				sheet.line(
					[
						[26, 7],
						[26, 45],
					],
					{ width: 4 },
				);
				sheet.circle(26, 26, 6, { fill: white, stroke: ink });
			},
		}),
	];
}

function counter([x, y, z]: Point3): Parts {
	return group([
		block({
			at: [x, y, z],
			size: [104, 168, 92],
			cast: 24,
			left: (sheet) => sheet.rect(12, 14, 80, 64, { fill: white, stroke: ink, radius: 4 }),
			right: (sheet) => {
				for (let stripe = 0; stripe < 6; stripe++)
					sheet.rect(stripe * 28, 10, 28, 70, { fill: stripe % 2 ? white : deep, stroke: ink });
			},
		}),
		block({ at: [x - 8, y - 8, z + 92], size: [122, 186, 12], cast: 0 }),
		plate({
			at: [x + 62, y + 92, z + 104],
			width: 70,
			height: 88,
			facing: "right",
			thickness: 8,
			tilt: 12,
			cast: 10,
			outline: rectangle(0, 0, 70, 88, 6),
			draw: (sheet) => {
				squareCode(sheet, 10, 12, 50, { count: 13 });
				sheet.text(16, 75, 38, ink, 5);
			},
		}),
		block({
			at: [x + 14, y + 8, z + 104],
			size: [66, 62, 26],
			cast: 12,
			right: (sheet) =>
				sheet.line([
					[10, 16],
					[52, 16],
				]),
		}),
		plate({
			at: [x + 40, y + 14, z + 130],
			width: 50,
			height: 32,
			facing: "right",
			thickness: 6,
			tilt: 10,
			outline: rectangle(0, 0, 50, 32, 4),
			draw: (sheet) => sheet.digits("0", 34, 9, 14, { width: 3 }),
		}),
	]);
}

/** A page on the hook of a spring scale. */
function drawScale(): string {
	const [x, y, width, height] = [46, 88, 324, 280];
	const post = (u: number) =>
		group([
			block({ at: [x + u - 24, y - 34, 0], size: [64, 84, 14], radius: 8, cast: 12 }),
			block({ at: [x + u, y, 14], size: [16, 16, height - 14], cast: 0 }),
		]);
	const middle = x + width / 2 + 8;
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [440, 296] },
			parts: [
				post(0),
				block({ at: [x - 14, y - 3, height], size: [width + 44, 22, 20], cast: 0 }),
				post(width),
				group([
					tube({
						points: [
							[middle, y + 8, height],
							[middle, y + 8, height - 10],
						],
						radius: 3,
						under: white,
					}),
					turned({
						at: [middle, y + 8, height - 84],
						profile: [
							[24, 0],
							[24, 74],
						],
					}),
					clock({
						at: [middle - 41, y + 46, height - 90],
						radius: 41,
						facing: "left",
						thickness: 12,
						rim: 0.1,
						draw: (sheet) => dial(sheet, { marks: 8, slice: [0, 7.4] }),
					}),
					upright({
						at: [middle - 100, y + 10, height - 120],
						width: 200,
						height: 36,
						facing: "left",
						draw: (sheet) =>
							sheet.line([
								[8, 36],
								[100, 0],
								[192, 36],
							]),
					}),
					panel({
						at: [middle - 108, y + 16, 50],
						width: 216,
						height: height - 170,
						facing: "left",
						cast: 0,
						draw: browser(page),
					}),
					weights([middle - 66, y + 10, 50]),
				]),
				block({ at: [212, 232, 0], size: [116, 36, 12], radius: 8, cast: 10 }),
				clock({
					at: [216, 258, 8],
					radius: 54,
					facing: "left",
					thickness: 18,
					rim: 0.14,
					draw: (sheet) => dial(sheet, { hands: [{ reading: 2, length: 0.74 }] }),
				}),
				block({ at: [264, 244, 116], size: [12, 10, 14], cast: 0 }),
			],
		}),
	);
}

function page(sheet: Sheet): void {
	lines(sheet, 14, 16, 88, [1, 0.6], { colour: ink, weight: 7, gap: 14 });
	button(sheet, 12, 46, 46, 16);
	landscape(sheet.area(118, 10, sheet.width - 130, sheet.height - 20));
}

function weights([x, y, z]: Point3): Parts {
	return [0, 66, 132].map((u) =>
		group([
			tube({
				points: [
					[x + u, y, z],
					[x + u, y, z - 8],
				],
				radius: 2,
				under: white,
			}),
			turned({
				at: [x + u, y, z - 37],
				profile: [
					[16, 0],
					[16, 22],
					[5, 25],
					[5, 29],
				],
			}),
		]),
	);
}
