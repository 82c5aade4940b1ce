import { type Point3, polygon, polyline, project } from "./geometry.ts";
import { pencil } from "./objects.ts";
import { deep, ink, orange, paper, sand, shade, white } from "./palette.ts";
import { block, dim, ground, plain, plate, shadow } from "./parts.ts";
import { drawScene, group, type Part, part, type Parts } from "./scene.ts";
import { button, field, lines } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the design service, by path below content/pictures. */
export const designIllustrations: Readonly<Record<string, () => string>> = {
	"services/ui-ux-design/header.svg": drawHeader,
};

/** A wireframe on a drawing board, before five chairs for the people who will try it. */
function drawHeader(): string {
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [570, 380] }),
			drawingBoard([96, 126, 0]),
			[0, 1, 2, 3, 4].map((place) => chair([30 + place * 106, 268, 0])),
		],
	});
}

function drawingBoard([x, y, z]: Point3): Parts {
	const [width, height] = [370, 262];
	return [
		shadow({ at: [x + 10, y - 80, z], size: [width - 20, 90], reach: 60 }),
		[40, width - 56].map((u) => [
			block({ at: [x + u, y - 96, z], size: [16, 120, 12], cast: 0 }),
			block({ at: [x + u, y - 34, z + 12], size: [16, 16, 90], cast: 0 }),
		]),
		block({ at: [x + 56, y - 30, z + 40], size: [width - 112, 8, 12], cast: 0 }),
		plate({
			at: [x, y, z + 76], width, height, facing: "left", tilt: 24, thickness: 14, fill: paper,
			draw: (sheet) => {
				wireframe(sheet.area(26, 22, 238, 214));
				setSquare(sheet.area(278, 84, 78, 140));
				sheet.line([[26, 250], [344, 250]], { stroke: deep });
			},
		}),
		block({ at: [x + 10, y, z + 70], size: [width - 20, 16, 8], cast: 0 }),
		pencil({ at: [x + 60, y + 3, z + 78], length: 66 }),
	];
}

const wireframe: Drawing = (sheet) => {
	const { width, height } = sheet;
	sheet.rect(0, 0, width, height, { fill: white, stroke: ink });
	sheet.line([[0, 26], [width, 26]]);
	sheet.dot(14, 13, 3, ink);
	sheet.dashes(width - 92, 13, 3, 28, 18, deep);
	sheet.rect(14, 40, 98, 78, { fill: sand, stroke: ink });
	sheet.line([[14, 40], [112, 118]]);
	sheet.line([[112, 40], [14, 118]]);
	lines(sheet, 126, 48, 96, [0.8, 1, 0.6], { gap: 16, colour: ink, weight: 6 });
	button(sheet, 126, 94, 66, 24, white);
	for (const u of [14, 88, 162]) {
		sheet.rect(u, 134, 62, 66, { fill: sand, stroke: ink });
		lines(sheet, u + 10, 150, 42, [1, 0.6], { gap: 13 });
	}
};

const setSquare: Drawing = (sheet) => {
	const { width, height } = sheet;
	sheet.polygon([[0, 0], [width, height], [0, height]], { fill: orange, stroke: ink });
	sheet.polygon([[14, 36], [width - 36, height - 16], [14, height - 16]], { fill: paper, stroke: ink });
	for (let v = 20; v < height - 8; v += 14) sheet.line([[0, v], [6, v]]);
};

/** A chair seen from behind. */
function chair([x, y, z]: Point3): Part {
	const size = 62;
	const leg = (u: number, v: number, height: number) => block({ at: [x + u, y + v, z], size: [7, 7, height], cast: 0 });
	return group([
		shadow({ at: [x, y, z], size: [size, size], reach: 26 }),
		leg(2, 2, 46), leg(size - 9, 2, 46), leg(2, size - 9, 46), leg(size - 9, size - 9, 46),
		block({ at: [x, y, z + 46], size: [size, size, 9], radius: 8, cast: 0 }),
		block({ at: [x + 4, y + size - 9, z + 55], size: [7, 7, 40], cast: 0 }),
		block({ at: [x + size - 11, y + size - 9, z + 55], size: [7, 7, 40], cast: 0 }),
		plate({ at: [x, y + size, z + 76], width: size, height: 40, facing: "left", thickness: 9 }),
	]);
}
