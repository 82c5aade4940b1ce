import { type Point2, type Point3, project, rectangle } from "./geometry.ts";
import { key, padlock, table } from "./objects.ts";
import { deep, ink, accentFill, paper, shade, white } from "./palette.ts";
import { turned } from "./parts-more.ts";
import { accent, block, type Facing, flat, ground, plate, rack } from "./parts.ts";
import { drawRoad } from "./road.ts";
import { drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the security service, by path below content/pictures. */
export const securityIllustrations: Readonly<Record<string, () => string>> = {
	"services/security-services/header.svg": drawHeader,
	"services/security-services/process.svg": drawProcess,
};

/** A server tower behind three walls, each with its gate; the bell on the inner one has begun to ring. */
function drawHeader(): string {
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [524, 500] }),
			ring({ at: [24, 24], size: [470, 446], height: 36, gate: "right", gateAt: 0.66 }),
			ring({ at: [100, 96], size: [318, 302], height: 52, gate: "left", gateAt: 0.3 }),
			ring({ at: [172, 164], size: [174, 166], height: 68, gate: "right", gateAt: 0.42 }),
			rack({ at: [212, 200, 0], size: [94, 94, 250], units: 8 }),
			bell([190, 322, 68]),
		],
	});
}

const thickness = 16;
const opening = 70;

/** Four walls around a square yard; the gate stands in the wall that faces the side given, at a share of its length. */
function ring({
	at: [x0, y0],
	size: [width, depth],
	height,
	gate,
	gateAt,
}: {
	at: Point2;
	size: Point2;
	height: number;
	gate: Facing;
	gateAt: number;
}): Parts {
	const [x1, y1] = [x0 + width, y0 + depth];
	const courses: Drawing = (sheet) => {
		const count = Math.floor((sheet.width - 20) / 46);
		if (count > 0) sheet.dashes(12, height * 0.36, count, 46, 20, deep);
		if (count > 1) sheet.dashes(35, height * 0.7, count - 1, 46, 20, deep);
	};
	const alongX = (x: number, y: number, length: number) =>
		block({ at: [x, y, 0], size: [length, thickness, height], cast: 12, left: courses });
	const alongY = (x: number, y: number, length: number) =>
		block({ at: [x, y, 0], size: [thickness, length, height], cast: 22 });
	const start = gateAt * (gate === "left" ? width : depth);
	return [
		alongX(x0, y0, width),
		alongY(x0, y0 + thickness, depth - thickness),
		gate === "right"
			? [
					alongX(x0 + thickness, y1 - thickness, width - thickness),
					alongY(x1 - thickness, y0 + thickness, start - thickness),
					gateway([x1 - thickness, y0 + start, 0], height, "right"),
					alongY(x1 - thickness, y0 + start + opening, depth - start - opening - thickness),
				]
			: [
					alongX(x0 + thickness, y1 - thickness, start - thickness),
					gateway([x0 + start, y1 - thickness, 0], height, "left"),
					alongX(x0 + start + opening, y1 - thickness, width - start - opening),
					alongY(x1 - thickness, y0 + thickness, depth - 2 * thickness),
				],
	];
}

/** Two posts and a barred leaf between them. */
function gateway([x, y, z]: Point3, height: number, facing: Facing): Part {
	const bars: Drawing = (sheet) => {
		for (let u = 8; u < sheet.width; u += 8)
			sheet.line([
				[u, 0],
				[u, sheet.height],
			]);
	};
	const post = (offset: number) =>
		facing === "right"
			? block({ at: [x - 2, y + offset, z], size: [20, 18, height + 20], cast: 0 })
			: block({ at: [x + offset, y - 2, z], size: [18, 20, height + 20], cast: 0 });
	const leaf =
		facing === "right"
			? block({ at: [x + 5, y + 18, z], size: [6, opening - 36, height + 4], cast: 0, right: bars })
			: block({ at: [x + 18, y + 5, z], size: [opening - 36, 6, height + 4], cast: 0, left: bars });
	return group([post(0), leaf, post(opening - 18)]);
}

/** A ringing bell in its frame on a wall along x. `at` is the middle of the frame's foot. */
function bell([x, y, z]: Point3): Part {
	const [u, v] = project([x, y, z + 40]);
	// The rack hides what the right side would show.
	const sound = (distance: number): Mark => ({
		outline: {
			start: [u - distance, v - 16],
			steps: [
				[
					[u - distance - 9, v - 4],
					[u - distance - 9, v + 12],
					[u - distance, v + 24],
				],
			],
			closed: false,
		},
		stroke: ink,
	});
	return group([
		block({ at: [x - 56, y - 8, z], size: [10, 10, 100], cast: 0 }),
		turned({
			at: [x, y - 3, z + 24],
			profile: [
				[34, 0],
				[30, 8],
				[22, 38],
				[14, 52],
			],
			fills: accent,
			smooth: true,
		}),
		block({ at: [x + 46, y - 8, z], size: [10, 10, 100], cast: 0 }),
		block({ at: [x - 62, y - 9, z + 92], size: [124, 12, 10], cast: 0 }),
		part([x - 34, y + 31, z + 30], [x + 34, y + 32, z + 70], [sound(62), sound(76)]),
	]);
}

/** The plan is agreed, the locks are tried, the door is mended, and a letter says so. */
function drawProcess(): string {
	return drawRoad([
		([x, y, z]) => flat({ at: [x + 10, y + 14, z], size: [136, 128], facing: "right", draw: floorPlan }),
		([x, y, z]) => [
			table({ at: [x + 22, y + 10, z], size: [100, 136, 52] }),
			[0, 1, 2, 3].map((place) => pick([x + 36 + place * 16, y + 24, z + 52])),
			key({ at: [x + 104 - 20, y + 84, z + 52], facing: "right", length: 54 }),
			padlock({ at: [x + 66, y + 92, z + 52], width: 38, facing: "right", cast: 6 }),
		],
		([x, y, z]) => mendedDoor([x + 74, y + 22, z]),
		([x, y, z]) => sealedLetter([x + 90, y + 4, z]),
	]);
}

const floorPlan: Drawing = (sheet) => {
	const { width, height } = sheet;
	sheet.rect(5, 5, width, height, { fill: deep });
	sheet.rect(0, 0, width, height, { fill: white, stroke: ink });
	const wall = { width: 4 };
	sheet.line(
		[
			[14, 40],
			[14, 14],
			[114, 14],
			[114, 58],
		],
		wall,
	);
	sheet.line(
		[
			[114, 84],
			[114, 122],
			[68, 122],
		],
		wall,
	);
	sheet.line(
		[
			[44, 122],
			[14, 122],
			[14, 64],
		],
		wall,
	);
	sheet.line(
		[
			[64, 14],
			[64, 44],
		],
		wall,
	);
	sheet.line(
		[
			[64, 68],
			[64, 78],
			[114, 78],
		],
		wall,
	);
	sheet.line(
		[
			[14, 78],
			[40, 78],
		],
		wall,
	);
	for (const [u, v] of [
		[14, 52],
		[114, 71],
		[56, 122],
		[64, 56],
	] as const)
		sheet.circle(u, v, 9, { fill: shade, stroke: ink });
};

/** A lock pick that lies along y. */
function pick([x, y, z]: Point3): Part {
	return flat({
		at: [x, y, z],
		size: [10, 46],
		facing: "right",
		draw: (sheet) => {
			sheet.line(
				[
					[0, 5],
					[18, 5],
				],
				{ width: 6 },
			);
			sheet.line([
				[18, 5],
				[40, 5],
				[45, 1],
			]);
		},
	});
}

/** A door in its frame, facing right, with new boards screwed over the broken place. */
function mendedDoor([x, y, z]: Point3): Parts {
	return [
		block({ at: [x - 26, y - 8, z], size: [52, 128, 8], cast: 0 }),
		plate({
			at: [x, y, z + 8],
			width: 112,
			height: 164,
			facing: "right",
			thickness: 12,
			cast: 20,
			outline: rectangle(0, 0, 112, 164),
			draw: (sheet) => {
				sheet.rect(12, 12, 88, 152, { fill: paper, stroke: ink });
				for (const v of [26, 96]) sheet.rect(26, v, 60, 52, { stroke: ink });
				sheet.polygon(
					[
						[14, 74],
						[92, 54],
						[97, 74],
						[19, 94],
					],
					{ fill: white, stroke: ink },
				);
				for (const [u, v] of [
					[24, 82],
					[86, 66],
					[84, 68],
				] as const)
					sheet.dot(u, v, 2.5, ink);
				sheet.circle(88, 104, 6, { fill: shade, stroke: ink });
			},
		}),
	];
}

/** A large envelope that stands, with a seal. */
function sealedLetter([x, y, z]: Point3): Parts {
	return plate({
		at: [x, y, z],
		width: 148,
		height: 104,
		facing: "right",
		thickness: 8,
		cast: 24,
		outline: rectangle(0, 0, 148, 104),
		draw: (sheet) => {
			sheet.line([
				[2, 2],
				[74, 62],
				[146, 2],
			]);
			sheet.line([
				[2, 102],
				[54, 46],
			]);
			sheet.line([
				[146, 102],
				[94, 46],
			]);
			sheet.circle(74, 58, 19, { fill: accentFill, stroke: ink });
			sheet.line(
				[
					[66, 58],
					[72, 65],
					[83, 51],
				],
				{ width: 3 },
			);
		},
	});
}
