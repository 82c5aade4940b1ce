import { onCircle } from "./curves.ts";
import { smallWindow } from "./details.ts";
import { framed, galleryFrame } from "./frame.ts";
import type { Point2, Point3 } from "./geometry.ts";
import { cup, lyingDocument, pencil, table } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { openBox, tube, turned } from "./parts-more.ts";
import { accent, bars, block, cylinder, type Fills, panel, phone, plain } from "./parts.ts";
import { drawScene, type Parts } from "./scene.ts";
import { barChart, button, checkbox, field, lines, ring } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the design service, by path below content/pictures. */
export const designGallery: Readonly<Record<string, () => string>> = {
	"services/ui-ux-design/gallery-1.svg": drawSession,
	"services/ui-ux-design/gallery-2.svg": drawStates,
	"services/ui-ux-design/gallery-3.svg": drawTray,
};

/** A usability test: the phone is filmed from above and wrong taps are counted. */
function drawSession(): string {
	const top = 60;
	const [poleX, poleY] = [64, 92];
	return drawScene(
		framed({
			...galleryFrame,
			parts: [
				table({ at: [0, 0, 0], size: [440, 310, top], fills: { ...plain, top: paper } }),
				cylinder({ at: [poleX, poleY, top], radius: 32, height: 10, cast: 10 }),
				tube({
					points: [
						[poleX, poleY, top + 10],
						[poleX, poleY, top + 212],
						[poleX + 74, poleY, top + 212],
					],
					radius: 6,
					bend: 30,
				}),
				camera([poleX + 74, poleY - 28, top + 186]),
				block({ at: [150, 108, top], size: [76, 34, 78], cast: 14 }),
				block({ at: [122, 216, top], size: [132, 34, 16], radius: 6, cast: 8 }),
				phone({ at: [130, 238, top + 14], width: 116, height: 202, tilt: 50, facing: "left", cast: 0, draw: tested }),
				bars({ at: [280, 178, top], values: [34, 66, 118, 52], size: 34, gap: 6, lit: 2 }),
				lyingDocument({ at: [16, 226, top], size: [84, 74], draw: tally }),
				pencil({ at: [300, 272, top], length: 70 }),
				cup({ at: [392, 70, top], radius: 18, height: 32 }),
			],
		}),
	);
}

function camera([x, y, z]: Point3): Parts {
	return [
		block({
			at: [x, y, z],
			size: [84, 52, 48],
			radius: 0,
			cast: 0,
			left: (sheet) => {
				sheet.rect(8, 8, 30, 12, { fill: shade, radius: 3 });
				sheet.circle(68, 14, 4, { fill: ink });
			},
		}),
		turned({
			at: [x + 42, y + 26, z - 24],
			profile: [
				[22, 0],
				[22, 10],
				[16, 10],
				[16, 24],
			],
		}),
	];
}

function tested(sheet: Sheet): void {
	const { width } = sheet;
	sheet.text(12, 32, 50, ink, 5);
	for (const v of [44, 78]) field(sheet, 12, v, width - 24, { height: 16 });
	button(sheet, 12, 118, width - 24, 20);
	// Taps that missed the button.
	for (const [u, v] of [
		[30, 154],
		[52, 147],
		[76, 158],
		[46, 168],
	] as const) {
		sheet.circle(u, v, 6, { stroke: ink });
		sheet.circle(u, v, 2, { fill: ink });
	}
}

function tally(sheet: Sheet): void {
	sheet.text(10, 14, 40, ink, 5);
	for (const v of [30, 46, 62]) {
		sheet.text(10, v, 22, deep, 4);
		const strokes = v === 46 ? 4 : 2;
		for (let index = 0; index < strokes; index++)
			sheet.line([
				[42 + index * 7, v - 5],
				[42 + index * 7, v + 5],
			]);
		if (strokes === 4)
			sheet.line([
				[37, v + 5],
				[69, v - 5],
			]);
	}
}

/** Empty, loading, half filled, broken and full: five states of one screen. */
function drawStates(): string {
	const states: readonly Drawing[] = [emptyState, loadingState, partialState, brokenState, fullState];
	const [width, depth, rise] = [102, 150, 20];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [depth + 52, width * 5 + 44] },
			parts: [
				states.map((state, index) => {
					const height = 34 + index * rise;
					const y = 22 + (4 - index) * width;
					return [
						block({
							at: [24, y, 0],
							size: [depth, width, height],
							cast: 16,
							right: (sheet) => {
								sheet.digits(String(index + 1), 14, 11, 13, { width: 3 });
								sheet.text(34, 18, [44, 56, 38, 50, 34][index] as number, ink, 5);
							},
						}),
						panel({
							at: [112, y + 9, height],
							width: width - 18,
							height: 140,
							facing: "right",
							radius: 8,
							cast: 8,
							thickness: 10,
							draw: smallWindow(state),
						}),
					];
				}),
			],
		}),
	);
}

function emptyState(sheet: Sheet): void {
	const [u, v] = [sheet.width / 2, sheet.height / 2 - 10];
	sheet.rect(u - 24, v - 24, 48, 48, { stroke: deep, radius: 8 });
	sheet.line(
		[
			[u - 10, v],
			[u + 10, v],
		],
		{ width: 3 },
	);
	sheet.line(
		[
			[u, v - 10],
			[u, v + 10],
		],
		{ width: 3 },
	);
	sheet.text(u - 28, v + 44, 56, deep, 4);
}

function loadingState(sheet: Sheet): void {
	ring(sheet.area(sheet.width / 2 - 20, 16, 40, 40), 0.3);
	for (const v of [74, 94, 114]) sheet.rect(12, v - 6, sheet.width - 24, 12, { fill: shade, radius: 6 });
}

function row(sheet: Sheet, v: number, length: number): void {
	sheet.circle(20, v, 7, { fill: ink });
	lines(sheet, 34, v - 4, sheet.width - 46, [length, length * 0.6], { gap: 9 });
}

function partialState(sheet: Sheet): void {
	sheet.text(12, 16, 44, ink, 6);
	row(sheet, 40, 0.9);
	row(sheet, 66, 0.7);
	for (const v of [92, 116]) sheet.rect(12, v - 8, sheet.width - 24, 16, { stroke: shade, radius: 5 });
}

function brokenState(sheet: Sheet): void {
	const { width, height } = sheet;
	const crack: Point2[] = [
		[width * 0.3, 0],
		[width * 0.46, 22],
		[width * 0.34, 40],
		[width * 0.52, 66],
	];
	sheet.text(12, 16, 16, deep, 6);
	sheet.line(crack, { width: 3 });
	sheet.line(
		[
			[width * 0.46, 22],
			[width * 0.64, 30],
			[width * 0.82, 22],
		],
		{ width: 3 },
	);
	sheet.line(
		[
			[width * 0.34, 40],
			[width * 0.16, 52],
		],
		{ width: 3 },
	);
	lines(sheet, 18, 84, width - 36, [1, 0.7], { gap: 10 });
	button(sheet, 18, height - 30, width - 36, 18, accentFill);
}

function fullState(sheet: Sheet): void {
	sheet.text(12, 16, 44, ink, 6);
	barChart(sheet.area(12, 26, sheet.width - 24, 32), [0.4, 0.7, 0.5, 0.9, 0.75]);
	for (const v of [72, 90, 108]) row(sheet, v, v === 90 ? 0.7 : 0.95);
}

/** A component library, sorted like type in a case. */
function drawTray(): string {
	const [width, depth] = [500, 330];
	const inset = 8;
	return drawScene(
		framed({
			...galleryFrame,
			parts: [
				openBox({
					at: [0, 0, 0],
					size: [width, depth, 44],
					wall: 10,
					base: 8,
					cast: 22,
					inside: { top: sand, left: shade, right: deep },
					content: ([x, y, z]) => {
						const wallAt = (at: Point2, size: Point2) =>
							block({ at: [x + at[0], y + at[1], z], size: [size[0], size[1], 30], cast: 0 });
						const place = (u: number, v: number): Point3 => [x + u, y + v, z];
						return [
							...buttons(place(inset + 10, inset + 10)),
							wallAt([166, 0], [8, 188]),
							...fields(place(188, inset + 8)),
							wallAt([332, 0], [8, 188]),
							...switches(place(354, inset + 10)),
							wallAt([0, 188], [480, 8]),
							...tiles(place(14, 212)),
							wallAt([280, 196], [8, 114]),
							...icons(place(304, 212)),
						];
					},
				}),
				block({
					at: [0, depth + 14, 0],
					size: [width, 40, 8],
					cast: 10,
					top: (sheet) => {
						for (let u = 10; u < width - 4; u += 12) {
							const long = (u - 10) % 60 === 0;
							sheet.line([
								[u, 0],
								[u, long ? 18 : 10],
							]);
						}
						[1, 2, 3, 4, 5, 6, 7, 8].forEach((number, index) => sheet.digits(String(number), 66 + index * 60, 23, 10));
					},
				}),
			],
		}),
	);
}

function buttons([x, y, z]: Point3): Parts[] {
	const looks: readonly Fills[] = [{ top: ink, left: ink, right: ink }, plain, { top: shade, left: deep, right: deep }];
	return looks.map((fills, index) =>
		block({
			at: [x, y + index * 54, z],
			size: [128, 38, 16],
			radius: 12,
			fills,
			cast: 8,
			top: (sheet) => sheet.text(34, 19, 60, fills.top === ink ? white : ink, 6),
		}),
	);
}

function fields([x, y, z]: Point3): Parts[] {
	return [0, 1, 2].map((index) =>
		block({
			at: [x, y + index * 56, z],
			size: [126, 42, 10],
			radius: 6,
			cast: 6,
			top: (sheet) => {
				sheet.rect(8, 8, 110, 26, { fill: paper, stroke: ink, radius: 4 });
				sheet.text(16, 21, [70, 46, 20][index] as number, index === 2 ? ink : deep, 5);
				if (index === 1)
					sheet.line([
						[66, 14],
						[66, 28],
					]);
				if (index === 2)
					sheet.line([
						[98, 18],
						[104, 24],
						[110, 18],
					]);
			},
		}),
	);
}

function switches([x, y, z]: Point3): Parts[] {
	return [true, false, true].flatMap((on, index) => [
		block({
			at: [x, y + index * 54, z],
			size: [92, 40, 10],
			radius: 20,
			cast: 6,
			fills: on ? { top: ink, left: ink, right: ink } : { ...plain, top: shade },
		}),
		cylinder({ at: [x + (on ? 70 : 22), y + index * 54 + 20, z + 10], radius: 14, height: 10, cast: 0 }),
	]);
}

function tiles([x, y, z]: Point3): Parts[] {
	const colours = [white, sand, shade, deep, ink, accentFill, paper, shade];
	return colours.map((top, index) =>
		block({
			at: [x + (index % 4) * 62, y + Math.floor(index / 4) * 46, z],
			size: [52, 38, 12],
			radius: 5,
			cast: 5,
			fills: top === accentFill ? accent : { ...plain, top },
		}),
	);
}

function icons([x, y, z]: Point3): Parts[] {
	const glyphs: readonly Drawing[] = [
		(sheet) => {
			sheet.circle(16, 16, 8, { stroke: ink, width: 3 });
			sheet.line(
				[
					[22, 22],
					[29, 29],
				],
				{ width: 3 },
			);
		},
		(sheet) =>
			sheet.line(
				[
					[8, 19],
					[16, 27],
					[30, 10],
				],
				{ width: 3 },
			),
		(sheet) =>
			[11, 19, 27].forEach((v) =>
				sheet.line(
					[
						[8, v],
						[30, v],
					],
					{ width: 3 },
				),
			),
		(sheet) => checkbox(sheet, 9, 9, 20, true),
		(sheet) => {
			sheet.circle(19, 19, 11, { stroke: ink, width: 3 });
			sheet.line(
				[
					[19, 12],
					[19, 19],
					[25, 19],
				],
				{ width: 3 },
			);
		},
		(sheet) =>
			sheet.polygon([[19, 7], onCircle([19, 19], 12, Math.PI * 0.2), onCircle([19, 19], 12, Math.PI * 0.8)], {
				fill: ink,
			}),
	];
	return glyphs.map((draw, index) =>
		block({
			at: [x + (index % 3) * 56, y + Math.floor(index / 3) * 46, z],
			size: [42, 38, 12],
			radius: 8,
			cast: 5,
			top: draw,
		}),
	);
}
