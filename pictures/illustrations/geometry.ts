/**
 * The isometric grid and the outlines drawn on it.
 *
 * The world: x runs to the lower right of the picture, y to the lower left, z up. One unit along any of the three axes is one pixel of
 * the picture. The viewer is at large x, y and z.
 */

export type Point2 = readonly [number, number];
export type Point3 = readonly [number, number, number];

/** A line to a point, or a cubic curve: two control points and its end. */
export type Step = readonly [Point2] | readonly [Point2, Point2, Point2];

/** A shape on a flat surface: a start, the steps from it, and whether it is closed. */
export interface Outline {
	readonly start: Point2;
	readonly steps: readonly Step[];
	readonly closed: boolean;
	/** For an ellipse: its middle and the ends of two conjugate radii. The steps trace the same shape. */
	readonly ellipse?: readonly [Point2, Point2, Point2];
}

/** A flat surface in the world: its upper left corner, and the directions of one unit to the right and one unit down. */
export interface Face {
	readonly origin: Point3;
	readonly u: Point3;
	readonly v: Point3;
}

const cos30 = Math.sqrt(3) / 2;

/** Handle length with which four curves form a circle. */
const circleHandle = 0.5523;
/** The same for a corner: a quadratic curve, a little fuller than a circle's. */
const cornerHandle = 2 / 3;

/** Projects a point of the world onto the picture, in pixels. */
export function project([x, y, z]: Point3): Point2 {
	return [(x - y) * cos30, (x + y) / 2 - z];
}

/** Adds a vector to a point, `times` times. */
export function move([x, y, z]: Point3, [dx, dy, dz]: Point3, times = 1): Point3 {
	return [x + dx * times, y + dy * times, z + dz * times];
}

/** Returns the point of the world at a point of a face. */
export function onFace(face: Face, [u, v]: Point2): Point3 {
	return move(move(face.origin, face.u, u), face.v, v);
}

/** Maps every point of an outline; curves stay true under affine mappings only. */
export function mapOutline(outline: Outline, map: (point: Point2) => Point2): Outline {
	return {
		start: map(outline.start),
		steps: outline.steps.map((step) =>
			step.length === 1 ? [map(step[0])] : [map(step[0]), map(step[1]), map(step[2])],
		),
		closed: outline.closed,
		...(outline.ellipse && {
			ellipse: [map(outline.ellipse[0]), map(outline.ellipse[1]), map(outline.ellipse[2])] as const,
		}),
	};
}

/** Projects an outline on a face onto the picture. */
export function projectOutline(face: Face, outline: Outline): Outline {
	return mapOutline(outline, (point) => project(onFace(face, point)));
}

/** Moves an outline on its surface. */
export function moveOutline(outline: Outline, [du, dv]: Point2): Outline {
	return mapOutline(outline, ([u, v]) => [u + du, v + dv]);
}

/** An open line through points. */
export function polyline(points: readonly Point2[]): Outline {
	const [start, ...rest] = points;
	if (!start) throw new Error("A line needs at least one point");
	return { start, steps: rest.map((point) => [point] as const), closed: false };
}

/** A closed shape with straight edges. */
export function polygon(points: readonly Point2[]): Outline {
	return { ...polyline(points), closed: true };
}

/** A rectangle, with rounded corners when a radius is given. */
export function rectangle(u: number, v: number, width: number, height: number, radius = 0): Outline {
	const corners: Point2[] = [
		[u, v],
		[u + width, v],
		[u + width, v + height],
		[u, v + height],
	];
	return roundCorners(corners, Math.min(radius, width / 2, height / 2));
}

/** A circle of four curves. */
export function circle([u, v]: Point2, radius: number): Outline {
	return ellipse([u, v], radius, radius);
}

/** An ellipse whose axes lie along the surface's own. */
export function ellipse([u, v]: Point2, radiusU: number, radiusV: number): Outline {
	const hu = radiusU * circleHandle;
	const hv = radiusV * circleHandle;
	return {
		start: [u + radiusU, v],
		steps: [
			[
				[u + radiusU, v + hv],
				[u + hu, v + radiusV],
				[u, v + radiusV],
			],
			[
				[u - hu, v + radiusV],
				[u - radiusU, v + hv],
				[u - radiusU, v],
			],
			[
				[u - radiusU, v - hv],
				[u - hu, v - radiusV],
				[u, v - radiusV],
			],
			[
				[u + hu, v - radiusV],
				[u + radiusU, v - hv],
				[u + radiusU, v],
			],
		],
		closed: true,
		ellipse: [
			[u, v],
			[u + radiusU, v],
			[u, v + radiusV],
		],
	};
}

/** A closed shape with straight edges whose corners are rounded by one radius, or by a radius each. */
export function roundCorners(points: readonly Point2[], radius: number | readonly number[]): Outline {
	const steps: Step[] = [];
	let start: Point2 | undefined;
	points.forEach((corner, index) => {
		const before = points[(index + points.length - 1) % points.length] ?? corner;
		const after = points[(index + 1) % points.length] ?? corner;
		const cut = typeof radius === "number" ? radius : (radius[index] ?? 0);
		const enter = toward(corner, before, cut);
		const leave = toward(corner, after, cut);
		if (start) steps.push([enter]);
		else start = enter;
		if (cut > 0) steps.push([between(enter, corner, cornerHandle), between(leave, corner, cornerHandle), leave]);
	});
	if (!start) throw new Error("A shape needs at least one corner");
	return { start, steps, closed: true };
}

/** Returns the point at a distance from `from` on the way to `to`. */
export function toward(from: Point2, to: Point2, distance: number): Point2 {
	const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
	return length === 0 ? from : between(from, to, distance / length);
}

/** Returns the point at a fraction of the way between two points. */
export function between(a: Point2, b: Point2, fraction: number): Point2 {
	return [a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction];
}

/** Returns the corners of a gear wheel around the origin, clockwise, with teeth `depth` deep. */
export function gearPlan(radius: number, teeth: number, depth: number): Point2[] {
	const points: Point2[] = [];
	const pitch = (2 * Math.PI) / teeth;
	for (let tooth = 0; tooth < teeth; tooth++) {
		const shares: Point2[] = [
			[-0.3, radius - depth],
			[-0.2, radius],
			[0.2, radius],
			[0.3, radius - depth],
		];
		for (const [share, r] of shares) {
			const angle = (tooth + share) * pitch;
			points.push([Math.cos(angle) * r, Math.sin(angle) * r]);
		}
	}
	return points;
}

/**
 * Extrudes a convex shape along a vector of the picture, and returns the outline around the visible body, and its wall away from the
 * light.
 *
 * `front` is the shape on the picture, wound either way; `back` the vector to its far copy. `wall` runs from the lowest point of the
 * shape to its right-hand tangent; it is absent unless the vector is vertical.
 */
export function drawOut(front: Outline, back: Point2): { body: Outline; wall: Outline | undefined } {
	const split = splitAtTangents(front, back);
	const far = moveOutline(split.far, back);
	const body: Outline = {
		start: split.near.start,
		steps: [...split.near.steps, [far.start], ...far.steps],
		closed: true,
	};
	if (back[0] !== 0) return { body, wall: undefined };
	// For a vertical vector the far part is the visible lower edge; its right half is the shaded wall.
	const [leftHalf, rightHalf] = splitAtTangent(split.far, [1, 0]);
	const right = endOf(leftHalf)[0] < endOf(rightHalf)[0] ? rightHalf : reverseOutline(leftHalf);
	const lower = moveOutline(right, back);
	const lowerBack = reverseOutline(lower);
	return {
		body,
		wall: { start: right.start, steps: [...right.steps, [lowerBack.start], ...lowerBack.steps], closed: true },
	};
}

/** Reverses the direction of an outline. */
export function reverseOutline(outline: Outline): Outline {
	const points: Point2[] = [outline.start, ...outline.steps.map((step) => step[step.length - 1] as Point2)];
	const steps = outline.steps
		.map((step, index): Step => {
			const to = points[index] as Point2;
			return step.length === 1 ? [to] : [step[1], step[0], to];
		})
		.toReversed();
	return { start: points[points.length - 1] as Point2, steps, closed: outline.closed };
}

function endOf(outline: Outline): Point2 {
	const last = outline.steps[outline.steps.length - 1];
	return last ? (last[last.length - 1] as Point2) : outline.start;
}

/** Cuts a closed convex outline where its edge runs along a vector; `far` is the half in the direction of the vector. */
function splitAtTangents(outline: Outline, vector: Point2): { near: Outline; far: Outline } {
	const pieces = cutSteps(outline, vector);
	const across = (point: Point2) => point[0] * vector[1] - point[1] * vector[0];
	const values = pieces.map((piece) => across(piece.start));
	const lowest = values.indexOf(Math.min(...values));
	const highest = values.indexOf(Math.max(...values));
	const one = joinPieces(pieces, lowest, highest);
	const other = joinPieces(pieces, highest, lowest);
	const along = (half: Outline) => {
		const points = [half.start, ...half.steps.map((step) => step[step.length - 1] as Point2)];
		return points.reduce((sum, point) => sum + point[0] * vector[0] + point[1] * vector[1], 0) / points.length;
	};
	return along(one) > along(other) ? { near: other, far: one } : { near: one, far: other };
}

/** Cuts an open outline once, at its lowest point on the picture. */
function splitAtTangent(outline: Outline, direction: Point2): [Outline, Outline] {
	const pieces = cutSteps({ ...outline, closed: false }, direction);
	const heights = pieces.map((piece) => endOf(piece)[1]);
	const lowest = heights.indexOf(Math.max(...heights)) + 1;
	const first: Outline = {
		start: outline.start,
		steps: pieces.slice(0, lowest).flatMap((piece) => piece.steps),
		closed: false,
	};
	const second: Outline = {
		start: endOf(first),
		steps: pieces.slice(lowest).flatMap((piece) => piece.steps),
		closed: false,
	};
	return [first, second];
}

/** Splits an outline into single steps, and curves also where they run along a direction. */
function cutSteps(outline: Outline, direction: Point2): Outline[] {
	const pieces: Outline[] = [];
	let from = outline.start;
	for (const step of outline.steps) {
		for (const part of step.length === 1 ? [step] : cutCurve(from, step, direction)) {
			pieces.push({ start: from, steps: [part], closed: false });
			from = part[part.length - 1] as Point2;
		}
	}
	if (outline.closed && Math.hypot(from[0] - outline.start[0], from[1] - outline.start[1]) > 0.01) {
		pieces.push({ start: from, steps: [[outline.start]], closed: false });
	}
	return pieces;
}

function joinPieces(pieces: readonly Outline[], from: number, to: number): Outline {
	const ordered = from <= to ? pieces.slice(from, to) : [...pieces.slice(from), ...pieces.slice(0, to)];
	return { start: (pieces[from] as Outline).start, steps: ordered.flatMap((piece) => piece.steps), closed: false };
}

function cutCurve(from: Point2, step: readonly [Point2, Point2, Point2], direction: Point2): Step[] {
	const [c1, c2, to] = step;
	const across = (a: Point2, b: Point2) => (b[0] - a[0]) * direction[1] - (b[1] - a[1]) * direction[0];
	// The derivative across the direction is a quadratic in t; the curve is cut at its zeros.
	const p = across(from, c1);
	const q = across(c1, c2);
	const r = across(c2, to);
	const a = p - 2 * q + r;
	const b = 2 * (q - p);
	const root = Math.sqrt(Math.max(0, b * b - 4 * a * p));
	const candidates = Math.abs(a) < 1e-9 ? [-p / b] : [(-b - root) / (2 * a), (-b + root) / (2 * a)];
	const t = candidates.find((candidate) => candidate > 0.02 && candidate < 0.98);
	if (t === undefined) return [step];
	const a1 = between(from, c1, t);
	const a2 = between(c1, c2, t);
	const a3 = between(c2, to, t);
	const b1 = between(a1, a2, t);
	const b2 = between(a2, a3, t);
	const middle = between(b1, b2, t);
	return [
		[a1, b1, middle],
		[b2, a3, to],
	];
}
