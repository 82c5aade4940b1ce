import {
	circle,
	ellipse,
	type Face,
	type Outline,
	onFace,
	type Point2,
	polygon,
	polyline,
	projectOutline,
	rectangle,
} from "./geometry.ts";
import { ink } from "./palette.ts";
import type { Mark } from "./scene.ts";

/** The look of a shape on a sheet. Without `fill` it has no surface, without `stroke` no line. */
export interface Style {
	readonly fill?: string | undefined;
	readonly stroke?: string | undefined;
	/** Width of the line in pixels; by default 2. */
	readonly width?: number | undefined;
	/** Dashes: lengths drawn and omitted. Round ends add the line's width to the drawn length. */
	readonly dash?: Point2 | undefined;
	/** Rounds the corners of a rectangle. */
	readonly radius?: number | undefined;
}

/** Draws on a sheet; parts take one for their screens and faces. */
export type Drawing = (sheet: Sheet) => void;

/**
 * A flat rectangle in the world to draw on like paper: u runs to the right from the upper left corner, v down.
 *
 * Nothing is clipped, so stay within `width` and `height`.
 */
export class Sheet {
	readonly face: Face;
	readonly width: number;
	readonly height: number;
	readonly marks: Mark[];

	constructor(face: Face, width: number, height: number, marks: Mark[]) {
		this.face = face;
		this.width = width;
		this.height = height;
		this.marks = marks;
	}

	/** Returns a part of this sheet with its own coordinates. */
	area(u: number, v: number, width: number, height: number): Sheet {
		return new Sheet({ ...this.face, origin: onFace(this.face, [u, v]) }, width, height, this.marks);
	}

	/** Returns this sheet without a border on all sides. */
	inset(border: number): Sheet {
		return this.area(border, border, this.width - 2 * border, this.height - 2 * border);
	}

	shape(outline: Outline, { fill, stroke, width, dash }: Style): void {
		this.marks.push({ outline: projectOutline(this.face, outline), fill, stroke, width, dash });
	}

	rect(u: number, v: number, width: number, height: number, style: Style): void {
		this.shape(rectangle(u, v, width, height, style.radius), style);
	}

	circle(u: number, v: number, radius: number, style: Style): void {
		this.shape(circle([u, v], radius), style);
	}

	/** A round dot, for radii up to 4, at which a circle's slant on the face is invisible. With `rim` it has an ink line around it. */
	dot(u: number, v: number, radius: number, colour: string, rim = false): void {
		const outline = polyline([
			[u, v],
			[u, v],
		]);
		if (rim) this.shape(outline, { stroke: ink, width: 2 * radius + 2 });
		this.shape(outline, { stroke: colour, width: rim ? 2 * radius - 2 : 2 * radius });
	}

	ellipse(u: number, v: number, radiusU: number, radiusV: number, style: Style): void {
		this.shape(ellipse([u, v], radiusU, radiusV), style);
	}

	polygon(points: readonly Point2[], style: Style): void {
		this.shape(polygon(points), style);
	}

	/** An open line through points, by default in ink. */
	line(points: readonly Point2[], style: Style = {}): void {
		this.shape(polyline(points), { stroke: ink, ...style });
	}

	/** A line of text, shown as a bar with round ends. */
	text(u: number, v: number, length: number, colour: string, weight = 4): void {
		this.shape(
			polyline([
				[u + weight / 2, v],
				[u + length - weight / 2, v],
			]),
			{ stroke: colour, width: weight },
		);
	}

	/** A row of `count` bars with round ends, one every `pitch`, each `length` long, the first beginning at u. */
	dashes(u: number, v: number, count: number, pitch: number, length: number, colour: string, weight = 4): void {
		const drawn = Math.max(0.1, length - weight);
		const from = u + weight / 2;
		this.line(
			[
				[from, v],
				[from + (count - 1) * pitch + drawn, v],
			],
			{ stroke: colour, width: weight, dash: [drawn, pitch - drawn] },
		);
	}

	/** Draws digits and a few signs as lines, `size` high, with their upper left corner at (u, v). Returns the width drawn. */
	digits(text: string, u: number, v: number, size: number, style: Style = {}): number {
		const scale = size / 10;
		let at = u;
		for (const character of text) {
			const glyph = glyphs[character];
			if (!glyph) throw new Error(`No line drawing for the character ${character}`);
			for (const points of glyph.lines)
				this.line(
					points.map(([x, y]): Point2 => [at + x * scale, v + y * scale]),
					style,
				);
			at += (glyph.width + 2.4) * scale;
		}
		return at - u - 2.4 * scale;
	}
}

interface Glyph {
	readonly width: number;
	readonly lines: readonly (readonly Point2[])[];
}

/** Drawn on a grid ten high. */
const glyphs: Readonly<Record<string, Glyph>> = {
	"0": {
		width: 6,
		lines: [
			[
				[1.5, 0],
				[4.5, 0],
				[6, 1.5],
				[6, 8.5],
				[4.5, 10],
				[1.5, 10],
				[0, 8.5],
				[0, 1.5],
				[1.5, 0],
			],
		],
	},
	"1": {
		width: 3,
		lines: [
			[
				[0, 2],
				[3, 0],
				[3, 10],
			],
		],
	},
	"2": {
		width: 6,
		lines: [
			[
				[0, 1.8],
				[1.5, 0],
				[4.5, 0],
				[6, 1.6],
				[6, 3.4],
				[0, 10],
				[6, 10],
			],
		],
	},
	"3": {
		width: 6,
		lines: [
			[
				[0, 0],
				[6, 0],
				[2.8, 4],
				[4.5, 4],
				[6, 5.5],
				[6, 8.4],
				[4.5, 10],
				[1.5, 10],
				[0, 8.6],
			],
		],
	},
	"4": {
		width: 6.4,
		lines: [
			[
				[4.6, 10],
				[4.6, 0],
				[0, 7],
				[6.4, 7],
			],
		],
	},
	"5": {
		width: 6,
		lines: [
			[
				[5.6, 0],
				[0.6, 0],
				[0.2, 4.4],
				[4.2, 4],
				[6, 5.6],
				[6, 8.4],
				[4.4, 10],
				[1.4, 10],
				[0, 8.6],
			],
		],
	},
	"6": {
		width: 6,
		lines: [
			[
				[5, 0],
				[1.2, 3.6],
				[0, 6],
				[0, 8.4],
				[1.5, 10],
				[4.5, 10],
				[6, 8.4],
				[6, 6],
				[4.5, 4.4],
				[1.2, 4.4],
			],
		],
	},
	"7": {
		width: 6,
		lines: [
			[
				[0, 0],
				[6, 0],
				[2, 10],
			],
		],
	},
	"8": {
		width: 6,
		lines: [
			[
				[1.5, 0],
				[4.5, 0],
				[5.8, 1.4],
				[5.8, 3.2],
				[0, 6.4],
				[0, 8.6],
				[1.5, 10],
				[4.5, 10],
				[6, 8.6],
				[6, 6.4],
				[0.2, 3.2],
				[0.2, 1.4],
				[1.5, 0],
			],
		],
	},
	"9": {
		width: 6,
		lines: [
			[
				[1, 10],
				[4.8, 6.4],
				[6, 4],
				[6, 1.6],
				[4.5, 0],
				[1.5, 0],
				[0, 1.6],
				[0, 4],
				[1.5, 5.6],
				[4.8, 5.6],
			],
		],
	},
	"₹": {
		width: 6,
		lines: [
			[
				[0, 0],
				[6, 0],
			],
			[
				[0, 2.8],
				[6, 2.8],
			],
			[
				[0, 0],
				[2, 0],
				[4, 1.4],
				[4, 4],
				[2, 5.6],
				[0, 5.6],
				[4.6, 10],
			],
		],
	},
	"%": {
		width: 6.4,
		lines: [
			[
				[6, 0],
				[0.4, 10],
			],
			[
				[0, 1],
				[1, 0],
				[2.2, 1],
				[1, 2.4],
				[0, 1],
			],
			[
				[4.2, 8.8],
				[5.2, 7.6],
				[6.4, 8.8],
				[5.2, 10],
				[4.2, 8.8],
			],
		],
	},
	":": {
		width: 0.1,
		lines: [
			[
				[0, 3],
				[0, 3.1],
			],
			[
				[0, 7],
				[0, 7.1],
			],
		],
	},
	"+": {
		width: 5,
		lines: [
			[
				[0, 5],
				[5, 5],
			],
			[
				[2.5, 2.5],
				[2.5, 7.5],
			],
		],
	},
	"?": {
		width: 5.6,
		lines: [
			[
				[0, 2],
				[1.4, 0],
				[4.2, 0],
				[5.6, 1.6],
				[5.6, 3],
				[2.8, 5.2],
				[2.8, 6.8],
			],
			[
				[2.8, 9.8],
				[2.8, 9.9],
			],
		],
	},
	" ": { width: 2, lines: [] },
};
