import { type Point2, type Point3, project } from "./geometry.ts";
import { deep, ink } from "./palette.ts";
import { accent, block, type Facing, ground, rack } from "./parts.ts";
import { turned } from "./parts-more.ts";
import { drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import type { Drawing } from "./sheet.ts";

/** Pictures of the security service, by path below content/pictures. */
export const securityIllustrations: Readonly<Record<string, () => string>> = {
	"services/security-services/header.svg": drawHeader,
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
function ring({ at: [x0, y0], size: [width, depth], height, gate, gateAt }: {
	at: Point2; size: Point2; height: number; gate: Facing; gateAt: number;
}): Parts {
	const [x1, y1] = [x0 + width, y0 + depth];
	const courses: Drawing = (sheet) => {
		const count = Math.floor((sheet.width - 20) / 46);
		if (count > 0) sheet.dashes(12, height * 0.36, count, 46, 20, deep);
		if (count > 1) sheet.dashes(35, height * 0.7, count - 1, 46, 20, deep);
	};
	const alongX = (x: number, y: number, length: number) => block({ at: [x, y, 0], size: [length, thickness, height], cast: 12, left: courses });
	const alongY = (x: number, y: number, length: number) => block({ at: [x, y, 0], size: [thickness, length, height], cast: 22 });
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
		for (let u = 8; u < sheet.width; u += 8) sheet.line([[u, 0], [u, sheet.height]]);
	};
	const post = (offset: number) => facing === "right"
		? block({ at: [x - 2, y + offset, z], size: [20, 18, height + 20], cast: 0 })
		: block({ at: [x + offset, y - 2, z], size: [18, 20, height + 20], cast: 0 });
	const leaf = facing === "right"
		? block({ at: [x + 5, y + 18, z], size: [6, opening - 36, height + 4], cast: 0, right: bars })
		: block({ at: [x + 18, y + 5, z], size: [opening - 36, 6, height + 4], cast: 0, left: bars });
	return group([post(0), leaf, post(opening - 18)]);
}

/** A ringing bell in its frame on a wall along x. `at` is the middle of the frame's foot. */
function bell([x, y, z]: Point3): Part {
	const [u, v] = project([x, y, z + 40]);
	// The rack hides what the right side would show.
	const sound = (distance: number): Mark => ({
		outline: { start: [u - distance, v - 16], steps: [[[u - distance - 9, v - 4], [u - distance - 9, v + 12], [u - distance, v + 24]]], closed: false },
		stroke: ink,
	});
	return group([
		block({ at: [x - 56, y - 8, z], size: [10, 10, 100], cast: 0 }),
		turned({ at: [x, y - 3, z + 24], profile: [[34, 0], [30, 8], [22, 38], [14, 52]], fills: accent, smooth: true }),
		block({ at: [x + 46, y - 8, z], size: [10, 10, 100], cast: 0 }),
		block({ at: [x - 62, y - 9, z + 92], size: [124, 12, 10], cast: 0 }),
		part([x - 34, y + 31, z + 30], [x + 34, y + 32, z + 70], [sound(62), sound(76)]),
	]);
}
