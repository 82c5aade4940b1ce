/** Frames, backdrops and the ground of the gallery and blog pictures. */

import { type Face, type Point2, type Point3, project, rectangle } from "./geometry.ts";
import { deep, paper, sand, shade, white } from "./palette.ts";
import { block, type Fills, flat, lyingFace, standingFace } from "./parts.ts";
import {
	boundsOf,
	clipShadows,
	flatten,
	group,
	type Mark,
	type Part,
	part,
	type Parts,
	type SceneOptions,
} from "./scene.ts";
import { type Drawing, Sheet } from "./sheet.ts";

/** The base of a scene: a slab with rounded corners and a faint grid. `size` is its length along x and y; its top is at z = 0. */
export interface Stage {
	readonly size: Point2;
	readonly radius?: number;
	readonly height?: number;
	readonly grid?: number;
}

/**
 * Gives a scene a backdrop of one colour that fills its frame, and a stage, at whose edges shadows end.
 *
 * Throws if the drawing comes closer to the frame than the margin. With `centre`, a point of the world, the scene is centred there and
 * may extend past the frame, which crops it.
 */
export function framed({
	width,
	height,
	stage,
	parts,
	fill = sand,
	margin = 20,
	nudge = [0, 0],
	centre,
}: {
	width: number;
	height: number;
	stage?: Stage;
	parts: Parts;
	fill?: string;
	margin?: number;
	nudge?: Point2;
	centre?: Point3;
}): SceneOptions {
	const scene = group(
		stage ? [slab(stage), clipShadows(parts, [1, 1, 0], [stage.size[0] - 2, stage.size[1] - 2])] : parts,
	);
	const [left, top, right, bottom] = boundsOf(scene.marks);
	const [u, v] = centre ? project(centre) : [(left + right) / 2 - nudge[0], (top + bottom) / 2 - nudge[1]];
	// The backdrop extends equally to both sides, because scenes are centred by their bounds.
	const halfWidth = Math.max(width / 2, u - left, right - u);
	const halfHeight = Math.max(height / 2, v - top, bottom - v);
	const free = [width / 2 - Math.max(u - left, right - u), height / 2 - Math.max(v - top, bottom - v)] as const;
	if (!centre && Math.min(...free) < margin) {
		throw new Error(`The drawing leaves its frame: ${free.map(Math.round).join(" and ")} px to the edges`);
	}
	const backdrop = part(
		[-1e6, -1e6, -1e6],
		[1e6, 1e6, 1e6],
		[{ outline: rectangle(u - halfWidth, v - halfHeight, 2 * halfWidth, 2 * halfHeight), fill }],
	);
	return { width, height, parts: [backdrop, scene], zoom: 1, margin: -Infinity };
}

/** The frames of the two kinds of picture. */
export const galleryFrame = { width: 880, height: 620 };
export const blogFrame = { width: 880, height: 660 };

/** A floor that extends past every frame, with boards or tiles along both axes if a pitch is given. */
export function floor({
	centre: [x, y],
	reach = 560,
	pitch = 0,
	fill = paper,
	seam = sand,
}: {
	centre: Point2;
	reach?: number;
	pitch?: number;
	fill?: string;
	seam?: string;
}): Part {
	const size = 2 * reach;
	const marks: Mark[] = [];
	const sheet = new Sheet(lyingFace([x - reach, y - reach, 0], size), size, size, marks);
	sheet.rect(0, 0, size, size, { fill });
	if (pitch > 0) {
		for (let along = pitch; along < size; along += pitch) {
			sheet.line(
				[
					[along, 0],
					[along, size],
				],
				{ stroke: seam },
			);
			sheet.line(
				[
					[0, along],
					[size, along],
				],
				{ stroke: seam },
			);
		}
	}
	return part([x - reach, y - reach, -1], [x + reach, y + reach, -1], marks);
}

function slab({ size: [width, depth], radius = 28, height = 12, grid = 40 }: Stage): Part {
	return group([
		block({
			at: [0, 0, -height],
			size: [width, depth, height],
			radius,
			fills: { top: paper, left: white, right: shade },
			cast: 0,
		}),
		...(grid > 0 ? [gridLines([width, depth], grid, radius)] : []),
	]);
}

function gridLines([width, depth]: Point2, grid: number, radius: number): Part {
	const inset = Math.max(8, radius * 0.5);
	return flat({
		at: [0, 0, 0],
		size: [width, depth],
		draw: (sheet) => {
			for (let u = grid; u < width - 4; u += grid)
				sheet.line(
					[
						[u, inset],
						[u, depth - inset],
					],
					{ stroke: sand },
				);
			for (let v = grid; v < depth - 4; v += grid)
				sheet.line(
					[
						[inset, v],
						[width - inset, v],
					],
					{ stroke: sand },
				);
		},
	});
}

/** A corner of a room: a floor between two walls behind it. `left` and `right` draw on the walls; `night` darkens them. */
export function room({
	size: [width, depth],
	height,
	thickness = 14,
	fill = sand,
	night = false,
	left,
	right,
}: {
	size: Point2;
	height: number;
	thickness?: number;
	fill?: string;
	night?: boolean;
	left?: Drawing;
	right?: Drawing;
}): Part {
	const walls: Fills = night ? { top: white, left: sand, right: sand } : { top: white, left: white, right: paper };
	const t = thickness;
	const boards: Drawing = (sheet) => {
		for (let v = 44; v < sheet.height; v += 44)
			sheet.line(
				[
					[4, v],
					[sheet.width - 4, v],
				],
				{ stroke: night ? deep : shade },
			);
	};
	const skirting =
		(draw?: Drawing): Drawing =>
		(sheet) => {
			sheet.line([
				[0, sheet.height - 12],
				[sheet.width, sheet.height - 12],
			]);
			draw?.(sheet);
		};
	return group([
		block({
			at: [0, 0, -t],
			size: [width, depth, t],
			fills: { top: fill, left: white, right: shade },
			top: boards,
			cast: 0,
		}),
		block({ at: [-t, -t, -t], size: [t, depth + t, height + t], fills: walls, cast: 0 }),
		wallFace(standingFace([0, 0, 0], depth, height, "right"), depth, height, skirting(left)),
		block({
			at: [0, -t, -t],
			size: [width, t, height + t],
			fills: { ...walls, left: night ? shade : white, right: shade },
			cast: 0,
		}),
		wallFace(standingFace([0, 0, 0], width, height, "left"), width, height, skirting(right)),
	]);
}

function wallFace(face: Face, width: number, height: number, draw: Drawing): Part {
	const marks: Mark[] = [];
	draw(new Sheet(face, width, height, marks));
	const [x, y, z] = face.origin;
	return part([x, y, z - height], [x, y, z], marks);
}

/** Joins parts into one element in the accent colour, such as the legs of a pipe, counted as one. */
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
