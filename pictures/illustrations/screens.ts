/**
 * Content for screens, papers and faces. Each function fills its sheet, so it can be a part's `draw`, or be passed to `sheet.area(...)`
 * for a corner of a larger screen. Surfaces have no outlines unless they are controls: tints make a screen, lines make things.
 */

import { type Outline, type Point2, roundCorners } from "./geometry.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import type { Drawing, Sheet, Style } from "./sheet.ts";

const outlined = (fill: string): Style => ({ fill, stroke: ink });

/** A browser window: a bar with three dots and an address, and `content` below it. */
export function browser(content: Drawing, bar = 24): Drawing {
	return (sheet) => {
		const { width, height } = sheet;
		sheet.shape(
			roundCorners(
				[
					[0, 0],
					[width, 0],
					[width, bar],
					[0, bar],
				],
				[12, 12, 0, 0],
			),
			outlined(shade),
		);
		for (const u of [15, 26, 37]) sheet.dot(u, bar / 2, 3, ink);
		sheet.text(56, bar / 2, width - 76, white, 10);
		sheet.text(66, bar / 2, Math.min(70, width * 0.24), deep, 3);
		content(sheet.area(0, bar, width, height - bar));
	};
}

/** A heading and lines of text, ragged at the right. */
export function writing(sheet: Sheet): void {
	const { width, height } = sheet;
	const border = Math.max(10, width * 0.14);
	sheet.text(border, border + 3, (width - 2 * border) * 0.55, ink, 5);
	const shares = [1, 0.86, 0.94, 0.6, 1, 0.78, 0.9, 0.5];
	let line = 0;
	for (let v = border + 17; v < height - border + 3; v += 11) {
		sheet.text(border, v, (width - 2 * border) * (shares[line % shares.length] as number), deep, 4);
		line += 1;
	}
}

/** Lines of text from (u, v), each a share of the width; by default 10 apart. */
export function lines(
	sheet: Sheet,
	u: number,
	v: number,
	width: number,
	shares: readonly number[],
	{ gap = 10, colour = deep, weight = 4 } = {},
): void {
	shares.forEach((share, index) => sheet.text(u, v + index * gap, width * share, colour, weight));
}

/** A button with its label. */
export function button(sheet: Sheet, u: number, v: number, width: number, height: number, fill: string = ink): void {
	sheet.rect(u, v, width, height, { ...outlined(fill), radius: height / 3 });
	sheet.text(u + width * 0.26, v + height / 2, width * 0.48, fill === ink ? white : ink, Math.min(4, height / 4));
}

/** An input field: its label above, its text inside. */
export function field(sheet: Sheet, u: number, v: number, width: number, { height = 18, filled = 0.5 } = {}): void {
	sheet.text(u, v, Math.min(40, width * 0.4), ink, 3);
	sheet.rect(u, v + 6, width, height, { ...outlined(white), radius: 4 });
	if (filled > 0) sheet.text(u + 7, v + 6 + height / 2, (width - 14) * filled, deep, 4);
}

/** Upright bars on a base line; `lit` marks one in the accent colour. Values from 0 to 1. */
export function barChart(
	sheet: Sheet,
	values: readonly number[],
	{ lit = -1, fill = shade as string, line = true } = {},
): void {
	const { width, height } = sheet;
	const pitch = width / values.length;
	values.forEach((value, index) => {
		const colour = index === lit ? accentFill : fill;
		sheet.rect(
			index * pitch + pitch * 0.18,
			height * (1 - value),
			pitch * 0.64,
			height * value,
			line ? outlined(colour) : { fill: colour },
		);
	});
	sheet.line([
		[0, height],
		[width, height],
	]);
}

/** A line through values from 0 to 1, over faint rules; `end` puts a dot on the last value. */
export function lineChart(
	sheet: Sheet,
	values: readonly number[],
	{ colour = ink as string, width = 2, end = true, area = "" } = {},
): void {
	const points = values.map((value, index): Point2 => [
		(sheet.width * index) / (values.length - 1),
		sheet.height * (1 - value),
	]);
	if (area) sheet.polygon([...points, [sheet.width, sheet.height], [0, sheet.height]], { fill: area });
	for (const share of [0.25, 0.5, 0.75])
		sheet.line(
			[
				[0, sheet.height * share],
				[sheet.width, sheet.height * share],
			],
			{ stroke: shade, width: 1 },
		);
	sheet.line(points, { stroke: colour, width });
	const last = points[points.length - 1];
	if (end && last) sheet.circle(last[0], last[1], 4.5, outlined(colour === accentFill ? accentFill : white));
}

/** A ring, a share of which is filled in ink or the given colour. */
export function ring(
	sheet: Sheet,
	share: number,
	{ colour = ink as string, thickness = 0.34, base = shade as string } = {},
): void {
	const [cu, cv] = [sheet.width / 2, sheet.height / 2];
	const radius = Math.min(cu, cv);
	const inside = radius * (1 - thickness);
	sheet.circle(cu, cv, radius, outlined(base));
	const arc = (from: number, to: number, r: number): Point2[] =>
		Array.from({ length: 13 }, (_, index) => {
			const angle = (from + ((to - from) * index) / 12) * 2 * Math.PI - Math.PI / 2;
			return [cu + Math.cos(angle) * r, cv + Math.sin(angle) * r];
		});
	sheet.polygon([...arc(0, share, radius), ...arc(share, 0, inside)], outlined(colour));
	sheet.circle(cu, cv, inside, outlined(white));
}

/** Rows of a table: a mark, a name, values, and a state at the end. `lit` marks one row's state in the accent colour. */
export function rows(
	sheet: Sheet,
	count: number,
	{ lit = -1, marks = "circle" as "circle" | "square" | "none", head = true } = {},
): void {
	const { width, height } = sheet;
	const pitch = height / (count + (head ? 0.8 : 0));
	const start = head ? pitch * 0.8 : 0;
	if (head) {
		sheet.rect(0, 0, width, pitch * 0.62, { fill: shade });
		for (const share of [0.18, 0.5, 0.8]) sheet.text(width * share, pitch * 0.31, width * 0.12, ink, 3);
	}
	const names = [0.24, 0.18, 0.28, 0.2, 0.25];
	for (let row = 0; row < count; row++) {
		const v = start + pitch * (row + 0.5);
		const size = Math.min(pitch * 0.26, 8);
		if (marks === "circle") sheet.dot(size + 3, v, Math.round(size), row % 2 ? deep : ink);
		if (marks === "square") sheet.rect(3, v - size, size * 2, size * 2, outlined(row % 2 ? white : shade));
		sheet.text(width * 0.18, v, width * (names[row % names.length] as number), ink, 3.5);
		sheet.text(width * 0.5, v, width * (0.12 + 0.05 * ((row * 2) % 3)), deep, 3.5);
		if (row === lit)
			sheet.rect(width * 0.78, v - pitch * 0.26, width * 0.2, pitch * 0.52, {
				...outlined(accentFill),
				radius: pitch * 0.2,
			});
		else sheet.text(width * 0.78, v, width * 0.2, row % 3 === 1 ? deep : shade, Math.round(pitch * 4) / 10);
		if (row < count - 1)
			sheet.line(
				[
					[0, v + pitch * 0.5],
					[width, v + pitch * 0.5],
				],
				{ stroke: shade, width: 1 },
			);
	}
}

/** The days of a month in seven columns; `day` (from 0) is marked, `busy` days are tinted. */
export function month(
	sheet: Sheet,
	{ day = -1, mark = ink as string, weeks = 4, busy = [3, 9, 17, 18, 23] as readonly number[] } = {},
): void {
	const pitchU = sheet.width / 7;
	const pitchV = sheet.height / weeks;
	const cell = Math.min(pitchU, pitchV) * 0.66;
	const weight = Math.round(cell * 0.7);
	const placeOf = (index: number): Point2 => [((index % 7) + 0.5) * pitchU, (Math.floor(index / 7) + 0.5) * pitchV];
	for (let week = 0; week < weeks; week++)
		sheet.dashes((pitchU - cell) / 2, (week + 0.5) * pitchV, 7, pitchU, cell, shade, weight);
	for (const index of busy) {
		const [u, v] = placeOf(index);
		sheet.text(u - cell / 2, v, cell, deep, weight);
	}
	if (day < 0) return;
	const [u, v] = placeOf(day);
	sheet.rect(u - cell * 0.8, v - cell * 0.8, cell * 1.6, cell * 1.6, { ...outlined(mark), radius: 2 });
}

/** Lines of code, indented, in two tints. */
export function code(sheet: Sheet, count = 8): void {
	const pitch = sheet.height / count;
	const indents = [0, 1, 2, 2, 1, 1, 2, 0, 0, 1];
	const words: readonly (readonly number[])[] = [
		[0.14, 0.3],
		[0.22, 0.12],
		[0.3],
		[0.12, 0.2],
		[0.2],
		[0.1, 0.34],
		[0.24, 0.1],
		[0.16],
		[0.2, 0.16],
		[0.3],
	];
	for (let row = 0; row < count; row++) {
		let u = 14 + (indents[row % indents.length] as number) * sheet.width * 0.09;
		const v = pitch * (row + 0.5);
		sheet.text(0, v, 5, shade, 3);
		(words[row % words.length] as readonly number[]).forEach((share, index) => {
			sheet.text(u, v, sheet.width * share, index % 2 === row % 2 ? ink : deep, 4);
			u += sheet.width * share + 6;
		});
	}
}

/** A picture: hills under a sun. */
export function landscape(sheet: Sheet, { sun = white as string, radius = 4 } = {}): void {
	const { width, height } = sheet;
	sheet.rect(0, 0, width, height, { ...outlined(sand), radius });
	sheet.circle(width * 0.74, height * 0.3, Math.min(width, height) * 0.13, outlined(sun));
	// The hills leave the rounded corners free.
	const cut = radius * 0.6;
	sheet.polygon(
		[
			[width * 0.38, height],
			[width * 0.7, height * 0.5],
			[width, height * 0.78],
			[width, height - cut],
			[width - cut, height],
		],
		outlined(paper),
	);
	sheet.polygon(
		[
			[cut, height],
			[0, height - cut],
			[0, height * 0.78],
			[width * 0.32, height * 0.36],
			[width * 0.74, height],
		],
		outlined(shade),
	);
}

/** A street map: blocks between streets, and a route with a pin at its end. */
export function streetMap(sheet: Sheet, { pin = ink as string } = {}): void {
	const { width, height } = sheet;
	for (const [u, v, w, h] of [
		[0, 0, 0.3, 0.24],
		[0.38, 0, 0.62, 0.16],
		[0, 0.32, 0.3, 0.3],
		[0.38, 0.24, 0.26, 0.38],
		[0.72, 0.24, 0.28, 0.38],
		[0, 0.7, 0.5, 0.3],
		[0.58, 0.7, 0.42, 0.3],
	] as const) {
		sheet.rect(u * width, v * height, w * width, h * height, { fill: shade, radius: 3 });
	}
	const route: Point2[] = [
		[width * 0.34, height * 0.97],
		[width * 0.34, height * 0.66],
		[width * 0.68, height * 0.66],
		[width * 0.68, height * 0.3],
	];
	sheet.line(route, { width: 3 });
	sheet.circle(width * 0.34, height * 0.93, 4.5, outlined(white));
	mapPin(sheet, width * 0.68, height * 0.3, Math.min(width, height) * 0.13, pin);
}

/** A pin with its tip at (u, v). */
function mapPin(sheet: Sheet, u: number, v: number, radius: number, fill: string = ink): void {
	const drop: Outline = {
		start: [u, v],
		steps: [
			[
				[u - radius * 0.5, v - radius * 0.9],
				[u - radius, v - radius * 1.2],
				[u - radius, v - radius * 1.8],
			],
			[
				[u - radius, v - radius * 3.1],
				[u + radius, v - radius * 3.1],
				[u + radius, v - radius * 1.8],
			],
			[
				[u + radius, v - radius * 1.2],
				[u + radius * 0.5, v - radius * 0.9],
				[u, v],
			],
		],
		closed: true,
	};
	sheet.shape(drop, outlined(fill));
	sheet.circle(u, v - radius * 1.85, radius * 0.38, { fill: fill === ink ? white : ink });
}

/** A face in a circle, as in a list of contacts. */
export function avatar(sheet: Sheet, u: number, v: number, radius: number, fill: string = sand): void {
	sheet.circle(u, v, radius, outlined(fill));
	sheet.circle(u, v - radius * 0.22, radius * 0.32, { fill: ink });
	sheet.shape(
		{
			start: [u - radius * 0.58, v + radius * 0.7],
			steps: [
				[
					[u - radius * 0.5, v + radius * 0.06],
					[u + radius * 0.5, v + radius * 0.06],
					[u + radius * 0.58, v + radius * 0.7],
				],
				[
					[u + radius * 0.3, v + radius * 0.96],
					[u - radius * 0.3, v + radius * 0.96],
					[u - radius * 0.58, v + radius * 0.7],
				],
			],
			closed: true,
		},
		{ fill: ink },
	);
}

/** A chat: bubbles left and right. `lit` marks one of them in the accent colour. */
export function chat(sheet: Sheet, count = 4, { lit = -1 } = {}): void {
	const pitch = sheet.height / count;
	const shares = [0.66, 0.5, 0.72, 0.42, 0.6];
	for (let index = 0; index < count; index++) {
		const width = sheet.width * (shares[index % shares.length] as number);
		const mine = index % 2 === 1;
		const u = mine ? sheet.width - width : 0;
		const v = pitch * index;
		const height = pitch * 0.74;
		const fill = index === lit ? accentFill : mine ? shade : white;
		sheet.shape(
			roundCorners(
				[
					[u, v],
					[u + width, v],
					[u + width, v + height],
					[u, v + height],
				],
				mine ? [7, 7, 1, 7] : [7, 7, 7, 1],
			),
			outlined(fill),
		);
		const colour = index === lit ? ink : deep;
		if (height > 20) lines(sheet, u + 8, v + height * 0.36, width - 16, [1, 0.6], { gap: height * 0.3, colour });
		else sheet.text(u + 8, v + height / 2, width - 18, colour, 4);
	}
}

/** A checkbox, checked or not. */
export function checkbox(
	sheet: Sheet,
	u: number,
	v: number,
	size: number,
	ticked: boolean,
	fill: string = white,
): void {
	sheet.rect(u, v, size, size, { ...outlined(fill), radius: size * 0.2 });
	if (ticked)
		sheet.line([
			[u + size * 0.24, v + size * 0.52],
			[u + size * 0.44, v + size * 0.74],
			[u + size * 0.78, v + size * 0.28],
		]);
}

/** Ventilation slots. */
export function vents(sheet: Sheet, count = 5): void {
	const pitch = sheet.width / (count + 3);
	for (let index = 0; index < count; index++) {
		const u = pitch * (index + 2);
		sheet.line(
			[
				[u, sheet.height * 0.36],
				[u, sheet.height * 0.64],
			],
			{ width: 3 },
		);
	}
}

/** Columns of cards, as on a task board; `lit` ([column, card]) marks one in the accent colour. */
export function board(sheet: Sheet, columns: readonly number[], { lit = [-1, -1] as Point2 } = {}): void {
	const gap = 6;
	const width = (sheet.width - gap * (columns.length - 1)) / columns.length;
	columns.forEach((cards, column) => {
		const area = sheet.area(column * (width + gap), 0, width, sheet.height);
		area.rect(0, 0, width, sheet.height, { fill: sand, radius: 5 });
		area.text(6, 9, width * 0.5, ink, 4);
		const height = Math.min(30, (sheet.height - 22) / Math.max(...columns) - 5);
		for (let card = 0; card < cards; card++) {
			const v = 18 + card * (height + 5);
			const isLit = lit[0] === column && lit[1] === card;
			area.rect(4, v, width - 8, height, outlined(isLit ? accentFill : white));
			area.text(9, v + height * 0.36, (width - 18) * 0.8, isLit ? ink : deep, 3);
			if (height > 18) area.text(9, v + height * 0.68, (width - 18) * 0.5, isLit ? ink : deep, 3);
		}
	});
}
