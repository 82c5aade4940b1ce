import {
	circle,
	type Face,
	move,
	type Point2,
	type Point3,
	polygon,
	polyline,
	project,
	projectOutline,
	roundCorners,
} from "./geometry.ts";
import { bubble, coins, standingDocument } from "./objects.ts";
import { deep, ink, accentFill, paper, shade, white } from "./palette.ts";
import { block, cylinder, flat, ground, panel, pipe, plate } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { barChart, lines } from "./screens.ts";

/** Pictures of the marketing service, by path below content/pictures. */
export const marketingIllustrations: Readonly<Record<string, () => string>> = {
	"services/digital-marketing/header.svg": drawHeader,
	"services/digital-marketing/process.svg": drawProcess,
};

/** A megaphone whose three pipes are each measured on their way to where people search, talk and pay. */
function drawHeader(): string {
	const level = 14;
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [520, 460] }),
			megaphone([84, 226, 0]),
			pipe({
				points: [
					[84, 164, level],
					[84, 84, level],
					[384, 84, level],
				],
				radius: 11,
			}),
			pipe({
				points: [
					[146, 226, level],
					[384, 226, level],
				],
				radius: 11,
			}),
			pipe({
				points: [
					[84, 288, level],
					[84, 386, level],
					[330, 386, level],
				],
				radius: 11,
			}),
			gauge([282, 84, level + 11]),
			gauge([270, 226, level + 11]),
			gauge([206, 386, level + 11]),
			block({ at: [384, 14, 0], size: [50, 150, 28] }),
			searchBox([416, 20, 28]),
			block({ at: [384, 182, 0], size: [50, 126, 28] }),
			bubble({
				at: [414, 184, 28],
				width: 120,
				height: 118,
				facing: "right",
				draw: (sheet) => lines(sheet, 20, 30, 84, [0.8, 1, 0.5], { gap: 21, weight: 7 }),
			}),
			till([330, 322, 0]),
		],
	});
}

/** The walls and the mouth of a cone that widens along x, on its axis from one middle to the other. */
function horn(from: Point3, length: number, narrow: number, wide: number, mouth: string): Mark[] {
	const face: Face = { origin: from, u: [0, -1, 0], v: [0, 0, -1] };
	const far: Face = { ...face, origin: move(from, [length, 0, 0]) };
	// Along the face's own directions the axis runs by (-length, -length) on the picture, where both ends are true circles.
	const reach = Math.hypot(length, length);
	const tilt = Math.asin((wide - narrow) / reach);
	const axis = Math.atan2(1, 1);
	const touch = (radius: number, side: 1 | -1): Point2 => {
		const angle = axis + side * (Math.PI / 2 + tilt);
		return [Math.cos(angle) * radius, Math.sin(angle) * radius];
	};
	const at = (place: Face, point: Point2) => project(move(move(place.origin, place.u, point[0]), place.v, point[1]));
	const corners = [
		at(face, touch(narrow, 1)),
		at(far, touch(wide, 1)),
		at(far, touch(wide, -1)),
		at(face, touch(narrow, -1)),
	] as const;
	return [
		{ outline: projectOutline(face, circle([0, 0], narrow)), fill: shade, stroke: ink },
		{ outline: polygon(corners), fill: white },
		{ outline: polyline([corners[0], corners[1]]), stroke: ink },
		{ outline: polyline([corners[2], corners[3]]), stroke: ink },
		{ outline: projectOutline(far, circle([0, 0], wide)), fill: mouth, stroke: ink },
	];
}

function megaphone([x, y, z]: Point3): Parts {
	const axis = z + 236;
	return [
		cylinder({ at: [x, y, z], radius: 60, height: 22, cast: 24 }),
		cylinder({ at: [x, y, z + 22], radius: 12, height: 160, cast: 0 }),
		part(
			[x - 60, y - 80, axis - 80],
			[x + 120, y + 80, axis + 80],
			[
				...horn([x - 90, y, axis], 66, 30, 36, shade),
				...horn([x - 24, y, axis], 160, 36, 96, accentFill),
				...horn([x + 96, y, axis], 26, 16, 24, white),
			],
		),
	];
}

function gauge([x, y, z]: Point3): Part {
	return group([
		cylinder({ at: [x, y, z - 3], radius: 6, height: 16, cast: 0 }),
		plate({
			at: [x + 4, y - 24, z + 12],
			width: 48,
			height: 48,
			facing: "right",
			thickness: 9,
			outline: circle([24, 24], 24),
			draw: (sheet) => {
				sheet.line(
					[
						[10, 30],
						[12, 20],
						[24, 11],
						[36, 20],
						[38, 30],
					],
					{ stroke: deep, dash: [1, 6], width: 3 },
				);
				sheet.line(
					[
						[24, 28],
						[32, 18],
					],
					{ width: 3 },
				);
			},
		}),
	]);
}

function searchBox(at: Point3): Parts {
	return panel({
		at,
		width: 138,
		height: 128,
		facing: "right",
		cast: 0,
		draw: (sheet) => {
			sheet.rect(14, 16, 110, 28, { fill: paper, stroke: ink, radius: 14 });
			sheet.text(28, 30, 50, deep);
			sheet.circle(106, 28, 6, { stroke: ink });
			sheet.line([
				[110, 33],
				[115, 38],
			]);
			for (const v of [64, 96]) {
				sheet.text(16, v, 64, ink, 5);
				sheet.text(16, v + 13, 100, deep);
			}
		},
	});
}

function till([x, y, z]: Point3): Parts {
	return [
		block({
			at: [x, y, z],
			size: [116, 124, 40],
			right: (sheet) => {
				sheet.rect(8, 10, sheet.width - 16, 24, { fill: white, stroke: ink });
				sheet.line(
					[
						[sheet.width / 2 - 14, 22],
						[sheet.width / 2 + 14, 22],
					],
					{ width: 4 },
				);
			},
		}),
		block({
			at: [x + 4, y + 8, z + 40],
			size: [72, 108, 26],
			cast: 10,
			topFacing: "right",
			top: (sheet) => {
				for (const v of [14, 30, 46]) sheet.dashes(12, v, 4, 15, 10, deep, 8);
				sheet.rect(78, 8, 20, 46, { fill: shade, stroke: ink });
			},
		}),
		plate({
			at: [x + 34, y + 20, z + 66],
			width: 84,
			height: 50,
			facing: "right",
			tilt: 14,
			thickness: 8,
			draw: (sheet) => {
				sheet.rect(8, 8, 68, 30, { fill: paper, stroke: ink });
				sheet.digits("₹480", 24, 16, 14);
			},
		}),
	];
}

/** First the measure, then six small bets, then the better of two advertisements, then one page about it. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => tapeMeasure([x + 20, y + 56, z]),
		([x, y, z]) =>
			[2, 4, 3, 2, 5, 3].map((count, index) =>
				coins({ at: [x + 46 + (index % 2) * 64, y + 32 + Math.floor(index / 2) * 46, z], count, radius: 19 }),
			),
		([x, y, z]) => balance([x + 78, y + 78, z]),
		([x, y, z]) =>
			standingDocument({
				at: [x + 86, y + 18, z],
				width: 122,
				height: 156,
				facing: "right",
				cast: 26,
				draw: (sheet) => {
					sheet.text(16, 24, 56, ink, 7);
					barChart(sheet.area(16, 42, 90, 48), [0.4, 0.6, 0.5, 0.9], { lit: 3 });
					lines(sheet, 16, 110, 90, [1, 0.8, 0.9], { gap: 13 });
				},
			}),
	]);
}

/** A tape measure with its tape pulled out along x. */
function tapeMeasure([x, y, z]: Point3): Parts {
	return [
		plate({
			at: [x, y + 40, z],
			width: 72,
			height: 72,
			facing: "left",
			thickness: 34,
			cast: 18,
			outline: roundCorners(
				[
					[0, 0],
					[72, 0],
					[72, 72],
					[0, 72],
				],
				[30, 34, 6, 10],
			),
			draw: (sheet) => {
				sheet.circle(34, 36, 22, { fill: paper, stroke: ink });
				sheet.circle(34, 36, 9, { fill: shade, stroke: ink });
			},
		}),
		flat({
			at: [x + 72, y + 14, z],
			size: [56, 20],
			draw: (sheet) => {
				sheet.rect(0, 0, 54, 20, { fill: white, stroke: ink });
				for (let u = 8; u < 52; u += 8)
					sheet.line([
						[u, 20],
						[u, u % 16 ? 14 : 9],
					]);
			},
		}),
		block({ at: [x + 126, y + 10, z], size: [6, 28, 12], cast: 0 }),
	];
}

/** A balance along y with an advertisement on each pan; the nearer one weighs more. `at` is the middle of its foot. */
function balance([x, y, z]: Point3): Parts {
	const lean = 14;
	const pan = (v: number, level: number) => [
		part(
			[x - 3, y + v - 24, level],
			[x - 1, y + v + 24, z + 118],
			[
				{
					outline: polyline([
						project([x, y + v - 22, level]),
						project([x, y + v, z + 118 + (v < 0 ? lean : -lean)]),
						project([x, y + v + 22, level]),
					]),
					stroke: ink,
				},
			],
		),
		cylinder({ at: [x, y + v, level - 6], radius: 26, height: 6, cast: 0 }),
		panel({
			at: [x + 3, y + v - 20, level],
			width: 40,
			height: 46,
			facing: "right",
			thickness: 6,
			radius: 4,
			cast: 0,
			draw: (sheet) => {
				sheet.rect(6, 6, 28, 16, { fill: shade, stroke: ink });
				lines(sheet, 7, 30, 26, [1, 0.6], { gap: 9, weight: 3 });
			},
		}),
	];
	return [
		cylinder({ at: [x, y, z], radius: 30, height: 8, cast: 12 }),
		cylinder({ at: [x, y, z + 8], radius: 6, height: 110, cast: 0 }),
		pan(-50, z + 62),
		part(
			[x - 3, y - 56, z + 104],
			[x + 3, y + 56, z + 134],
			[
				{
					outline: polyline([project([x, y - 52, z + 118 + lean]), project([x, y + 52, z + 118 - lean])]),
					stroke: ink,
					width: 8,
				},
				{
					outline: polyline([project([x, y - 52, z + 118 + lean]), project([x, y + 52, z + 118 - lean])]),
					stroke: white,
					width: 4,
				},
			],
		),
		pan(50, z + 34),
	];
}
