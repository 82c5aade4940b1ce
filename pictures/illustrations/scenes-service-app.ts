import { circle, type Point2, type Point3, polyline, project, roundCorners } from "./geometry.ts";
import { deep, ink, orange, paper, sand, shade, white } from "./palette.ts";
import { accent, block, cylinder, dim, ground, plate, shadow } from "./parts.ts";
import { drawScene, group, part, type Part, type Parts } from "./scene.ts";
import { button, lines, streetMap } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the app service, by path below content/pictures. */
export const appIllustrations: Readonly<Record<string, () => string>> = {
	"services/app-development/header.svg": drawHeader,
};

const phoneSize: Point2 = [204, 372];
const layerGap = 122;

/** A phone taken apart into screen, logic and storage; the parcel that its order moves stands on a scooter. */
function drawHeader(): string {
	const [width, depth] = phoneSize;
	const at = (level: number): Point3 => [40, 30, 14 + level * layerGap];
	const layer = (level: number, draw: Drawing) => block({ at: at(level), size: [width, depth, 14], radius: 34, cast: level === 0 ? 26 : 0, top: draw });
	const posts = [0, 1].map((level) => [[0.12, 0.94], [0.94, 0.94], [0.94, 0.06]].map(([u = 0, v = 0]) => post([40 + width * u, 30 + depth * v, 28 + level * layerGap], layerGap - 14)));
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [500, 430] }),
			layer(0, () => {}),
			storage(at(0)[2] + 14),
			layer(1, circuits),
			logic(at(1)[2] + 14),
			layer(2, orderScreen),
			posts,
			scooter([302, 262, 0]),
		],
	});
}

function post([x, y, z]: Point3, height: number): Part {
	return part([x - 1, y - 1, z], [x + 1, y + 1, z + height], [
		{ outline: polyline([project([x, y, z]), project([x, y, z + height])]), stroke: ink, dash: [5, 7] },
	]);
}

function storage(z: number): Parts {
	const drum = (x: number, y: number, count: number) => Array.from({ length: count }, (_, index) =>
		cylinder({ at: [x, y, z + index * 20], radius: 38, height: 20, cast: index === 0 ? 12 : 0 }));
	return [drum(196, 110, 2), drum(96, 320, 1), drum(196, 340, 3)];
}

function logic(z: number): Parts {
	return [
		block({ at: [176, 60, z], size: [40, 40, 14], cast: 6 }),
		block({ at: [168, 180, z], size: [58, 58, 18], cast: 8, top: (sheet) => sheet.rect(15, 15, 28, 28, { fill: shade, stroke: ink }) }),
		block({ at: [66, 336, z], size: [40, 40, 14], cast: 6 }),
		block({ at: [180, 330, z], size: [40, 40, 14], cast: 6 }),
	];
}

const circuits: Drawing = (sheet) => {
	sheet.line([[156, 70], [156, 150]]);
	sheet.line([[156, 208], [156, 300]]);
	sheet.line([[66, 326], [140, 326]]);
	sheet.line([[128, 178], [46, 178], [46, 306]]);
};

const orderScreen: Drawing = (sheet) => {
	const { width, height } = sheet;
	sheet.rect(10, 10, width - 20, height - 20, { fill: paper, stroke: ink, radius: 26 });
	sheet.text(width / 2 - 24, 24, 48, ink, 7);
	streetMap(sheet.area(26, 46, width - 52, 160));
	lines(sheet, 28, 230, width - 56, [0.6, 0.9], { colour: ink, weight: 7, gap: 18 });
	lines(sheet, 28, 268, width - 56, [1, 0.7], { gap: 14 });
	button(sheet, 28, 302, width - 56, 38);
};

/** A delivery scooter along x with its box; `at` lies on the ground under the back of its rear wheel, in its middle. */
function scooter([x, y, z]: Point3): Parts {
	const wheel = (u: number) => plate({
		at: [x + u, y + 8, z], width: 58, height: 58, facing: "left", thickness: 16, fill: deep, edge: deep, outline: circle([29, 29], 29),
		draw: (sheet) => sheet.circle(29, 29, 14, { fill: white, stroke: ink }),
	});
	return [
		shadow({ at: [x + 6, y - 16, z], size: [210, 32], reach: 26 }),
		group([
			wheel(0), wheel(172),
			plate({
				at: [x + 4, y + 22, z + 26], width: 98, height: 56, facing: "left", thickness: 44, fill: white,
				outline: roundCorners([[0, 16], [12, 0], [84, 0], [98, 56], [22, 56]], [8, 10, 12, 2, 16]),
				draw: (sheet) => sheet.line([[30, 36], [76, 36]]),
			}),
			block({ at: [x + 100, y - 22, z + 26], size: [72, 44, 10], cast: 0 }),
			block({ at: [x + 52, y - 18, z + 82], size: [50, 36, 12], radius: 9, cast: 0, fills: dim }),
			plate({
				at: [x + 184, y - 24, z + 30], width: 48, height: 78, facing: "right", tilt: 12, thickness: 10, outline: roundCorners([[6, 0], [42, 0], [48, 60], [36, 78], [12, 78], [0, 60]], 8),
				draw: (sheet) => sheet.circle(24, 20, 11, { fill: paper, stroke: ink }),
			}),
			block({ at: [x + 157, y - 40, z + 103], size: [9, 80, 9], cast: 0, fills: dim }),
			block({
				at: [x - 24, y - 34, z + 84], size: [70, 68, 62], cast: 0, fills: accent,
				left: (sheet) => sheet.rect(14, 14, 30, 20, { stroke: ink }),
				right: (sheet) => sheet.line([[18, 12], [50, 12]], { width: 4 }),
			}),
		]),
	];
}
