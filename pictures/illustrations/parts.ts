/**
 * The kit that every isometric picture is built from.
 *
 * Axes: x runs to the lower right, y to the lower left, z up; one unit is one pixel. The light comes from the left, so
 * tops are white, faces to the left are paper, faces to the right are shade, and shadows fall to the right.
 *
 * Facing: a "left" front is on the picture's left-hand side (the thing stands along x), a "right" front on the right-hand
 * side (it stands along y). For lying things, `facing` is the side from which they are read.
 *
 * `at` is the corner of a part with the smallest x, y and z, unless its function says otherwise. Every function
 * returns parts for `drawScene`, which orders them by their boxes; so boxes may touch but never overlap. A drawing callback
 * gets a sheet the size of the face; screens.ts has content for it, objects.ts things of the office.
 *
 * A picture may take 12 KB. Whole numbers in the world and a zoom of 1 make short coordinates; square corners, rows of
 * dashes and thin plates cost a fraction of rounded corners, single strokes and tall round bodies.
 *
 * A scene:
 *
 *     drawScene({ width: 880, height: 720, parts: [
 *         ground({ at: [0, 0, 0], size: [420, 420] }),
 *         block({ at: [40, 40, 0], size: [120, 200, 60], left: (sheet) => vents(sheet) }),
 *         laptop({ at: [200, 60, 0], facing: "right", draw: dashboard }),
 *     ] });
 */

import {
	circle,
	drawOut,
	type Face,
	gearPlan,
	move,
	moveOutline,
	type Outline,
	onFace,
	type Point2,
	type Point3,
	polygon,
	polyline,
	project,
	projectOutline,
	rectangle,
	type Step,
	toward,
} from "./geometry.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { type Drawing, Sheet, type Style } from "./sheet.ts";

export type Facing = "left" | "right";

/** The colours of a body's three visible sides. */
export interface Fills {
	readonly top: string;
	readonly left: string;
	readonly right: string;
}

/** A body in plain material. */
export const plain: Fills = { top: white, left: paper, right: shade };
/** A body in darker material, to set it off from plain ones. */
export const dim: Fills = { top: sand, left: shade, right: deep };
/** The accented body of a scene. */
export const accent: Fills = { top: accentFill, left: accentFill, right: accentFill };

const outlined = (fill: string): Style => ({ fill, stroke: ink });

// ---------------------------------------------------------------------------------------------------------------- faces

/** A horizontal face whose smallest corner is `at`, read from the given side. */
export function lyingFace([x, y, z]: Point3, depth: number, facing: Facing = "left"): Face {
	return facing === "left"
		? { origin: [x, y, z], u: [1, 0, 0], v: [0, 1, 0] }
		: { origin: [x, y + depth, z], u: [0, -1, 0], v: [1, 0, 0] };
}

/** An upright face on `at`, `width` along its wall and `height` high. */
export function standingFace([x, y, z]: Point3, width: number, height: number, facing: Facing): Face {
	return facing === "left"
		? { origin: [x, y, z + height], u: [1, 0, 0], v: [0, 0, -1] }
		: { origin: [x, y + width, z + height], u: [0, -1, 0], v: [0, 0, -1] };
}

// --------------------------------------------------------------------------------------------------- ground and surface

/** The floor under a scene: a rounded sand tile with a grid of faint lines. `size` is its length along x and y. */
export function ground({
	at = [0, 0, 0],
	size: [width, depth],
	radius = 36,
	grid = 60,
	fill = sand,
}: {
	at?: Point3;
	size: Point2;
	radius?: number;
	grid?: number;
	fill?: string;
}): Part {
	const marks: Mark[] = [];
	const sheet = new Sheet(lyingFace(at, depth), width, depth, marks);
	sheet.rect(0, 0, width, depth, { fill, radius });
	const style = { stroke: paper };
	if (grid > 0) {
		for (let u = grid; u < width - 1; u += grid)
			sheet.line(
				[
					[u, inward(u, width, radius)],
					[u, depth - inward(u, width, radius)],
				],
				style,
			);
		for (let v = grid; v < depth - 1; v += grid)
			sheet.line(
				[
					[inward(v, depth, radius), v],
					[width - inward(v, depth, radius), v],
				],
				style,
			);
	}
	const [x, y, z] = at;
	return part([x, y, z - 1], [x + width, y + depth, z - 1], marks);
}

/** Returns how far a rounded edge is inside the square at a distance along it. */
function inward(along: number, length: number, radius: number): number {
	const toEdge = Math.min(along, length - along);
	return toEdge >= radius ? 0 : radius - Math.sqrt(radius ** 2 - (radius - toEdge) ** 2);
}

/** Something flat on a surface, such as a mat, a marking or a shape; `draw` gets its sheet. */
export function flat({
	at,
	size: [width, depth],
	facing = "left",
	draw,
}: {
	at: Point3;
	size: Point2;
	facing?: Facing;
	draw: Drawing;
}): Part {
	const marks: Mark[] = [];
	const [x, y, z] = at;
	const [across, down] = facing === "left" ? [width, depth] : [depth, width];
	draw(new Sheet(lyingFace(at, depth, facing), across, down, marks));
	return part([x, y, z], [x + width, y + depth, z], marks);
}

/** The shadow of an upright body on its surface, falling `reach` to the right. */
export function shadow({
	at: [x, y, z],
	size: [width, depth],
	reach,
	fill = shade,
}: {
	at: Point3;
	size: Point2;
	reach: number;
	fill?: string;
}): Part {
	const marks: Mark[] = [];
	const sheet = new Sheet(lyingFace([x, y, z], depth), width, depth, marks);
	sheet.polygon(
		[
			[0, 0],
			[reach, -reach],
			[width + reach, -reach],
			[width + reach, depth - reach],
			[width, depth],
			[0, depth],
		],
		{ fill },
	);
	return part(
		[x, y - reach, z],
		[x + width + reach, y + depth, z],
		marks.map((mark) => ({ ...mark, shadowLevel: z })),
	);
}

// --------------------------------------------------------------------------------------------------------------- bodies

/** Rims up to this height have one colour all around. */
const thinnest = 14;

/** The marks of a body's sides, then of its top, from the shape of its top. Round bodies have no edge between their sides. */
function uprightMarks(outline: Outline, top: Face, height: number, fills: Fills, sharp: boolean): Mark[] {
	const front = projectOutline(top, outline);
	const { body, wall } = drawOut(front, [0, height]);
	const cap: Mark = { outline: front, fill: fills.top, stroke: ink };
	if (sharp && wall)
		return [{ outline: body, fill: fills.left, stroke: ink }, { outline: wall, fill: fills.right, stroke: ink }, cap];
	if (height <= thinnest || !wall) return [{ outline: body, fill: fills.right, stroke: ink }, cap];
	// The shaded wall stops short of the line around the body, so that the line keeps its width.
	return [
		{ outline: body, fill: fills.left, stroke: ink },
		{ outline: moveOutline(wall, [-1, -0.7]), fill: fills.right },
		cap,
	];
}

/**
 * A box, or with a radius a slab with rounded corners. `size` is its length along x, along y and its height.
 *
 * `topFacing` turns the drawing of `top`. `cast` is the length of its shadow; by default a third of the height, 0 for none.
 */
export function block({
	at,
	size,
	radius = 0,
	fills = plain,
	top,
	topFacing = "left",
	left,
	right,
	cast,
}: {
	at: Point3;
	size: Point3;
	radius?: number;
	fills?: Fills;
	top?: Drawing;
	topFacing?: Facing;
	left?: Drawing;
	right?: Drawing;
	cast?: number;
}): Part[] {
	const [x, y, z] = at;
	const [width, depth, height] = size;
	const marks = uprightMarks(
		rectangle(0, 0, width, depth, radius),
		lyingFace([x, y, z + height], depth),
		height,
		fills,
		radius === 0,
	);
	if (left) left(new Sheet(standingFace([x, y + depth, z], width, height, "left"), width, height, marks));
	if (right) right(new Sheet(standingFace([x + width, y, z], depth, height, "right"), depth, height, marks));
	if (top) {
		const [across, down] = topFacing === "left" ? [width, depth] : [depth, width];
		top(new Sheet(lyingFace([x, y, z + height], depth, topFacing), across, down, marks));
	}
	const reach = cast ?? Math.min(44, height / 3);
	const body = part(at, [x + width, y + depth, z + height], marks);
	return reach > 0 ? [shadow({ at, size: [width, depth], reach }), body] : [body];
}

/** A round body, such as a drum, a coin or a button. `at` is the middle of its base. */
export function cylinder({
	at,
	radius,
	height,
	fills = plain,
	top,
	cast,
}: {
	at: Point3;
	radius: number;
	height: number;
	fills?: Fills;
	top?: Drawing;
	cast?: number;
}): Part[] {
	const [x, y, z] = at;
	const corner: Point3 = [x - radius, y - radius, z];
	const face = lyingFace([x - radius, y - radius, z + height], 2 * radius);
	const marks = uprightMarks(circle([radius, radius], radius), face, height, fills, false);
	if (top) top(new Sheet(face, 2 * radius, 2 * radius, marks));
	const reach = cast ?? Math.min(44, height / 3);
	const body = part(corner, [x + radius, y + radius, z + height], marks);
	return reach > 0 ? [roundShadow(at, radius, reach), body] : [body];
}

function roundShadow([x, y, z]: Point3, radius: number, reach: number): Part {
	const face = lyingFace([x, y, z], 0);
	// The body hides the rest of the shadow.
	const outline = projectOutline(face, circle([reach * 0.7, -reach * 0.7], radius));
	return part(
		[x - radius, y - radius - reach, z],
		[x + radius + reach, y + radius, z],
		[{ outline, fill: shade, shadowLevel: z }],
	);
}

/**
 * The visible sides of a straight-edged body, from back to front: `front` is its near face on the picture, wound clockwise, `back` the
 * vector to its far one. `fillOf` colours a side by its direction on the picture.
 */
function sideMarks(front: readonly Point2[], back: Point2, fillOf: (normal: Point2) => string): Mark[] {
	return front
		.map((from, index) => {
			const to = front[(index + 1) % front.length] as Point2;
			const normal: Point2 = [to[1] - from[1], from[0] - to[0]];
			return { from, to, normal, nearness: (from[0] + to[0]) * back[0] + (from[1] + to[1]) * back[1] };
		})
		.filter(({ normal }) => normal[0] * back[0] + normal[1] * back[1] > 0.01)
		.toSorted((a, b) => a.nearness - b.nearness)
		.map(({ from, to, normal }) => ({
			outline: polygon([from, to, [to[0] + back[0], to[1] + back[1]], [from[0] + back[0], from[1] + back[1]]]),
			fill: fillOf(normal),
			stroke: ink,
		}));
}

/** A body of any straight-edged plan, convex or not. `plan` lists its corners clockwise, as offsets from `at`. */
export function prism({
	at,
	plan,
	height,
	fills = plain,
	top,
	cast = 0,
}: {
	at: Point3;
	plan: readonly Point2[];
	height: number;
	fills?: Fills;
	top?: Drawing;
	cast?: number;
}): Parts {
	const [x, y, z] = at;
	const width = Math.max(...plan.map(([u]) => u));
	const depth = Math.max(...plan.map(([, v]) => v));
	const face = lyingFace([x, y, z + height], depth);
	const front = plan.map((point) => project(onFace(face, point)));
	const marks = sideMarks(front, [0, height], ([across]) => (across > 0.01 ? fills.right : fills.left));
	const sheet = new Sheet(face, width, depth, marks);
	sheet.polygon(plan, outlined(fills.top));
	if (top) top(sheet);
	const body = part(at, [x + width, y + depth, z + height], marks);
	return cast > 0 ? [shadow({ at, size: [width, depth], reach: cast }), body] : body;
}

/**
 * An upright plate of any convex outline, such as a screen, a sign or a shield. `at` is the lower corner of its front.
 *
 * The outline is within the rectangle 0, 0, width, height of the face, v running down. `tilt` leans it back, in degrees. The thickness
 * extends backwards from the front. `edge` is the colour of its rim.
 */
export function plate({
	at,
	width,
	height,
	facing,
	outline,
	tilt = 0,
	thickness = 10,
	fill = white,
	edge = shade,
	draw,
	cast = 0,
}: {
	at: Point3;
	width: number;
	height: number;
	facing: Facing;
	outline?: Outline;
	tilt?: number;
	thickness?: number;
	fill?: string;
	edge?: string;
	draw?: Drawing;
	cast?: number;
}): Part[] {
	const [x, y, z] = at;
	const lean = (tilt * Math.PI) / 180;
	const [sin, cos] = [Math.sin(lean), Math.cos(lean)];
	const isLeft = facing === "left";
	const down: Point3 = isLeft ? [0, sin, -cos] : [sin, 0, -cos];
	const back: Point3 = isLeft ? [0, -cos, -sin] : [-cos, 0, -sin];
	const corner: Point3 = isLeft ? at : [x, y + width, z];
	const face: Face = { origin: move(corner, down, -height), u: isLeft ? [1, 0, 0] : [0, -1, 0], v: down };
	const front = projectOutline(face, outline ?? rectangle(0, 0, width, height, 8));
	const { body } = drawOut(front, project(back).map((value) => value * thickness) as [number, number]);
	const marks: Mark[] = [
		{ outline: body, fill: edge, stroke: ink },
		{ outline: front, fill, stroke: ink },
	];
	if (draw) draw(new Sheet(face, width, height, marks));
	const depth = thickness * cos + height * sin;
	const min: Point3 = isLeft ? [x, y - depth, z] : [x - depth, y, z];
	const max: Point3 = isLeft ? [x + width, y, z + height * cos] : [x, y + width, z + height * cos];
	const size: Point2 = isLeft ? [width, thickness] : [thickness, width];
	const foot: Point3 = isLeft ? [x, y - thickness, z] : [x - thickness, y, z];
	const body3 = part(min, max, marks);
	return cast > 0 ? [shadow({ at: foot, size, reach: cast }), body3] : [body3];
}

// -------------------------------------------------------------------------------------------------------------- devices

/** A standing panel with a window on it, such as a web page without its browser. `at` is the lower corner of its front. */
export function panel({
	at,
	width,
	height,
	facing,
	tilt = 0,
	thickness = 10,
	radius = 12,
	fill = white,
	draw,
	cast,
}: {
	at: Point3;
	width: number;
	height: number;
	facing: Facing;
	tilt?: number;
	thickness?: number;
	radius?: number;
	fill?: string;
	draw?: Drawing;
	cast?: number;
}): Part[] {
	const outline = rectangle(0, 0, width, height, radius);
	return plate({
		at,
		width,
		height,
		facing,
		outline,
		tilt,
		thickness,
		fill,
		...(draw && { draw }),
		cast: cast ?? Math.min(60, height / 4),
	});
}

/** A desktop monitor on its foot. `at` is the lower corner of the front of its screen at the level of the table. */
export function monitor({
	at,
	width,
	height,
	facing,
	draw,
	lift = 34,
}: {
	at: Point3;
	width: number;
	height: number;
	facing: Facing;
	draw: Drawing;
	lift?: number;
}): Part {
	const [x, y, z] = at;
	const isLeft = facing === "left";
	const along = (offset: number, depth: number): Point3 =>
		isLeft ? [x + offset, y - depth, z] : [x - depth, y + offset, z];
	const [footLength, footDepth] = [Math.min(96, width * 0.44), 46];
	const footAt = along((width - footLength) / 2, 38);
	const foot: Point3 = isLeft ? [footLength, footDepth, 5] : [footDepth, footLength, 5];
	const neckAt = along(width / 2 - 13, 22);
	const neck: Point3 = isLeft ? [26, 10, lift + 16] : [10, 26, lift + 16];
	return group([
		block({ at: footAt, size: foot, cast: 8 }),
		block({ at: move(neckAt, [0, 0, 5]), size: neck, cast: 0 }),
		plate({
			at: [x, y, z + lift],
			width,
			height,
			facing,
			outline: rectangle(0, 0, width, height, 10),
			thickness: 10,
			fill: white,
			draw: (sheet) => {
				sheet.rect(8, 8, width - 16, height - 16, { fill: paper, stroke: ink });
				draw(sheet.area(8, 8, width - 16, height - 16));
			},
		}),
	]);
}

/** A phone, standing, or leaning back with a tilt. `at` is the lower corner of its front. 112 by 228 by default. */
export function phone({
	at,
	facing,
	width = 112,
	height = 228,
	tilt = 0,
	draw,
	cast = 36,
}: {
	at: Point3;
	facing: Facing;
	width?: number;
	height?: number;
	tilt?: number;
	draw: Drawing;
	cast?: number;
}): Part[] {
	return plate({
		at,
		width,
		height,
		facing,
		tilt,
		cast,
		thickness: 11,
		fill: white,
		edge: shade,
		outline: rectangle(0, 0, width, height, 20),
		draw: (sheet) => phoneFront(sheet, draw),
	});
}

/** A phone that lies on its back. */
export function lyingPhone({
	at,
	facing,
	width = 112,
	height = 228,
	draw,
	cast = 8,
}: {
	at: Point3;
	facing: Facing;
	width?: number;
	height?: number;
	draw: Drawing;
	cast?: number;
}): Part[] {
	const size: Point3 = facing === "left" ? [width, height, 10] : [height, width, 10];
	return block({ at, size, radius: 20, cast, topFacing: facing, top: (sheet) => phoneFront(sheet, draw) });
}

function phoneFront(sheet: Sheet, draw: Drawing): void {
	const { width, height } = sheet;
	sheet.rect(6, 6, width - 12, height - 12, { fill: paper, stroke: ink, radius: 14 });
	draw(sheet.area(6, 6, width - 12, height - 12));
	sheet.text(width / 2 - 14, 14, 28, ink, 5);
	sheet.text(width / 2 - 16, height - 12, 32, ink, 2);
}

/** An open laptop. `at` is the corner of its base with the smallest x and y; the base is 0.68 times as deep as it is wide. */
export function laptop({
	at,
	facing,
	width = 190,
	height = 124,
	tilt = 16,
	draw,
	cast = 12,
}: {
	at: Point3;
	facing: Facing;
	width?: number;
	height?: number;
	tilt?: number;
	draw: Drawing;
	cast?: number;
}): Part {
	const [x, y, z] = at;
	const isLeft = facing === "left";
	const depth = Math.round(width * 0.68);
	const thickness = 8;
	const hinge: Point3 = isLeft ? [x, y + 8, z + thickness] : [x + 8, y, z + thickness];
	const lid = plate({
		at: hinge,
		width,
		height,
		facing,
		tilt,
		thickness: 5,
		fill: white,
		outline: rectangle(0, 0, width, height, 9),
		draw: (sheet) => {
			sheet.rect(7, 7, width - 14, height - 14, { fill: paper, stroke: ink });
			draw(sheet.area(7, 7, width - 14, height - 14));
		},
	});
	const base = block({
		at,
		size: isLeft ? [width, depth, thickness] : [depth, width, thickness],
		radius: 10,
		cast,
		topFacing: facing,
		top: (sheet) => {
			keyboard(sheet.area(14, 18, width - 28, depth * 0.46));
			sheet.rect(width * 0.35, depth * 0.68, width * 0.3, depth * 0.22, { ...outlined(paper), radius: 4 });
		},
	});
	return group([base, lid]);
}

/** Rows of keys that fill the sheet: bright keys, each row a dashed bar, on a darker plate. */
export function keyboard(sheet: Sheet, rows = 3): void {
	const { width, height } = sheet;
	sheet.rect(0, 0, width, height, { fill: shade });
	const pitch = height / rows;
	const key = pitch * 1.25;
	const weight = Math.round(pitch * 0.62);
	const count = Math.floor((width - pitch * 0.4) / key);
	const margin = (width - count * key) / 2 + 1;
	for (let row = 0; row < rows - 1; row++)
		sheet.dashes(margin, pitch * (row + 0.5), count, key, key - 3, white, weight);
	const last = pitch * (rows - 0.5);
	sheet.dashes(margin, last, 2, key, key - 3, white, weight);
	sheet.text(margin + key * 2, last, key * (count - 4) - 3, white, weight);
	sheet.dashes(margin + key * (count - 2), last, 2, key, key - 3, white, weight);
}

/** A server rack with `units` drawers on the side it faces, with lamps and slots; `lit` marks one drawer in the accent colour. */
export function rack({
	at,
	size = [96, 84, 210],
	facing = "left",
	units = 6,
	lit,
}: {
	at: Point3;
	size?: Point3;
	facing?: Facing;
	units?: number;
	lit?: number;
}): Part[] {
	const front: Drawing = (sheet) => {
		const { width, height } = sheet;
		const pitch = (height - 20) / units;
		for (let unit = 0; unit < units; unit++) {
			const v = 10 + unit * pitch;
			sheet.rect(8, v + 2, width - 16, pitch - 5, outlined(unit === lit ? accentFill : white));
			const middle = v + pitch / 2 - 0.5;
			if (unit % 3 === 1)
				for (let slot = 0; slot < 4; slot++)
					sheet.line([
						[18 + slot * 7, middle - pitch / 5],
						[18 + slot * 7, middle + pitch / 5],
					]);
			else sheet.text(16, middle, width * 0.3, unit === lit ? ink : deep, 4);
			sheet.dot(width - 18, middle, 3, ink);
			sheet.dot(width - 29, middle, 3, unit === lit ? ink : deep);
		}
	};
	return block({ at, size, cast: 40, ...(facing === "left" ? { left: front } : { right: front }) });
}

// --------------------------------------------------------------------------------------------------- pipes and machines

/**
 * A pipe along the grid through points of its centre line; each leg runs along one axis. Bends are rounded.
 *
 * The points are the middle of the pipe: on the ground, z equals its radius. Ends are open, so let them meet something or close them with
 * `flange`. Its box covers the whole way: split it if something is in its elbow.
 */
export function pipe({
	points,
	radius = 9,
	fill = white,
	under = shade,
	bend = 30,
	cast = true,
}: {
	points: readonly Point3[];
	radius?: number;
	fill?: string;
	under?: string;
	bend?: number;
	cast?: boolean;
}): Part {
	const line = bentLine(points, bend);
	const marks: Mark[] = [];
	const [first, second, secondLast, last] = [
		points[0],
		points[1],
		points[points.length - 2],
		points[points.length - 1],
	];
	if (!first || !second || !secondLast || !last) throw new Error("A pipe needs at least two points");
	const rims = [rim(first, second, radius), rim(last, secondLast, radius)];
	if (cast)
		marks.push({
			outline: moveOutline(line, [radius * 0.9, radius * 0.6]),
			stroke: shade,
			width: radius * 2,
			cap: "butt",
		});
	// The rim of an end that turns away shows past the pipe; an end that faces us is an opening.
	marks.push(
		...rims.filter(({ faces }) => !faces).map(({ outline }) => ({ outline, fill, stroke: ink })),
		{ outline: line, stroke: ink, width: radius * 2 + 2, cap: "butt" as const },
		{ outline: lengthen(line), stroke: fill, width: radius * 2 - 2, cap: "butt" as const },
	);
	if (under !== fill)
		marks.push({
			outline: moveOutline(line, [radius * 0.2, radius * 0.5]),
			stroke: under,
			width: Math.round(radius * 0.7),
			cap: "butt",
		});
	marks.push(...rims.filter(({ faces }) => faces).map(({ outline }) => ({ outline, fill: under, stroke: ink })));
	const low = (axis: 0 | 1 | 2) => Math.min(...points.map((point) => point[axis]));
	const high = (axis: 0 | 1 | 2) => Math.max(...points.map((point) => point[axis]));
	const grow = (axis: 0 | 1 | 2) => (low(axis) === high(axis) ? radius : 0);
	return part(
		[low(0) - grow(0), low(1) - grow(1), low(2) - grow(2)],
		[high(0) + grow(0), high(1) + grow(1), high(2) + grow(2)],
		marks,
	);
}

/** Returns the line, slightly longer at both ends, so that no edge shows where the pipe meets its rim. */
function lengthen({ start, steps }: Outline): Outline {
	const [first, last, lastButOne] = [steps[0], steps[steps.length - 1], steps[steps.length - 2]];
	if (!first || !last) throw new Error("A pipe needs at least two points");
	const before = lastButOne ? (lastButOne[lastButOne.length - 1] as Point2) : start;
	return {
		start: toward(start, first[0], -1),
		steps: [...steps.slice(0, -1), [toward(last[last.length - 1] as Point2, before, -1)]],
		closed: false,
	};
}

/** Returns the circle in which a pipe ends, and whether it faces the viewer. */
function rim(end: Point3, inside: Point3, radius: number): { outline: Outline; faces: boolean } {
	const outward: Point3 = [end[0] - inside[0], end[1] - inside[1], end[2] - inside[2]];
	return {
		outline: projectOutline(faceAcross(end, outward), circle([0, 0], radius)),
		faces: outward[0] + outward[1] + outward[2] > 0,
	};
}

/** Returns the face through a point, perpendicular to the axis of a vector. */
function faceAcross(origin: Point3, [x, y]: Point3): Face {
	if (x !== 0) return { origin, u: [0, -1, 0], v: [0, 0, -1] };
	return y !== 0 ? { origin, u: [1, 0, 0], v: [0, 0, -1] } : { origin, u: [1, 0, 0], v: [0, 1, 0] };
}

/** Returns a line of the picture through points of the world, with rounded corners. */
function bentLine(points: readonly Point3[], bend: number): Outline {
	const steps: Step[] = [];
	points.forEach((corner, index) => {
		const [before, after] = [points[index - 1], points[index + 1]];
		if (!before) return;
		if (!after) {
			steps.push([project(corner)]);
			return;
		}
		const turn = Math.min(
			bend,
			distance(corner, before) / (points[index - 2] ? 2 : 1),
			distance(corner, after) / (points[index + 2] ? 2 : 1),
		);
		const [enter, leave] = [onWay(corner, before, turn), onWay(corner, after, turn)];
		steps.push(
			[project(enter)],
			[project(onWay(corner, enter, turn / 3)), project(onWay(corner, leave, turn / 3)), project(leave)],
		);
	});
	return { start: project(points[0] as Point3), steps, closed: false };
}

function distance(a: Point3, b: Point3): number {
	return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
}

function onWay(from: Point3, to: Point3, length: number): Point3 {
	const whole = distance(from, to);
	return whole === 0 ? from : move(from, [to[0] - from[0], to[1] - from[1], to[2] - from[2]], length / whole);
}

/** A collar around a pipe that runs along an axis; `at` is its middle. */
export function flange({
	at,
	axis,
	radius = 9,
	length = 10,
	fill = white,
}: {
	at: Point3;
	axis: "x" | "y" | "z";
	radius?: number;
	length?: number;
	fill?: string;
}): Part {
	const [x, y, z] = at;
	const r = radius + 5;
	const half = length / 2;
	const along: Point3 = axis === "x" ? [1, 0, 0] : axis === "y" ? [0, 1, 0] : [0, 0, 1];
	const front = projectOutline(faceAcross(move(at, along, half), along), circle([0, 0], r));
	const back = project([-along[0] * length, -along[1] * length, -along[2] * length]);
	const { body } = drawOut(front, back);
	const reach = (index: 0 | 1 | 2) => (along[index] ? half : r);
	return part(
		[x - reach(0), y - reach(1), z - reach(2)],
		[x + reach(0), y + reach(1), z + reach(2)],
		[
			{ outline: body, fill: shade, stroke: ink },
			{ outline: front, fill, stroke: ink },
		],
	);
}

/** A route on the ground through points of the grid, dashed or solid. Draw it before what it meets. */
export function route({
	points,
	z = 0,
	colour = ink,
	dashed = true,
	width = 2,
}: {
	points: readonly Point2[];
	z?: number;
	colour?: string;
	dashed?: boolean;
	width?: number;
}): Part[] {
	return points.slice(1).map((to, index) => {
		const from = points[index] as Point2;
		const outline = polyline([project([from[0], from[1], z]), project([to[0], to[1], z])]);
		const marks: Mark[] = [{ outline, stroke: colour, width, ...(dashed && { dash: [7, 9] as const }) }];
		return part(
			[Math.min(from[0], to[0]) - 1, Math.min(from[1], to[1]) - 1, z],
			[Math.max(from[0], to[0]) + 1, Math.max(from[1], to[1]) + 1, z],
			marks,
		);
	});
}

/** A junction of routes and pipes: a low round base with a raised knob. `at` is the middle of its base. */
export function node({
	at,
	radius = 22,
	fills = plain,
	base = plain,
}: {
	at: Point3;
	radius?: number;
	fills?: Fills;
	base?: Fills;
}): Part {
	return group([
		cylinder({ at, radius, height: 8, fills: base, cast: 6 }),
		cylinder({ at: move(at, [0, 0, 8]), radius: radius * 0.55, height: 10, fills, cast: 0 }),
	]);
}

/** A lying gear wheel. `at` is the middle of its base. */
export function gear({
	at: [x, y, z],
	radius = 40,
	teeth = 10,
	height = 14,
	fills = plain,
	hub = paper,
}: {
	at: Point3;
	radius?: number;
	teeth?: number;
	height?: number;
	fills?: Fills;
	hub?: string;
}): Parts {
	const plan = gearPlan(radius, teeth, radius * 0.2).map(([u, v]): Point2 => [u + radius, v + radius]);
	return [
		roundShadow([x, y, z], radius * 0.9, height * 0.8),
		prism({
			at: [x - radius, y - radius, z],
			plan,
			height,
			fills,
			top: (sheet) => {
				sheet.circle(radius, radius, radius * 0.52, outlined(fills.top));
				sheet.circle(radius, radius, radius * 0.24, outlined(hub));
			},
		}),
	];
}

/** A standing gear wheel. `at` is the lower corner of the square around its front. */
export function standingGear({
	at: [x, y, z],
	facing,
	radius = 40,
	teeth = 10,
	thickness = 14,
	fill = white,
	edge = shade,
	hub = paper,
}: {
	at: Point3;
	facing: Facing;
	radius?: number;
	teeth?: number;
	thickness?: number;
	fill?: string;
	edge?: string;
	hub?: string;
}): Part {
	const size = radius * 2;
	const face = standingFace([x, y, z], size, size, facing);
	const plan = gearPlan(radius, teeth, radius * 0.2).map(([u, v]): Point2 => [u + radius, v + radius]);
	const back = project(facing === "left" ? [0, -thickness, 0] : [-thickness, 0, 0]);
	const marks = sideMarks(
		plan.map((point) => project(onFace(face, point))),
		back,
		() => edge,
	);
	const sheet = new Sheet(face, size, size, marks);
	sheet.polygon(plan, outlined(fill));
	sheet.circle(radius, radius, radius * 0.52, outlined(fill));
	sheet.circle(radius, radius, radius * 0.24, outlined(hub));
	return facing === "left"
		? part([x, y - thickness, z], [x + size, y, z + size], marks)
		: part([x - thickness, y, z], [x, y + size, z + size], marks);
}

/** Upright bars of a chart in a row along an axis, with the gap between them. `lit` marks one bar in the accent colour. */
export function bars({
	at: [x, y, z],
	values,
	along = "x",
	size = 30,
	gap = 14,
	lit,
}: {
	at: Point3;
	values: readonly number[];
	along?: "x" | "y";
	size?: number;
	gap?: number;
	lit?: number;
}): Parts {
	return values.map((height, index) => {
		const offset = index * (size + gap);
		const place: Point3 = along === "x" ? [x + offset, y, z] : [x, y + offset, z];
		return block({
			at: place,
			size: [size, size, height],
			fills: index === lit ? accent : plain,
			cast: along === "x" ? Math.min(gap, 12) : 24,
		});
	});
}
