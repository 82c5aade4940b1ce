import { between, mapOutline, type Outline, type Point2, type Point3, polygon, project } from "./geometry.ts";
import { ink, accentFill } from "./palette.ts";

/** One shape on the picture, in pixels. Without `stroke` it has no line, without `fill` no surface. */
export interface Mark {
	readonly outline: Outline;
	readonly fill?: string | undefined;
	readonly stroke?: string | undefined;
	/** Width of the line in pixels; by default 2. */
	readonly width?: number | undefined;
	/** Ends of an open line; by default round. */
	readonly cap?: "butt" | undefined;
	/** Dashes: lengths drawn and omitted, in pixels. Round ends add the line's width to the drawn length. */
	readonly dash?: Point2 | undefined;
	/** For the shadow of a body: the height of the surface below it. */
	readonly shadowLevel?: number | undefined;
}

/** The smallest upright box of the world around a part, which decides overlaps. */
export interface Box {
	readonly min: Point3;
	readonly max: Point3;
}

/** A thing in the scene: its look and its place. */
export interface Part {
	readonly box: Box;
	readonly marks: readonly Mark[];
	/** Number of its elements in the accent colour. */
	readonly accents: number;
}

/** The result of kit functions; a scene and `group` accept any nesting. */
export type Parts = Part | readonly Parts[];

export interface SceneOptions {
	readonly width: number;
	readonly height: number;
	readonly parts: Parts;
	/** Enlarges the drawing, but not its lines. By default 1, or less if the frame is too small. */
	readonly zoom?: number;
	/** Smallest distance in pixels between the drawing and the frame. */
	readonly margin?: number;
	/** Moves the drawing from the middle of the frame, in pixels. */
	readonly nudge?: Point2;
}

const defaultMargin = 16;
const tolerance = 0.01;

/** Creates a part from the corners of its box and its marks, drawn in the given order. */
export function part(min: Point3, max: Point3, marks: readonly Mark[]): Part {
	const accents = marks.some((mark) => mark.fill === accentFill || mark.stroke === accentFill) ? 1 : 0;
	return { box: { min, max }, marks, accents };
}

/** Joins parts into one with a fixed inner order, so that other parts are before or behind all of it. */
export function group(parts: Parts): Part {
	const list = sortByDepth(flatten(parts));
	return { box: unite(list), marks: list.flatMap((each) => each.marks), accents: countAccents(list) };
}

/** Clips straight-edged shadows to their surface, given by its smallest corner and its length along x and y. */
export function clipShadows(parts: Parts, [x, y, z]: Point3, [width, depth]: Point2): Part[] {
	const corners = [
		project([x, y, z]),
		project([x + width, y, z]),
		project([x + width, y + depth, z]),
		project([x, y + depth, z]),
	];
	return flatten(parts).map((each) => ({
		...each,
		marks: each.marks.map((mark) => {
			if (mark.shadowLevel !== z || mark.outline.steps.some((step) => step.length > 1)) return mark;
			const points = [mark.outline.start, ...mark.outline.steps.map((step) => step[0])];
			const kept = corners.reduce(
				(left, corner, index) => cutOff(left, corner, corners[(index + 1) % 4] as Point2),
				points,
			);
			return kept.length < 3 ? { ...mark, fill: undefined } : { ...mark, outline: polygon(kept) };
		}),
	}));
}

/** Returns the part of a polygon to the right of a line from one point to another. */
function cutOff(points: readonly Point2[], from: Point2, to: Point2): Point2[] {
	const side = (point: Point2) => (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
	return points.flatMap((point, index): Point2[] => {
		const next = points[(index + 1) % points.length] as Point2;
		const [here, there] = [side(point), side(next)];
		const crossing: Point2[] = here * there < 0 ? [between(point, next, here / (here - there))] : [];
		return here >= 0 ? [point, ...crossing] : crossing;
	});
}

/**
 * Draws a scene as an SVG document: sorts the parts from back to front and centres them in the frame.
 *
 * Throws if the drawing comes closer to the frame than the margin, or unless exactly one part is in the accent colour.
 */
export function drawScene({
	width,
	height,
	parts,
	zoom: wanted,
	margin = defaultMargin,
	nudge = [0, 0],
}: SceneOptions): string {
	const list = sortByDepth(flatten(parts));
	const accents = countAccents(list);
	if (accents !== 1) throw new Error(`A scene has exactly one element in the accent colour, this one has ${accents}`);
	const marks = leaveOutHidden(list.flatMap((each) => each.marks).filter(({ fill, stroke }) => fill || stroke));
	const [left, top, right, bottom] = boundsOf(marks);
	const fitting = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top));
	const zoom = wanted ?? Math.min(1, fitting);
	const dx = Math.round(width / 2 - ((left + right) / 2) * zoom + nudge[0]);
	const dy = Math.round(height / 2 - ((top + bottom) / 2) * zoom + nudge[1]);
	const place = ([x, y]: Point2): Point2 => [x * zoom + dx, y * zoom + dy];
	const [[l, t], [r, b]] = [place([left, top]), place([right, bottom])];
	const nearest = Math.min(l, t, width - r, height - b);
	if (nearest < margin - 1) {
		throw new Error(
			`The drawing leaves its frame: ${[l, t, width - r, height - b].map(Math.round).join(", ")} px to the edges`,
		);
	}
	return writeSvg(
		width,
		height,
		marks.map((mark) => ({
			...mark,
			outline: mapOutline(mark.outline, place),
			...(mark.dash && { dash: [mark.dash[0] * zoom, mark.dash[1] * zoom] as const }),
		})),
	);
}

/** Writes marks, in the given order, as an SVG document that uses presentation attributes only. */
export function writeSvg(width: number, height: number, marks: readonly Mark[]): string {
	const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
	const paths = joinAlike(marks).map(({ mark, path }) => {
		const fill = mark.fill ? ` fill="${shorten(mark.fill)}"` : "";
		const stroke = mark.stroke === ink ? "" : ` stroke="${mark.stroke ? shorten(mark.stroke) : "none"}"`;
		const lineWidth = mark.stroke && mark.width && mark.width !== 2 ? ` stroke-width="${round(mark.width)}"` : "";
		const cap = mark.cap ? ` stroke-linecap="${mark.cap}"` : "";
		const dash = mark.dash ? ` stroke-dasharray="${mark.dash.map(round).join(" ")}"` : "";
		return `<path${fill}${stroke}${lineWidth}${cap}${dash} d="${path}"/>`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
		`<g fill="none" stroke="${ink}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">`,
		...paths,
		"</g>",
		"</svg>",
		"",
	].join("\n");
}

/** Returns the smallest upright rectangle around marks: left, top, right, bottom, in pixels. Curves count by their handles. */
export function boundsOf(marks: readonly Mark[]): [number, number, number, number] {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const mark of marks) {
		const reach = mark.stroke ? (mark.width ?? 2) / 2 : 0;
		for (const [x, y] of [mark.outline.start, ...mark.outline.steps.flat()]) {
			left = Math.min(left, x - reach);
			top = Math.min(top, y - reach);
			right = Math.max(right, x + reach);
			bottom = Math.max(bottom, y + reach);
		}
	}
	return [left, top, right, bottom];
}

/** Lists nested parts in the given order. */
export function flatten(parts: Parts): Part[] {
	return "box" in parts ? [parts] : parts.flatMap(flatten);
}

function countAccents(parts: readonly Part[]): number {
	return parts.reduce((sum, each) => sum + each.accents, 0);
}

function unite(parts: readonly Part[]): Box {
	const corner = (pick: (...values: number[]) => number, side: "min" | "max"): Point3 => [
		pick(...parts.map(({ box }) => box[side][0])),
		pick(...parts.map(({ box }) => box[side][1])),
		pick(...parts.map(({ box }) => box[side][2])),
	];
	return { min: corner(Math.min, "min"), max: corner(Math.max, "max") };
}

/** Orders parts so that each is drawn after everything it hides. Parts whose boxes intersect keep the given order. */
function sortByDepth(parts: readonly Part[]): Part[] {
	const sorted: Part[] = [];
	const state = new Map<Part, "open" | "done">();
	const visit = (each: Part) => {
		if (state.has(each)) return;
		state.set(each, "open");
		for (const other of parts) if (other !== each && isBehind(other, each, parts)) visit(other);
		state.set(each, "done");
		sorted.push(each);
	};
	parts.forEach(visit);
	return sorted;
}

function isBehind(a: Part, b: Part, order: readonly Part[]): boolean {
	if (!overlapOnPicture(a.box, b.box)) return false;
	const [before, after] = [separates(a.box, b.box), separates(b.box, a.box)];
	if (before !== after) return before;
	return !before && order.indexOf(a) < order.indexOf(b);
}

/** Tells whether `a` ends along some axis before `b` begins. */
function separates(a: Box, b: Box): boolean {
	return ([0, 1, 2] as const).some(
		(axis) => a.max[axis] <= b.min[axis] + tolerance && b.max[axis] > a.min[axis] + tolerance,
	);
}

/** Upright boxes overlap on an isometric picture if they do in all three directions of its grid. */
function overlapOnPicture(a: Box, b: Box): boolean {
	return (
		[
			[0, 1],
			[0, 2],
			[1, 2],
		] as const
	).every(
		([p, q]) =>
			a.min[p] - a.max[q] < b.max[p] - b.min[q] - tolerance && b.min[p] - b.max[q] < a.max[p] - a.min[q] - tolerance,
	);
}

/** Drops marks that a single later one covers entirely. */
function leaveOutHidden(marks: readonly Mark[]): Mark[] {
	const covers = marks.map((mark) => (mark.fill ? convexCorners(mark.outline) : []));
	return marks.filter((mark, index) => {
		const reach = mark.stroke ? (mark.width ?? 2) / 2 : 0;
		const points = [mark.outline.start, ...mark.outline.steps.flat()];
		return !covers.some(
			(corners, other) =>
				other > index && corners.length > 2 && points.every((point) => isInside(point, corners, reach)),
		);
	});
}

/** Returns the corners of a closed outline, wound clockwise on the picture, or none unless it is convex. */
function convexCorners({ start, steps, closed }: Outline): Point2[] {
	const corners = [start, ...steps.map((step) => step[step.length - 1] as Point2)];
	const turns = corners.map((corner, index) => {
		const [a, b] = [corners[(index + 1) % corners.length] as Point2, corners[(index + 2) % corners.length] as Point2];
		return (a[0] - corner[0]) * (b[1] - a[1]) - (a[1] - corner[1]) * (b[0] - a[0]);
	});
	if (!closed) return [];
	if (turns.every((turn) => turn >= -0.01)) return corners;
	return turns.every((turn) => turn <= 0.01) ? corners.toReversed() : [];
}

/** Tells whether a point is inside clockwise corners, at least `reach` pixels from every edge. */
function isInside(point: Point2, corners: readonly Point2[], reach: number): boolean {
	return corners.every((from, index) => {
		const to = corners[(index + 1) % corners.length] as Point2;
		const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
		if (length < 0.01) return true;
		return ((to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])) / length >= reach;
	});
}

/** Joins marks of one style into one path, as far back as they meet nothing drawn in between. */
function joinAlike(marks: readonly Mark[]): { mark: Mark; path: string }[] {
	const joined: { mark: Mark; members: Mark[] }[] = [];
	for (const mark of marks) {
		const home = joined.findLastIndex(
			(path, index) =>
				alike(path.mark, mark) &&
				(!mark.fill || path.members.every((member) => apart(member, mark))) &&
				joined.slice(index + 1).every(({ members }) => members.every((member) => apart(member, mark))),
		);
		const found = joined[home];
		if (found) found.members.push(mark);
		else joined.push({ mark, members: [mark] });
	}
	return joined.map(({ mark, members }) => ({ mark, path: pathOf(members.map(({ outline }) => outline)) }));
}

function alike(a: Mark, b: Mark): boolean {
	return (
		a.fill === b.fill &&
		a.stroke === b.stroke &&
		(a.width ?? 2) === (b.width ?? 2) &&
		a.cap === b.cap &&
		a.dash?.join() === b.dash?.join()
	);
}

/** Tells whether a line along a direction of the picture or the grid separates two marks. */
function apart(a: Mark, b: Mark): boolean {
	const [one, other] = [spansOf(a), spansOf(b)];
	return one.some(([low, high], index) => {
		const [otherLow, otherHigh] = other[index] as Point2;
		return high < otherLow || otherHigh < low;
	});
}

const separators: readonly Point2[] = [
	[1, 0],
	[0, 1],
	[0.5, Math.sqrt(3) / 2],
	[-0.5, Math.sqrt(3) / 2],
];
const knownSpans = new WeakMap<Mark, readonly Point2[]>();

/** Returns the extent of a mark along each separator. */
function spansOf(mark: Mark): readonly Point2[] {
	const known = knownSpans.get(mark);
	if (known) return known;
	const reach = mark.stroke ? (mark.width ?? 2) / 2 : 0;
	const points = [mark.outline.start, ...mark.outline.steps.flat()];
	const spans = separators.map(([x, y]): Point2 => {
		const values = points.map((point) => point[0] * x + point[1] * y);
		return [Math.min(...values) - reach, Math.max(...values) + reach];
	});
	knownSpans.set(mark, spans);
	return spans;
}

/**
 * Writes outlines as path data: relative, rounded to a tenth without drift, without repeated commands, and with curves shortened to
 * quadratic or smooth ones where possible.
 */
function pathOf(outlines: readonly Outline[]): string {
	let data = "";
	let last = "";
	let here: Point2 = [0, 0];
	const write = (command: string, values: readonly number[]) => {
		const goesOn = command === last || (command === "l" && last === "m");
		if (!goesOn) data += command;
		values.forEach((value, index) => {
			const text = String(round(value) + 0).replace(/^(-?)0\./, "$1.");
			const follows = (index > 0 || goesOn) && !text.startsWith("-");
			const splitsItself = text.startsWith(".") && /\.\d$/.test(data);
			data += follows && !splitsItself ? ` ${text}` : text;
		});
		last = command;
	};
	for (const { start, steps, closed, ellipse } of outlines) {
		if (ellipse) {
			const { leftmost, radii, turn } = axesOf(ellipse);
			const first = roundPoint(leftmost);
			write("m", [first[0] - here[0], first[1] - here[1]]);
			// An arc that ends a tenth of a pixel below its start, then closed, takes half the space of two half ones. The start is the
			// leftmost point because the way to the end must run along the ellipse there.
			write("a", [...radii, turn, 1, 1, 0, 0.1]);
			data += "z";
			last = "z";
			here = first;
			continue;
		}
		const first = roundPoint(start);
		write("m", [first[0] - here[0], first[1] - here[1]]);
		here = first;
		let reflected: Point2 | undefined;
		for (const step of steps) {
			const end = roundPoint(step[step.length - 1] as Point2);
			const from = here;
			const relative = (point: Point2): Point2 => [point[0] - from[0], point[1] - from[1]];
			const [dx, dy] = relative(end).map(round) as [number, number];
			here = end;
			if (step.length === 1) {
				reflected = undefined;
				// A line without length is a dot.
				if (dy === 0 && dx === 0 && steps.length > 1) continue;
				if (dy === 0) write("h", [dx]);
				else if (dx === 0) write("v", [dy]);
				else write("l", [dx, dy]);
				continue;
			}
			const [c1, c2] = [relative(step[0]), relative(step[1])];
			const corner: Point2 = [c1[0] * 1.5, c1[1] * 1.5];
			const isQuadratic = near(corner, [dx + (c2[0] - dx) * 1.5, dy + (c2[1] - dy) * 1.5]);
			if (isQuadratic) write("q", [...corner, dx, dy]);
			else if (reflected && near(relative(reflected), c1)) write("s", [...c2, dx, dy]);
			else write("c", [...c1, ...c2, dx, dy]);
			reflected = isQuadratic ? undefined : [2 * end[0] - step[1][0], 2 * end[1] - step[1][1]];
		}
		if (closed) {
			data += "z";
			last = "z";
			here = first;
		}
	}
	return data;
}

/** Returns the leftmost point of an ellipse, its radii, and the angle of its long axis in degrees. */
function axesOf([middle, one, other]: readonly [Point2, Point2, Point2]): {
	leftmost: Point2;
	radii: Point2;
	turn: number;
} {
	const [a, b] = [one[0] - middle[0], one[1] - middle[1]];
	const [c, d] = [other[0] - middle[0], other[1] - middle[1]];
	const halfWidth = Math.hypot(a, c);
	const sum = a * a + b * b + c * c + d * d;
	const product = Math.abs(a * d - b * c);
	const root = Math.sqrt(Math.max(0, sum * sum - 4 * product * product));
	const turn = Math.atan2(2 * (a * b + c * d), a * a + c * c - b * b - d * d) / 2;
	return {
		leftmost: [middle[0] - halfWidth, middle[1] - (a * b + c * d) / halfWidth],
		radii: [Math.sqrt((sum + root) / 2), Math.sqrt((sum - root) / 2)],
		turn: Math.round((turn * 180) / Math.PI),
	};
}

function near(a: Point2, b: Point2): boolean {
	return Math.abs(a[0] - b[0]) < 0.12 && Math.abs(a[1] - b[1]) < 0.12;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

function roundPoint([x, y]: Point2): Point2 {
	return [round(x), round(y)];
}

function shorten(colour: string): string {
	return colour.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
}
