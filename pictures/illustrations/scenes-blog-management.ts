import { arc } from "./curves.ts";
import { clipboard, clock, dial, receiver, telephone } from "./details.ts";
import { blogFrame, framed, oneElement, room } from "./frame.ts";
import { mapOutline, type Outline, type Point2, type Point3, polygon, project, rectangle } from "./geometry.ts";
import { coins, parcel, pencil, shelf, standingDocument, table } from "./objects.ts";
import { deep, ink, accentFill, sand, shade, white } from "./palette.ts";
import { bar, turned } from "./parts-more.ts";
import { accent, block, cylinder, dim, type Fills, flat, plain, plate } from "./parts.ts";
import { drawScene, group, type Mark, type Part, part, type Parts } from "./scene.ts";
import { checkbox, lines } from "./screens.ts";
import type { Drawing, Sheet } from "./sheet.ts";

/** Pictures of the posts on management, by path below content/pictures. */
export const managementPosts: Readonly<Record<string, () => string>> = {
	"blog/compare-three-quotations.svg": drawRolls,
	"blog/fixed-price-or-hourly.svg": drawBalance,
	"blog/personal-data-inventory-in-five-days.svg": drawJars,
	"blog/price-of-a-qualified-enquiry.svg": drawChain,
	"blog/six-hour-incident-plan.svg": drawNight,
};

/** Three quotations of different length against one measure. */
function drawRolls(): string {
	const rolls = [
		[62, 410],
		[144, 300],
		[226, 196],
	] as const;
	const spiral: Drawing = (sheet) => {
		sheet.circle(24, 24, 15, { stroke: ink });
		sheet.circle(25, 23, 7, { stroke: ink });
	};
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [490, 410], grid: 0, height: 18, radius: 44 },
			parts: [
				rolls.map(([y, length], index) => {
					const tied = length * 0.4;
					return [
						flat({
							at: [44, y - 8, 0],
							size: [length, 62],
							draw: (sheet) => {
								sheet.polygon(
									[
										[6, 6],
										[length + 6, 6],
										[length + 6, 68],
										[6, 68],
									],
									{ fill: shade },
								);
								sheet.rect(0, 0, length, 62, { fill: white, stroke: ink });
								for (let u = 24; u < length - 50; u += 78)
									lines(sheet, u, 42, 58, [1, 0.7], { gap: 11, colour: index === 1 ? ink : deep });
							},
						}),
						group([
							bar({ at: [36, y, 24], axis: "x", length: tied, radius: 24 }),
							bar({ at: [36 + tied, y, 25], axis: "x", length: 26, radius: 26, fill: shade, under: deep, end: shade }),
							bar({ at: [62 + tied, y, 24], axis: "x", length: length - tied - 6, radius: 24, draw: spiral }),
						]),
					];
				}),
				block({
					at: [34, 322, 0],
					size: [420, 46, 10],
					cast: 8,
					fills: accent,
					top: (sheet) => {
						for (let u = 14; u < 410; u += 14)
							sheet.line([
								[u, 0],
								[u, (u - 14) % 70 === 0 ? 20 : 11],
							]);
						[1, 2, 3, 4, 5].forEach((number, index) => sheet.digits(String(number), 80 + index * 70, 26, 12));
					},
				}),
				block({ at: [350, 178, 0], size: [92, 118, 12], radius: 10, cast: 8, top: calculator }),
				pencil({ at: [254, 292, 0], length: 84 }),
			],
		}),
	);
}

function calculator(sheet: Sheet): void {
	sheet.rect(10, 10, 72, 26, { fill: shade, stroke: ink, radius: 4 });
	sheet.digits("₹36", 44, 16, 14, { width: 3 });
	for (let index = 0; index < 12; index++)
		sheet.rect(11 + (index % 4) * 18.5, 46 + Math.floor(index / 4) * 22, 14, 15, {
			fill: index % 4 === 3 ? ink : white,
			stroke: ink,
		});
}

/** Risk in a sealed box against hours on a clock. */
function drawBalance(): string {
	const [x, y] = [216, 146];
	const [half, level] = [176, 306];
	const pan = (side: -1 | 1, load: (at: Point3) => Parts): Parts => {
		const [centre, z] = [x + side * half, 128 - side * 6];
		const hook = project([centre, y, level - side * 8]);
		const rim = [
			[-74, 0],
			[37, -64],
			[37, 64],
		] as const;
		const strings: Mark[] = rim.map(([u, v]) => {
			const [a, b] = project([centre + u, y + v, z + 12]);
			return { outline: { start: hook, steps: [[[a, b]]], closed: false }, stroke: ink };
		});
		return group([
			turned({
				at: [centre, y, z],
				profile: [
					[48, 0],
					[80, 16],
				],
				hollow: { rim: 4, depth: 8, fill: sand },
			}),
			part([centre - 60, y - 60, z + 12], [centre - 59, y - 59, z + 13], strings.slice(0, 2)),
			load([centre, y, z + 8]),
			part([centre + 59, y + 59, z + 60], [centre + 60, y + 60, z + 100], strings.slice(2)),
		]);
	};
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [432, 292] },
			parts: [
				cylinder({ at: [x, y, 0], radius: 66, height: 16, cast: 14 }),
				cylinder({ at: [x, y, 16], radius: 40, height: 12, cast: 0 }),
				turned({
					at: [x, y, 28],
					profile: [
						[10, 0],
						[10, level - 28],
					],
				}),
				plate({
					at: [x - half - 8, y + 6, level - 18],
					width: 2 * half + 16,
					height: 36,
					facing: "left",
					thickness: 12,
					fill: white,
					outline: polygon([
						[0, 0],
						[2 * half + 16, 16],
						[2 * half + 16, 26],
						[0, 10],
					]),
				}),
				turned({
					at: [x, y, level - 4],
					profile: [
						[16, 0],
						[16, 22],
						[6, 34],
					],
				}),
				pan(-1, ([u, v, w]) => parcel({ at: [u - 38, v - 38, w], size: [76, 76, 70], cast: 0 })),
				pan(1, ([u, v, w]) => hours([u, v, w])),
			],
		}),
	);
}

function hours([x, y, z]: Point3): Parts {
	return [0, 1, 2, 3].map((index) =>
		cylinder({
			at: [x + (index % 2) * 3, y - (index % 2) * 2, z + index * 20],
			radius: 48,
			height: 20,
			cast: 0,
			...(index === 3 && {
				fills: plain,
				top: (sheet: Sheet) => {
					dial(sheet.inset(6), {
						slice: [12, 15],
						hands: [
							{ reading: 12, length: 0.66 },
							{ reading: 3, length: 0.5 },
						],
					});
				},
			}),
		}),
	);
}

/** Every jar has a label; one has been taken down to be looked into. */
function drawJars(): string {
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [430, 330], grid: 0 },
			parts: [
				shelf({
					at: [40, 34, 0],
					size: [340, 80, 246],
					boards: 2,
					facing: "left",
					fill: (board, [x, y, z]) =>
						[0, 1, 2, 3].flatMap((index) =>
							board === 1 && index === 2 ? [] : [jar([x + 42 + index * 80, y + 38, z], (index + board) % 3)],
						),
				}),
				bigJar([140, 236, 0]),
				hourglass([330, 214, 0]),
				standingDocument({
					at: [200, 290, 0],
					width: 120,
					height: 82,
					facing: "left",
					cast: 14,
					draw: (sheet) => {
						sheet.text(14, 18, 50, ink, 6);
						lines(sheet, 14, 38, 52, [1, 0.7, 0.9], { gap: 13, colour: ink });
						lines(sheet, 78, 38, 26, [1, 1, 0.7], { gap: 13 });
					},
				}),
			],
		}),
	);
}

function jar([x, y, z]: Point3, kind: number): Parts {
	const [radius, height] = [29, 56 + kind * 8];
	return group([
		cylinder({ at: [x, y, z], radius, height, cast: 0, fills: { ...plain, top: sand } }),
		cylinder({ at: [x, y, z + height], radius: radius - 3, height: 11, cast: 0, fills: kind === 1 ? dim : plain }),
		tag([x, y, z + 16], radius, 24, kind),
	]);
}

/** A label that faces left on a round body. */
function tag([x, y, z]: Point3, radius: number, height: number, kind: number): Part {
	const turn = (angle: number, level: number): Point2 =>
		project([x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, z + level]);
	const edge = (level: number) => [0.26, 0.39, 0.52].map((share) => turn(share * Math.PI, level));
	const middle = edge(height * 0.6);
	return part(
		[x - radius, y, z],
		[x + radius, y + radius + 1, z + height],
		[
			{ outline: polygon([...edge(height), ...edge(0).toReversed()]), fill: white, stroke: ink },
			{
				outline: { start: middle[2] as Point2, steps: [[middle[kind === 2 ? 0 : 1] as Point2]], closed: false },
				stroke: ink,
				width: 4,
			},
		],
	);
}

function bigJar([x, y, z]: Point3): Parts {
	return group([
		turned({
			at: [x, y, z],
			profile: [
				[40, 0],
				[44, 10],
				[44, 84],
				[34, 98],
			],
			fills: { ...plain, top: sand },
			cast: 24,
			hollow: { rim: 4, depth: 16, fill: shade },
		}),
		tag([x, y, z + 26], 44, 34, 1),
		cylinder({
			at: [x - 66, y + 30, z],
			radius: 36,
			height: 14,
			cast: 8,
			fills: accent,
			top: (sheet) => sheet.circle(36, 36, 27, { stroke: ink }),
		}),
	]);
}

function hourglass([x, y, z]: Point3): Parts {
	return group([
		cylinder({ at: [x, y, z], radius: 42, height: 12, cast: 20 }),
		turned({
			at: [x, y, z + 12],
			profile: [
				[32, 0],
				[30, 20],
				[6, 54],
				[6, 62],
				[30, 96],
				[32, 116],
			],
			smooth: true,
			fills: { top: white, left: white, right: sand },
		}),
		turned({
			at: [x, y, z + 13],
			profile: [
				[28, 0],
				[3, 24],
			],
			fills: { top: deep, left: deep, right: deep },
		}),
		[
			[-34, 24],
			[34, -8],
		].map(([u = 0, v = 0]) =>
			turned({
				at: [x + u, y + v, z + 12],
				profile: [
					[4, 0],
					[4, 116],
				],
			}),
		),
		cylinder({ at: [x, y, z + 128], radius: 42, height: 12, cast: 0 }),
	]);
}

/** Money at one end, an order at the other, four links between them. */
function drawChain(): string {
	const y = 206;
	const links = [
		{ x: 104, width: 24 },
		{ x: 186, width: 24 },
		{ x: 268, width: 12 },
		{ x: 350, width: 24 },
	];
	return drawScene(
		framed({
			...blogFrame,
			stage: { size: [610, 320], grid: 0 },
			parts: [
				[
					[62, 108, 8],
					[44, 172, 4],
					[50, 236, 2],
				].map(([u = 0, v = 0, count = 0]) => coins({ at: [u, v, 0], count, radius: 30 })),
				chain(links, y),
				parcel({ at: [474, 118, 0], size: [112, 124, 104], cast: 24 }),
			],
		}),
	);
}

/** Links that lie in a row along x and pass over and under each other. */
function chain(links: readonly { x: number; width: number }[], y: number): Part {
	const [length, breadth] = [118, 76];
	const marks: Mark[] = [];
	const draw = (outline: Outline, width: number, fill: string) => {
		marks.push({ outline, stroke: ink, width: width + 2, cap: "butt" });
		marks.push({ outline, stroke: fill, width: width - 2, cap: "butt" });
		if (fill === white)
			marks.push({
				outline: mapOutline(outline, ([u, v]) => [u, v + width * 0.24]),
				stroke: shade,
				width: Math.round(width * 3) / 10,
				cap: "butt",
			});
	};
	const onGround = (outline: Outline, x: number, z: number) =>
		mapOutline(outline, ([u, v]) => project([x + u, y + v, z]));
	links.forEach(({ x, width }) => {
		marks.push({
			outline: mapOutline(onGround(rectangle(0, -breadth / 2, length, breadth, breadth / 2), x, 0), ([u, v]) => [
				u + 10,
				v + 2,
			]),
			stroke: shade,
			width: width + 2,
		});
	});
	links.forEach(({ x, width }) =>
		draw(
			onGround(rectangle(0, -breadth / 2, length, breadth, breadth / 2), x, width / 2),
			width,
			width < 20 ? accentFill : white,
		),
	);
	// The near side of each link's left end passes under the link before it.
	links.slice(0, -1).forEach(({ x, width }) => {
		const end: Outline = arc([length - breadth / 2, 0], breadth / 2, 0, Math.PI / 2);
		draw(onGround(end, x, width / 2), width, width < 20 ? accentFill : white);
	});
	return part(
		[(links[0] as { x: number }).x, y - 40, 0],
		[(links[links.length - 1] as { x: number }).x + length, y + 40, 24],
		marks,
	);
}

/** The office at night: a clock, a telephone off its hook, a torch on the plan. */
function drawNight(): string {
	const top = 76;
	const dark: Fills = { top: deep, left: shade, right: deep };
	return drawScene(
		framed({
			...blogFrame,
			fill: deep,
			parts: [
				room({ size: [456, 300], height: 204, fill: shade, night: true }),
				clock({
					at: [196, 14, 80],
					radius: 62,
					facing: "left",
					thickness: 13,
					rim: 0.1,
					draw: (sheet) =>
						dial(sheet, {
							hands: [
								{ reading: 2.5, length: 0.46, width: 5 },
								{ reading: 6, length: 0.7 },
							],
						}),
				}),
				table({ at: [84, 66, 0], size: [332, 200, top], fills: dark }),
				flat({
					at: [84, 66, top],
					size: [332, 200],
					draw: (sheet) =>
						sheet.polygon(
							[
								[104, 82],
								[176, 14],
								[256, 10],
								[290, 60],
								[284, 140],
								[226, 188],
								[148, 180],
								[104, 106],
							],
							{ fill: white },
						),
				}),
				clipboard({ at: [212, 92, top], size: [112, 140], draw: plan }),
				torch([104, 160, top]),
				telephone({ at: [326, 84, top], offHook: true }),
				cord([334, 132, top], [352, 204, top]),
				receiver({ at: [346, 166, top], along: "y" }),
			],
		}),
	);
}

/** The cord between a telephone and a receiver that lies beside it. */
function cord(from: Point3, to: Point3): Part {
	const [a, b] = [project(from), project(to)];
	const outline: Outline = { start: a, steps: [[[a[0] - 26, a[1] + 22], [b[0] - 44, b[1] - 20], b]], closed: false };
	return part(
		[Math.min(from[0], to[0]) - 20, from[1], from[2]],
		[Math.max(from[0], to[0]), to[1], from[2] + 1],
		[
			{ outline, stroke: ink, width: 4 },
			{ outline, stroke: white, width: 1 },
		],
	);
}

function plan(sheet: Sheet): void {
	sheet.text(12, 20, 50, ink, 6);
	for (const v of [42, 62, 82, 100]) {
		checkbox(sheet, 12, v - 6, 11, v < 50);
		sheet.text(32, v, v === 62 ? 34 : 48, deep, 4);
	}
}

function torch([x, y, z]: Point3): Parts {
	return oneElement([
		bar({
			at: [x, y, z + 15],
			axis: "x",
			length: 62,
			radius: 12,
			fill: accentFill,
			under: accentFill,
			end: accentFill,
		}),
		bar({
			at: [x + 62, y, z + 15],
			axis: "x",
			length: 16,
			radius: 19,
			fill: accentFill,
			under: accentFill,
			end: white,
			draw: (sheet) => sheet.circle(19, 19, 12, { fill: sand, stroke: ink }),
		}),
	]);
}
