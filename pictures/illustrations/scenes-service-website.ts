import { circle, ellipse, type Point2, type Point3, polyline, project } from "./geometry.ts";
import { crane, pencil, standingDocument } from "./objects.ts";
import { deep, ink, accentFill, sand, shade, white } from "./palette.ts";
import { block, cylinder, ground, panel, phone, plate } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, type Mark, part, type Parts } from "./scene.ts";
import { browser, button, landscape, lines } from "./screens.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the website service, by path below content/pictures. */
export const websiteIllustrations: Readonly<Record<string, () => string>> = {
	"services/website-development/header.svg": drawHeader,
	"services/website-development/process.svg": drawProcess,
};

/** A crane sets the last block into a browser window. */
function drawHeader(): string {
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [590, 310] }),
			panel({ at: [30, 46, 0], width: 456, height: 292, facing: "left", draw: browser(pageInTheMaking), cast: 40 }),
			crane({ at: [508, 84, 0], height: 356, reach: 300, hookAt: 158, rope: 50 }),
			hangingPicture([350, 95, 306]),
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

/** A picture block, held by its upper corners, on its way into the page. `hook` is where its ropes meet. */
function hangingPicture([x, y, z]: Point3): Parts {
	const rope = (side: number) => polyline([project([x, y, z]), project([x + side * 70, y, z - 46])]);
	return [
		part(
			[x - 70, y - 1, z - 50],
			[x + 70, y + 1, z],
			[rope(-1), rope(1)].map((outline) => ({ outline, stroke: ink })),
		),
		plate({
			at: [x - 96, y + 7, z - 170],
			width: 192,
			height: 126,
			facing: "left",
			thickness: 14,
			fill: accentFill,
			edge: accentFill,
			draw: (sheet) => {
				sheet.circle(146, 36, 14, { stroke: ink });
				sheet.line([
					[2, 96],
					[62, 44],
					[128, 122],
				]);
				sheet.line([
					[92, 80],
					[128, 58],
					[190, 96],
				]);
			},
		}),
	];
}

/** Blocks that wait for their turn. */
function pageBlocks(): Parts {
	return [
		block({
			at: [60, 170, 0],
			size: [150, 96, 20],
			cast: 14,
			top: (sheet) => lines(sheet, 16, 22, 110, [0.6, 1, 0.8], { gap: 20 }),
		}),
		block({ at: [72, 178, 20], size: [126, 80, 20], cast: 10, top: (sheet) => landscape(sheet.inset(12)) }),
		block({ at: [232, 214, 0], size: [76, 60, 20], cast: 14, top: (sheet) => button(sheet, 12, 18, 52, 24) }),
	];
}

/** The words, the wireframe, the page that came of them, and the world it is switched on for. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => [
			standingDocument({ at: [x + 84, y + 22, z], width: 112, height: 150, facing: "right", cast: 26 }),
			pencil({ at: [x + 110, y + 50, z], facing: "right", length: 84 }),
		],
		([x, y, z]) => [
			panel({
				at: [x + 80, y + 4, z],
				width: 148,
				height: 142,
				facing: "right",
				cast: 26,
				radius: 8,
				draw: (sheet) => {
					sheet.line([
						[0, 22],
						[148, 22],
					]);
					sheet.rect(12, 34, 60, 46, { fill: sand, stroke: ink });
					sheet.line([
						[12, 34],
						[72, 80],
					]);
					sheet.line([
						[72, 34],
						[12, 80],
					]);
					lines(sheet, 84, 40, 54, [1, 0.7, 0.9], { gap: 14 });
					for (const u of [12, 58, 104]) sheet.rect(u, 94, 36, 32, { fill: sand, stroke: ink });
				},
			}),
		],
		([x, y, z]) => [
			panel({
				at: [x + 76, y + 2, z],
				width: 152,
				height: 150,
				facing: "right",
				cast: 26,
				draw: browser(smallShop, 20),
			}),
			block({
				at: [x + 100, y + 40, z],
				size: [36, 80, 12],
				cast: 6,
				topFacing: "right",
				top: (sheet) => sheet.digits("240", 24, 10, 14),
			}),
		],
		([x, y, z]) => globe([x + 78, y + 78, z]),
	]);
}

const smallShop: Drawing = (sheet) => {
	lines(sheet, 14, 18, 62, [1, 0.7], { colour: ink, weight: 7, gap: 13 });
	lines(sheet, 14, 44, 56, [1, 0.8], { gap: 10 });
	button(sheet, 14, 62, 46, 16);
	landscape(sheet.area(84, 12, 54, 64));
	for (const u of [14, 57, 100]) sheet.rect(u, 88, 38, 28, { fill: shade, stroke: ink });
};

/** A globe on its foot, with a pin where the page is now at home. `at` is the middle of its foot. */
function globe([x, y, z]: Point3): Parts {
	const radius = 62;
	const [u, v] = project([x, y, z + 106]);
	const meridian = (share: number): Mark => ({ outline: ellipse([u, v], radius * share, radius), stroke: ink });
	const parallel = (rise: number): Mark => {
		const half = Math.sqrt(radius ** 2 - rise ** 2);
		return {
			outline: {
				start: [u - half, v + rise],
				steps: [
					[
						[u - half * 0.5, v + rise + half * 0.24],
						[u + half * 0.5, v + rise + half * 0.24],
						[u + half, v + rise],
					],
				],
				closed: false,
			},
			stroke: ink,
		};
	};
	const pin = (a: number, b: number): Point2 => [u + 14 + a, v - 12 + b];
	return [
		cylinder({ at: [x, y, z], radius: 36, height: 10, cast: 14 }),
		cylinder({ at: [x, y, z + 10], radius: 7, height: 38, cast: 0 }),
		part(
			[x - 40, y - 40, z + 48],
			[x + 40, y + 40, z + 160],
			[
				{ outline: circle([u, v], radius), fill: white, stroke: ink },
				meridian(0.42),
				parallel(-26),
				parallel(0),
				parallel(26),
				{
					outline: {
						start: pin(0, 0),
						closed: true,
						steps: [
							[pin(-6, -14), pin(-16, -20), pin(-16, -32)],
							[pin(-16, -54), pin(16, -54), pin(16, -32)],
							[pin(16, -20), pin(6, -14), pin(0, 0)],
						],
					},
					fill: accentFill,
					stroke: ink,
				},
				{ outline: circle(pin(0, -33), 5), fill: white, stroke: ink },
			],
		),
	];
}
