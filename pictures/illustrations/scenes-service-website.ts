import { type Point3, polyline, project } from "./geometry.ts";
import { deep, ink, orange, sand, white } from "./palette.ts";
import { block, ground, panel, phone, plate } from "./parts.ts";
import { drawScene, part, type Parts } from "./scene.ts";
import { browser, button, landscape, lines } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the website service, by path below content/pictures. */
export const websiteIllustrations: Readonly<Record<string, () => string>> = {
	"services/website-development/header.svg": drawHeader,
};

/** A crane sets the last block into a browser window. */
function drawHeader(): string {
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [590, 310] }),
			panel({ at: [30, 46, 0], width: 456, height: 292, facing: "left", draw: browser(pageInTheMaking), cast: 40 }),
			crane([508, 84, 0]),
			pageBlocks(),
			phone({ at: [356, 240, 0], facing: "left", width: 98, height: 194, draw: smallPage }),
		],
	});
}

const pageInTheMaking: Drawing = (sheet) => {
	const { width } = sheet;
	sheet.circle(28, 24, 8, { fill: ink });
	sheet.dashes(width - 190, 24, 4, 44, 28, deep);
	lines(sheet, 24, 64, 170, [0.9, 1, 0.6], { colour: ink, weight: 11, gap: 20 });
	lines(sheet, 24, 126, 156, [1, 0.8], { gap: 12 });
	button(sheet, 24, 152, 88, 28);
	sheet.rect(222, 46, 206, 134, { stroke: ink, dash: [7, 8] });
	for (const u of [24, 164, 304]) {
		sheet.rect(u, 200, 124, 54, { fill: sand, stroke: ink });
		sheet.dot(u + 18, 218, 4, ink);
		lines(sheet, u + 32, 218, 80, [0.6, 0.9], { gap: 16 });
	}
};

const smallPage: Drawing = (sheet) => {
	const { width } = sheet;
	landscape(sheet.area(8, 26, width - 16, 50));
	lines(sheet, 8, 90, width - 16, [0.9, 0.6], { colour: ink, weight: 6, gap: 12 });
	lines(sheet, 8, 116, width - 16, [1, 0.8], { gap: 10 });
	button(sheet, 8, 138, 46, 18);
};

/** A tower crane whose jib runs along the window, with a picture block on its hook. */
function crane([x, y, z]: Point3): Parts {
	const height = 356;
	const lattice: Drawing = (sheet) => {
		const points = [];
		for (let v = 0, side = 0; v <= sheet.height; v += sheet.width, side = 1 - side) points.push([side * sheet.width, v] as const);
		sheet.line(points);
	};
	const along: Drawing = (sheet) => {
		const points = [];
		for (let u = 0, side = 0; u <= sheet.width; u += sheet.height, side = 1 - side) points.push([u, side * sheet.height] as const);
		sheet.line(points);
	};
	const hook: Point3 = [x - 158, y + 11, z + height];
	return [
		block({ at: [x - 22, y - 20, z], size: [66, 66, 14] }),
		block({ at: [x, y, z + 14], size: [22, 22, height - 14], cast: 0, left: lattice, right: lattice }),
		block({ at: [x + 26, y - 4, z + height - 6], size: [40, 30, 34], cast: 0, left: (sheet) => sheet.rect(8, 6, 24, 16, { fill: white, stroke: ink }) }),
		block({ at: [x - 300, y, z + height], size: [322, 22, 18], cast: 0, left: along }),
		part([hook[0] - 70, y + 10, z + 256], [hook[0] + 70, y + 12, hook[2]], [
			{ outline: polyline([project(hook), project([hook[0], hook[1], z + 306])]), stroke: ink },
			{ outline: polyline([project([hook[0] - 70, hook[1], z + 260]), project([hook[0], hook[1], z + 306]), project([hook[0] + 70, hook[1], z + 260])]), stroke: ink },
		]),
		plate({
			at: [hook[0] - 96, y + 18, z + 136], width: 192, height: 126, facing: "left", thickness: 14, fill: orange, edge: orange,
			draw: (sheet) => {
				sheet.circle(146, 36, 14, { stroke: ink });
				sheet.line([[2, 96], [62, 44], [128, 122]]);
				sheet.line([[92, 80], [128, 58], [190, 96]]);
			},
		}),
	];
}

/** Blocks that wait for their turn. */
function pageBlocks(): Parts {
	return [
		block({ at: [60, 170, 0], size: [150, 96, 20], cast: 14, top: (sheet) => lines(sheet, 16, 22, 110, [0.6, 1, 0.8], { gap: 20 }) }),
		block({ at: [72, 178, 20], size: [126, 80, 20], cast: 10, top: (sheet) => landscape(sheet.inset(12)) }),
		block({ at: [232, 214, 0], size: [76, 60, 20], cast: 14, top: (sheet) => button(sheet, 12, 18, 52, 24) }),
	];
}
