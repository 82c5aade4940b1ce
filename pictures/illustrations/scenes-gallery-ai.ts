import { sector, onDial } from "./curves.ts";
import { clock } from "./details.ts";
import { floor, framed, galleryFrame } from "./frame.ts";
import { between, type Outline, type Point2, type Point3, polygon, polyline, project, rectangle } from "./geometry.ts";
import { paperStack, standingDocument } from "./objects.ts";
import { deep, ink, accentFill, paper, shade, white } from "./palette.ts";
import { conveyor, filingCabinet, tube } from "./parts-more.ts";
import { accent, block, dim, flange, panel, plain, plate } from "./parts.ts";
import { drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { lines, vents } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Gallery of the generative AI service, by path below content/pictures. */
export const aiGallery: Readonly<Record<string, () => string>> = {
	"services/generative-ai/gallery-1.svg": drawCitedAnswer,
	"services/generative-ai/gallery-2.svg": drawReader,
	"services/generative-ai/gallery-3.svg": drawEvaluation,
};

/** The answer comes out of the files and carries the page it was found on. */
function drawCitedAnswer(): string {
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [444, 356] },
			parts: [
				filingCabinet({ at: [34, 44, 0], size: [124, 108, 200], facing: "left", open: [0, 0, 76], fill: folders }),
				flange({ at: [62, 157, 16], axis: "y", radius: 13 }),
				tube({
					points: [
						[62, 162, 16],
						[62, 246, 16],
						[222, 246, 16],
					],
					radius: 13,
					bend: 46,
				}),
				flange({ at: [226, 246, 16], axis: "x", radius: 13, length: 8 }),
				block({ at: [230, 206, 0], size: [200, 62, 30], cast: 8 }),
				panel({ at: [230, 248, 30], width: 198, height: 176, facing: "left", cast: 0, draw: conversation }),
				standingDocument({
					at: [322, 312, 0],
					width: 88,
					height: 112,
					facing: "left",
					cast: 16,
					draw: (sheet) => {
						sheet.text(12, 18, 38, ink, 5);
						lines(sheet, 12, 36, 62, [1, 0.8], { gap: 11 });
						sheet.rect(7, 54, 74, 24, { fill: accentFill, stroke: ink, radius: 3 });
						lines(sheet, 14, 62, 58, [1, 0.7], { gap: 9, colour: ink, weight: 3 });
						lines(sheet, 12, 92, 62, [0.9, 0.5], { gap: 11 });
					},
				}),
			],
		}),
	);
}

function folders(_drawer: number, [x, y, z]: Point3, [width, depth, height]: Point3): Parts {
	return [0, 1, 2, 3, 4].map((index) => {
		const rise = height + (index % 2 ? 8 : 18);
		return plate({
			at: [x + 4, y + 12 + (index * (depth - 10)) / 5, z],
			width: width - 8,
			height: rise,
			facing: "left",
			thickness: 4,
			fill: index === 2 ? shade : white,
			outline: rectangle(0, 0, width - 8, rise, 4),
		});
	});
}

function conversation(sheet: Sheet): void {
	const { width } = sheet;
	sheet.circle(24, 24, 10, { fill: ink });
	lines(sheet, 44, 20, 70, [1, 0.6], { gap: 9 });
	sheet.line(
		[
			[1, 44],
			[width - 1, 44],
		],
		{ stroke: shade },
	);
	sheet.rect(76, 56, 114, 28, { fill: shade, stroke: ink, radius: 9 });
	sheet.text(90, 70, 76, ink, 4);
	sheet.rect(14, 94, 136, 62, { fill: white, stroke: ink, radius: 9 });
	lines(sheet, 26, 110, 112, [1, 0.85, 0.95, 0.5], { gap: 11 });
}

/** Receipts go in crumpled and come out as rows. */
function drawReader(): string {
	const belt = 62;
	const [width, x] = [118, 0];
	return drawScene(
		framed({
			...galleryFrame,
			centre: [64, 214, 74],
			parts: [
				floor({ centre: [64, 214], reach: 760, pitch: 88 }),
				conveyor({ at: [x, -420, 0], axis: "y", length: 1180, width, height: belt }),
				[-196, -92, 14].map((y, index) => crumpled([x + 14, y, belt], index)),
				block({ at: [x - 40, 118, 0], size: [40, 150, 150], cast: 20 }),
				block({ at: [x + width, 118, 0], size: [40, 150, 150], cast: 20, right: readerFront }),
				block({
					at: [x - 40, 118, 150],
					size: [width + 80, 150, 66],
					cast: 0,
					left: (sheet) => {
						sheet.rect(54, 14, sheet.width - 108, 28, { fill: white, stroke: ink, radius: 5 });
						lines(sheet, 66, 28, sheet.width - 132, [0.6], { colour: ink, weight: 6 });
						for (const u of [22, sheet.width - 22]) sheet.circle(u, 28, 7, { fill: white, stroke: ink });
					},
					right: (sheet) => vents(sheet, 7),
				}),
				block({ at: [x + 24, 160, 216], size: [68, 68, 22], radius: 10, fills: accent, cast: 12 }),
				block({ at: [x + 4, 262, belt], size: [110, 6, 88], fills: { top: ink, left: ink, right: ink }, cast: 0 }),
				[0, 1, 2, 3].map((index) => tableRow([x + 6, 280 + index * 64, belt], index)),
			],
		}),
	);
}

const readerFront: Drawing = (sheet) => {
	sheet.rect(20, 24, 74, 54, { fill: white, stroke: ink, radius: 5 });
	lines(sheet, 30, 38, 54, [1, 0.7, 0.85], { gap: 13, colour: ink });
	sheet.circle(120, 38, 9, { fill: white, stroke: ink });
	sheet.circle(120, 64, 9, { fill: ink });
	sheet.line(
		[
			[20, 108],
			[sheet.width - 20, 108],
		],
		{ width: 4 },
	);
};

/** A crumpled receipt: creased faces around two peaks. Every second one is turned over. */
function crumpled([x, y, z]: Point3, turn: number): Part {
	const [width, depth] = [100, 78];
	const at = (u: number, v: number, w: number): Point2 =>
		project(turn % 2 ? [x + width - u, y + depth - v, z + w] : [x + u, y + v, z + w]);
	const rim = [
		at(2, 8, 8),
		at(30, 0, 16),
		at(62, 7, 4),
		at(92, 0, 14),
		at(100, 34, 3),
		at(90, 74, 15),
		at(58, 66, 3),
		at(28, 78, 13),
		at(0, 62, 3),
	];
	const [near, far] = [at(32, 32, 34), at(68, 40, 30)];
	const corner = (index: number) => rim[index % rim.length] as Point2;
	const face = (points: readonly Point2[]): Mark => {
		// A face that rises to the left of its edge lies in the light.
		const [a, b] = [points[0] as Point2, points[1] as Point2];
		const towards = b[0] - a[0] + 0.4 * (b[1] - a[1]);
		return { outline: polygon(points), fill: towards > 12 ? white : towards > -14 ? shade : paper, stroke: ink };
	};
	const line = (a: Point2, b: Point2, peak: Point2): Mark[] =>
		[0.3, 0.52].map((share) => ({
			outline: polyline([
				between(between(a, peak, share), between(b, peak, share), 0.2),
				between(between(a, peak, share), between(b, peak, share), 0.75),
			]),
			stroke: deep,
			width: 4,
		}));
	return part(
		[x, y, z],
		[x + width, y + depth, z + 34],
		[
			...[
				[0, 1, near],
				[2, 3, far],
				[3, 4, far],
				[4, 5, far],
				[5, 6, far],
				[6, 7, near],
				[7, 8, near],
				[8, 9, near],
			].map((each) => {
				const [a, b, peak] = each as [number, number, Point2];
				return face([corner(a), corner(b), peak]);
			}),
			face([corner(1), corner(2), far, near]),
			face([corner(6), near, far]),
			...line(corner(7), corner(8), near),
			...line(corner(5), corner(6), far),
		],
	);
}

function tableRow(at: Point3, index: number): Parts {
	const head = index === 3;
	return block({
		at,
		size: [106, 54, 10],
		fills: head ? dim : plain,
		cast: 6,
		top: (sheet) => {
			for (const u of [44, 78])
				sheet.line([
					[u, 0],
					[u, 54],
				]);
			for (const v of head ? [27] : [18, 37]) {
				sheet.text(8, v, head ? 26 : ([24, 18, 27][(index + v) % 3] as number), ink, 5);
				sheet.text(52, v, 18, head ? ink : deep, 5);
				sheet.text(84, v, 15, head ? ink : deep, 5);
			}
		},
	});
}

/** Two versions answer the same questions; the better one goes down on its side. */
function drawEvaluation(): string {
	const [x, y, z, length, depth] = [34, 96, 0, 356, 96];
	const [high, low] = [100, 72];
	const plank: Outline = polygon([
		[0, 0],
		[length, high - low],
		[length, high - low + 14],
		[0, 14],
	]);
	const answer =
		(good: boolean): Drawing =>
		(sheet) => {
			sheet.circle(20, 20, 9, { fill: good ? ink : shade, stroke: ink });
			sheet.text(36, 20, 46, ink, 5);
			lines(sheet, 14, 46, sheet.width - 28, good ? [1, 0.9, 0.95, 0.6] : [1, 0.7], { gap: 13 });
			if (good) {
				sheet.rect(14, 102, 56, 22, { fill: shade, stroke: ink, radius: 5 });
				sheet.text(26, 113, 32, ink, 4);
			}
		};
	return drawScene(
		framed({
			...galleryFrame,
			stage: { size: [424, 350] },
			parts: [
				plate({
					at: [x + 136, y + 76, z],
					width: 84,
					height: 82,
					facing: "left",
					thickness: 58,
					edge: shade,
					fill: paper,
					outline: polygon([
						[42, 0],
						[84, 82],
						[0, 82],
					]),
					cast: 10,
				}),
				group([
					plate({
						at: [x, y + depth, low],
						width: length,
						height: high - low + 14,
						facing: "left",
						thickness: depth,
						fill: paper,
						edge: white,
						outline: plank,
					}),
					panel({
						at: [x + 14, y + 58, high + 10],
						width: 124,
						height: 148,
						facing: "left",
						radius: 10,
						cast: 10,
						draw: answer(false),
					}),
					panel({
						at: [x + 220, y + 58, low + 22],
						width: 124,
						height: 148,
						facing: "left",
						radius: 10,
						cast: 10,
						draw: answer(true),
					}),
				]),
				[0, 1].map((index) =>
					paperStack({
						at: [52 + index * 4, 246 - index * 3, index * 26],
						size: [116, 84, 26],
						fills: index ? plain : dim,
						draw: index ? question : blank,
					}),
				),
				block({ at: [226, 276, 0], size: [146, 44, 14], radius: 8, cast: 12 }),
				clock({ at: [228, 308, 10], radius: 71, facing: "left", thickness: 20, rim: 0.12, draw: score }),
			],
		}),
	);
}

const blank: Drawing = () => {};

const question: Drawing = (sheet) => {
	sheet.rect(12, 12, 26, 26, { fill: shade, radius: 6 });
	lines(sheet, 50, 20, 52, [1, 0.7], { gap: 12, colour: ink });
	lines(sheet, 14, 54, 86, [1, 0.8], { gap: 12 });
};

function score(sheet: Sheet): void {
	const [u, v] = [sheet.width / 2, sheet.height / 2];
	sheet.circle(u, v, u, { fill: white, stroke: ink });
	sheet.shape(sector([u, v], u * 0.84, onDial(-4.2), onDial(2.9), u * 0.56), { fill: accentFill, stroke: ink });
	sheet.shape(sector([u, v], u * 0.84, onDial(2.9), onDial(4.2), u * 0.56), { fill: white, stroke: ink });
	sheet.digits("91", u - 12, v - 9, 20, { width: 4 });
	sheet.text(u - 14, v + 30, 28, deep, 5);
}
