/** Things of the office and the workshop, built from parts.ts, whose rules for `at`, `facing` and boxes apply. */

import {
	circle,
	type Face,
	mapOutline,
	move,
	type Outline,
	type Point2,
	type Point3,
	polygon,
	polyline,
	project,
	projectOutline,
	rectangle,
	roundCorners,
} from "./geometry.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import {
	accent,
	block,
	cylinder,
	dim,
	type Facing,
	type Fills,
	flat,
	lyingFace,
	plain,
	plate,
	shadow,
} from "./parts.ts";
import { group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { month, writing } from "./screens.ts";
import { type Drawing, Sheet, type Style } from "./sheet.ts";

const outlined = (fill: string): Style => ({ fill, stroke: ink });

// ---------------------------------------------------------------------------------------------------------------- paper

/** A sheet of paper with a turned corner, lying; with lines of text unless `draw` is given. */
export function lyingDocument({
	at,
	size: [width, depth],
	facing = "left",
	fill = white,
	draw = writing,
	cast = true,
}: {
	at: Point3;
	size: Point2;
	facing?: Facing;
	fill?: string;
	draw?: Drawing;
	cast?: boolean;
}): Part {
	return flat({
		at,
		size: [width, depth],
		facing,
		draw: (sheet) => {
			if (cast)
				sheet.polygon(
					[
						[5, 5],
						[sheet.width + 4, 5],
						[sheet.width + 4, sheet.height + 4],
						[5, sheet.height + 4],
					],
					{ fill: deep },
				);
			pageOutline(sheet, fill);
			draw(sheet);
		},
	});
}

/** A sheet of paper with a turned corner, standing. `at` is the lower corner of its front. */
export function standingDocument({
	at,
	width,
	height,
	facing,
	fill = white,
	draw = writing,
	cast = 0,
}: {
	at: Point3;
	width: number;
	height: number;
	facing: Facing;
	fill?: string;
	draw?: Drawing;
	cast?: number;
}): Part[] {
	const fold = Math.min(width, height) * 0.2;
	return plate({
		at,
		width,
		height,
		facing,
		thickness: 4,
		fill,
		cast,
		outline: polygon([
			[0, 0],
			[width - fold, 0],
			[width, fold],
			[width, height],
			[0, height],
		]),
		draw: (sheet) => {
			sheet.polygon(
				[
					[width - fold, 0],
					[width - fold, fold],
					[width, fold],
				],
				outlined(shade),
			);
			draw(sheet);
		},
	});
}

function pageOutline(sheet: Sheet, fill: string): void {
	const { width, height } = sheet;
	const fold = Math.min(width, height) * 0.2;
	sheet.polygon(
		[
			[0, 0],
			[width - fold, 0],
			[width, fold],
			[width, height],
			[0, height],
		],
		outlined(fill),
	);
	sheet.polygon(
		[
			[width - fold, 0],
			[width - fold, fold],
			[width, fold],
		],
		outlined(shade),
	);
}

/** A pile of paper, with text on the top sheet. */
export function paperStack({
	at,
	size,
	facing = "left",
	fills = plain,
	draw = writing,
}: {
	at: Point3;
	size: Point3;
	facing?: Facing;
	fills?: Fills;
	draw?: Drawing;
}): Part[] {
	const [, , height] = size;
	const leaves: Drawing = (sheet) => {
		for (let v = 5; v < height - 2; v += 5)
			sheet.line(
				[
					[0, v],
					[sheet.width, v],
				],
				{ stroke: deep },
			);
	};
	return block({ at, size, fills, topFacing: facing, top: draw, left: leaves, right: leaves, cast: 6 });
}

/** A closed envelope that stands. `at` is the lower corner of its front. */
export function standingEnvelope({
	at,
	width = 84,
	height = 56,
	facing,
	fill = white,
	cast = 0,
}: {
	at: Point3;
	width?: number;
	height?: number;
	facing: Facing;
	fill?: string;
	cast?: number;
}): Part[] {
	const edge = fill === accentFill ? accentFill : shade;
	return plate({
		at,
		width,
		height,
		facing,
		thickness: 6,
		fill,
		edge,
		cast,
		outline: rectangle(0, 0, width, height),
		draw: envelopeFlap,
	});
}

function envelopeFlap(sheet: Sheet): void {
	const { width, height } = sheet;
	sheet.line([
		[2, 2],
		[width * 0.5, height * 0.58],
		[width - 2, 2],
	]);
	sheet.line([
		[2, height - 2],
		[width * 0.36, height * 0.44],
	]);
	sheet.line([
		[width - 2, height - 2],
		[width * 0.64, height * 0.44],
	]);
}

/** A standing calendar with rings, a heading and the days of a month; `day` (from 0) is marked in `mark`. */
export function calendar({
	at,
	width = 130,
	height = 130,
	facing,
	day,
	mark = ink,
	tilt = 0,
	cast = 30,
}: {
	at: Point3;
	width?: number;
	height?: number;
	facing: Facing;
	day?: number;
	mark?: string;
	tilt?: number;
	cast?: number;
}): Part[] {
	return plate({
		at,
		width,
		height,
		facing,
		tilt,
		cast,
		thickness: 12,
		outline: rectangle(0, 0, width, height, 10),
		draw: (sheet) => {
			const head = height * 0.2;
			sheet.shape(
				roundCorners(
					[
						[0, 0],
						[width, 0],
						[width, head],
						[0, head],
					],
					[10, 10, 0, 0],
				),
				outlined(shade),
			);
			sheet.text(width * 0.28, head / 2 + 2, width * 0.44, ink, 5);
			for (const share of [0.16, 0.84]) {
				sheet.line(
					[
						[width * share, -7],
						[width * share, 9],
					],
					{ width: 8 },
				);
				sheet.line(
					[
						[width * share, -7],
						[width * share, 9],
					],
					{ stroke: white, width: 4 },
				);
			}
			month(sheet.area(10, head + 9, width - 20, height - head - 18), { ...(day !== undefined && { day }), mark });
		},
	});
}

/** A speech bubble that stands on its tail. `at` is the lower corner of its front, level with the tip of the tail. */
export function bubble({
	at,
	width,
	height,
	facing,
	tail = "start",
	fill = white,
	draw,
	cast = 0,
}: {
	at: Point3;
	width: number;
	height: number;
	facing: Facing;
	tail?: "start" | "end";
	fill?: string;
	draw?: Drawing;
	cast?: number;
}): Part[] {
	const bottom = height - 16;
	const [near, far] = tail === "start" ? [18, 40] : [width - 40, width - 18];
	const tip = tail === "start" ? near : far;
	const outline = roundCorners(
		[
			[0, 0],
			[width, 0],
			[width, bottom],
			[far, bottom],
			[tip, height],
			[near, bottom],
			[0, bottom],
		],
		[14, 14, 14, 0, 1, 0, 14],
	);
	return plate({
		at,
		width,
		height,
		facing,
		thickness: 10,
		fill,
		edge: fill === accentFill ? accentFill : shade,
		outline,
		cast,
		draw: (sheet) => draw?.(sheet.area(0, 0, width, bottom)),
	});
}

// ------------------------------------------------------------------------------------------------------------ furniture

/** A table: a top on four legs. `size` is its length along x, along y and its height; place things on it at z plus the height. */
export function table({
	at,
	size: [width, depth, height],
	fills = plain,
	drawers = false,
}: {
	at: Point3;
	size: Point3;
	fills?: Fills;
	drawers?: boolean;
}): Parts {
	const [x, y, z] = at;
	const leg = 12;
	const thickness = 12;
	const under = height - thickness;
	const legAt = (u: number, v: number) => block({ at: [x + u, y + v, z], size: [leg, leg, under], cast: 0 });
	const chest = Math.min(90, depth * 0.4);
	return [
		shadow({ at, size: [width, depth], reach: 34 }),
		legAt(8, 8),
		legAt(width - leg - 8, 8),
		legAt(8, depth - leg - 8),
		legAt(width - leg - 8, depth - leg - 8),
		...(drawers
			? [
					block({
						at: [x + 22, y + depth - chest - 22, z],
						size: [width - 44, chest, under],
						cast: 0,
						right: (sheet) => {
							for (const share of [0, 0.34, 0.68]) {
								sheet.rect(8, under * share + 5, sheet.width - 16, under * 0.3, { ...outlined(paper), radius: 3 });
								sheet.line(
									[
										[sheet.width / 2 - 8, under * share + 14],
										[sheet.width / 2 + 8, under * share + 14],
									],
									{ width: 3 },
								);
							}
						},
					}),
				]
			: []),
		block({ at: [x, y, z + under], size: [width, depth, thickness], radius: 8, fills, cast: 0 }),
	];
}

/**
 * Open shelves along x (facing left) or y (facing right). `fill` gets the number of a board from below, and the place for things on it.
 */
export function shelf({
	at,
	size: [width, depth, height],
	boards = 3,
	facing = "left",
	fill,
}: {
	at: Point3;
	size: Point3;
	boards?: number;
	facing?: Facing;
	fill?: (board: number, at: Point3, clear: number) => Parts;
}): Part {
	const [x, y, z] = at;
	const thickness = 8;
	const pitch = (height - thickness) / boards;
	const isLeft = facing === "left";
	const parts: Parts[] = [shadow({ at, size: [width, depth], reach: 36 })];
	// The back wall comes first; the shelves rest on posts at the ends.
	parts.push(
		isLeft
			? block({ at: [x, y, z], size: [width, 6, height], fills: { top: white, left: sand, right: shade }, cast: 0 })
			: block({ at: [x, y, z], size: [6, depth, height], fills: { top: white, left: paper, right: sand }, cast: 0 }),
	);
	const inner: Point2 = isLeft ? [width - 2 * thickness, depth - 6] : [width - 6, depth - 2 * thickness];
	const innerAt: Point3 = isLeft ? [x + thickness, y + 6, z] : [x + 6, y + thickness, z];
	for (let board = 0; board <= boards; board++) {
		const level = z + board * pitch;
		parts.push(block({ at: [innerAt[0], innerAt[1], level], size: [inner[0], inner[1], thickness], cast: 0 }));
		if (board < boards && fill) parts.push(fill(board, [innerAt[0], innerAt[1], level + thickness], pitch - thickness));
	}
	for (const end of [0, 1]) {
		parts.push(
			isLeft
				? block({ at: [x + end * (width - thickness), y + 6, z], size: [thickness, depth - 6, height], cast: 0 })
				: block({ at: [x + 6, y + end * (depth - thickness), z], size: [width - 6, thickness, height], cast: 0 }),
		);
	}
	return group(parts);
}

/** A row of books or binders on end, along x (facing left) or y (facing right). `lit` marks one spine in the accent colour. */
export function books({
	at: [x, y, z],
	facing = "left",
	heights,
	thickness = 14,
	depth = 40,
	lit,
}: {
	at: Point3;
	facing?: Facing;
	heights: readonly number[];
	thickness?: number;
	depth?: number;
	lit?: number;
}): Parts {
	return heights.map((height, index) => {
		const fills = index === lit ? accent : index % 3 === 1 ? dim : plain;
		const spine: Drawing = (sheet) => {
			sheet.line([
				[3, height * 0.22],
				[sheet.width - 3, height * 0.22],
			]);
			sheet.line([
				[3, height * 0.36],
				[sheet.width - 3, height * 0.36],
			]);
		};
		return facing === "left"
			? block({ at: [x + index * thickness, y, z], size: [thickness, depth, height], fills, left: spine, cast: 0 })
			: block({ at: [x, y + index * thickness, z], size: [depth, thickness, height], fills, right: spine, cast: 0 });
	});
}

/** A parcel with tape and a label. */
export function parcel({
	at,
	size = [56, 56, 44],
	fills = plain,
	cast,
}: {
	at: Point3;
	size?: Point3;
	fills?: Fills;
	cast?: number;
}): Part[] {
	const tape = fills.top === accentFill ? ink : deep;
	return block({
		at,
		size,
		fills,
		...(cast !== undefined && { cast }),
		top: (sheet) => {
			const half = sheet.height / 2;
			if (tape === ink)
				sheet.line([
					[0, half],
					[sheet.width, half],
				]);
			else
				sheet.polygon(
					[
						[0, half - 5],
						[sheet.width, half - 5],
						[sheet.width, half + 5],
						[0, half + 5],
					],
					outlined(sand),
				);
		},
		right: (sheet) => {
			const half = sheet.width / 2;
			if (tape !== ink) sheet.rect(half - 5, 0, 10, sheet.height * 0.3, outlined(sand));
			else
				sheet.line([
					[half, 0],
					[half, sheet.height * 0.3],
				]);
		},
		left: (sheet) => {
			sheet.rect(sheet.width * 0.14, sheet.height * 0.44, sheet.width * 0.44, sheet.height * 0.36, outlined(white));
			sheet.line([
				[sheet.width * 0.22, sheet.height * 0.56],
				[sheet.width * 0.48, sheet.height * 0.56],
			]);
			sheet.line([
				[sheet.width * 0.22, sheet.height * 0.68],
				[sheet.width * 0.38, sheet.height * 0.68],
			]);
		},
	});
}

/** A tray for papers on a desk, open at the top, with a sheet in it. */
export function tray({
	at,
	size: [width, depth] = [96, 70],
	facing = "left",
	papers = 2,
}: {
	at: Point3;
	size?: Point2;
	facing?: Facing;
	papers?: number;
}): Part {
	const [x, y, z] = at;
	const rim = 16;
	return group([
		block({ at, size: [width, depth, 5], cast: 6 }),
		block({ at: [x, y, z + 5], size: [width, 4, rim], cast: 0 }),
		block({ at: [x, y + 4, z + 5], size: [4, depth - 8, rim], cast: 0 }),
		paperStack({ at: [x + 8, y + 8, z + 5], size: [width - 18, depth - 18, 3 * papers], facing }),
		block({ at: [x + width - 4, y + 4, z + 5], size: [4, depth - 8, 8], cast: 0 }),
		block({ at: [x, y + depth - 4, z + 5], size: [width, 4, 8], cast: 0 }),
	]);
}

// ------------------------------------------------------------------------------------------------------------- machines

/**
 * A small tower crane whose jib runs from its mast towards smaller x. `at` is the corner of the mast, which is 22 wide.
 *
 * `reach` is the length of the jib, `hookAt` the distance of its rope from the mast's corner, `rope` the rope's length. The hook hangs in
 * the middle of the jib's width, at y plus 11.
 */
export function crane({
	at: [x, y, z],
	height,
	reach,
	hookAt,
	rope,
}: {
	at: Point3;
	height: number;
	reach: number;
	hookAt: number;
	rope: number;
}): Parts {
	const zigzag = (sheet: Sheet, length: number, width: number, isUpright: boolean) => {
		const points: Point2[] = [];
		for (let along = 0, side = 0; along <= length; along += width, side = 1 - side)
			points.push(isUpright ? [side * width, along] : [along, side * width]);
		sheet.line(points);
	};
	const lattice: Drawing = (sheet) => zigzag(sheet, sheet.height, sheet.width, true);
	const hook: Point3 = [x - hookAt, y + 11, z + height];
	return [
		block({ at: [x - 22, y - 20, z], size: [66, 66, 14] }),
		block({ at: [x, y, z + 14], size: [22, 22, height - 14], cast: 0, left: lattice, right: lattice }),
		block({
			at: [x - reach, y, z + height],
			size: [reach + 22, 22, 18],
			cast: 0,
			left: (sheet) => zigzag(sheet, sheet.width, sheet.height, false),
		}),
		block({
			at: [x + 26, y - 4, z + height - 6],
			size: [40, 30, 34],
			cast: 0,
			left: (sheet) => sheet.rect(8, 6, 24, 16, outlined(white)),
		}),
		part(
			[hook[0] - 1, hook[1] - 1, hook[2] - rope],
			[hook[0] + 1, hook[1] + 1, hook[2]],
			[{ outline: polyline([project(hook), project([hook[0], hook[1], hook[2] - rope])]), stroke: ink }],
		),
	];
}

// ----------------------------------------------------------------------------------------------------------- small things

/** A cup with a handle. `at` is the middle of its base. */
export function cup({ at, radius = 14, height = 26 }: { at: Point3; radius?: number; height?: number }): Part {
	const [x, y, z] = at;
	const handle = projectOutline(
		{ origin: [x + radius * 0.6, y - radius * 0.6, z + height], u: [0.8, -0.8, 0], v: [0, 0, -1] },
		{
			start: [0, 6],
			steps: [
				[
					[14, 2],
					[14, height - 4],
					[0, height - 8],
				],
			],
			closed: false,
		},
	);
	return group([
		part(
			[x - radius, y - radius, z],
			[x + radius, y + radius, z],
			[
				{ outline: handle, stroke: ink, width: 7 },
				{ outline: handle, stroke: white, width: 3 },
			],
		),
		cylinder({
			at,
			radius,
			height,
			cast: 8,
			top: (sheet) => sheet.circle(radius, radius, radius - 4, outlined(deep)),
		}),
	]);
}

/** A potted plant. `at` is the middle of the pot's base; it is about two and a half pots high. */
export function plant({ at, radius = 22, height = 40 }: { at: Point3; radius?: number; height?: number }): Part {
	const [x, y, z] = at;
	const [cx, cy] = project([x, y, z + height]);
	const size = radius / 22;
	const leaf = (angle: number, length: number, spread: number, fill: string, veined = false): Mark[] => {
		const turn = (angle * Math.PI) / 180;
		const along = (distance: number, aside: number): Point2 => [
			cx + (Math.sin(turn) * distance + Math.cos(turn) * aside) * size,
			cy - (Math.cos(turn) * distance - Math.sin(turn) * aside) * size,
		];
		// Two quadratic curves, written as cubic ones.
		const side = (aside: number, from: number, to: number) =>
			[
				along(from + (length * 0.5 - from) * (2 / 3), aside),
				along(to + (length * 0.5 - to) * (2 / 3), aside),
				along(to, 0),
			] as const;
		const outline: Outline = {
			start: along(0, 0),
			steps: [side(spread, 0, length), side(-spread, length, 0)],
			closed: true,
		};
		const vein: Mark = { outline: polyline([along(length * 0.3, 0), along(length * 0.72, 0)]), stroke: ink };
		return [{ outline, fill, stroke: ink }, ...(veined ? [vein] : [])];
	};
	const leaves = part(
		[x - radius, y - radius, z + height],
		[x + radius, y + radius, z + height + 90 * size],
		[
			...leaf(-36, 78, 18, shade),
			...leaf(34, 82, 18, shade),
			...leaf(-2, 96, 20, white, true),
			...leaf(-68, 58, 16, white, true),
			...leaf(66, 60, 16, paper, true),
		],
	);
	return group([
		cylinder({
			at,
			radius,
			height,
			cast: 14,
			top: (sheet) => sheet.circle(radius, radius, radius - 5, outlined(deep)),
		}),
		leaves,
	]);
}

/** A desk lamp: round base, bent arm, shade to the left or right. `at` is the middle of its base. */
export function lamp({ at, height = 120, towards = "left" }: { at: Point3; height?: number; towards?: Facing }): Part {
	const [x, y, z] = at;
	const turn = towards === "left" ? -1 : 1;
	const [cx, cy] = project([x, y, z + 6]);
	const elbow: Point2 = [cx - turn * 14, cy - height * 0.55];
	const head: Point2 = [cx + turn * 26, cy - height * 0.92];
	const arm = polyline([[cx, cy], elbow, head]);
	const place = ([u, v]: Point2): Point2 => [head[0] + turn * (u * 0.86 + v * 0.5), head[1] - u * 0.5 + v * 0.86];
	const hood = mapOutline(
		roundCorners(
			[
				[-10, -9],
				[8, -9],
				[24, 20],
				[-24, 20],
			],
			[4, 4, 2, 2],
		),
		place,
	);
	return group([
		cylinder({ at, radius: 18, height: 6, cast: 6 }),
		part(
			[x - 17, y - 17, z + 6],
			[x + 17, y + 17, z + height + 20],
			[
				{ outline: arm, stroke: ink, width: 6 },
				{ outline: arm, stroke: white, width: 2 },
				{ outline: circle(elbow, 5), fill: white, stroke: ink },
				{ outline: hood, fill: shade, stroke: ink },
			],
		),
	]);
}

/** A desk telephone with its handset on the cradle, read from the right; 92 by 104. */
export function telephone({ at: [x, y, z], fills = plain }: { at: Point3; fills?: Fills }): Part {
	return group([
		block({
			at: [x, y, z],
			size: [92, 104, 22],
			radius: 10,
			cast: 12,
			topFacing: "right",
			top: (sheet) => {
				for (const v of [26, 42, 58, 74]) sheet.dashes(54, v, 3, 15, 9, ink, 7);
				sheet.rect(50, 8, 44, 10, { fill: shade });
			},
		}),
		block({ at: [x + 12, y + 62, z + 22], size: [68, 14, 8], cast: 0, fills: dim }),
		block({ at: [x - 4, y + 60, z + 30], size: [100, 26, 12], radius: 10, fills, cast: 0 }),
	]);
}

/** A pencil that lies along x (facing left) or y (facing right), `length` long, its point at the far end. */
export function pencil({
	at: [x, y, z],
	facing = "left",
	length = 74,
	fill = white,
}: {
	at: Point3;
	facing?: Facing;
	length?: number;
	fill?: string;
}): Part {
	return flat({
		at: [x, y, z],
		size: facing === "left" ? [length, 9] : [9, length],
		facing,
		draw: (sheet) => {
			sheet.polygon(
				[
					[4, 4],
					[length - 4, 4],
					[length, 10],
					[4, 12],
				],
				{ fill: deep },
			);
			sheet.polygon(
				[
					[0, 0],
					[length - 16, 0],
					[length - 16, 9],
					[0, 9],
				],
				outlined(fill),
			);
			sheet.line([
				[0, 4.5],
				[length - 16, 4.5],
			]);
			sheet.rect(0, 0, 9, 9, outlined(fill === white ? shade : fill));
			sheet.polygon(
				[
					[length - 16, 0],
					[length, 4.5],
					[length - 16, 9],
				],
				outlined(paper),
			);
			sheet.polygon(
				[
					[length - 5, 3.2],
					[length, 4.5],
					[length - 5, 5.8],
				],
				outlined(ink),
			);
		},
	});
}

/** Coins in a pile; `at` is the middle of its base. */
export function coins({
	at: [x, y, z],
	count = 4,
	radius = 22,
	top,
}: {
	at: Point3;
	count?: number;
	radius?: number;
	top?: Drawing;
}): Part {
	return group(
		Array.from({ length: count }, (_, index) =>
			cylinder({
				at: [x, y, z + index * 8],
				radius,
				height: 8,
				cast: index === 0 ? 12 : 0,
				...(index === count - 1 && {
					top: (sheet: Sheet) => {
						sheet.circle(radius, radius, radius - 5, { stroke: ink });
						top?.(sheet);
					},
				}),
			}),
		),
	);
}

const shieldOutline = (width: number, height: number): Outline => ({
	start: [0, height * 0.13],
	steps: [
		[
			[width * 0.2, height * 0.13],
			[width * 0.38, height * 0.07],
			[width * 0.5, 0],
		],
		[
			[width * 0.62, height * 0.07],
			[width * 0.8, height * 0.13],
			[width, height * 0.13],
		],
		[[width, height * 0.13]],
		[
			[width, height * 0.6],
			[width * 0.84, height * 0.86],
			[width * 0.5, height],
		],
		[
			[width * 0.16, height * 0.86],
			[0, height * 0.6],
			[0, height * 0.13],
		],
	],
	closed: true,
});

/** A shield that stands on its point. `at` is the lower corner of the rectangle around its front. */
export function shield({
	at,
	width = 130,
	height = 160,
	facing,
	thickness = 18,
	fill = white,
	edge = shade,
	draw = tickMark,
	cast = 0,
}: {
	at: Point3;
	width?: number;
	height?: number;
	facing: Facing;
	thickness?: number;
	fill?: string;
	edge?: string;
	draw?: Drawing;
	cast?: number;
}): Part[] {
	const border = width * 0.1;
	const inner = shieldOutline(width - 2 * border, height - 2.2 * border);
	return plate({
		at,
		width,
		height,
		facing,
		thickness,
		fill,
		edge,
		cast,
		outline: shieldOutline(width, height),
		draw: (sheet) => {
			const middle = sheet.area(border, border * 1.05, width - 2 * border, height - 2.2 * border);
			middle.shape(inner, { stroke: ink });
			draw(middle);
		},
	});
}

/** A tick in the middle of a sheet. */
export function tickMark(sheet: Sheet): void {
	const { width, height } = sheet;
	const size = Math.min(width, height) * 0.24;
	const [u, v] = [width / 2, height * 0.48];
	const points: Point2[] = [
		[u - size, v],
		[u - size * 0.25, v + size * 0.75],
		[u + size, v - size * 0.75],
	];
	sheet.line(points, { width: Math.max(3, size * 0.3) });
}

/** A padlock that stands, closed. `at` is the lower corner of its front. */
export function padlock({
	at: [x, y, z],
	width = 60,
	facing,
	fill = white,
	edge = shade,
	cast = 14,
}: {
	at: Point3;
	width?: number;
	facing: Facing;
	fill?: string;
	edge?: string;
	cast?: number;
}): Part {
	const height = width * 0.78;
	const thickness = width * 0.42;
	const isLeft = facing === "left";
	const middle: Point3 = isLeft ? [x, y - thickness / 2, z + height] : [x - thickness / 2, y, z + height];
	const face: Face = isLeft
		? { origin: middle, u: [1, 0, 0], v: [0, 0, -1] }
		: { origin: move(middle, [0, width, 0]), u: [0, -1, 0], v: [0, 0, -1] };
	const [near, far, rise] = [width * 0.24, width * 0.76, width * 0.55];
	const bow = projectOutline(face, {
		start: [near, 2],
		steps: [
			[[near, -rise * 0.4]],
			[
				[near, -rise * 1.15],
				[far, -rise * 1.15],
				[far, -rise * 0.4],
			],
			[[far, 2]],
		],
		closed: false,
	});
	const top = isLeft
		? part(
				[x, y - thickness, z + height],
				[x + width, y, z + height + rise],
				[
					{ outline: bow, stroke: ink, width: 13 },
					{ outline: bow, stroke: paper, width: 9 },
				],
			)
		: part(
				[x - thickness, y, z + height],
				[x, y + width, z + height + rise],
				[
					{ outline: bow, stroke: ink, width: 13 },
					{ outline: bow, stroke: paper, width: 9 },
				],
			);
	return group([
		plate({
			at: [x, y, z],
			width,
			height,
			facing,
			thickness,
			fill,
			edge,
			cast,
			outline: rectangle(0, 0, width, height, 7),
			draw: (sheet) => {
				sheet.circle(width / 2, height * 0.42, width * 0.09, { fill: ink });
				sheet.line(
					[
						[width / 2, height * 0.45],
						[width / 2, height * 0.68],
					],
					{ width: 5 },
				);
			},
		}),
		top,
	]);
}

/** A key that lies along x (facing left) or y (facing right). */
export function key({
	at: [x, y, z],
	facing = "left",
	length = 120,
	fill = white,
}: {
	at: Point3;
	facing?: Facing;
	length?: number;
	fill?: string;
}): Part {
	const bow = length * 0.36;
	const middle = bow / 2;
	const shaft = bow * 0.13;
	const outline: Outline = roundCorners(
		[
			[0, 0],
			[bow, 0],
			[bow, middle - shaft],
			[length, middle - shaft],
			[length, middle + bow * 0.42],
			[length - bow * 0.22, middle + bow * 0.42],
			[length - bow * 0.22, middle + shaft],
			[length - bow * 0.46, middle + shaft],
			[length - bow * 0.46, middle + bow * 0.32],
			[length - bow * 0.68, middle + bow * 0.32],
			[length - bow * 0.68, middle + shaft],
			[bow, middle + shaft],
			[bow, bow],
			[0, bow],
		],
		[middle * 0.7, middle * 0.7, 3, 2, 1, 1, 1, 1, 1, 1, 1, 3, middle * 0.7, middle * 0.7],
	);
	const marks: Mark[] = [];
	const size: Point2 = facing === "left" ? [length, bow] : [bow, length];
	const sheetAt = (level: number) => new Sheet(lyingFace([x, y, z + level], size[1], facing), length, bow, marks);
	const edge = fill === accentFill ? accentFill : shade;
	for (const layer of [0, 7]) {
		if (layer === 0) sheetAt(-3).shape(outline, { fill: shade });
		const sheet = sheetAt(layer);
		sheet.shape(outline, outlined(layer === 0 ? edge : fill));
	}
	sheetAt(7).circle(middle, middle, bow * 0.2, outlined(sand));
	return part([x, y, z], [x + size[0], y + size[1], z + 7], marks);
}
