import { clock, dial, recess, upright } from "./details.ts";
import { blogFrame, framed } from "./frame.ts";
import { type Point2, type Point3, polygon, polyline, project } from "./geometry.ts";
import { cup } from "./objects.ts";
import { deep, ink, accentFill, shade, white } from "./palette.ts";
import { openBox, turned } from "./parts-more.ts";
import { accent, block, cylinder, dim, flat, lyingPhone, plain } from "./parts.ts";
import { drawScene, group, type Part, part, type Parts } from "./scene.ts";
import { button, field, lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Pictures of the posts on design, by path below content/pictures. */
export const designPosts: Readonly<Record<string, () => string>> = {
	"blog/ask-for-states-not-screens.svg": drawWindows,
	"blog/every-form-field-costs.svg": drawScissors,
	"blog/test-wcag-2-2-in-an-afternoon.svg": drawKeyboard,
};

/** Eight windows with more and more in them, one of them broken. */
function drawWindows(): string {
	const [x, y, depth, deepness] = [38, 60, 92, 50];
	const cell = { width: 112, height: 95, gap: 14, bar: 17 };
	const [length, height] = [4 * (cell.width + cell.gap) + cell.gap, 2 * (cell.height + cell.bar + cell.gap) + cell.gap];
	const places = Array.from({ length: 8 }, (_, index) => ({
		u: cell.gap + (index % 4) * (cell.width + cell.gap),
		v: cell.gap + cell.bar + Math.floor(index / 4) * (cell.height + cell.bar + cell.gap),
	}));
	const stacks: readonly (readonly Point3[])[] = [
		[],
		[[0, 0, 0]],
		[
			[0, 0, 0],
			[1, 0, 0],
		],
		[
			[0, 0, 0],
			[1, 0, 0],
			[0, 0, 1],
		],
		[
			[0, 0, 0],
			[2, 0, 0],
		],
		[
			[0, 0, 0],
			[1, 0, 0],
			[2, 0, 0],
			[0, 0, 1],
			[1, 0, 1],
		],
		[
			[1, 0, 0],
			[1, 0, 1],
			[1, 0, 2],
		],
		[
			[0, 0, 0],
			[1, 0, 0],
			[2, 0, 0],
			[0, 0, 1],
			[1, 0, 1],
			[2, 0, 1],
			[0, 0, 2],
			[1, 0, 2],
		],
	];
	const front: Drawing = (sheet) =>
		places.forEach(({ u, v }) => {
			sheet.rect(u, v - cell.bar, cell.width, cell.bar, { fill: white, stroke: ink });
			for (const dot of [10, 19]) sheet.circle(u + dot, v - cell.bar / 2, 2.5, { fill: ink });
			recess(sheet, u, v, cell.width, cell.height, deepness);
		});
	const size = 21;
	const contents = places.map(({ u, v }, index) =>
		(stacks[index] as readonly Point3[]).map(([column, , level], piece) =>
			block({
				at: [x + u + 7 + column * (size + 3), y + depth - 29, height - v - cell.height + level * size],
				size: [size, size, size],
				cast: 0,
				fills: index === 6 && piece === 2 ? accent : (piece + index) % 3 === 1 ? dim : plain,
			}),
		),
	);
	const { u, v } = places[4] as { u: number; v: number };
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [length + 76, depth + 98], grid: 0 },
			parts: [
				group([
					block({ at: [x, y, 0], size: [length, depth, height], cast: 30, left: front }),
					contents,
					crack([x + u, y + depth, height - v - cell.height], cell.width, cell.height),
				]),
			],
		}),
	);
}

/** A cracked pane over a window. */
function crack(at: Point3, width: number, height: number): Part {
	return upright({
		at,
		width,
		height,
		facing: "left",
		draw: (sheet) => {
			const middle: Point2 = [width * 0.52, height * 0.42];
			const rays: readonly Point2[] = [
				[6, 10],
				[width * 0.56, 0],
				[width, 22],
				[width - 4, height * 0.8],
				[width * 0.4, height],
				[0, height * 0.62],
			];
			for (const ray of rays)
				sheet.line([middle, [middle[0] * 0.45 + ray[0] * 0.55 + 5, middle[1] * 0.45 + ray[1] * 0.55 - 4], ray]);
			sheet.polygon(
				[
					[middle[0] - 12, middle[1] - 4],
					[middle[0] + 4, middle[1] - 14],
					[middle[0] + 14, middle[1] + 6],
					[middle[0] - 4, middle[1] + 14],
				],
				{ fill: white, stroke: ink },
			);
		},
	});
}

/** The lower half of a form is cut off, field by field. */
function drawScissors(): string {
	const top = 96;
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [500, 330] },
			parts: [
				block({ at: [24, 44, 0], size: [300, 236, top], cast: 18, left: drawer }),
				flat({ at: [38, 96, top], size: [266, 132], draw: longForm }),
				scissors([236, 60, top]),
				fallingStrip([324, 110, top]),
				openBox({ at: [352, 70, 0], size: [128, 196, 52], wall: 7, base: 6, cast: 10, content: strips }),
			],
		}),
	);
}

const drawer: Drawing = (sheet) => {
	for (const u of [18, 156]) {
		sheet.rect(u, 22, 126, 56, { fill: white, stroke: ink, radius: 4 });
		sheet.line(
			[
				[u + 48, 42],
				[u + 78, 42],
			],
			{ width: 4 },
		);
	}
};

function longForm(sheet: Sheet): void {
	sheet.polygon(
		[
			[5, 5],
			[sheet.width, 5],
			[sheet.width, 137],
			[5, 137],
		],
		{ fill: deep },
	);
	sheet.rect(0, 0, sheet.width, 132, { fill: white, stroke: ink });
	sheet.text(14, 18, 70, ink, 7);
	for (const u of [14, 98, 182])
		for (const v of [36, 82]) field(sheet, u, v, 68, { height: 22, filled: u > 90 ? 0 : 0.6 });
}

function scissors([x, y, z]: Point3): Part {
	return flat({
		at: [x, y, z + 1],
		size: [130, 210],
		draw: (sheet) => {
			const blade = (from: Point2, to: Point2, side: number): void => {
				const [du, dv] = [to[0] - from[0], to[1] - from[1]];
				const length = Math.hypot(du, dv);
				const [nu, nv] = [(-dv / length) * 9 * side, (du / length) * 9 * side];
				sheet.polygon(
					[
						[from[0] + 4, from[1] + 4],
						[to[0] + 4, to[1] + 4],
						[from[0] + nu + 4, from[1] + nv + 4],
					],
					{ fill: deep },
				);
				sheet.polygon([[from[0] - nu * 0.4, from[1] - nv * 0.4], to, [from[0] + nu, from[1] + nv]], {
					fill: shade,
					stroke: ink,
				});
			};
			blade([88, 150], [42, 6], 1);
			blade([46, 152], [94, 8], -1);
			for (const [u, v, from] of [
				[96, 178, [80, 128]],
				[36, 178, [52, 128]],
			] as const) {
				sheet.line([from, [u, v]], { width: 15 });
				sheet.line([from, [u, v]], { stroke: accentFill, width: 11 });
				sheet.ellipse(u, v, 24, 30, { fill: accentFill, stroke: ink });
				sheet.ellipse(u, v, 12, 18, { fill: white, stroke: ink });
			}
			sheet.circle(66, 104, 5, { fill: white, stroke: ink });
		},
	});
}

/** A strip of the form on its way over the table's edge. */
function fallingStrip([x, y, z]: Point3): Part {
	const at = (out: number, along: number, fall: number): Point2 => project([x + out, y + along, z - fall]);
	return part(
		[x, y, z - 60],
		[x + 28, y + 96, z],
		[
			{ outline: polygon([at(-18, 0, 0), at(0, 0, 0), at(0, 96, 0), at(-18, 96, 0)]), fill: white, stroke: ink },
			{ outline: polygon([at(0, 0, 0), at(26, 0, 34), at(26, 96, 34), at(0, 96, 0)]), fill: white, stroke: ink },
			{ outline: polyline([at(9, 14, 12), at(9, 50, 12)]), stroke: ink, width: 4 },
			{ outline: polygon([at(14, 14, 18), at(22, 14, 28), at(22, 80, 28), at(14, 80, 18)]), stroke: ink },
		],
	);
}

function strips([x, y, z]: Point3): Parts {
	const strip = (at: Point3, size: Point2): Part =>
		flat({
			at,
			size,
			facing: size[0] > size[1] ? "left" : "right",
			draw: (sheet) => {
				sheet.rect(0, 0, sheet.width, sheet.height, { fill: white, stroke: ink });
				sheet.text(8, sheet.height * 0.3, 30, ink, 4);
				sheet.rect(8, sheet.height * 0.46, sheet.width - 16, sheet.height * 0.38, { stroke: ink, radius: 3 });
			},
		});
	return [
		strip([x + 8, y + 8, z + 10], [32, 90]),
		strip([x + 56, y + 20, z + 12], [32, 94]),
		strip([x + 18, y + 118, z + 14], [88, 32]),
		strip([x + 70, y + 96, z + 16], [32, 80]),
		strip([x + 14, y + 60, z + 20], [86, 32]),
		strip([x + 34, y + 84, z + 26], [32, 88]),
	];
}

/** The tools of an afternoon's accessibility test: a keyboard, a phone, a clock. */
function drawKeyboard(): string {
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [486, 400], grid: 0, height: 18, radius: 40 },
			parts: [
				block({ at: [40, 188, 0], size: [400, 164, 18], radius: 12, cast: 8, top: keys }),
				flat({
					at: [40 + 14 + 5.5 * 29, 188 + 12 + 2 * 28, 18],
					size: [29, 28],
					draw: (sheet) => {
						sheet.rect(-5, -5, 36, 36, { stroke: accentFill, width: 6, radius: 8 });
					},
				}),
				alarmClock([64, 128, 0]),
				lyingPhone({ at: [246, 34, 0], width: 96, height: 176, facing: "right", draw: largeText }),
				cup({ at: [222, 70, 0], radius: 20, height: 36 }),
			],
		}),
	);
}

function keys(sheet: Sheet): void {
	const area = sheet.inset(12);
	const [pitch, step] = [28.9, 28];
	const key = (u: number, row: number, span: number, fill: string = white) =>
		area.rect(u * pitch + 2, row * step + 2, span * pitch - 5, step - 5, { fill, stroke: ink });
	const offsets = [0, 1.5, 1.75, 2.25];
	for (let row = 0; row < 4; row++) {
		const start = offsets[row] as number;
		if (start > 0) key(0, row, start, shade);
		const count = [12, 10, 10, 9][row] as number;
		for (let index = 0; index < count; index++) key(start + index, row, 1);
		key(start + count, row, 13 - start - count, shade);
	}
	for (const [u, span] of [
		[0, 1.5],
		[1.5, 1.5],
		[3, 6.5],
		[9.5, 1.75],
		[11.25, 1.75],
	] as const)
		key(u, 4, span, span > 6 ? white : shade);
}

function largeText(sheet: Sheet): void {
	sheet.line(
		[
			[14, 58],
			[25, 28],
			[36, 58],
		],
		{ width: 5 },
	);
	sheet.line(
		[
			[18, 48],
			[32, 48],
		],
		{ width: 5 },
	);
	sheet.line(
		[
			[44, 58],
			[50, 42],
			[56, 58],
		],
		{ width: 3 },
	);
	sheet.line(
		[
			[46, 53],
			[54, 53],
		],
		{ width: 3 },
	);
	lines(sheet, 12, 78, 60, [1, 0.8], { gap: 12, colour: ink, weight: 6 });
	button(sheet, 12, 108, 60, 24);
}

function alarmClock([x, y, z]: Point3): Parts {
	const foot = (u: number) => cylinder({ at: [x + u, y - 8, z], radius: 6, height: 12, cast: 10 });
	const bell = (u: number) =>
		group([
			cylinder({ at: [x + u, y - 9, z + 116], radius: 4, height: 10, cast: 0 }),
			turned({
				at: [x + u, y - 9, z + 122],
				profile: [
					[20, 0],
					[18, 10],
					[8, 18],
				],
				smooth: true,
			}),
		]);
	return [
		foot(34),
		foot(82),
		clock({
			at: [x, y, z + 8],
			radius: 58,
			facing: "left",
			thickness: 30,
			rim: 0.14,
			draw: (sheet) =>
				dial(sheet, {
					hands: [
						{ reading: 4, length: 0.5, width: 5 },
						{ reading: 12, length: 0.72 },
					],
				}),
		}),
		bell(30),
		bell(88),
	];
}
