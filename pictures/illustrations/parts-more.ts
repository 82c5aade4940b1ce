/**
 * More bodies for the pictures, built on parts.ts: bodies of revolution, open boxes, pipes of one piece, and furniture and machines made
 * of them. `at`, `facing` and boxes follow parts.ts.
 */

import { arc, join, onCircle } from "./curves.ts";
import {
	between,
	circle,
	drawOut,
	mapOutline,
	move,
	moveOutline,
	type Outline,
	type Point2,
	type Point3,
	polygon,
	polyline,
	project,
	projectOutline,
	rectangle,
	reverseOutline,
	type Step,
} from "./geometry.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { block, type Facing, type Fills, flat, plain, plate, shadow, standingFace } from "./parts.ts";
import { group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { type Drawing, Sheet, type Style } from "./sheet.ts";

const outlined = (fill: string): Style => ({ fill, stroke: ink });

// -------------------------------------------------------------------------------------------------- bodies of revolution

/** Half the width and half the height of a lying circle of radius 1 on the picture. */
const [wide, flatness] = [Math.sqrt(1.5), Math.SQRT1_2];

/** A hollow in the top of a body: the thickness of its rim, the depth of its contents below the rim, and their colour. */
export interface Hollow {
	readonly rim: number;
	readonly depth: number;
	readonly fill?: string;
	/** Things in the hollow; the near wall hides their lower ends. */
	readonly content?: Parts;
}

/**
 * A body of revolution, such as a jar, a funnel or a bell. `at` is the middle of its base; `profile` lists radius and height from the
 * bottom to the top. `smooth` omits the lines at the breaks of the profile.
 */
export function turned({
	at,
	profile,
	fills = plain,
	smooth = false,
	hollow,
	cast = 0,
}: {
	at: Point3;
	profile: readonly Point2[];
	fills?: Fills;
	smooth?: boolean;
	hollow?: Hollow;
	cast?: number;
}): Part[] {
	const [x, y, z] = at;
	const centre = project(at);
	// Lying circles are drawn as true ones and squeezed at the end.
	const squeeze = (outline: Outline): Outline =>
		mapOutline(outline, ([u, v]) => [centre[0] + u * wide, centre[1] + v * flatness]);
	const height = (level: number) => -level / flatness;
	const marks: Mark[] = [];
	const last = profile.length - 1;
	if (smooth) marks.push(...roundMarks(profile, fills, squeeze, height));
	else
		profile
			.slice(0, -1)
			.forEach((_, index) => marks.push(...roundMarks(profile.slice(index, index + 2), fills, squeeze, height)));
	const [topRadius, topLevel] = profile[last] as Point2;
	if (hollow) {
		const inner = topRadius - hollow.rim;
		const sunk = hollow.depth / flatness;
		const top: Point2 = [0, height(topLevel)];
		marks.push({ outline: squeeze(circle(top, inner)), fill: shade });
		if (sunk < 2 * inner) {
			const angle = Math.asin(sunk / 2 / inner);
			marks.push({
				outline: squeeze(
					join([
						arc([0, top[1] + sunk], inner, Math.PI + angle, 2 * Math.PI - angle),
						arc(top, inner, angle, Math.PI - angle),
					]),
				),
				fill: hollow.fill ?? deep,
				stroke: ink,
			});
		}
		marks.push({ outline: squeeze(circle(top, inner)), stroke: ink });
		if (hollow.content) {
			const [lowRadius, lowLevel] = profile[last - 1] as Point2;
			const low: Point2 = [0, height(lowLevel)];
			const angle = Math.asin((topRadius - lowRadius) / (low[1] - top[1]));
			const half = Math.PI / 2;
			const near = arc(top, inner, Math.PI, 0);
			marks.push(
				...group(hollow.content).marks,
				{
					outline: squeeze(
						join([
							near,
							arc(top, topRadius, 0, angle),
							arc(low, lowRadius, angle, Math.PI - angle),
							arc(top, topRadius, Math.PI - angle, Math.PI),
						]),
					),
					fill: fills.left,
				},
				{
					outline: squeeze(
						join([arc(top, inner, half, 0), arc(top, topRadius, 0, angle), arc(low, lowRadius, angle, half)]),
					),
					fill: fills.right,
				},
				{ outline: squeeze(join([near, arc(top, topRadius, 0, Math.PI)])), fill: fills.top },
				{ outline: squeeze(near), stroke: ink },
				{ outline: squeeze(arc(top, topRadius, 0, Math.PI)), stroke: ink },
				{
					outline: squeeze(
						join(
							[
								polyline([onCircle(top, topRadius, angle)]),
								arc(low, lowRadius, angle, Math.PI - angle),
								polyline([onCircle(top, topRadius, Math.PI - angle)]),
							],
							false,
						),
					),
					stroke: ink,
				},
			);
		}
	}
	const reach = Math.max(...profile.map(([radius]) => radius));
	const body = part([x - reach, y - reach, z], [x + reach, y + reach, z + topLevel], marks);
	return cast > 0 ? [roundShadow(at, (profile[0] as Point2)[0], cast), body] : [body];
}

/** The marks of a round body between its lowest and its highest circle: its wall, the shaded half of it, and its top. */
function roundMarks(
	profile: readonly Point2[],
	fills: Fills,
	squeeze: (outline: Outline) => Outline,
	height: (level: number) => number,
): Mark[] {
	const levels = profile.map(([radius, level]) => ({ middle: [0, height(level)] as Point2, radius }));
	const angles = levels.slice(1).map(({ middle, radius }, index) => {
		const below = levels[index] as { middle: Point2; radius: number };
		return Math.asin(Math.max(-1, Math.min(1, (radius - below.radius) / (below.middle[1] - middle[1]))));
	});
	const [first, top] = [levels[0], levels[levels.length - 1]];
	if (!first || !top) throw new Error("A body needs two circles");
	// Where a circle ends one wall and begins another, the outline passes between their tangents.
	const edge = levels.map(({ middle, radius }, index) => {
		const [under, over] = [angles[index - 1] ?? angles[index] ?? 0, angles[index] ?? angles[index - 1] ?? 0];
		return onCircle(middle, radius, (under + over) / 2);
	});
	const right = spline(edge);
	const left = mapOutline(right, ([u, v]) => [-u, v]);
	const [low, high] = [angles[0] as number, angles[angles.length - 1] as number];
	const wall = join([
		arc(first.middle, first.radius, Math.PI - low, low),
		right,
		arc(top.middle, top.radius, high, Math.PI - high),
		reverseOutline(left),
	]);
	const half = Math.PI / 2;
	return [
		{ outline: squeeze(wall), fill: fills.left },
		{
			outline: squeeze(
				join([arc(first.middle, first.radius, half, low), right, arc(top.middle, top.radius, high, half)]),
			),
			fill: fills.right,
		},
		{
			outline: squeeze(join([reverseOutline(left), arc(first.middle, first.radius, Math.PI - low, low), right], false)),
			stroke: ink,
		},
		{ outline: squeeze(circle(top.middle, top.radius)), fill: fills.top, stroke: ink },
	];
}

/** A smooth open line through points. */
function spline(points: readonly Point2[]): Outline {
	if (points.length < 3) return polyline(points);
	const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point2;
	const tangent = (index: number): Point2 => {
		const [before, after] = [at(index - 1), at(index + 1)];
		return [(after[0] - before[0]) / 6, (after[1] - before[1]) / 6];
	};
	return {
		start: at(0),
		closed: false,
		steps: points.slice(1).map((to, index): Step => {
			const [from, leave, enter] = [at(index), tangent(index), tangent(index + 1)];
			return [[from[0] + leave[0], from[1] + leave[1]], [to[0] - enter[0], to[1] - enter[1]], to];
		}),
	};
}

function roundShadow([x, y, z]: Point3, radius: number, reach: number): Part {
	const [u, v] = project([x, y, z]);
	const far = reach * 2 * 0.866;
	const outline = mapOutline(
		join([
			arc([0, 0], radius, Math.PI / 2, (3 * Math.PI) / 2),
			arc([far / wide, 0], radius, -Math.PI / 2, Math.PI / 2),
		]),
		([a, b]) => [u + a * wide, v + b * flatness],
	);
	return part([x - radius, y - radius, z], [x + radius, y + radius, z], [{ outline, fill: shade }]);
}

/** A ball. `at` is its lowest point. */
export function ball({
	at: [x, y, z],
	radius,
	fill = white,
	dark = shade,
	cast = radius * 0.5,
}: {
	at: Point3;
	radius: number;
	fill?: string;
	dark?: string;
	cast?: number;
}): Part[] {
	const [u, v] = project([x, y, z + radius]);
	const r = radius * wide;
	const crescent = join([
		arc([u, v], r, -Math.PI * 0.3, Math.PI * 0.7),
		arc([u - r * 0.62, v - r * 0.46], r * 1.08, Math.PI * 0.52, -Math.PI * 0.08),
	]);
	const body = part(
		[x - radius, y - radius, z],
		[x + radius, y + radius, z + 2 * radius],
		[
			{ outline: circle([u, v], r), fill },
			...(fill === accentFill ? [] : [{ outline: crescent, fill: dark }]),
			{ outline: circle([u, v], r), stroke: ink },
		],
	);
	return cast > 0 ? [roundShadow([x, y, z], radius * 0.7, cast), body] : [body];
}

/** A round bar along an axis, such as a roll of paper. `at` is the middle of its far end; `draw` gets the sheet of its near end. */
export function bar({
	at,
	axis,
	length,
	radius,
	fill = white,
	under = shade,
	end = paper,
	draw,
}: {
	at: Point3;
	axis: "x" | "y";
	length: number;
	radius: number;
	fill?: string;
	under?: string;
	end?: string;
	draw?: Drawing;
}): Part {
	const [x, y, z] = at;
	const isX = axis === "x";
	const corner: Point3 = isX ? [x + length, y - radius, z - radius] : [x - radius, y + length, z - radius];
	const face = standingFace(corner, 2 * radius, 2 * radius, isX ? "right" : "left");
	const middle: Point2 = [radius, radius];
	const front = projectOutline(face, circle(middle, radius));
	const back = project(isX ? [-length, 0, 0] : [0, -length, 0]);
	const { body } = drawOut(front, back);
	// The lower edge of the body starts where the end's outline runs along it: at 135 degrees, or at 45.
	const edge = projectOutline(
		face,
		isX ? arc(middle, radius, Math.PI * 0.75, Math.PI * 0.42) : arc(middle, radius, Math.PI * 0.25, Math.PI * 0.58),
	);
	const marks: Mark[] = [
		{ outline: body, fill },
		{ outline: join([edge, reverseOutline(moveOutline(edge, back))]), fill: under },
		{ outline: body, stroke: ink },
		{ outline: front, fill: end, stroke: ink },
	];
	if (draw) draw(new Sheet(face, 2 * radius, 2 * radius, marks));
	return part(
		isX ? [x, y - radius, z - radius] : [x - radius, y, z - radius],
		isX ? [x + length, y + radius, z + radius] : [x + radius, y + length, z + radius],
		marks,
	);
}

/** A tree, by default about a hundred high. `at` is the middle of its foot. */
export function tree({ at: [x, y, z], size = 1 }: { at: Point3; size?: number }): Part {
	const grow = (points: readonly Point2[]) => points.map(([radius, level]): Point2 => [radius * size, level * size]);
	return group([
		turned({
			at: [x, y, z],
			profile: grow([
				[6, 0],
				[6, 22],
			]),
			cast: 20 * size,
		}),
		turned({
			at: [x, y, z + 20 * size],
			profile: grow([
				[22, 0],
				[30, 14],
				[27, 40],
				[2, 100],
			]),
			smooth: true,
		}),
	]);
}

// ------------------------------------------------------------------------------------------------------------ open boxes

/**
 * A box that is open at the top, such as a tray, a bin or a drawer. `content` gets the corner of its inner floor and the inner size, and
 * may rise above the rim.
 */
export function openBox({
	at,
	size: [width, depth, height],
	wall = 6,
	base = 6,
	fills = plain,
	inside = { top: sand, left: shade, right: deep },
	content,
	left,
	right,
	cast,
}: {
	at: Point3;
	size: Point3;
	wall?: number;
	base?: number;
	fills?: Fills;
	inside?: Fills;
	content?: (at: Point3, size: Point3) => Parts;
	left?: Drawing;
	right?: Drawing;
	cast?: number;
}): Part {
	const [x, y, z] = at;
	const top = z + height;
	const floorAt = z + base;
	const [x1, y1] = [x + width, y + depth];
	const [u0, v0, u1, v1] = [x + wall, y + wall, x1 - wall, y1 - wall];
	const shape = (points: readonly Point3[]) => polygon(points.map(project));
	const line = (points: readonly Point3[]) => polyline(points.map(project));
	const behind: Mark[] = [
		{
			outline: shape([
				[u0, v0, floorAt],
				[u1, v0, floorAt],
				[u1, v1, floorAt],
				[u0, v1, floorAt],
			]),
			fill: inside.top,
		},
		{
			outline: shape([
				[u0, v0, floorAt],
				[u1, v0, floorAt],
				[u1, v0, top],
				[u0, v0, top],
			]),
			fill: inside.left,
		},
		{
			outline: shape([
				[u0, v0, floorAt],
				[u0, v1, floorAt],
				[u0, v1, top],
				[u0, v0, top],
			]),
			fill: inside.right,
		},
		{
			outline: line([
				[u0, v1, floorAt],
				[u0, v0, floorAt],
				[u1, v0, floorAt],
			]),
			stroke: ink,
		},
		{
			outline: line([
				[u0, v0, floorAt],
				[u0, v0, top],
			]),
			stroke: ink,
		},
		{
			outline: shape([
				[x, y1, top],
				[x, y, top],
				[x1, y, top],
				[u1, v0, top],
				[u0, v0, top],
				[u0, v1, top],
			]),
			fill: fills.top,
		},
		{
			outline: line([
				[x, y1, top],
				[x, y, top],
				[x1, y, top],
			]),
			stroke: ink,
		},
		{
			outline: line([
				[u0, v1, top],
				[u0, v0, top],
				[u1, v0, top],
			]),
			stroke: ink,
		},
	];
	const before: Mark[] = [];
	const [leftFace, rightFace] = [
		standingFace([x, y1, z], width, height, "left"),
		standingFace([x1, y, z], depth, height, "right"),
	];
	const leftSheet = new Sheet(leftFace, width, height, before);
	const rightSheet = new Sheet(rightFace, depth, height, before);
	leftSheet.rect(0, 0, width, height, outlined(fills.left));
	left?.(leftSheet);
	rightSheet.rect(0, 0, depth, height, outlined(fills.right));
	right?.(rightSheet);
	before.push(
		{
			outline: shape([
				[x, y1, top],
				[x1, y1, top],
				[x1, y, top],
				[u1, v0, top],
				[u1, v1, top],
				[u0, v1, top],
			]),
			fill: fills.top,
		},
		{
			outline: line([
				[x, y1, top],
				[x1, y1, top],
				[x1, y, top],
			]),
			stroke: ink,
		},
		{
			outline: line([
				[u0, v1, top],
				[u1, v1, top],
				[u1, v0, top],
			]),
			stroke: ink,
		},
	);
	const inner = content ? [group(content([u0, v0, floorAt], [u1 - u0, v1 - v0, height - base]))] : [];
	const reach = cast ?? Math.min(30, height / 3);
	const marks = [
		...(reach > 0 ? shadow({ at, size: [width, depth], reach }).marks : []),
		...behind,
		...inner.flatMap((each) => each.marks),
		...before,
	];
	const highest = Math.max(top, ...inner.map(({ box }) => box.max[2]));
	return { box: { min: at, max: [x1, y1, highest] }, marks, accents: part(at, at, marks).accents };
}

// ----------------------------------------------------------------------------------------------------------------- pipes

/**
 * A pipe along the grid through points of its centre line, as one part; use `pipe` if something is between its legs.
 *
 * A pipe on the ground has z equal to its radius. Ends are open, so let them meet something.
 */
export function tube({
	points,
	radius = 9,
	fill = white,
	under = fill === accentFill ? accentFill : shade,
	bend = 26,
}: {
	points: readonly Point3[];
	radius?: number;
	fill?: string;
	under?: string;
	bend?: number;
}): Part {
	const legs = points.slice(1).map((to, index) => {
		const from = points[index] as Point3;
		return { from, to, rises: from[2] !== to[2] };
	});
	const trace = (aside: (rises: boolean) => Point2): Outline => {
		const place = (point: Point3, rises: boolean): Point2 => {
			const [u, v] = project(point);
			const [du, dv] = aside(rises);
			return [u + du, v + dv];
		};
		const steps: Step[] = [];
		legs.forEach(({ to, from, rises }, index) => {
			const next = legs[index + 1];
			if (!next) {
				steps.push([place(to, rises)]);
				return;
			}
			const cut = Math.min(
				bend,
				reachOf(from, to) / (index === 0 ? 1 : 2),
				reachOf(next.from, next.to) / (index + 2 === legs.length ? 1 : 2),
			);
			const [enter, leave] = [place(stepTo(to, from, cut), rises), place(stepTo(to, next.to, cut), next.rises)];
			const [near, far] = [place(to, rises), place(to, next.rises)];
			steps.push([enter], [between(enter, near, 0.6), between(leave, far, 0.6), leave]);
		});
		const first = legs[0];
		if (!first) throw new Error("A pipe needs at least two points");
		return { start: place(first.from, first.rises), steps, closed: false };
	};
	const line = trace(() => [0, 0]);
	const marks: Mark[] = [
		{ outline: line, stroke: ink, width: radius * 2 + 2, cap: "butt" },
		{ outline: line, stroke: fill, width: radius * 2 - 2, cap: "butt" },
	];
	if (under !== fill) {
		marks.push({
			outline: trace((rises) => (rises ? [radius * 0.5, 0] : [0, radius * 0.5])),
			stroke: under,
			width: Math.round(radius * 7) / 10,
			cap: "butt",
		});
	}
	const corner = (pick: (...values: number[]) => number, grow: number): Point3 => {
		const along = (axis: 0 | 1 | 2): number => {
			const values = points.map((point) => point[axis]);
			return pick(...values) + (new Set(values).size === 1 ? grow : 0);
		};
		return [along(0), along(1), along(2)];
	};
	return part(corner(Math.min, -radius), corner(Math.max, radius), marks);
}

function reachOf(a: Point3, b: Point3): number {
	return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
}

function stepTo(from: Point3, to: Point3, length: number): Point3 {
	return move(from, [to[0] - from[0], to[1] - from[1], to[2] - from[2]], length / Math.max(1, reachOf(from, to)));
}

// ------------------------------------------------------------------------------------------------ furniture and machines

/** A conveyor along an axis, `length` long, on legs; place things on it at its height. */
export function conveyor({
	at: [x, y, z],
	axis,
	length,
	width = 84,
	height = 56,
	belt = deep,
}: {
	at: Point3;
	axis: "x" | "y";
	length: number;
	width?: number;
	height?: number;
	belt?: string;
}): Part {
	const isX = axis === "x";
	const thickness = 24;
	const level = z + height - thickness;
	const pitch = length / Math.max(2, Math.round(length / 44));
	const leg = (along: number, side: number): Parts => {
		const offset = side === 0 ? 6 : width - 16;
		const place: Point3 = isX ? [x + along, y + offset, z] : [x + offset, y + along, z];
		return block({ at: place, size: [10, 10, height - thickness], cast: 0 });
	};
	const legs = [24, length - 34].flatMap((along) => [leg(along, 0), leg(along, 1)]);
	const size: Point2 = isX ? [length, width] : [width, length];
	return group([
		shadow({ at: [x, y, z], size, reach: 26 }),
		...legs,
		plate({
			at: isX ? [x, y + width, level] : [x + width, y, level],
			width: length,
			height: thickness,
			facing: isX ? "left" : "right",
			outline: rectangle(0, 0, length, thickness, thickness / 2),
			thickness: width,
			fill: isX ? paper : shade,
			edge: belt,
			draw: (sheet) => {
				for (let along = pitch / 2; along < length; along += pitch)
					sheet.circle(along, thickness / 2, 6, outlined(white));
			},
		}),
		flat({
			at: [x, y, level + thickness],
			size,
			draw: (sheet) => {
				for (let along = pitch; along < length - 8; along += pitch) {
					sheet.line(
						isX
							? [
									[along, 4],
									[along, width - 4],
								]
							: [
									[4, along],
									[width - 4, along],
								],
						{ stroke: shade },
					);
				}
			},
		}),
	]);
}

/** A pallet of boards; place goods on it at z plus 16. */
export function pallet({ at: [x, y, z], size: [width, depth] = [120, 100] }: { at: Point3; size?: Point2 }): Part {
	const third = (width - 12) / 2;
	const slat = (depth - 4 * 6) / 5;
	return group([
		shadow({ at: [x, y, z], size: [width, depth], reach: 10 }),
		...[0, 1, 2].map((index) => block({ at: [x + index * third, y, z], size: [12, depth, 10], cast: 0 })),
		...Array.from({ length: 5 }, (_, index) =>
			block({ at: [x, y + index * (slat + 6), z + 10], size: [width, slat, 6], cast: 0 }),
		),
	]);
}

/** A filing cabinet. `open` lists how far each drawer is pulled out, from below; `fill` puts things into an open drawer. */
export function filingCabinet({
	at: [x, y, z],
	size: [width, depth, height],
	facing,
	open,
	fill,
	fills = plain,
}: {
	at: Point3;
	size: Point3;
	facing: Facing;
	open: readonly number[];
	fill?: (drawer: number, at: Point3, size: Point3) => Parts;
	fills?: Fills;
}): Part {
	const isLeft = facing === "left";
	const pitch = (height - 12) / open.length;
	const front: Drawing = (sheet) => {
		sheet.rect(sheet.width * 0.34, sheet.height * 0.22, sheet.width * 0.32, sheet.height * 0.2, outlined(white));
		sheet.line(
			[
				[sheet.width * 0.38, sheet.height * 0.64],
				[sheet.width * 0.62, sheet.height * 0.64],
			],
			{ width: 4 },
		);
	};
	const parts: Parts[] = [
		block({
			at: [x, y, z],
			size: [width, depth, height],
			fills,
			cast: 40,
			[facing]: (sheet: Sheet) => {
				open.forEach((pulled, index) => {
					const drawer = sheet.area(7, 6 + (open.length - 1 - index) * pitch, sheet.width - 14, pitch - 5);
					drawer.rect(0, 0, drawer.width, drawer.height, { ...outlined(pulled > 0 ? deep : white), radius: 3 });
					if (pulled === 0) front(drawer);
				});
			},
		}),
	];
	open.forEach((pulled, index) => {
		if (pulled === 0) return;
		const level = z + 6 + index * pitch + 4;
		const span = (isLeft ? width : depth) - 20;
		const box = openBox({
			at: isLeft ? [x + 10, y + depth, level] : [x + width, y + 10, level],
			size: isLeft ? [span, pulled, pitch - 12] : [pulled, span, pitch - 12],
			wall: 4,
			base: 4,
			cast: 0,
			[facing]: front,
			...(fill && { content: (at: Point3, size: Point3) => fill(index, at, size) }),
		});
		parts.push(box);
	});
	return group(parts);
}

/** A striped awning on a wall. `at` is the lower corner of its upper edge on the wall, from where it slopes forward and down. */
export function awning({
	at: [x, y, z],
	width,
	facing,
	reach = 34,
	drop = 20,
	stripes = 7,
	edge = 10,
}: {
	at: Point3;
	width: number;
	facing: Facing;
	reach?: number;
	drop?: number;
	stripes?: number;
	edge?: number;
}): Part {
	const isLeft = facing === "left";
	// Returns a corner at a share of the width, out from the wall and down from its upper edge.
	const corner = (share: number, out: number, fall: number): Point2 => {
		const along = isLeft ? share * width : (1 - share) * width;
		return project(isLeft ? [x + along, y + out, z - fall] : [x + out, y + along, z - fall]);
	};
	const marks: Mark[] = [];
	for (let stripe = 0; stripe < stripes; stripe++) {
		const [a, b] = [stripe / stripes, (stripe + 1) / stripes];
		const fill = stripe % 2 ? deep : white;
		marks.push({
			outline: polygon([corner(a, 0, 0), corner(b, 0, 0), corner(b, reach, drop), corner(a, reach, drop)]),
			fill,
			stroke: ink,
		});
		marks.push({
			outline: polygon([
				corner(a, reach, drop),
				corner(b, reach, drop),
				corner(b, reach, drop + edge),
				corner(a, reach, drop + edge),
			]),
			fill: stripe % 2 ? deep : paper,
			stroke: ink,
		});
	}
	const end = isLeft ? 1 : 0;
	if (isLeft)
		marks.unshift({
			outline: polygon([
				corner(end, 0, 0),
				corner(end, reach, drop),
				corner(end, reach, drop + edge),
				corner(end, 0, drop + edge),
			]),
			fill: shade,
			stroke: ink,
		});
	return isLeft
		? part([x, y, z - drop - edge], [x + width, y + reach, z], marks)
		: part([x, y, z - drop - edge], [x + reach, y + width, z], marks);
}
