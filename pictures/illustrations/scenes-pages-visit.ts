import {
	mapOutline,
	move,
	type Outline,
	type Point2,
	type Point3,
	polyline,
	project,
	rectangle,
	roundCorners,
} from "./geometry.ts";
import { calendar, crane, cup, lyingDocument, parcel, plant, table, telephone } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { accent, block, cylinder, flange, flat, ground, laptop, lyingFace, pipe, plain, plate } from "./parts.ts";
import { drawScene, type Part, part, type Parts } from "./scene.ts";
import { avatar, lines, vents } from "./screens.ts";
import { type Drawing, Sheet } from "./sheet.ts";

/** Pictures of the pages on which a visitor gets in touch, or is told to wait, by path below content/pictures. */
export const visitIllustrations: Readonly<Record<string, () => string>> = {
	"pages/contact.svg": drawContact,
	"pages/demo.svg": drawDemo,
	"pages/error.svg": drawError,
	"pages/launching-soon.svg": drawLaunchingSoon,
};

const frame = { width: 880, height: 660 };

/** A desk on which a letter arrives while another is being read. */
function drawContact(): string {
	const top = 116;
	return drawScene({
		...frame,
		parts: [
			ground({ size: [500, 380] }),
			table({ at: [30, 46, 0], size: [430, 280, top], drawers: true }),
			telephone({ at: [62, 84, top] }),
			openLetter([96, 220, top]),
			letterTray([290, 96, top]),
			cup({ at: [408, 288, top], radius: 16, height: 30 }),
			plant({ at: [222, 92, top], radius: 18, height: 32 }),
		],
	});
}

/** An envelope with its flap up, and the letter that came out of it. */
function openLetter([x, y, z]: Point3): Parts {
	return [
		flat({
			at: [x - 30, y - 16, z],
			size: [110, 86],
			draw: (sheet) => {
				sheet.polygon(
					[
						[4, 32],
						[58, -20],
						[112, 32],
						[112, 90],
						[4, 90],
					],
					{ fill: shade },
				);
				sheet.polygon(
					[
						[0, 28],
						[54, -26],
						[108, 28],
					],
					{ fill: white, stroke: ink },
				);
				sheet.rect(0, 28, 108, 58, { fill: white, stroke: ink });
				sheet.line([
					[0, 86],
					[42, 54],
				]);
				sheet.line([
					[108, 86],
					[66, 54],
				]);
				sheet.line([
					[0, 28],
					[54, 66],
					[108, 28],
				]);
			},
		}),
		lyingDocument({ at: [x + 92, y - 34, z], size: [92, 114] }),
	];
}

/** A tray of two levels; an envelope slides into the upper one. */
function letterTray([x, y, z]: Point3): Parts {
	const [width, depth] = [136, 110];
	const level = (height: number): Parts => [
		block({ at: [x, y, z + height], size: [width, depth, 6], cast: height === 0 ? 12 : 0 }),
		block({ at: [x, y, z + height + 6], size: [width, 6, 34], cast: 0 }),
		block({ at: [x, y + 6, z + height + 6], size: [6, depth - 6, 34], cast: 0 }),
	];
	return [
		level(0),
		block({
			at: [x + 14, y + 14, z + 6],
			size: [width - 22, depth - 22, 10],
			cast: 0,
			top: (sheet) => lines(sheet, 14, 18, 80, [0.5, 1, 0.8], { gap: 14 }),
		}),
		level(40),
		block({
			at: [x + 26, y + 36, z + 46],
			size: [132, 92, 7],
			fills: accent,
			cast: 0,
			top: (sheet) => {
				sheet.line([
					[2, 2],
					[66, 54],
					[130, 2],
				]);
				sheet.line([
					[2, 90],
					[48, 40],
				]);
				sheet.line([
					[130, 90],
					[84, 40],
				]);
			},
		}),
	];
}

/** A day is chosen on the wall; the call takes place on the laptop. */
function drawDemo(): string {
	const top = 84;
	return drawScene({
		...frame,
		parts: [
			ground({ size: [540, 350] }),
			block({ at: [24, 20, 0], size: [330, 14, 318], fills: { ...plain, left: sand }, cast: 40 }),
			calendar({ at: [48, 46, 112], width: 196, height: 182, facing: "left", day: 16, mark: accentFill, cast: 0 }),
			table({ at: [206, 148, 0], size: [312, 176, top], drawers: true }),
			laptop({ at: [262, 162, top], facing: "left", width: 204, height: 136, draw: videoCall }),
			cup({ at: [492, 296, top], radius: 16, height: 30 }),
			plant({ at: [84, 240, 0], radius: 30, height: 58 }),
		],
	});
}

const videoCall: Drawing = (sheet) => {
	const { width, height } = sheet;
	const tile = width / 2 - 12;
	[8, width / 2 + 4].forEach((u, index) => {
		sheet.rect(u, 10, tile, height - 40, { fill: index === 0 ? sand : shade, stroke: ink, radius: 4 });
		avatar(sheet, u + tile / 2, 10 + (height - 40) / 2, 24, white);
	});
	[-26, 0, 26].forEach((offset) => sheet.dot(width / 2 + offset, height - 15, 4, offset === 0 ? ink : deep));
	sheet.dot(width / 2, height - 15, 4, ink);
};

/** Two machines whose pipe has come apart, and the spanner that will join it again. */
function drawError(): string {
	const [y, level, radius] = [150, 76, 24];
	const machine = (x: number, front: Drawing): Parts => [
		block({ at: [x, y - 76, 0], size: [130, 152, 16], cast: 20 }),
		block({ at: [x + 8, y - 68, 16], size: [114, 136, 128], cast: 0, left: front, right: front }),
		cylinder({ at: [x + 65, y, 144], radius: 34, height: 16, cast: 0 }),
	];
	return drawScene({
		...frame,
		parts: [
			ground({ size: [660, 320] }),
			machine(30, vents),
			pipe({
				points: [
					[152, y, level],
					[246, y, level],
				],
				radius,
				cast: false,
			}),
			flange({ at: [251, y, level], axis: "x", radius }),
			missingLength([256, y, level], 128, radius),
			flange({ at: [389, y, level], axis: "x", radius }),
			pipe({
				points: [
					[394, y, level],
					[486, y, level],
				],
				radius,
				cast: false,
			}),
			block({ at: [196, y - 12, 0], size: [14, 24, level - radius], cast: 14 }),
			block({ at: [430, y - 12, 0], size: [14, 24, level - radius], cast: 14 }),
			machine(478, (sheet) => {
				sheet.circle(sheet.width / 2, 44, 24, { fill: white, stroke: ink });
				sheet.line(
					[
						[sheet.width / 2, 46],
						[sheet.width / 2 - 13, 36],
					],
					{ width: 4 },
				);
				lines(sheet, 24, 92, sheet.width - 48, [1, 0.6], { gap: 14 });
			}),
			spanner([216, 222, 0]),
		],
	});
}

/** Where a length of pipe along x should be, in dashes. `at` is the middle of its far end. */
function missingLength([x, y, z]: Point3, length: number, radius: number): Part {
	const aside = (end: number, side: 1 | -1): Point2 => {
		const [u, v] = project([x + end, y, z]);
		return [u + side * radius * 0.5, v - side * radius * Math.sqrt(0.75)];
	};
	return part(
		[x, y - radius, z - radius],
		[x + length, y + radius, z + radius],
		([1, -1] as const).map((side) => ({
			outline: polyline([aside(16, side), aside(length - 12, side)]),
			stroke: ink,
			dash: [7, 9] as const,
		})),
	);
}

/** A spanner that lies along x, with a ring at one end and a jaw at the other. */
function spanner([x, y, z]: Point3): Part {
	const [length, width] = [216, 70];
	const shape: Outline = roundCorners(
		[
			[60, 26],
			[156, 26],
			[164, 8],
			[186, 0],
			[210, 6],
			[216, 18],
			[192, 24],
			[186, 35],
			[192, 46],
			[216, 52],
			[210, 64],
			[186, 70],
			[164, 62],
			[156, 44],
			[60, 44],
			[54, 60],
			[33, 68],
			[10, 58],
			[0, 35],
			[10, 12],
			[33, 2],
			[54, 10],
		],
		[6, 10, 8, 8, 6, 3, 3, 5, 3, 3, 6, 8, 8, 10, 6, 8, 10, 12, 12, 12, 10, 8],
	);
	const marks = [0, 9].flatMap((rise) => {
		const sheet = new Sheet(lyingFace([x, y, z + rise], width), length, width, []);
		if (rise === 0)
			sheet.shape(
				mapOutline(shape, ([u, v]) => [u + 8, v + 2]),
				{ fill: shade },
			);
		sheet.shape(shape, { fill: accentFill, stroke: ink });
		if (rise > 0) {
			sheet.circle(33, 35, 16, { fill: sand, stroke: ink });
			sheet.line([
				[80, 35],
				[146, 35],
			]);
		}
		return sheet.marks;
	});
	return part([x, y, z], [x + length, y + width, z + 9], marks);
}

/** A crate is being filled; the last block still hangs from the hook. */
function drawLaunchingSoon(): string {
	const rope = 74;
	const height = 330;
	const hook: Point3 = [214, 129, height - rope];
	return drawScene({
		...frame,
		parts: [
			ground({ size: [500, 360] }),
			crane({ at: [400, 118, 0], height, reach: 250, hookAt: 186, rope }),
			crate([96, 60, 0]),
			part(
				[hook[0] - 26, hook[1] - 1, hook[2] - 30],
				[hook[0] + 26, hook[1] + 1, hook[2]],
				[-26, 26].map((side) => ({
					outline: polyline([project(hook), project(move(hook, [side, 0, -30]))]),
					stroke: ink,
				})),
			),
			block({ at: [hook[0] - 36, hook[1] - 36, hook[2] - 102], size: [72, 72, 72], fills: accent, cast: 0 }),
			block({ at: [352, 250, 0], size: [70, 70, 46], cast: 16 }),
			parcel({ at: [40, 262, 0], size: [60, 56, 40] }),
		],
	});
}

/** A crate open above, its lid raised at the back. `at` is its lower corner. */
function crate([x, y, z]: Point3): Parts {
	const [width, depth, height, wall] = [230, 150, 96, 10];
	const boards: Drawing = (sheet) => {
		for (const share of [0.34, 0.67])
			sheet.line([
				[0, sheet.height * share],
				[sheet.width, sheet.height * share],
			]);
		for (const u of [0, sheet.width - 22]) sheet.rect(u, 0, 22, sheet.height, { fill: white, stroke: ink });
	};
	return [
		block({ at: [x, y, z], size: [width, depth, 8], cast: 34 }),
		block({ at: [x, y, z + 8], size: [width, wall, height - 8], cast: 0 }),
		plate({
			at: [x, y + 4, z + height],
			width,
			height: 96,
			facing: "left",
			tilt: 34,
			thickness: 9,
			outline: rectangle(0, 0, width, 96),
			draw: (sheet) => {
				for (const v of [32, 64])
					sheet.line([
						[0, v],
						[width, v],
					]);
				for (const u of [24, width - 46]) sheet.rect(u, 8, 22, 80, { fill: paper, stroke: ink });
			},
		}),
		block({ at: [x, y + wall, z + 8], size: [wall, depth - 2 * wall, height - 8], cast: 0 }),
		block({ at: [x + 30, y + 30, z + 8], size: [64, 64, 64], cast: 0 }),
		block({ at: [x + width - wall, y + wall, z], size: [wall, depth - 2 * wall, height], cast: 0, right: boards }),
		block({ at: [x, y + depth - wall, z], size: [width, wall, height], cast: 0, left: boards }),
	];
}
