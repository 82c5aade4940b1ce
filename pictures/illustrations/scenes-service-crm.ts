import type { Point3 } from "./geometry.ts";
import { cup, telephone } from "./objects.ts";
import { ink, white } from "./palette.ts";
import { accent, block, cylinder, dim, ground, laptop, phone } from "./parts.ts";
import { drawScene, group, type Part } from "./scene.ts";
import { avatar, chat, lines, rows } from "./screens.ts";

/** Pictures of the CRM service, by path below content/pictures. */
export const crmIllustrations: Readonly<Record<string, () => string>> = {
	"services/crm/header.svg": drawHeader,
};

/** One customer file on a round table, and every way in which that customer speaks to the company around it. */
function drawHeader(): string {
	const table = 104;
	const stool = (x: number, y: number) => [
		cylinder({ at: [x, y, 0], radius: 26, height: 6, cast: 10 }),
		cylinder({ at: [x, y, 6], radius: 8, height: 46, cast: 0 }),
		cylinder({ at: [x, y, 52], radius: 44, height: 12, cast: 0 }),
	];
	return drawScene({
		width: 880,
		height: 720,
		parts: [
			ground({ size: [520, 520] }),
			cylinder({ at: [270, 270, 0], radius: 84, height: 12, cast: 30 }),
			cylinder({ at: [270, 270, 12], radius: 30, height: table - 30, cast: 0 }),
			cylinder({ at: [270, 270, table - 18], radius: 216, height: 18, cast: 0 }),
			stool(474, 366), stool(366, 474),
			laptop({ at: [150, 108, table], facing: "left", width: 186, height: 122, draw: (sheet) => rows(sheet.inset(12), 5) }),
			customerFile([204, 248, table]),
			phone({ at: [424, 196, table], facing: "right", tilt: 14, width: 88, height: 172, cast: 18, draw: (sheet) => chat(sheet.area(8, 24, sheet.width - 16, sheet.height - 44), 5) }),
			telephone({ at: [96, 286, table] }),
			cup({ at: [392, 372, table] }),
		],
	});
}

/** A folder that lies, its pages showing, with the customer's card on the cover. `at` is its lower corner. */
function customerFile([x, y, z]: Point3): Part {
	const [width, depth] = [136, 168];
	return group([
		block({ at: [x, y, z], size: [width, depth, 4], fills: dim, cast: 10 }),
		block({ at: [x + 4, y + 4, z + 4], size: [width - 2, depth - 8, 6], cast: 0 }),
		block({
			at: [x, y, z + 10], size: [width, depth, 4], fills: accent, cast: 0,
			top: (sheet) => {
				sheet.rect(16, 28, 104, 66, { fill: white, stroke: ink });
				avatar(sheet, 42, 61, 17);
				lines(sheet, 68, 50, 44, [1, 0.6], { gap: 18 });
				sheet.line([[16, 122], [84, 122]], { width: 4 });
				sheet.line([[16, 140], [60, 140]], { width: 4 });
			},
		}),
	]);
}
