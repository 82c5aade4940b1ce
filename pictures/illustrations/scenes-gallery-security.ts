import { onCircle, onDial } from "./curves.ts";
import { clipboard, clock, dial, hangingKey, keyhole, telephone, upright } from "./details.ts";
import { framed, galleryFrame, oneElement, room } from "./frame.ts";
import { circle, type Point3, polygon, polyline, project } from "./geometry.ts";
import { calendar, table } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { openBox, tube } from "./parts-more.ts";
import { accent, block, flange, flat, plate, rack } from "./parts.ts";
import { drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { button, checkbox, field, lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the security service, by path below content/pictures. */
export const securityGallery: Readonly<Record<string, () => string>> = {
	"services/security-services/gallery-1.svg": drawSixHours,
	"services/security-services/gallery-2.svg": drawSecondKeyhole,
	"services/security-services/gallery-3.svg": drawLogs,
};

/** Six hours on the wall, the form and the telephone under them. */
function drawSixHours(): string {
	const top = 66;
	return drawScene(
		framed({
			...galleryFrame,
			parts: [
				room({ size: [424, 278], height: 196 }),
				clock({
					at: [186, 14, 72],
					radius: 60,
					facing: "left",
					thickness: 13,
					rim: 0.1,
					draw: (sheet) =>
						dial(sheet, {
							slice: [12, 18],
							hands: [
								{ reading: 12, length: 0.7 },
								{ reading: 6, length: 0.5, width: 5 },
							],
						}),
				}),
				rack({ at: [26, 40, 0], size: [92, 100, 182], facing: "right", units: 6 }),
				table({ at: [158, 84, 0], size: [224, 150, top] }),
				clipboard({ at: [172, 104, top], size: [102, 118], draw: form }),
				telephone({ at: [288, 120, top] }),
			],
		}),
	);
}

function form(sheet: Sheet): void {
	sheet.text(10, 18, 40, ink, 5);
	for (const v of [34, 52, 70]) {
		checkbox(sheet, 10, v - 5, 10, v < 70);
		sheet.text(28, v, [44, 34, 48][(v - 34) / 18] as number, deep, 4);
	}
}

/** The front door is locked, the side door opens with a key from the same row. */
function drawSecondKeyhole(): string {
	const [x, y, width, depth, height] = [62, 60, 236, 70, 244];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [440, 330] },
			parts: [
				block({
					at: [x, y, 0],
					size: [width, depth, height],
					cast: 40,
					left: signIn,
					right: (sheet) => {
						sheet.circle(sheet.width / 2, 100, 20, { fill: white, stroke: ink });
						keyhole(sheet, sheet.width / 2, 96, 13);
						for (const v of [22, sheet.height - 22])
							for (const u of [16, sheet.width - 16]) sheet.circle(u, v, 3, { fill: ink });
					},
				}),
				oneElement([
					block({ at: [x + width, y + depth / 2 - 5, height - 106], size: [44, 9, 11], cast: 0, fills: accent }),
					plate({
						at: [x + width + 42, y + depth / 2 + 4, height - 128],
						width: 54,
						height: 54,
						facing: "left",
						thickness: 9,
						fill: accentFill,
						edge: accentFill,
						outline: circle([27, 27], 27),
						draw: (sheet) => sheet.circle(27, 27, 11, { fill: sand, stroke: ink }),
					}),
				]),
				keyRail([84, 256, 0]),
			],
		}),
	);
}

function signIn(sheet: Sheet): void {
	const { width } = sheet;
	sheet.rect(14, 14, width - 28, sheet.height - 28, { fill: white, stroke: ink, radius: 10 });
	sheet.circle(width / 2, 56, 24, { fill: shade, stroke: ink });
	keyhole(sheet, width / 2, 50, 17);
	field(sheet, 42, 98, width - 84, { height: 24 });
	field(sheet, 42, 142, width - 84, { height: 24, filled: 0 });
	for (let dot = 0; dot < 6; dot++) sheet.circle(54 + dot * 12, 160, 3.5, { fill: ink });
	button(sheet, 42, 186, width - 84, 26);
}

function keyRail([x, y, z]: Point3): Parts {
	const [length, hooks] = [292, 6];
	const post = (u: number) => block({ at: [x + u, y, z], size: [14, 26, 116], cast: 14 });
	return group([
		post(0),
		block({ at: [x + 14, y + 8, z + 92], size: [length - 28, 10, 16], cast: 0 }),
		upright({
			at: [x + 14, y + 18, z + 8],
			width: length - 28,
			height: 84,
			facing: "left",
			draw: (sheet) => {
				for (let hook = 0; hook < hooks; hook++) {
					const u = 22 + hook * 41;
					sheet.line(
						[
							[u, 2],
							[u, 12],
						],
						{ width: 3 },
					);
					if (hook !== 3) hangingKey(sheet, u, 9, 74 - (hook % 2) * 8);
				}
			},
		}),
		post(length - 14),
	]);
}

/** Six months of logs go where nobody can change them. */
function drawLogs(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [430, 372] },
			parts: [
				calendar({ at: [296, 92, 0], width: 116, height: 122, facing: "left", cast: 12 }),
				[40, 142, 244].map((y) => [
					rack({ at: [26, y, 0], size: [88, 86, 158], facing: "right", units: 4 }),
					falling([114, y + 22, 0]),
				]),
				openBox({ at: [128, 34, 0], size: [70, 322, 30], wall: 6, base: 6, content: sheets }),
				flange({ at: [204, 328, 18], axis: "x", radius: 13 }),
				tube({
					points: [
						[209, 328, 18],
						[268, 328, 18],
					],
					radius: 13,
				}),
				flange({ at: [272, 328, 18], axis: "x", radius: 13, length: 8 }),
				safe([280, 218, 0]),
			],
		}),
	);
}

/** A sheet on its way down from the slot of a server. */
function falling([x, y, z]: Point3): Part {
	const at = (out: number, along: number, level: number) => project([x + out, y + along, z + level]);
	const row = (share: number, from: number, to: number): Mark => ({
		outline: polyline([at(4 + share * 32, from, 62 - share * 26), at(4 + share * 32, to, 62 - share * 26)]),
		stroke: deep,
		width: 4,
	});
	return part(
		[x, y, z + 30],
		[x + 40, y + 42, z + 64],
		[
			{ outline: polygon([at(0, 0, 64), at(0, 42, 64), at(40, 42, 30), at(40, 0, 30)]), fill: white, stroke: ink },
			row(0.2, 34, 10),
			row(0.5, 34, 16),
			row(0.8, 34, 8),
		],
	);
}

function sheets([x, y, z]: Point3, [width]: Point3): Parts {
	return [0, 1, 2, 3, 4].map((index) =>
		flat({
			at: [x + 3, y + 8 + index * 56, z + 2 + index * 0.1],
			size: [width - 6, 50],
			facing: "right",
			draw: (sheet) => {
				sheet.rect(0, 0, sheet.width, sheet.height, { fill: white, stroke: ink });
				lines(sheet, 7, 10, 32, [1, 0.7, 0.9, 0.6], { gap: 9 });
			},
		}),
	);
}

function safe([x, y, z]: Point3): Parts {
	const size = 130;
	const door: Drawing = (sheet) => {
		sheet.rect(12, 12, size - 24, size - 24, { fill: white, stroke: ink, radius: 8 });
		for (const v of [36, size - 36]) sheet.rect(5, v - 12, 12, 24, { fill: deep, stroke: ink, radius: 2 });
	};
	return group([
		[
			[8, 8],
			[size - 26, 8],
			[8, size - 26],
			[size - 26, size - 26],
		].map(([u = 0, v = 0]) => block({ at: [x + u, y + v, z], size: [18, 18, 10], cast: 0 })),
		block({
			at: [x, y, z + 10],
			size: [size, size, size],
			cast: 14,
			left: door,
			right: (sheet) => {
				for (const v of [22, sheet.height - 22])
					for (const u of [20, sheet.width - 20]) sheet.circle(u, v, 4, { fill: ink });
			},
		}),
		plate({
			at: [x + 24, y + size + 10, z + 32],
			width: 88,
			height: 88,
			facing: "left",
			thickness: 10,
			fill: paper,
			outline: circle([44, 44], 44),
			draw: (sheet) => {
				for (let mark = 0; mark < 18; mark++)
					sheet.line([
						onCircle([44, 44], mark % 3 ? 37 : 33, onDial(mark, 18)),
						onCircle([44, 44], 41, onDial(mark, 18)),
					]);
				sheet.digits("180", 30, 18, 12);
				sheet.circle(44, 50, 15, { fill: accentFill, stroke: ink });
				sheet.line(
					[
						[44, 50],
						[44, 37],
					],
					{ width: 4 },
				);
			},
		}),
	]);
}
