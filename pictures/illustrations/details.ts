/** Small things and drawings for faces: clocks, books, keys, telephones, codes. `at`, `facing` and boxes follow parts.ts. */

import { arc, join, onCircle, onDial, sector } from "./curves.ts";
import { circle, moveOutline, type Outline, type Point2, type Point3, polyline, roundCorners } from "./geometry.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { accent, block, dim, type Facing, type Fills, plain, plate, standingFace } from "./parts.ts";
import { group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { type Drawing, Sheet, type Style } from "./sheet.ts";

const outlined = (fill: string): Style => ({ fill, stroke: ink });

// ---------------------------------------------------------------------------------------------------------------- clocks

/** A dial in the middle of a sheet: marks around its edge, an optional slice in the accent or another colour, and hands. */
export function dial(
	sheet: Sheet,
	{
		marks = 12,
		whole = 12,
		slice,
		sliceFill = accentFill,
		hands = [],
		fill = white,
		radius = Math.min(sheet.width, sheet.height) / 2,
	}: {
		marks?: number;
		whole?: number;
		slice?: Point2;
		sliceFill?: string;
		hands?: readonly { reading: number; length: number; width?: number }[];
		fill?: string;
		radius?: number;
	},
): void {
	const middle: Point2 = [sheet.width / 2, sheet.height / 2];
	sheet.shape(circle(middle, radius), outlined(fill));
	if (slice)
		sheet.shape(sector(middle, radius * 0.8, onDial(slice[0], whole), onDial(slice[1], whole)), outlined(sliceFill));
	for (let mark = 0; mark < marks; mark++) {
		const angle = onDial(mark, marks);
		const long = marks % 4 === 0 && mark % (marks / 4) === 0;
		sheet.line([onCircle(middle, radius * (long ? 0.78 : 0.84), angle), onCircle(middle, radius * 0.9, angle)], {
			width: long ? 3 : 2,
		});
	}
	for (const { reading, length, width = 4 } of hands) {
		sheet.line([middle, onCircle(middle, radius * length, onDial(reading, whole))], { width });
	}
	if (hands.length > 0) sheet.circle(...middle, Math.max(3.5, radius * 0.06), { fill: ink });
}

/** A clock that hangs on a wall or stands on its edge. `at` is the lower corner of the square around its front. */
export function clock({
	at,
	radius,
	facing,
	thickness = 12,
	rim = 0.12,
	draw,
	cast = 0,
}: {
	at: Point3;
	radius: number;
	facing: Facing;
	thickness?: number;
	rim?: number;
	draw: Drawing;
	cast?: number;
}): Part[] {
	const size = 2 * radius;
	return plate({
		at,
		width: size,
		height: size,
		facing,
		thickness,
		cast,
		fill: paper,
		outline: circle([radius, radius], radius),
		draw: (sheet) => draw(sheet.inset(radius * rim)),
	});
}

// ------------------------------------------------------------------------------------------------------ books and papers

/** An open book or ledger, lying; `size` is its size when open. Each page is drawn by the callback for its side. */
export function openBook({
	at: [x, y, z],
	size: [width, depth],
	facing = "left",
	first,
	second,
	cast = 8,
}: {
	at: Point3;
	size: Point2;
	facing?: Facing;
	first?: Drawing;
	second?: Drawing;
	cast?: number;
}): Part {
	const isLeft = facing === "left";
	const half = (isLeft ? width : depth) / 2 - 5;
	const leaf = (index: number, draw: Drawing | undefined): Parts => {
		// Read from the right, the first page has the greater y.
		const offset = 5 + (isLeft ? index : 1 - index) * half;
		return block({
			at: isLeft ? [x + offset, y + 5, z + 5] : [x + 5, y + offset, z + 5],
			size: isLeft ? [half, depth - 10, 9] : [width - 10, half, 9],
			radius: 3,
			cast: 0,
			topFacing: facing,
			...(draw && { top: draw }),
		});
	};
	return group([
		block({ at: [x, y, z], size: [width, depth, 5], radius: 5, fills: dim, cast }),
		leaf(0, first),
		leaf(1, second),
	]);
}

/** A clipboard with a sheet on it, lying; `draw` fills the sheet. */
export function clipboard({
	at: [x, y, z],
	size: [width, depth],
	facing = "left",
	draw,
	clip = dim,
}: {
	at: Point3;
	size: Point2;
	facing?: Facing;
	draw: Drawing;
	clip?: Fills;
}): Part {
	const isLeft = facing === "left";
	const middle = (isLeft ? width : depth) / 2;
	return group([
		block({
			at: [x, y, z],
			size: [width, depth, 6],
			radius: 8,
			fills: { top: shade, left: deep, right: deep },
			cast: 8,
		}),
		block({
			at: isLeft ? [x + 9, y + 16, z + 6] : [x + 16, y + 9, z + 6],
			size: isLeft ? [width - 18, depth - 25, 2] : [width - 25, depth - 18, 2],
			cast: 0,
			topFacing: facing,
			top: draw,
		}),
		block({
			at: isLeft ? [x + middle - 22, y + 6, z + 8] : [x + 6, y + middle - 22, z + 8],
			size: isLeft ? [44, 20, 7] : [20, 44, 7],
			radius: 4,
			fills: clip,
			cast: 0,
		}),
	]);
}

// --------------------------------------------------------------------------------------------------- keys and telephones

/** The outline of a hanging key: its bow at the top, `length` high and 0.42 times as wide, with its middle at u = 0. */
export function keyOutline(length: number): Outline {
	const [bow, shaft] = [length * 0.21, length * 0.045];
	const neck = Math.asin(shaft / bow);
	const down = Math.PI / 2;
	const head = arc([0, bow], bow, down + neck, down - neck + 2 * Math.PI);
	const bit: Point2[] = [
		[shaft, length * 0.66],
		[length * 0.17, length * 0.66],
		[length * 0.17, length * 0.74],
		[shaft, length * 0.74],
		[shaft, length * 0.82],
		[length * 0.14, length * 0.82],
		[length * 0.14, length * 0.9],
		[shaft, length * 0.9],
		[shaft, length],
		[-shaft, length],
	];
	return join([head, polyline(bit)]);
}

/** A key on a sheet, hanging from (u, v). */
export function hangingKey(
	sheet: Sheet,
	u: number,
	v: number,
	length: number,
	fill: string = white,
	hole: string = sand,
): void {
	const outline = moveOutline(keyOutline(length), [u, v]);
	sheet.shape(moveOutline(outline, [4, -2]), outlined(fill === accentFill ? accentFill : shade));
	sheet.shape(outline, outlined(fill));
	sheet.circle(u, v + length * 0.13, length * 0.07, outlined(hole));
}

/** A keyhole on a sheet around (u, v). */
export function keyhole(sheet: Sheet, u: number, v: number, size: number, fill: string = ink): void {
	sheet.circle(u, v, size * 0.42, { fill });
	sheet.polygon(
		[
			[u - size * 0.18, v],
			[u + size * 0.18, v],
			[u + size * 0.34, v + size],
			[u - size * 0.34, v + size],
		],
		{ fill },
	);
}

/** A desk telephone with keys, read from the side it faces. `offHook` omits the receiver. 84 wide, 76 deep. */
export function telephone({
	at: [x, y, z],
	facing = "left",
	offHook = false,
	fill = white,
}: {
	at: Point3;
	facing?: Facing;
	offHook?: boolean;
	fill?: string;
}): Part {
	const isLeft = facing === "left";
	const size = (width: number, depth: number, height: number): Point3 =>
		isLeft ? [width, depth, height] : [depth, width, height];
	const fills: Fills = fill === accentFill ? accent : { ...plain, top: fill };
	const keys: Drawing = (sheet) => {
		for (let index = 0; index < 12; index++)
			sheet.rect(16 + (index % 3) * 19, 33 + Math.floor(index / 3) * 10.5, 14, 7, { fill: ink, radius: 2 });
	};
	const cradle: Point3 = isLeft ? [x + 4, y + 6, z + 20] : [x + 6, y + 4, z + 20];
	return group([
		block({ at: [x, y, z], size: size(84, 80, 20), radius: 8, fills, cast: 10, topFacing: facing, top: keys }),
		block({ at: cradle, size: size(76, 18, 7), radius: 4, fills: dim, cast: 0 }),
		...(offHook
			? []
			: [receiver({ at: isLeft ? [x - 4, y + 5, z + 27] : [x + 5, y - 4, z + 27], along: isLeft ? "x" : "y", fills })]),
	]);
}

/** The receiver of a telephone, 92 long, along an axis. */
export function receiver({
	at: [x, y, z],
	along,
	fills = plain,
}: {
	at: Point3;
	along: "x" | "y";
	fills?: Fills;
}): Part {
	const isX = along === "x";
	const piece = (from: number, length: number, level: number, height: number, width: number): Parts => {
		const aside = (20 - width) / 2;
		return block({
			at: isX ? [x + from, y + aside, z + level] : [x + aside, y + from, z + level],
			size: isX ? [length, width, height] : [width, length, height],
			radius: 5,
			fills,
			cast: 0,
		});
	};
	return group([piece(0, 24, 0, 14, 20), piece(68, 24, 0, 14, 20), piece(4, 84, 10, 9, 14)]);
}

// ------------------------------------------------------------------------------------------------------- things on faces

/** A small window: a bar with two dots, and `content` below it. */
export function smallWindow(content: Drawing, bar = 16, radius = 8): Drawing {
	return (sheet) => {
		const { width, height } = sheet;
		sheet.shape(
			roundCorners(
				[
					[0, 0],
					[width, 0],
					[width, bar],
					[0, bar],
				],
				[radius, radius, 0, 0],
			),
			outlined(shade),
		);
		for (const u of [11, 20]) sheet.circle(u, bar / 2, 2.5, { fill: ink });
		content(sheet.area(0, bar, width, height - bar));
	};
}

/** A square code, as on payment apps and tax invoices: three finders and a field of modules. */
export function squareCode(
	sheet: Sheet,
	u: number,
	v: number,
	size: number,
	{ colour = ink as string, count = 15 } = {},
): void {
	const module = size / count;
	const finder = (column: number, row: number) => {
		const [a, b] = [u + column * module, v + row * module];
		sheet.rect(a + module / 2, b + module / 2, module * 4, module * 4, {
			stroke: colour,
			width: Math.round(module * 10) / 10,
		});
		sheet.rect(a + module * 1.6, b + module * 1.6, module * 1.8, module * 1.8, { fill: colour });
	};
	finder(0, 0);
	finder(count - 5, 0);
	finder(0, count - 5);
	const taken = (column: number, row: number) =>
		(column < 6 && row < 6) || (column > count - 7 && row < 6) || (column < 6 && row > count - 7);
	const dark = (column: number, row: number) =>
		!taken(column, row) && (column * 7 + row * 11 + ((column * row) % 5) * 3) % 9 < 4;
	for (let row = 0; row < count; row++) {
		for (let column = 0; column < count; column++) {
			if (!dark(column, row)) continue;
			let end = column;
			while (end + 1 < count && dark(end + 1, row)) end += 1;
			sheet.rect(u + column * module, v + row * module, (end - column + 1) * module, module, { fill: colour });
			column = end;
		}
	}
}

/** A five-pointed star on a sheet, around (u, v). */
export function star(sheet: Sheet, u: number, v: number, radius: number, style: Style): void {
	sheet.polygon(
		Array.from({ length: 10 }, (_, index) =>
			onCircle([u, v], index % 2 ? radius * 0.42 : radius, -Math.PI / 2 + (index * Math.PI) / 5),
		),
		style,
	);
}

/** Something without thickness on an upright plane, such as a picture on a wall; `at` is the lower corner of its sheet. */
export function upright({
	at: [x, y, z],
	width,
	height,
	facing,
	draw,
}: {
	at: Point3;
	width: number;
	height: number;
	facing: Facing;
	draw: Drawing;
}): Part {
	const marks: Mark[] = [];
	draw(new Sheet(standingFace([x, y, z], width, height, facing), width, height, marks));
	return part([x, y, z], facing === "left" ? [x + width, y, z + height] : [x, y + width, z + height], marks);
}

/**
 * A recess in the front of a body that faces left, drawn on the sheet of that front: its back, its floor and its left wall, `depth` deep.
 * Parts inside it come after the body.
 */
export function recess(
	sheet: Sheet,
	u: number,
	v: number,
	width: number,
	height: number,
	depth: number,
	{ back = shade, base = paper, side = deep } = {},
): void {
	const [right, bottom] = [u + width, v + height];
	sheet.rect(u, v, width, height, { fill: back });
	sheet.polygon(
		[
			[u, v],
			[u + depth, v],
			[u + depth, bottom - depth],
			[u, bottom],
		],
		outlined(side),
	);
	sheet.polygon(
		[
			[u, bottom],
			[right, bottom],
			[right, bottom - depth],
			[u + depth, bottom - depth],
		],
		outlined(base),
	);
	sheet.rect(u, v, width, height, { stroke: ink });
}
