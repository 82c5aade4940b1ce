import { circle, move, type Point2, type Point3, polygon, polyline, project } from "./geometry.ts";
import { cup, key, lamp, lyingDocument, parcel, pencil, plant, table, tickMark } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { bar, conveyor } from "./parts-more.ts";
import { accent, block, cylinder, ground, monitor, panel, pipe, plate, prism, shadow } from "./parts.ts";
import { clipShadows, drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { barChart, browser, button, landscape, lines } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the pages about the company and how it works, by path below content/pictures. */
export const companyIllustrations: Readonly<Record<string, () => string>> = {
	"pages/about.svg": drawAbout,
	"pages/vision.svg": drawVision,
	"pages/mission.svg": drawMission,
	"pages/process.svg": drawProcess,
	"pages/why.svg": drawWhy,
};

const frame = { width: 880, height: 660 };

/** Three floors of one office; work goes from one to the next by pipe. */
function drawAbout(): string {
	const [width, depth, storey] = [336, 150, 136];
	const [x, y] = [20, 60];
	const [px, py] = [x + width + 44, y + 74];
	const floors = [0, 1, 2].map((level) => {
		const z = level * storey;
		const post = (u: number, v: number) => block({ at: [x + u, y + v, z + 14], size: [10, 10, storey - 14], cast: 0 });
		const places =
			[
				[18, 122, 226],
				[18, 226],
				[122, 226],
			][level] ?? [];
		return [
			block({ at: [x, y, z], size: [width, depth, 14], cast: level === 0 ? 40 : 0 }),
			level < 2 ? [post(4, depth - 14), post(width - 14, depth - 14), post(width - 14, 4)] : [],
			clipShadows(
				places.map((u) => desk([x + u, y + 80, z + 14])),
				[x, y, z + 14],
				[width, depth],
			),
		];
	});
	return drawScene({
		...frame,
		parts: [
			ground({ size: [470, 270] }),
			floors,
			[0, 1, 2].map((level) =>
				pipe({
					points: [
						[x + width, py, level * storey + 50],
						[px - 20, py, level * storey + 50],
					],
					radius: 12,
					cast: false,
				}),
			),
			cylinder({ at: [px, py, 0], radius: 34, height: 16, cast: 18 }),
			cylinder({ at: [px, py, 16], radius: 25, height: storey - 10, cast: 0 }),
			liftedParcel([px, py, storey + 6], storey - 24),
			cylinder({ at: [px, py, 2 * storey - 18], radius: 25, height: 110, cast: 0 }),
		],
	});
}

function desk([x, y, z]: Point3): Part {
	return group([
		shadow({ at: [x, y, z], size: [94, 64], reach: 26 }),
		block({ at: [x + 3, y + 3, z], size: [8, 58, 36], cast: 0 }),
		block({ at: [x + 83, y + 3, z], size: [8, 58, 36], cast: 0 }),
		block({ at: [x, y, z + 36], size: [94, 64, 8], cast: 0 }),
		monitor({
			at: [x + 13, y + 28, z + 44],
			width: 68,
			height: 46,
			facing: "left",
			lift: 8,
			draw: (sheet) => lines(sheet, 8, 9, 36, [0.6, 1, 0.8], { gap: 9, weight: 3 }),
		}),
	]);
}

/** A length of glass pipe with a parcel rising in it. `at` is the middle of its foot. */
function liftedParcel([x, y, z]: Point3, height: number): Part {
	const radius = 25;
	const [u, v] = project([x, y, z]);
	const half = radius * Math.sqrt(1.5);
	const box = parcel({ at: [x - 16, y - 16, z + height * 0.34], size: [32, 32, 28], fills: accent, cast: 0 });
	return part(
		[x - radius, y - radius, z],
		[x + radius, y + radius, z + height],
		[
			{
				outline: polygon([
					[u - half, v],
					[u + half, v],
					[u + half, v - height],
					[u - half, v - height],
				]),
				fill: paper,
			},
			...box.flatMap(({ marks }) => marks),
			{
				outline: polyline([
					[u - half, v],
					[u - half, v - height],
				]),
				stroke: ink,
			},
			{
				outline: polyline([
					[u + half, v],
					[u + half, v - height],
				]),
				stroke: ink,
			},
		],
	);
}

/** A telescope on a terrace, aimed over low roofs at the tower that is not built yet. */
function drawVision(): string {
	const house = (x: number, y: number, size: Point2, height: number): Parts =>
		block({ at: [x, y, 0], size: [...size, height], cast: 18, left: windows(deep), right: windows(deep) });
	return drawScene({
		...frame,
		parts: [
			ground({ size: [280, 640] }),
			block({
				at: [112, 24, 0],
				size: [88, 88, 300],
				cast: 44,
				fills: accent,
				left: windows(ink),
				right: windows(ink),
			}),
			house(16, 30, [66, 70], 64),
			house(220, 40, [46, 60], 40),
			house(16, 126, [80, 56], 46),
			house(116, 146, [62, 60], 58),
			house(202, 130, [60, 70], 34),
			house(20, 208, [56, 76], 38),
			house(98, 234, [84, 52], 42),
			house(204, 232, [56, 56], 52),
			terrace([20, 354, 0]),
		],
	});
}

/** Rows of windows in a wall, as short strokes. */
const windows =
	(colour: string): Drawing =>
	(sheet) => {
		const pitch = 22;
		const count = Math.max(1, Math.floor((sheet.width - 8) / pitch));
		const start = (sheet.width - (count - 1) * pitch - 10) / 2;
		for (let v = 16; v < sheet.height - 8; v += 22) sheet.dashes(start, v, count, pitch, 10, colour);
	};

function terrace([x, y, z]: Point3): Parts {
	const [width, depth, height] = [236, 256, 84];
	const rail = 14;
	const top = z + height;
	return [
		block({ at: [x, y, z], size: [width, depth, height], left: windows(deep), right: windows(deep) }),
		block({ at: [x, y, top], size: [width, rail, 22], cast: 8 }),
		block({ at: [x, y + rail, top], size: [rail, depth - rail, 22], cast: 12 }),
		telescope([x + 130, y + 130, top]),
		plant({ at: [x + 50, y + 208, top], radius: 16, height: 28 }),
		block({ at: [x + width - rail, y + rail, top], size: [rail, depth - rail, 22], cast: 0 }),
		block({ at: [x + rail, y + depth - rail, top], size: [width - 2 * rail, rail, 22], cast: 0 }),
	];
}

/** A telescope on three legs along y, its lens at the far end. `at` lies on the ground between its legs. */
function telescope([x, y, z]: Point3): Parts {
	const head: Point3 = [x, y, z + 96];
	const leg = (dx: number, dy: number): Mark[] => {
		const outline = polyline([project(head), project([x + dx, y + dy, z])]);
		return [
			{ outline, stroke: ink, width: 9 },
			{ outline, stroke: white, width: 5 },
		];
	};
	const axis = z + 116;
	return [
		shadow({ at: [x - 22, y - 24, z], size: [44, 50], reach: 14 }),
		part([x - 40, y - 40, z], [x + 40, y + 40, z + 96], [...leg(-38, -14), ...leg(34, -26), ...leg(6, 40)]),
		group([
			bar({ at: [x, y - 128, axis], axis: "y", length: 26, radius: 33, under: deep }),
			bar({ at: [x, y - 102, axis], axis: "y", length: 112, radius: 26 }),
			bar({ at: [x, y + 10, axis], axis: "y", length: 60, radius: 19, fill: paper }),
			bar({ at: [x, y + 70, axis], axis: "y", length: 26, radius: 13, end: ink }),
		]),
	];
}

/** A bench where the work is measured, shown and handed over. */
function drawMission(): string {
	const top = 120;
	return drawScene({
		...frame,
		parts: [
			ground({ size: [520, 340] }),
			table({ at: [40, 50, 0], size: [430, 240, top], drawers: true }),
			monitor({
				at: [76, 110, top],
				width: 240,
				height: 158,
				facing: "left",
				draw: (sheet) => {
					lines(sheet, 16, 18, 80, [1], { colour: ink, weight: 6 });
					barChart(sheet.area(18, 36, sheet.width - 36, sheet.height - 52), [0.22, 0.34, 0.48, 0.6, 0.78, 0.95]);
				},
			}),
			ruler([80, 216, top]),
			key({ at: [296, 196, top], length: 150, fill: accentFill }),
			lamp({ at: [426, 88, top], height: 150 }),
			cup({ at: [372, 118, top], radius: 15, height: 28 }),
		],
	});
}

function ruler([x, y, z]: Point3): Parts {
	return block({
		at: [x, y, z],
		size: [190, 34, 5],
		cast: 5,
		top: (sheet) => {
			for (let u = 10; u < 186; u += 10)
				sheet.line([
					[u, 0],
					[u, (u / 10) % 5 ? 9 : 16],
				]);
			sheet.circle(178, 22, 5, { fill: shade, stroke: ink });
		},
	});
}

/** Six weeks on one belt, from the notebook to the button that launches. */
function drawProcess(): string {
	const [pitch, level] = [126, 60];
	const place = (index: number, v = 0): Point3 => [24 + index * pitch, 60 + v, level];
	return drawScene({
		...frame,
		parts: [
			ground({ size: [782, 240] }),
			conveyor({ at: [8, 52, 0], axis: "x", length: 766, width: 138, height: level }),
			block({
				at: move(place(0), [0, 10, 0]),
				size: [80, 104, 14],
				cast: 6,
				top: (sheet) => {
					sheet.line([
						[12, 0],
						[12, 104],
					]);
					sheet.rect(26, 22, 42, 26, { fill: shade, stroke: ink });
					sheet.text(34, 35, 26, ink);
				},
			}),
			lyingDocument({ at: move(place(1), [-2, 8, 0]), size: [88, 108], draw: paperSketch }),
			pencil({ at: move(place(1), [24, 92, 1]), length: 66 }),
			panel({
				at: move(place(2), [0, 60, 0]),
				width: 100,
				height: 126,
				facing: "left",
				thickness: 8,
				radius: 7,
				cast: 14,
				draw: wireframe,
			}),
			panel({
				at: move(place(3), [0, 60, 0]),
				width: 100,
				height: 126,
				facing: "left",
				thickness: 8,
				radius: 7,
				cast: 14,
				draw: browser(page, 16),
			}),
			testBench(place(4)),
			launchButton(place(5, 10)),
		],
	});
}

const paperSketch: Drawing = (sheet) => {
	sheet.rect(14, 18, 56, 32, { stroke: ink, dash: [5, 6] });
	lines(sheet, 14, 64, 58, [1, 0.7], { colour: ink, weight: 2, gap: 11 });
};

const wireframe: Drawing = (sheet) => {
	sheet.rect(12, 14, 76, 44, { fill: sand, stroke: ink });
	sheet.line([
		[12, 14],
		[88, 58],
	]);
	sheet.line([
		[88, 14],
		[12, 58],
	]);
	for (const u of [12, 54]) sheet.rect(u, 70, 34, 38, { fill: sand, stroke: ink });
};

const page: Drawing = (sheet) => {
	landscape(sheet.area(12, 12, 76, 42), { radius: 2 });
	lines(sheet, 12, 66, 72, [0.9, 0.6], { colour: ink, weight: 6, gap: 12 });
	button(sheet, 12, 86, 44, 15);
};

function testBench([x, y, z]: Point3): Parts {
	return [
		block({
			at: [x - 2, y + 8, z],
			size: [100, 104, 24],
			cast: 10,
			left: (sheet) => [16, 34, 52].forEach((u) => sheet.dot(u, 12, 4, white, true)),
		}),
		plate({
			at: [x + 8, y + 56, z + 24],
			width: 80,
			height: 80,
			facing: "left",
			thickness: 10,
			outline: circle([40, 40], 40),
			draw: (sheet) => {
				sheet.circle(40, 40, 31, { fill: paper, stroke: ink });
				sheet.line(
					[
						[40, 46],
						[56, 28],
					],
					{ width: 4 },
				);
				sheet.dot(40, 46, 4, ink);
			},
		}),
	];
}

function launchButton([x, y, z]: Point3): Parts {
	return [
		block({ at: [x, y, z], size: [104, 104, 28], cast: 10, left: (sheet) => sheet.text(26, 14, 52, ink, 5) }),
		cylinder({ at: [x + 52, y + 52, z + 28], radius: 38, height: 9, cast: 0 }),
		cylinder({ at: [x + 52, y + 52, z + 37], radius: 29, height: 22, fills: accent, cast: 0 }),
	];
}

/** A balance that stands level: many plain blocks against one that has been checked. */
function drawWhy(): string {
	return drawScene({ ...frame, parts: [ground({ size: [430, 430] }), balance([206, 206, 0])] });
}

/** A balance whose beam runs level across the picture. `at` is the middle of its foot. */
function balance([x, y, z]: Point3): Parts {
	const [beam, pan] = [z + 336, z + 92];
	const arm = 152;
	// Across the picture means as far along x as back along y.
	const across = 1 / Math.SQRT2;
	const [half, breadth] = [arm / across + 12, 9];
	const plan = (
		[
			[-half, -breadth],
			[half, -breadth],
			[half, breadth],
			[-half, breadth],
		] as const
	).map(([along, aside]): Point2 => [(along + aside) * across, (aside - along) * across]);
	const [left, top] = [Math.min(...plan.map(([u]) => u)), Math.min(...plan.map(([, v]) => v))];
	const side = (offset: number, load: (at: Point3) => Parts): Parts => {
		const [px, py] = [x + offset, y - offset];
		const rope = (dx: number, dy: number): Mark => ({
			outline: polyline([project([px, py, beam]), project([px + dx, py + dy, pan + 10])]),
			stroke: ink,
		});
		const rim = 88 * across;
		return [
			cylinder({ at: [px, py, pan], radius: 92, height: 10, cast: 0 }),
			part([px - rim, py - rim, pan + 10], [px - rim + 1, py - rim + 1, beam], [rope(-rim, -rim)]),
			load([px, py, pan + 10]),
			part([px + rim, py + rim, pan + 10], [px + rim + 1, py + rim + 1, beam], [rope(-rim, rim), rope(rim, -rim)]),
		];
	};
	return [
		cylinder({ at: [x, y, z], radius: 78, height: 18, cast: 34 }),
		cylinder({ at: [x, y, z + 18], radius: 50, height: 14, cast: 0 }),
		cylinder({ at: [x, y, z + 32], radius: 10, height: beam - z - 40, cast: 0 }),
		side(-arm, stack),
		side(arm, ([px, py, pz]) =>
			block({ at: [px - 33, py - 33, pz], size: [66, 66, 66], fills: accent, cast: 10, right: tickMark }),
		),
		prism({ at: [x + left, y + top, beam - 8], plan: plan.map(([u, v]): Point2 => [u - left, v - top]), height: 18 }),
		cylinder({ at: [x, y, beam + 10], radius: 14, height: 18, cast: 0 }),
	];
}

/** Three layers of plain blocks. `at` is the middle of the lowest. */
function stack([x, y, z]: Point3): Parts {
	const layer = (count: number, size: Point3, level: number) =>
		Array.from({ length: count * count }, (_, index) => {
			const from = (-count * size[0]) / 2 - (count - 1) * 2;
			const [u, v] = [index % count, Math.floor(index / count)];
			return block({
				at: [x + from + u * (size[0] + 4), y + from + v * (size[1] + 4), z + level],
				size,
				cast: level === 0 ? 8 : 0,
			});
		});
	return [layer(2, [48, 48, 38], 0), layer(2, [38, 38, 32], 38), layer(1, [44, 44, 32], 70)];
}
