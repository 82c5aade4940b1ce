/**
 * Bodies and furniture for the gallery and blog pictures, built on parts.ts; the same rules for `at`, `facing` and boxes hold.
 *
 * New here are bodies of revolution (`turned`), boxes that are open above (`openBox`), and what is made of the two.
 */

import { arc, join, onCircle, onDial, sector } from "./curves.ts";
import { between, circle, drawOut, type Face, mapOutline, move, moveOutline, type Outline, type Point2, type Point3, polygon, polyline, project, projectOutline, rectangle, reverseOutline, roundCorners, type Step } from "./geometry.ts";
import { deep, ink, orange, paper, sand, shade, white } from "./palette.ts";
import { accent, block, cylinder, dim, type Facing, type Fills, flat, ground, lyingFace, plain, plate, shadow, standingFace } from "./parts.ts";
import { boundsOf, flatten, group, type Mark, type Part, part, type Parts, type SceneOptions } from "./scene.ts";
import { type Drawing, Sheet, type Style } from "./sheet.ts";

const outlined = (fill: string): Style => ({ fill, stroke: ink });

// ---------------------------------------------------------------------------------------------------------------- frame

/**
 * Gives a scene a backdrop of one colour that fills its frame.
 *
 * Throws when the drawing comes closer to the frame than the margin. With `centre`, a point of the world, the scene is
 * centred there and may run out of the frame, which cuts it off.
 */
export function framed({ width, height, parts, fill = sand, margin = 20, nudge = [0, 0], centre }: {
	width: number; height: number; parts: Parts; fill?: string; margin?: number; nudge?: Point2; centre?: Point3;
}): SceneOptions {
	const scene = group(parts);
	const [left, top, right, bottom] = boundsOf(scene.marks);
	const [u, v] = centre ? project(centre) : [(left + right) / 2 - nudge[0], (top + bottom) / 2 - nudge[1]];
	// The backdrop reaches as far to both sides as the drawing, because scenes are centred by their bounds.
	const halfWidth = Math.max(width / 2, u - left, right - u);
	const halfHeight = Math.max(height / 2, v - top, bottom - v);
	const free = [width / 2 - Math.max(u - left, right - u), height / 2 - Math.max(v - top, bottom - v)] as const;
	if (!centre && Math.min(...free) < margin) {
		throw new Error(`The drawing leaves its frame: ${free.map(Math.round).join(" and ")} px to the edges`);
	}
	const backdrop = part([-1e6, -1e6, -1e6], [1e6, 1e6, 1e6], [
		{ outline: rectangle(u - halfWidth, v - halfHeight, 2 * halfWidth, 2 * halfHeight), fill },
	]);
	return { width, height, parts: [backdrop, scene], margin: -Infinity };
}

/** The frames of the two kinds of picture. */
export const galleryFrame = { width: 880, height: 620 };
export const blogFrame = { width: 880, height: 660 };

/** A floor that reaches beyond every frame, with boards or tiles along both axes when a pitch is given. */
export function floor({ centre: [x, y], reach = 560, pitch = 0, fill = paper, seam = sand }: {
	centre: Point2; reach?: number; pitch?: number; fill?: string; seam?: string;
}): Part {
	const size = 2 * reach;
	const marks: Mark[] = [];
	const sheet = new Sheet(lyingFace([x - reach, y - reach, 0], size), size, size, marks);
	sheet.rect(0, 0, size, size, { fill });
	if (pitch > 0) {
		for (let along = pitch; along < size; along += pitch) {
			sheet.line([[along, 0], [along, size]], { stroke: seam });
			sheet.line([[0, along], [size, along]], { stroke: seam });
		}
	}
	return part([x - reach, y - reach, -1], [x + reach, y + reach, -1], marks);
}

/** The base of a scene: a slab with rounded corners and a faint grid. Its top lies at z = 0. */
export function stage({ size: [width, depth], radius = 28, height = 12, grid = 40, fill = paper }: {
	size: Point2; radius?: number; height?: number; grid?: number; fill?: string;
}): Part {
	return group([
		block({ at: [0, 0, -height], size: [width, depth, height], radius, fills: { top: fill, left: white, right: shade }, cast: 0 }),
		...(grid > 0 ? [gridLines([width, depth], grid, radius)] : []),
	]);
}

function gridLines([width, depth]: Point2, grid: number, radius: number): Part {
	const inset = Math.max(8, radius * 0.5);
	return flat({
		at: [0, 0, 0], size: [width, depth], draw: (sheet) => {
			for (let u = grid; u < width - 4; u += grid) sheet.line([[u, inset], [u, depth - inset]], { stroke: sand });
			for (let v = grid; v < depth - 4; v += grid) sheet.line([[inset, v], [width - inset, v]], { stroke: sand });
		},
	});
}

/** A corner of a room: a floor between two walls that stand behind it. `left` and `right` draw on the walls on that side. */
export function room({ size: [width, depth], height, thickness = 14, fill = sand, left, right }: {
	size: Point2; height: number; thickness?: number; fill?: string; left?: Drawing; right?: Drawing;
}): Part {
	const t = thickness;
	const boards: Drawing = (sheet) => {
		for (let v = 44; v < sheet.height; v += 44) sheet.line([[0, v], [sheet.width, v]], { stroke: shade });
	};
	const skirting = (draw?: Drawing): Drawing => (sheet) => {
		sheet.line([[0, sheet.height - 12], [sheet.width, sheet.height - 12]]);
		draw?.(sheet);
	};
	return group([
		block({ at: [0, 0, -t], size: [width, depth, t], fills: { top: fill, left: white, right: shade }, top: boards, cast: 0 }),
		block({ at: [-t, -t, -t], size: [t, depth + t, height + t], fills: { top: white, left: white, right: paper }, cast: 0 }),
		wallFace(standingFace([0, 0, 0], depth, height, "right"), depth, height, skirting(left)),
		block({ at: [0, -t, -t], size: [width, t, height + t], fills: { top: white, left: white, right: shade }, cast: 0 }),
		wallFace(standingFace([0, 0, 0], width, height, "left"), width, height, skirting(right)),
	]);
}

function wallFace(face: Face, width: number, height: number, draw: Drawing): Part {
	const marks: Mark[] = [];
	draw(new Sheet(face, width, height, marks));
	const [x, y, z] = face.origin;
	return part([x, y, z - height], [x, y, z], marks);
}

// ---------------------------------------------------------------------------------------------------- bodies of revolution

/** Half the width and half the height of a lying circle of radius 1 on the picture. */
const [across, down] = [Math.sqrt(1.5), Math.SQRT1_2];

/** A hollow in the top of a body: how thick its rim is, how far below the rim its contents stand, and their colour. */
export interface Hollow {
	readonly rim: number;
	readonly depth: number;
	readonly fill?: string;
	/** Things that stand in the hollow; the near wall hides their lower ends. */
	readonly content?: Parts;
}

/**
 * A body of revolution, such as a jar, a funnel or a bell. `at` is the middle of its base; `profile` lists radius and
 * height from the bottom to the top. `smooth` leaves out the lines at the breaks of the profile.
 */
export function turned({ at, profile, fills = plain, smooth = false, hollow, cast = 0 }: {
	at: Point3; profile: readonly Point2[]; fills?: Fills; smooth?: boolean; hollow?: Hollow; cast?: number;
}): Part[] {
	const [x, y, z] = at;
	const centre = project(at);
	// Lying circles are drawn as true ones and squeezed at the end.
	const squeeze = (outline: Outline): Outline => mapOutline(outline, ([u, v]) => [centre[0] + u * across, centre[1] + v * down]);
	const height = (level: number) => -level / down;
	const marks: Mark[] = [];
	const last = profile.length - 1;
	if (smooth) marks.push(...roundMarks(profile, fills, squeeze, height));
	else profile.slice(0, -1).forEach((_, index) => marks.push(...roundMarks(profile.slice(index, index + 2), fills, squeeze, height)));
	const [topRadius, topLevel] = profile[last] as Point2;
	if (hollow) {
		const inner = topRadius - hollow.rim;
		const sunk = hollow.depth / down;
		const top: Point2 = [0, height(topLevel)];
		marks.push({ outline: squeeze(circle(top, inner)), fill: shade });
		if (sunk < 2 * inner) {
			const angle = Math.asin(sunk / 2 / inner);
			marks.push({
				outline: squeeze(join([arc([0, top[1] + sunk], inner, Math.PI + angle, 2 * Math.PI - angle), arc(top, inner, angle, Math.PI - angle)])),
				fill: hollow.fill ?? deep, stroke: ink,
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
				{ outline: squeeze(join([near, arc(top, topRadius, 0, angle), arc(low, lowRadius, angle, Math.PI - angle), arc(top, topRadius, Math.PI - angle, Math.PI)])), fill: fills.left },
				{ outline: squeeze(join([arc(top, inner, half, 0), arc(top, topRadius, 0, angle), arc(low, lowRadius, angle, half)])), fill: fills.right },
				{ outline: squeeze(join([near, arc(top, topRadius, 0, Math.PI)])), fill: fills.top },
				{ outline: squeeze(near), stroke: ink }, { outline: squeeze(arc(top, topRadius, 0, Math.PI)), stroke: ink },
				{ outline: squeeze(join([polyline([onCircle(top, topRadius, angle)]), arc(low, lowRadius, angle, Math.PI - angle), polyline([onCircle(top, topRadius, Math.PI - angle)])], false)), stroke: ink },
			);
		}
	}
	const reach = Math.max(...profile.map(([radius]) => radius));
	const body = part([x - reach, y - reach, z], [x + reach, y + reach, z + topLevel], marks);
	return cast > 0 ? [roundShadow(at, (profile[0] as Point2)[0], cast), body] : [body];
}

/** The marks of a round body between its lowest and its highest circle: its wall, the half of it in the shade, and its top. */
function roundMarks(profile: readonly Point2[], fills: Fills, squeeze: (outline: Outline) => Outline, height: (level: number) => number): Mark[] {
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
	const wall = join([arc(first.middle, first.radius, Math.PI - low, low), right, arc(top.middle, top.radius, high, Math.PI - high), reverseOutline(left)]);
	const half = Math.PI / 2;
	return [
		{ outline: squeeze(wall), fill: fills.left },
		{ outline: squeeze(join([arc(first.middle, first.radius, half, low), right, arc(top.middle, top.radius, high, half)])), fill: fills.right },
		{ outline: squeeze(join([reverseOutline(left), arc(first.middle, first.radius, Math.PI - low, low), right], false)), stroke: ink },
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
		start: at(0), closed: false,
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
		join([arc([0, 0], radius, Math.PI / 2, (3 * Math.PI) / 2), arc([far / across, 0], radius, -Math.PI / 2, Math.PI / 2)]),
		([a, b]) => [u + a * across, v + b * down],
	);
	return part([x - radius, y - radius, z], [x + radius, y + radius, z], [{ outline, fill: shade }]);
}

/** A ball. `at` is the point on which it rests. */
export function ball({ at: [x, y, z], radius, fill = white, dark = shade, cast = radius * 0.5 }: {
	at: Point3; radius: number; fill?: string; dark?: string; cast?: number;
}): Part[] {
	const [u, v] = project([x, y, z + radius]);
	const r = radius * across;
	const crescent = join([arc([u, v], r, -Math.PI * 0.3, Math.PI * 0.7), arc([u - r * 0.62, v - r * 0.46], r * 1.08, Math.PI * 0.52, -Math.PI * 0.08)]);
	const body = part([x - radius, y - radius, z], [x + radius, y + radius, z + 2 * radius], [
		{ outline: circle([u, v], r), fill }, ...(fill === orange ? [] : [{ outline: crescent, fill: dark }]), { outline: circle([u, v], r), stroke: ink },
	]);
	return cast > 0 ? [roundShadow([x, y, z], radius * 0.7, cast), body] : [body];
}

/** A round bar that lies along an axis, such as a roll of paper. `at` is the middle of its far end; `draw` gets that of its near end. */
export function bar({ at, axis, length, radius, fill = white, under = shade, end = paper, draw }: {
	at: Point3; axis: "x" | "y"; length: number; radius: number; fill?: string; under?: string; end?: string; draw?: Drawing;
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
	const edge = projectOutline(face, isX ? arc(middle, radius, Math.PI * 0.75, Math.PI * 0.42) : arc(middle, radius, Math.PI * 0.25, Math.PI * 0.58));
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

// ------------------------------------------------------------------------------------------------------------ open boxes

/**
 * A box that is open above, such as a tray, a bin or a drawer. `content` gets the corner of its inner floor and the size of
 * the room inside, and may rise above the rim.
 */
export function openBox({ at, size: [width, depth, height], wall = 6, base = 6, fills = plain, inside = { top: sand, left: shade, right: deep }, content, left, right, cast }: {
	at: Point3; size: Point3; wall?: number; base?: number; fills?: Fills; inside?: Fills;
	content?: (at: Point3, size: Point3) => Parts; left?: Drawing; right?: Drawing; cast?: number;
}): Part {
	const [x, y, z] = at;
	const top = z + height;
	const floorAt = z + base;
	const [x1, y1] = [x + width, y + depth];
	const [u0, v0, u1, v1] = [x + wall, y + wall, x1 - wall, y1 - wall];
	const shape = (points: readonly Point3[]) => polygon(points.map(project));
	const line = (points: readonly Point3[]) => polyline(points.map(project));
	const behind: Mark[] = [
		{ outline: shape([[u0, v0, floorAt], [u1, v0, floorAt], [u1, v1, floorAt], [u0, v1, floorAt]]), fill: inside.top },
		{ outline: shape([[u0, v0, floorAt], [u1, v0, floorAt], [u1, v0, top], [u0, v0, top]]), fill: inside.left },
		{ outline: shape([[u0, v0, floorAt], [u0, v1, floorAt], [u0, v1, top], [u0, v0, top]]), fill: inside.right },
		{ outline: line([[u0, v1, floorAt], [u0, v0, floorAt], [u1, v0, floorAt]]), stroke: ink },
		{ outline: line([[u0, v0, floorAt], [u0, v0, top]]), stroke: ink },
		{ outline: shape([[x, y1, top], [x, y, top], [x1, y, top], [u1, v0, top], [u0, v0, top], [u0, v1, top]]), fill: fills.top },
		{ outline: line([[x, y1, top], [x, y, top], [x1, y, top]]), stroke: ink },
		{ outline: line([[u0, v1, top], [u0, v0, top], [u1, v0, top]]), stroke: ink },
	];
	const before: Mark[] = [];
	const [leftFace, rightFace] = [standingFace([x, y1, z], width, height, "left"), standingFace([x1, y, z], depth, height, "right")];
	const leftSheet = new Sheet(leftFace, width, height, before);
	const rightSheet = new Sheet(rightFace, depth, height, before);
	leftSheet.rect(0, 0, width, height, outlined(fills.left));
	left?.(leftSheet);
	rightSheet.rect(0, 0, depth, height, outlined(fills.right));
	right?.(rightSheet);
	before.push(
		{ outline: shape([[x, y1, top], [x1, y1, top], [x1, y, top], [u1, v0, top], [u1, v1, top], [u0, v1, top]]), fill: fills.top },
		{ outline: line([[x, y1, top], [x1, y1, top], [x1, y, top]]), stroke: ink },
		{ outline: line([[u0, v1, top], [u1, v1, top], [u1, v0, top]]), stroke: ink },
	);
	const inner = content ? [group(content([u0, v0, floorAt], [u1 - u0, v1 - v0, height - base]))] : [];
	const reach = cast ?? Math.min(30, height / 3);
	const marks = [...(reach > 0 ? shadow({ at, size: [width, depth], reach }).marks : []), ...behind, ...inner.flatMap((each) => each.marks), ...before];
	const highest = Math.max(top, ...inner.map(({ box }) => box.max[2]));
	return { box: { min: at, max: [x1, y1, highest] }, marks, accents: part(at, at, marks).accents };
}

// -------------------------------------------------------------------------------------------------- furniture and machines

/** A conveyor along an axis, `length` long, on legs; things stand on it at its height. */
export function conveyor({ at: [x, y, z], axis, length, width = 84, height = 56, belt = deep }: {
	at: Point3; axis: "x" | "y"; length: number; width?: number; height?: number; belt?: string;
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
			at: isX ? [x, y + width, level] : [x + width, y, level], width: length, height: thickness, facing: isX ? "left" : "right",
			outline: rectangle(0, 0, length, thickness, thickness / 2), thickness: width, fill: isX ? paper : shade, edge: belt,
			draw: (sheet) => {
				for (let along = pitch / 2; along < length; along += pitch) sheet.circle(along, thickness / 2, 6, outlined(white));
			},
		}),
		flat({
			at: [x, y, level + thickness], size, draw: (sheet) => {
				for (let along = pitch; along < length - 8; along += pitch) {
					sheet.line(isX ? [[along, 1], [along, width - 1]] : [[1, along], [width - 1, along]], { stroke: shade });
				}
			},
		}),
	]);
}

/** A pallet of boards; goods stand on it at z plus 16. */
export function pallet({ at: [x, y, z], size: [width, depth] = [120, 100] }: { at: Point3; size?: Point2 }): Part {
	const third = (width - 12) / 2;
	const slat = (depth - 4 * 6) / 5;
	return group([
		shadow({ at: [x, y, z], size: [width, depth], reach: 10 }),
		...[0, 1, 2].map((index) => block({ at: [x + index * third, y, z], size: [12, depth, 10], cast: 0 })),
		...Array.from({ length: 5 }, (_, index) => block({ at: [x, y + index * (slat + 6), z + 10], size: [width, slat, 6], cast: 0 })),
	]);
}

/** A filing cabinet. `open` lists how far each drawer is pulled out, from below; `fill` puts things into an open drawer. */
export function filingCabinet({ at: [x, y, z], size: [width, depth, height], facing, open, fill, fills = plain }: {
	at: Point3; size: Point3; facing: Facing; open: readonly number[]; fill?: (drawer: number, at: Point3, size: Point3) => Parts; fills?: Fills;
}): Part {
	const isLeft = facing === "left";
	const pitch = (height - 12) / open.length;
	const front: Drawing = (sheet) => {
		sheet.rect(sheet.width * 0.34, sheet.height * 0.22, sheet.width * 0.32, sheet.height * 0.2, outlined(white));
		sheet.line([[sheet.width * 0.38, sheet.height * 0.64], [sheet.width * 0.62, sheet.height * 0.64]], { width: 4 });
	};
	const parts: Parts[] = [block({
		at: [x, y, z], size: [width, depth, height], fills, cast: 40,
		[facing]: (sheet: Sheet) => {
			open.forEach((pulled, index) => {
				const drawer = sheet.area(7, 6 + (open.length - 1 - index) * pitch, sheet.width - 14, pitch - 5);
				drawer.rect(0, 0, drawer.width, drawer.height, { ...outlined(pulled > 0 ? deep : white), radius: 3 });
				if (pulled === 0) front(drawer);
			});
		},
	})];
	open.forEach((pulled, index) => {
		if (pulled === 0) return;
		const level = z + 6 + index * pitch + 4;
		const span = (isLeft ? width : depth) - 20;
		const box = openBox({
			at: isLeft ? [x + 10, y + depth, level] : [x + width, y + 10, level],
			size: isLeft ? [span, pulled, pitch - 12] : [pulled, span, pitch - 12],
			wall: 4, base: 4, cast: 0, [facing]: front,
			...(fill && { content: (at: Point3, size: Point3) => fill(index, at, size) }),
		});
		parts.push(box);
	});
	return group(parts);
}

// ------------------------------------------------------------------------------------------------------ clocks and scales

/** The face of a dial in the middle of a sheet: marks around its edge, an optional slice in orange or another colour, and hands. */
export function dial(sheet: Sheet, { marks = 12, whole = 12, slice, sliceFill = orange, hands = [], fill = white, radius = Math.min(sheet.width, sheet.height) / 2 }: {
	marks?: number; whole?: number; slice?: Point2; sliceFill?: string; hands?: readonly { reading: number; length: number; width?: number }[]; fill?: string; radius?: number;
}): void {
	const middle: Point2 = [sheet.width / 2, sheet.height / 2];
	sheet.shape(circle(middle, radius), outlined(fill));
	if (slice) sheet.shape(sector(middle, radius * 0.8, onDial(slice[0], whole), onDial(slice[1], whole)), outlined(sliceFill));
	for (let mark = 0; mark < marks; mark++) {
		const angle = onDial(mark, marks);
		const long = marks % 4 === 0 && mark % (marks / 4) === 0;
		sheet.line([onCircle(middle, radius * (long ? 0.78 : 0.84), angle), onCircle(middle, radius * 0.9, angle)], { width: long ? 3 : 2 });
	}
	for (const { reading, length, width = 4 } of hands) {
		sheet.line([middle, onCircle(middle, radius * length, onDial(reading, whole))], { width });
	}
	if (hands.length > 0) sheet.circle(...middle, Math.max(3.5, radius * 0.06), { fill: ink });
}

/** A clock that hangs on a wall or stands on its edge. `at` is the lower corner of the square around its front. */
export function clock({ at, radius, facing, thickness = 12, rim = 0.12, draw, cast = 0 }: {
	at: Point3; radius: number; facing: Facing; thickness?: number; rim?: number; draw: Drawing; cast?: number;
}): Part[] {
	const size = 2 * radius;
	return plate({
		at, width: size, height: size, facing, thickness, cast, fill: paper, outline: circle([radius, radius], radius),
		draw: (sheet) => draw(sheet.inset(radius * rim)),
	});
}

// ----------------------------------------------------------------------------------------------------------------- pipes

/**
 * A pipe along the grid through points of its centre line, as one part; use `pipe` where something stands between its legs.
 *
 * `z` of a pipe that lies on the ground is its radius. Ends are open, so let them meet something.
 */
export function tube({ points, radius = 9, fill = white, under = fill === orange ? orange : shade, bend = 26 }: {
	points: readonly Point3[]; radius?: number; fill?: string; under?: string; bend?: number;
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
			const cut = Math.min(bend, reachOf(from, to) / (index === 0 ? 1 : 2), reachOf(next.from, next.to) / (index + 2 === legs.length ? 1 : 2));
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
		marks.push({ outline: trace((rises) => (rises ? [radius * 0.5, 0] : [0, radius * 0.5])), stroke: under, width: Math.round(radius * 7) / 10, cap: "butt" });
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

// ---------------------------------------------------------------------------------------------------------------- counts

/** Parts that together are one orange element, such as the legs of a pipe, counted as one. */
export function oneElement(parts: Parts): Part[] {
	let counted = false;
	return flatten(parts).map((each) => {
		if (each.accents === 0 || !counted) {
			counted ||= each.accents > 0;
			return { ...each, accents: Math.min(1, each.accents) };
		}
		return { ...each, accents: 0 };
	});
}

// --------------------------------------------------------------------------------------------------------- things on faces

/** A small window: a bar with two dots, and below it what `content` draws. */
export function smallWindow(content: Drawing, bar = 16, radius = 8): Drawing {
	return (sheet) => {
		const { width, height } = sheet;
		sheet.shape(roundCorners([[0, 0], [width, 0], [width, bar], [0, bar]], [radius, radius, 0, 0]), outlined(shade));
		for (const u of [11, 20]) sheet.circle(u, bar / 2, 2.5, { fill: ink });
		content(sheet.area(0, bar, width, height - bar));
	};
}

/** A square code as payment apps and tax invoices carry it: three finders and a field of modules. */
export function squareCode(sheet: Sheet, u: number, v: number, size: number, { colour = ink as string, count = 15 } = {}): void {
	const module = size / count;
	const finder = (column: number, row: number) => {
		const [a, b] = [u + column * module, v + row * module];
		sheet.rect(a + module / 2, b + module / 2, module * 4, module * 4, { stroke: colour, width: Math.round(module * 10) / 10 });
		sheet.rect(a + module * 1.6, b + module * 1.6, module * 1.8, module * 1.8, { fill: colour });
	};
	finder(0, 0);
	finder(count - 5, 0);
	finder(0, count - 5);
	const taken = (column: number, row: number) => (column < 6 && row < 6) || (column > count - 7 && row < 6) || (column < 6 && row > count - 7);
	const dark = (column: number, row: number) => !taken(column, row) && (column * 7 + row * 11 + ((column * row) % 5) * 3) % 9 < 4;
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

// ------------------------------------------------------------------------------------------------------- books and papers

/** An open book or ledger that lies, `size` as it is opened. Each of its pages is drawn by the callback for its side. */
export function openBook({ at: [x, y, z], size: [width, depth], facing = "left", first, second, cast = 8 }: {
	at: Point3; size: Point2; facing?: Facing; first?: Drawing; second?: Drawing; cast?: number;
}): Part {
	const isLeft = facing === "left";
	const half = (isLeft ? width : depth) / 2 - 5;
	const leaf = (index: number, draw: Drawing | undefined): Parts => {
		// Read from the right, the first page is the one with the greater y.
		const offset = 5 + (isLeft ? index : 1 - index) * half;
		return block({
			at: isLeft ? [x + offset, y + 5, z + 5] : [x + 5, y + offset, z + 5],
			size: isLeft ? [half, depth - 10, 9] : [width - 10, half, 9], radius: 3, cast: 0, topFacing: facing, ...(draw && { top: draw }),
		});
	};
	return group([
		block({ at: [x, y, z], size: [width, depth, 5], radius: 5, fills: dim, cast }),
		leaf(0, first), leaf(1, second),
	]);
}

// ----------------------------------------------------------------------------------------------------------------- shops

/** A striped awning on a wall. `at` is the lower corner of its upper edge on the wall; it comes forward and down from there. */
export function awning({ at: [x, y, z], width, facing, reach = 34, drop = 20, stripes = 7, edge = 10 }: {
	at: Point3; width: number; facing: Facing; reach?: number; drop?: number; stripes?: number; edge?: number;
}): Part {
	const isLeft = facing === "left";
	// A corner at a share of the width, out from the wall and down from its upper edge.
	const corner = (share: number, out: number, fall: number): Point2 => {
		const along = isLeft ? share * width : (1 - share) * width;
		return project(isLeft ? [x + along, y + out, z - fall] : [x + out, y + along, z - fall]);
	};
	const marks: Mark[] = [];
	for (let stripe = 0; stripe < stripes; stripe++) {
		const [a, b] = [stripe / stripes, (stripe + 1) / stripes];
		const fill = stripe % 2 ? deep : white;
		marks.push({ outline: polygon([corner(a, 0, 0), corner(b, 0, 0), corner(b, reach, drop), corner(a, reach, drop)]), fill, stroke: ink });
		marks.push({ outline: polygon([corner(a, reach, drop), corner(b, reach, drop), corner(b, reach, drop + edge), corner(a, reach, drop + edge)]), fill: stripe % 2 ? deep : paper, stroke: ink });
	}
	const end = isLeft ? 1 : 0;
	if (isLeft) marks.unshift({ outline: polygon([corner(end, 0, 0), corner(end, reach, drop), corner(end, reach, drop + edge), corner(end, 0, drop + edge)]), fill: shade, stroke: ink });
	return isLeft
		? part([x, y, z - drop - edge], [x + width, y + reach, z], marks)
		: part([x, y, z - drop - edge], [x + reach, y + width, z], marks);
}

/** A star with five points around the middle of a sheet's point. */
export function star(sheet: Sheet, u: number, v: number, radius: number, style: Style): void {
	sheet.polygon(Array.from({ length: 10 }, (_, index) => onCircle([u, v], index % 2 ? radius * 0.42 : radius, -Math.PI / 2 + (index * Math.PI) / 5)), style);
}

// ------------------------------------------------------------------------------------------------------ keys and telephones

/** Something without thickness on an upright plane, such as what hangs on a wall; `at` is the lower corner of its sheet. */
export function upright({ at: [x, y, z], width, height, facing, draw }: {
	at: Point3; width: number; height: number; facing: Facing; draw: Drawing;
}): Part {
	const marks: Mark[] = [];
	draw(new Sheet(standingFace([x, y, z], width, height, facing), width, height, marks));
	return part([x, y, z], facing === "left" ? [x + width, y, z + height] : [x, y + width, z + height], marks);
}

/** The outline of a key that hangs: its bow at the top, `length` high and 0.42 times as wide, with its middle at u = 0. */
export function keyOutline(length: number): Outline {
	const [bow, shaft] = [length * 0.21, length * 0.045];
	const neck = Math.asin(shaft / bow);
	const down = Math.PI / 2;
	const head = arc([0, bow], bow, down + neck, down - neck + 2 * Math.PI);
	const bit: Point2[] = [
		[shaft, length * 0.66], [length * 0.17, length * 0.66], [length * 0.17, length * 0.74], [shaft, length * 0.74], [shaft, length * 0.82],
		[length * 0.14, length * 0.82], [length * 0.14, length * 0.9], [shaft, length * 0.9], [shaft, length], [-shaft, length],
	];
	return join([head, polyline(bit)]);
}

/** A key on a sheet, hanging from (u, v). */
export function hangingKey(sheet: Sheet, u: number, v: number, length: number, fill: string = white, hole: string = sand): void {
	const outline = moveOutline(keyOutline(length), [u, v]);
	sheet.shape(moveOutline(outline, [4, -2]), outlined(fill === orange ? orange : shade));
	sheet.shape(outline, outlined(fill));
	sheet.circle(u, v + length * 0.13, length * 0.07, outlined(hole));
}

/** A keyhole on a sheet around (u, v). */
export function keyhole(sheet: Sheet, u: number, v: number, size: number, fill: string = ink): void {
	sheet.circle(u, v, size * 0.42, { fill });
	sheet.polygon([[u - size * 0.18, v], [u + size * 0.18, v], [u + size * 0.34, v + size], [u - size * 0.34, v + size]], { fill });
}

/** A desk telephone with keys, read from the side it faces. With `offHook` the receiver is left out. 84 wide, 76 deep. */
export function telephone({ at: [x, y, z], facing = "left", offHook = false, fill = white }: {
	at: Point3; facing?: Facing; offHook?: boolean; fill?: string;
}): Part {
	const isLeft = facing === "left";
	const size = (width: number, depth: number, height: number): Point3 => (isLeft ? [width, depth, height] : [depth, width, height]);
	const fills: Fills = fill === orange ? accent : { ...plain, top: fill };
	const keys: Drawing = (sheet) => {
		for (let index = 0; index < 12; index++) sheet.rect(16 + (index % 3) * 19, 33 + Math.floor(index / 3) * 10.5, 14, 7, { fill: ink, radius: 2 });
	};
	const cradle: Point3 = isLeft ? [x + 4, y + 6, z + 20] : [x + 6, y + 4, z + 20];
	return group([
		block({ at: [x, y, z], size: size(84, 80, 20), radius: 8, fills, cast: 10, topFacing: facing, top: keys }),
		block({ at: cradle, size: size(76, 18, 7), radius: 4, fills: dim, cast: 0 }),
		...(offHook ? [] : [receiver({ at: isLeft ? [x - 4, y + 5, z + 27] : [x + 5, y - 4, z + 27], along: isLeft ? "x" : "y", fills })]),
	]);
}

/** The receiver of a telephone, 92 long, along an axis. */
export function receiver({ at: [x, y, z], along, fills = plain }: { at: Point3; along: "x" | "y"; fills?: Fills }): Part {
	const isX = along === "x";
	const piece = (from: number, length: number, level: number, height: number, width: number): Parts => {
		const aside = (20 - width) / 2;
		return block({
			at: isX ? [x + from, y + aside, z + level] : [x + aside, y + from, z + level],
			size: isX ? [length, width, height] : [width, length, height], radius: 5, fills, cast: 0,
		});
	};
	return group([piece(0, 24, 0, 14, 20), piece(68, 24, 0, 14, 20), piece(4, 84, 10, 9, 14)]);
}

/** A clipboard with a sheet on it, lying; `draw` fills the sheet. */
export function clipboard({ at: [x, y, z], size: [width, depth], facing = "left", draw, clip = dim }: {
	at: Point3; size: Point2; facing?: Facing; draw: Drawing; clip?: Fills;
}): Part {
	const isLeft = facing === "left";
	const middle = (isLeft ? width : depth) / 2;
	return group([
		block({ at: [x, y, z], size: [width, depth, 6], radius: 8, fills: { top: shade, left: deep, right: deep }, cast: 8 }),
		block({
			at: isLeft ? [x + 9, y + 16, z + 6] : [x + 16, y + 9, z + 6], size: isLeft ? [width - 18, depth - 25, 2] : [width - 25, depth - 18, 2],
			cast: 0, topFacing: facing, top: draw,
		}),
		block({
			at: isLeft ? [x + middle - 22, y + 6, z + 8] : [x + 6, y + middle - 22, z + 8],
			size: isLeft ? [44, 20, 7] : [20, 44, 7], radius: 4, fills: clip, cast: 0,
		}),
	]);
}
