import { circle, type Point3, polyline, project, projectOutline, roundCorners } from "./geometry.ts";
import { pencil } from "./objects.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { block, ground, lyingPhone, panel, plate, shadow } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, group, type Part, part, type Parts } from "./scene.ts";
import { button, lines } from "./screens.ts";
import { type Drawing, Sheet } from "./sheet.ts";

/** Pictures of the design service, by path below content/pictures. */
export const designIllustrations: Readonly<Record<string, () => string>> = {
	"services/ui-ux-design/header.svg": drawHeader,
	"services/ui-ux-design/process.svg": drawProcess,
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
			at: [x, y, z + 76],
			width,
			height,
			facing: "left",
			tilt: 24,
			thickness: 14,
			fill: paper,
			draw: (sheet) => {
				wireframe(sheet.area(26, 22, 238, 214));
				setSquare(sheet.area(278, 84, 78, 140));
				sheet.line(
					[
						[26, 250],
						[344, 250],
					],
					{ stroke: deep },
				);
			},
		}),
		block({ at: [x + 10, y, z + 70], size: [width - 20, 16, 8], cast: 0 }),
		pencil({ at: [x + 60, y + 3, z + 78], length: 66 }),
	];
}

const wireframe: Drawing = (sheet) => {
	const { width, height } = sheet;
	sheet.rect(0, 0, width, height, { fill: white, stroke: ink });
	sheet.line([
		[0, 26],
		[width, 26],
	]);
	sheet.dot(14, 13, 3, ink);
	sheet.dashes(width - 92, 13, 3, 28, 18, deep);
	sheet.rect(14, 40, 98, 78, { fill: sand, stroke: ink });
	sheet.line([
		[14, 40],
		[112, 118],
	]);
	sheet.line([
		[112, 40],
		[14, 118],
	]);
	lines(sheet, 126, 48, 96, [0.8, 1, 0.6], { gap: 16, colour: ink, weight: 6 });
	button(sheet, 126, 94, 66, 24, white);
	for (const u of [14, 88, 162]) {
		sheet.rect(u, 134, 62, 66, { fill: sand, stroke: ink });
		lines(sheet, u + 10, 150, 42, [1, 0.6], { gap: 13 });
	}
};

const setSquare: Drawing = (sheet) => {
	const { width, height } = sheet;
	sheet.polygon(
		[
			[0, 0],
			[width, height],
			[0, height],
		],
		{ fill: accentFill, stroke: ink },
	);
	sheet.polygon(
		[
			[14, 36],
			[width - 36, height - 16],
			[14, height - 16],
		],
		{ fill: paper, stroke: ink },
	);
	for (let v = 20; v < height - 8; v += 14)
		sheet.line([
			[0, v],
			[6, v],
		]);
};

/** A chair seen from behind. */
function chair([x, y, z]: Point3): Part {
	const size = 62;
	const leg = (u: number, v: number, height: number) => block({ at: [x + u, y + v, z], size: [7, 7, height], cast: 0 });
	return group([
		shadow({ at: [x, y, z], size: [size, size], reach: 26 }),
		leg(2, 2, 46),
		leg(size - 9, 2, 46),
		leg(2, size - 9, 46),
		leg(size - 9, size - 9, 46),
		block({ at: [x, y, z + 46], size: [size, size, 9], radius: 8, cast: 0 }),
		block({ at: [x + 4, y + size - 9, z + 55], size: [7, 7, 40], cast: 0 }),
		block({ at: [x + size - 11, y + size - 9, z + 55], size: [7, 7, 40], cast: 0 }),
		plate({ at: [x, y + size, z + 76], width: size, height: 40, facing: "left", thickness: 9 }),
	]);
}

/** Notes from watching, two directions in grey, a test under the glass, and everything filed for the developers. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => [
			block({ at: [x + 60, y + 18, z], size: [12, 12, 60], cast: 0 }),
			block({ at: [x + 60, y + 126, z], size: [12, 12, 60], cast: 0 }),
			panel({
				at: [x + 76, y + 6, z + 34],
				width: 144,
				height: 116,
				facing: "right",
				radius: 6,
				cast: 0,
				fill: sand,
				draw: pinnedNotes,
			}),
		],
		([x, y, z]) => [greyWireframe([x + 46, y + 30, z], true), greyWireframe([x + 108, y + 10, z], false)],
		([x, y, z]) => underTheGlass([x, y, z]),
		([x, y, z]) => fileBox([x + 26, y + 18, z]),
	]);
}

const pinnedNotes: Drawing = (sheet) => {
	for (const [u, v] of [
		[12, 14],
		[56, 10],
		[100, 16],
		[14, 64],
		[58, 60],
		[100, 66],
	] as const) {
		sheet.rect(u, v, 34, 36, { fill: white, stroke: ink });
		sheet.dot(u + 17, v + 2, 3, ink);
		lines(sheet, u + 6, v + 15, 22, [1, 0.6], { gap: 10, weight: 3 });
	}
};

function greyWireframe([x, y, z]: Point3, wide: boolean): Parts {
	return panel({
		at: [x, y, z],
		width: 112,
		height: wide ? 146 : 104,
		facing: "right",
		radius: 6,
		fill: shade,
		cast: 18,
		draw: (sheet) => {
			sheet.rect(12, 14, wide ? 88 : 40, 38, { fill: deep });
			sheet.dashes(wide ? 12 : 62, wide ? 66 : 20, wide ? 2 : 1, 46, 40, deep, 6);
			for (const u of [12, 44, 76]) sheet.rect(u, wide ? 82 : 64, 24, 26, { fill: deep });
			if (wide) sheet.rect(12, 120, 88, 12, { fill: deep });
		},
	});
}

/** A phone that lies, and a magnifying glass on a stand over it. */
function underTheGlass([x, y, z]: Point3): Parts {
	return [
		lyingPhone({
			at: [x + 14, y + 50, z],
			facing: "right",
			width: 72,
			height: 128,
			cast: 8,
			draw: (sheet) => {
				lines(sheet, 10, 30, 40, [1, 0.6], { colour: ink, weight: 5, gap: 12 });
				button(sheet, 10, 60, 40, 16);
				lines(sheet, 10, 88, 40, [1, 0.8], { gap: 10 });
			},
		}),
		block({ at: [x + 66, y + 8, z], size: [38, 26, 8], cast: 6 }),
		block({ at: [x + 80, y + 14, z + 8], size: [9, 9, 56], cast: 0 }),
		glassRing([x + 84, y + 84, z + 58]),
	];
}

/** A lens in a ring, lying above the ground, on an arm along y. `at` is its middle. */
function glassRing([x, y, z]: Point3): Part {
	const radius = 40;
	const face = { origin: [x, y, z], u: [1, 0, 0], v: [0, 1, 0] } as const;
	const magnified = new Sheet({ origin: [x - 26, y + 22, z], u: [0, -1, 0], v: [1, 0, 0] }, 52, 52, []);
	magnified.rect(-2, 12, 54, 28, { fill: ink, radius: 9 });
	magnified.text(10, 26, 30, white, 6);
	const arm = polyline([project([x, y - 68, z]), project([x, y - radius, z])]);
	return part(
		[x - radius, y - radius - 10, z],
		[x + radius, y + radius, z + 8],
		[
			{ outline: arm, stroke: ink, width: 11 },
			{ outline: arm, stroke: white, width: 7 },
			{ outline: projectOutline(face, circle([0, 0], radius)), fill: paper, stroke: ink, width: 10 },
			{ outline: projectOutline(face, circle([0, 0], radius)), stroke: white, width: 6 },
			...magnified.marks,
		],
	);
}

/** A box of hanging files with a label on its front. */
function fileBox([x, y, z]: Point3): Parts {
	return [
		block({ at: [x, y, z], size: [108, 120, 8], cast: 22 }),
		block({ at: [x, y, z + 8], size: [108, 8, 80], cast: 0 }),
		block({ at: [x, y + 8, z + 8], size: [8, 104, 80], cast: 0 }),
		[18, 40, 62, 84].map((offset, index) =>
			plate({
				at: [x + offset, y + 12, z + 8],
				width: 96,
				height: 106 - (index % 2) * 8,
				facing: "right",
				thickness: 6,
				outline: roundCorners(
					[
						[0, 14],
						[8 + index * 20, 14],
						[12 + index * 20, 0],
						[34 + index * 20, 0],
						[38 + index * 20, 14],
						[96, 14],
						[96, 90],
						[0, 90],
					],
					2,
				),
				fill: index === 2 ? accentFill : white,
				edge: index === 2 ? accentFill : shade,
			}),
		),
		block({ at: [x, y + 112, z + 8], size: [108, 8, 80], cast: 0 }),
		block({
			at: [x + 100, y + 8, z + 8],
			size: [8, 104, 80],
			cast: 0,
			right: (sheet) => {
				sheet.rect(24, 22, 56, 34, { fill: white, stroke: ink });
				lines(sheet, 34, 34, 36, [1, 0.6], { gap: 11, colour: ink });
			},
		}),
	];
}
