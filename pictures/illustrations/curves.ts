/** Arcs of circles as outlines. Angles are in radians, 0 to the right, growing clockwise, since v runs down. */

import type { Outline, Point2, Step } from "./geometry.ts";

/** Returns the point of a circle at an angle. */
export function onCircle([u, v]: Point2, radius: number, angle: number): Point2 {
	return [u + Math.cos(angle) * radius, v + Math.sin(angle) * radius];
}

/** Returns an open arc from one angle to another, clockwise if `to` is greater. */
export function arc(centre: Point2, radius: number, from: number, to: number): Outline {
	const count = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2) - 1e-6));
	const turn = (to - from) / count;
	const handle = (4 / 3) * Math.tan(turn / 4) * radius;
	const steps: Step[] = [];
	for (let index = 0; index < count; index++) {
		const [a, b] = [from + turn * index, from + turn * (index + 1)];
		const [start, end] = [onCircle(centre, radius, a), onCircle(centre, radius, b)];
		steps.push([
			[start[0] - Math.sin(a) * handle, start[1] + Math.cos(a) * handle],
			[end[0] + Math.sin(b) * handle, end[1] - Math.cos(b) * handle],
			end,
		]);
	}
	return { start: onCircle(centre, radius, from), steps, closed: false };
}

/** Joins open outlines by straight lines, and optionally closes the shape. */
export function join(outlines: readonly Outline[], closed = true): Outline {
	const [first, ...rest] = outlines;
	if (!first) throw new Error("A shape needs at least one outline");
	return {
		start: first.start,
		steps: [...first.steps, ...rest.flatMap(({ start, steps }): Step[] => [[start], ...steps])],
		closed,
	};
}

/** Returns a sector of a circle, or of a ring with an inner radius. */
export function sector(centre: Point2, radius: number, from: number, to: number, inner = 0): Outline {
	const outer = arc(centre, radius, from, to);
	if (inner > 0) return join([outer, arc(centre, inner, to, from)]);
	return join([{ start: centre, steps: [], closed: false }, outer]);
}

/** Returns the angle of a reading on a dial that starts at the top: 0 to `whole` is once around. */
export function onDial(reading: number, whole = 12): number {
	return (reading / whole) * 2 * Math.PI - Math.PI / 2;
}
