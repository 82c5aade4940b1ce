import { smallWindow, star } from "./details.ts";
import { floor, framed, galleryFrame } from "./frame.ts";
import { circle, type Outline, type Point3, rectangle } from "./geometry.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { awning, openBox, tree, tube, turned } from "./parts-more.ts";
import { accent, block, cylinder, flange, flat, panel, phone, plain, plate } from "./parts.ts";
import { drawScene, group, type Part, type Parts } from "./scene.ts";
import { landscape, lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the marketing service, by path below content/pictures. */
export const marketingGallery: Readonly<Record<string, () => string>> = {
	"services/digital-marketing/gallery-1.svg": drawMedia,
	"services/digital-marketing/gallery-2.svg": drawOptIn,
	"services/digital-marketing/gallery-3.svg": drawStreet,
};

/** A coin that rolls on its edge along x. `at` is the lower corner of the square around its front. */
function rollingCoin(at: Point3, fill = white): Part[] {
	const radius = 15;
	return plate({
		at,
		width: 2 * radius,
		height: 2 * radius,
		facing: "left",
		thickness: 7,
		fill,
		edge: fill === accentFill ? accentFill : shade,
		outline: circle([radius, radius], radius),
		draw: (sheet) => sheet.circle(radius, radius, 10, { stroke: ink }),
	});
}

/** Money on its way from three kinds of advertisement to the shop; one pipe loses some. */
function drawMedia(): string {
	const lanes = [
		{ y: 178, enter: 262, draw: (sheet: Sheet) => landscape(sheet.area(8, 8, sheet.width - 16, 46)) },
		{ y: 268, enter: 318, draw: searchAd },
		{ y: 358, enter: 374, draw: videoAd },
	];
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [436, 444], grid: 0 },
			parts: [
				store(),
				lanes.map(({ y, enter, draw }, index) => {
					const leaks = index === 2;
					return [
						panel({
							at: [46, y - 38, 0],
							width: 76,
							height: 106,
							facing: "right",
							radius: 8,
							thickness: 9,
							cast: 14,
							draw: smallWindow(draw, 14),
						}),
						flange({ at: [51, y, 14], axis: "x", radius: 12 }),
						tube({
							points: [
								[57, y, 14],
								[96, y, 14],
							],
							radius: 12,
						}),
						trough([96, y - 17, 0], 106, leaks ? 3 : 2),
						tube({
							points: [
								[202, y, 14],
								[enter, y, 14],
								[enter, 146, 14],
							],
							radius: 12,
							bend: 30,
						}),
						flange({ at: [enter, 145, 14], axis: "y", radius: 12, length: 8 }),
					];
				}),
				spilled(),
			],
		}),
	);
}

const searchAd: Drawing = (sheet) => {
	sheet.rect(8, 10, sheet.width - 16, 14, { fill: white, stroke: ink, radius: 7 });
	lines(sheet, 10, 36, sheet.width - 24, [1, 0.7, 0.9], { gap: 10 });
};

const videoAd: Drawing = (sheet) => {
	sheet.rect(8, 8, sheet.width - 16, 46, { fill: shade, stroke: ink, radius: 4 });
	sheet.polygon(
		[
			[sheet.width / 2 - 7, 22],
			[sheet.width / 2 + 10, 31],
			[sheet.width / 2 - 7, 40],
		],
		{ fill: ink },
	);
};

/** A stretch of pipe that is open above, with coins rolling in it. */
function trough([x, y, z]: Point3, length: number, count: number): Part {
	const broken = count === 3;
	return openBox({
		at: [x, y, z],
		size: [length, 34, 26],
		wall: 4,
		base: 4,
		cast: 8,
		content: ([u, v, w]) =>
			Array.from({ length: broken ? 1 : count }, (_, index) => rollingCoin([u + 8 + index * 48, v + 18, w])),
		...(broken && {
			left: (sheet: Sheet) =>
				sheet.polygon(
					[
						[46, 0],
						[56, 14],
						[50, 26],
						[92, 26],
						[86, 12],
						[94, 0],
					],
					{ fill: deep, stroke: ink },
				),
		}),
	});
}

function spilled(): Parts {
	const flatCoin = (x: number, y: number) =>
		cylinder({
			at: [x, y, 0],
			radius: 15,
			height: 7,
			cast: 6,
			top: (sheet) => sheet.circle(15, 15, 10, { stroke: ink }),
		});
	return [
		flatCoin(172, 396),
		rollingCoin([232, 412, 0]),
		cylinder({
			at: [188, 402, 7],
			radius: 15,
			height: 7,
			fills: accent,
			cast: 0,
			top: (sheet) => sheet.circle(15, 15, 10, { stroke: ink }),
		}),
	];
}

function store(): Parts {
	const [x, y, width, depth, height] = [226, 34, 190, 106, 132];
	return group([
		block({
			at: [x, y, 0],
			size: [width, depth, height],
			cast: 10,
			left: (sheet) => {
				sheet.rect(118, 48, 50, 60, { fill: white, stroke: ink, radius: 3 });
				sheet.rect(16, 48, 84, 44, { fill: white, stroke: ink, radius: 3 });
			},
			right: (sheet) => sheet.rect(28, 44, 50, 40, { fill: paper, stroke: ink, radius: 3 }),
		}),
		block({ at: [x - 6, y - 6, height], size: [width + 12, depth + 12, 12], cast: 0 }),
		awning({ at: [x + 4, y + depth, height - 26], width: width - 8, facing: "left", reach: 30, drop: 16, stripes: 7 }),
		plate({
			at: [x + 42, y + depth + 2, height + 12],
			width: 106,
			height: 36,
			facing: "left",
			thickness: 9,
			fill: white,
			outline: rectangle(0, 0, 106, 36, 6),
			draw: (sheet) => {
				sheet.circle(20, 18, 8, { fill: ink });
				sheet.text(38, 18, 52, ink, 7);
			},
		}),
	]);
}

/** An offer goes only to those who switched it on, each with a dated card. */
function drawOptIn(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [424, 376] },
			parts: [
				block({ at: [30, 50, 0], size: [176, 116, 18], radius: 14, cast: 14 }),
				phone({ at: [56, 122, 18], width: 126, height: 240, facing: "left", cast: 14, draw: offer }),
				bigSwitch([96, 258, 0]),
				openBox({
					at: [244, 40, 0],
					size: [150, 196, 84],
					wall: 9,
					base: 8,
					right: (sheet) => {
						sheet.rect(sheet.width / 2 - 46, 26, 92, 34, { fill: white, stroke: ink, radius: 3 });
						sheet.text(sheet.width / 2 - 30, 43, 60, ink, 6);
					},
					content: cards,
				}),
			],
		}),
	);
}

function offer(sheet: Sheet): void {
	const { width, height } = sheet;
	sheet.circle(22, 34, 9, { fill: ink });
	lines(sheet, 38, 30, 50, [1, 0.6], { gap: 9 });
	sheet.line(
		[
			[8, 50],
			[width - 8, 50],
		],
		{ stroke: shade },
	);
	sheet.rect(10, 60, width - 34, 92, { fill: white, stroke: ink, radius: 8 });
	landscape(sheet.area(17, 67, width - 48, 42));
	sheet.digits("20%", 18, 118, 15, { width: 3 });
	sheet.text(62, 126, 20, deep, 4);
	sheet.text(18, 142, 52, deep, 4);
	sheet.rect(34, 162, width - 44, 28, { fill: shade, stroke: ink, radius: 8 });
	sheet.text(44, 176, 46, ink, 4);
	sheet.rect(10, height - 36, width - 20, 18, { fill: white, stroke: ink, radius: 9 });
}

function bigSwitch([x, y, z]: Point3): Parts {
	return [
		block({
			at: [x, y, z],
			size: [168, 96, 14],
			radius: 16,
			cast: 10,
			top: (sheet) => sheet.text(18, 80, 60, deep, 5),
		}),
		block({
			at: [x + 16, y + 14, z + 14],
			size: [136, 52, 16],
			radius: 26,
			cast: 0,
			fills: { top: ink, left: ink, right: ink },
		}),
		cylinder({ at: [x + 126, y + 40, z + 30], radius: 20, height: 20, cast: 0, fills: accent }),
	];
}

function cards([x, y, z]: Point3, [width, depth]: Point3): Parts {
	const heights = [92, 108, 96, 112, 100, 116];
	const gap = (width - 20) / heights.length;
	return heights.map((height, index) =>
		plate({
			at: [x + 16 + index * gap, y + 8, z],
			width: depth - 16,
			height,
			facing: "right",
			thickness: 5,
			fill: white,
			outline: rectangle(0, 0, depth - 16, height, 5),
			draw: (sheet) => {
				sheet.circle(20, 14, 6, { fill: ink });
				sheet.text(34, 14, 50 + (index % 3) * 10, ink, 5);
				sheet.rect(sheet.width - 62, 6, 50, 16, { fill: shade, radius: 4 });
				sheet.digits(["14", "09", "27", "03", "18", "21"][index] as string, sheet.width - 46, 10, 8);
				if (index === heights.length - 1) lines(sheet, 20, 30, 90, [1], { gap: 9 });
			},
		}),
	);
}

/** Four shops; the map and the reviews point at one of them. */
function drawStreet(): string {
	const far = 0;
	return drawScene(
		framed({
			...galleryFrame,
			centre: [262, 116, 72],
			parts: [
				floor({ centre: [260, 120], reach: 760 }),
				flat({
					at: [-400, 196, 0],
					size: [1240, 96],
					draw: (sheet) => {
						sheet.rect(0, 0, sheet.width, sheet.height, { fill: sand, stroke: ink });
						for (let u = 20; u < sheet.width; u += 68) sheet.rect(u, 44, 36, 8, { fill: white });
					},
				}),
				[
					house([-40, far, 0], 130, 148, 1),
					house([102, far, 0], 176, 120, 2),
					house([290, far, 0], 128, 152, 3),
					house([430, far, 0], 152, 112, 0),
				],
				reviews([102, far, 120]),
				lamppost([420, 178, 0]),
				tree({ at: [60, 344, 0], size: 0.9 }),
				tree({ at: [-104, 40, 0], size: 0.9 }),
			],
		}),
	);
}

function house([x, y, z]: Point3, width: number, height: number, kind: number): Parts {
	const depth = 112;
	const door: Drawing = (sheet) => {
		const ground = sheet.height;
		const doorAt = kind % 2 ? 16 : sheet.width - 54;
		sheet.rect(doorAt, ground - 58, 36, 58, { fill: deep, stroke: ink });
		sheet.circle(doorAt + 29, ground - 28, 2.5, { fill: ink });
		const windowAt = kind % 2 ? 66 : 16;
		sheet.rect(windowAt, ground - 56, sheet.width - 84, 36, { fill: white, stroke: ink });
		if (height > 140) for (const u of [18, sheet.width - 46]) sheet.rect(u, 16, 28, 26, { fill: white, stroke: ink });
	};
	return group([
		block({
			at: [x, y, z],
			size: [width, depth, height],
			cast: 20,
			left: door,
			right: (sheet) => sheet.rect(34, sheet.height - 60, 40, 34, { fill: paper, stroke: ink }),
		}),
		block({
			at: [x - 4, y - 4, z + height],
			size: [width + 8, depth + 8, 10],
			cast: 0,
			fills: kind % 2 ? { top: shade, left: paper, right: deep } : plain,
		}),
		awning({
			at: [x + 6, y + depth, z + 84],
			width: width - 12,
			facing: "left",
			reach: 26,
			drop: 12,
			stripes: kind === 2 ? 9 : 5,
			edge: 8,
		}),
	]);
}

function reviews([x, y, z]: Point3): Parts {
	const post = (u: number) => block({ at: [x + u, y + 98, z + 10], size: [8, 6, 20], cast: 0 });
	const [u, v] = [42, 128];
	const drop: Outline = {
		start: [u, v],
		steps: [
			[
				[u - 10, v - 34],
				[0, v - 52],
				[0, u],
			],
			[
				[0, -u * 0.33],
				[2 * u, -u * 0.33],
				[2 * u, u],
			],
			[
				[2 * u, v - 52],
				[u + 10, v - 34],
				[u, v],
			],
		],
		closed: true,
	};
	return [
		post(22),
		post(146),
		plate({
			at: [x + 8, y + 106, z + 24],
			width: 162,
			height: 40,
			facing: "left",
			thickness: 9,
			fill: white,
			outline: rectangle(0, 0, 162, 40, 8),
			draw: (sheet) => {
				for (let index = 0; index < 5; index++) star(sheet, 21 + index * 30, 21, 13, { fill: ink });
			},
		}),
		block({ at: [x + 50, y + 20, z + 10], size: [56, 38, 8], radius: 8, cast: 0 }),
		plate({
			at: [x + 36, y + 45, z + 16],
			width: 2 * u,
			height: v,
			facing: "left",
			thickness: 14,
			fill: accentFill,
			edge: accentFill,
			outline: drop,
			draw: (sheet) => sheet.circle(u, u - 2, 15, { fill: white, stroke: ink }),
		}),
	];
}

function lamppost(at: Point3): Parts {
	const [x, y, z] = at;
	return group([
		cylinder({ at, radius: 9, height: 8, cast: 6 }),
		turned({
			at: [x, y, z + 8],
			profile: [
				[3, 0],
				[3, 92],
			],
		}),
		turned({
			at: [x, y, z + 98],
			profile: [
				[7, 0],
				[12, 6],
				[12, 22],
				[3, 30],
			],
		}),
	]);
}
