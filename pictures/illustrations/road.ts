import type { Point2, Point3 } from "./geometry.ts";
import { ink, paper, sand, shade, white } from "./palette.ts";
import { block, flat, plain, shadow } from "./parts.ts";
import { clipShadows, drawScene, type Parts } from "./scene.ts";

/** Draws the things on one station, 156 long along x and y; `at` is the corner of its plate with the smallest x and y, on its top. */
export type Station = (at: Point3) => Parts;

/** Length of a station's plate along x and along y. */
const plateSize = 156;
const pitch = 220;
const plateHeight = 14;
/** The stations from left to right. */
const places: readonly Point2[] = [
	[0, 2 * pitch],
	[0, pitch],
	[pitch, pitch],
	[pitch, 0],
];

/** Draws four steps of a process as four stations on one winding road, from left to right. Throws as `drawScene` does. */
export function drawRoad(stations: readonly [Station, Station, Station, Station]): string {
	const half = plateSize / 2;
	const roadWidth = 52;
	const leg = ([x0, y0]: Point2, [x1, y1]: Point2) => {
		const [low, high]: [Point2, Point2] = [
			[Math.min(x0, x1) + half, Math.min(y0, y1) + half],
			[Math.max(x0, x1) + half, Math.max(y0, y1) + half],
		];
		const size: Point2 = [Math.max(roadWidth, high[0] - low[0]), Math.max(roadWidth, high[1] - low[1])];
		const at: Point3 = [x0 === x1 ? low[0] - roadWidth / 2 : low[0], y0 === y1 ? low[1] - roadWidth / 2 : low[1], 0];
		return flat({
			at,
			size,
			draw: (sheet) => {
				sheet.rect(0, 0, sheet.width, sheet.height, { fill: shade, stroke: ink });
				const [u, v] = [sheet.width / 2, sheet.height / 2];
				sheet.line(
					x0 === x1
						? [
								[u, 0],
								[u, sheet.height],
							]
						: [
								[0, v],
								[sheet.width, v],
							],
					{ stroke: white, width: 4, dash: [8, 12] },
				);
			},
		});
	};
	return drawScene({
		width: 880,
		height: 600,
		parts: [
			places.map(([x, y]) =>
				flat({
					at: [x - 12, y - 12, -1],
					size: [plateSize + 24, plateSize + 24],
					draw: (sheet) => sheet.rect(0, 0, sheet.width, sheet.height, { fill: sand, radius: 30 }),
				}),
			),
			places.map(([x, y]) => shadow({ at: [x, y, 0], size: [plateSize, plateSize], reach: 12 })),
			places.slice(1).map((place, index) => leg(places[index] as Point2, place)),
			places.map(([x, y]) =>
				block({
					at: [x, y, 0],
					size: [plateSize, plateSize, plateHeight],
					radius: 20,
					cast: 0,
					fills: { ...plain, top: paper },
				}),
			),
			stations.map((station, index) => {
				const [x, y] = places[index] as Point2;
				return clipShadows(station([x, y, plateHeight]), [x + 3, y + 3, plateHeight], [plateSize - 6, plateSize - 6]);
			}),
		],
	});
}
