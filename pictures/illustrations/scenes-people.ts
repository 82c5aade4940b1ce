import { circle, ellipse, mapOutline, type Outline, type Point2, rectangle, type Step } from "./geometry.ts";
import { deep, ink, accentFill, paper, sand, shade, white } from "./palette.ts";
import { type Mark, writeSvg } from "./scene.ts";

/**
 * Portraits, by path below content/pictures: heads and shoulders from simple shapes, seen from the front.
 *
 * All are drawn on one square of 400 pixels with the same head, so that they stand beside one another as a set. A portrait
 * is a list of layers from back to front. Exactly one layer is in the accent colour.
 */
export const peopleIllustrations: Readonly<Record<string, () => string>> = Object.fromEntries(
	[
		anika,
		farhan,
		meera,
		rohit,
		kabir,
		nandini,
		tenzin,
		priya,
		daniel,
		harpreet,
		elena,
		sanjay,
		aoife,
		arjun,
		fatima,
		lena,
	].map((draw, index) => [`people/portrait-${String(index + 1).padStart(2, "0")}.svg`, draw]),
);

const size = 400;
const lineWidth = 3;

type Layer = readonly Mark[];

/** A skin tone and the same tone in the shadow of the chin. */
interface Skin {
	readonly base: string;
	readonly shadow: string;
}

const skins = {
	fair: { base: "#F3D3BA", shadow: "#E3B796" },
	olive: { base: "#E6BD96", shadow: "#D0A076" },
	wheat: { base: "#D8A577", shadow: "#BE8658" },
	tan: { base: "#C48B5F", shadow: "#A66E45" },
	brown: { base: "#A56F48", shadow: "#875435" },
	deep: { base: "#63402C", shadow: "#4C2F20" },
} satisfies Record<string, Skin>;

const hair = { black: "#211C18", brown: "#4A3325", chestnut: "#74492F", straw: "#D3B07A", grey: "#A39B8F" };

// ---------------------------------------------------------------------------------------------------------------- tools

/** Reads a path of absolute M, L, C, Q and Z commands as an outline. */
function path(data: string): Outline {
	const tokens = data.match(/[MLCQZ]|-?[\d.]+/g) ?? [];
	const steps: Step[] = [];
	let start: Point2 = [0, 0];
	let here: Point2 = start;
	let closed = false;
	let index = 0;
	const point = (): Point2 => [Number(tokens[index++]), Number(tokens[index++])];
	while (index < tokens.length) {
		const command = tokens[index++];
		if (command === "M") start = here = point();
		else if (command === "L") steps.push([(here = point())]);
		else if (command === "C") steps.push([point(), point(), (here = point())]);
		else if (command === "Q") {
			const [from, corner, to] = [here, point(), point()];
			const handle = (end: Point2): Point2 => [
				end[0] + (corner[0] - end[0]) * (2 / 3),
				end[1] + (corner[1] - end[1]) * (2 / 3),
			];
			steps.push([handle(from), handle(to), to]);
			here = to;
		} else if (command === "Z") closed = true;
		else throw new Error(`A path cannot have ${command} here`);
	}
	return { start, steps, closed };
}

const mirror = (outline: Outline): Outline => mapOutline(outline, ([x, y]) => [size - x, y]);

/** A surface with an ink line around it. */
const shape = (fill: string, data: string | Outline): Mark => ({
	outline: typeof data === "string" ? path(data) : data,
	fill,
	stroke: ink,
	width: lineWidth,
});
/** A surface without a line. */
const patch = (fill: string, data: string | Outline): Mark => ({
	outline: typeof data === "string" ? path(data) : data,
	fill,
});
/** A line, in ink unless a colour is given. */
const line = (data: string | Outline, stroke: string = ink, width = lineWidth): Mark => ({
	outline: typeof data === "string" ? path(data) : data,
	stroke,
	width,
});

/** Brings the figure closer, so that it still reads when a portrait is shown small. */
const enlarge = ([x, y]: Point2): Point2 => [200 + (x - 200) * 1.12, 334 + (y - 334) * 1.12];

function portrait(backdrop: string, disc: string, layers: readonly Layer[]): string {
	const accents = layers.filter((layer) =>
		layer.some(({ fill, stroke }) => fill === accentFill || stroke === accentFill),
	).length;
	if (accents !== 1) throw new Error(`A portrait has exactly one detail in the accent colour, this one has ${accents}`);
	return writeSvg(size, size, [
		patch(backdrop, rectangle(0, 0, size, size)),
		patch(disc, circle([200, 196], 156)),
		...layers.flat().map((mark) => ({ ...mark, outline: mapOutline(mark.outline, enlarge) })),
	]);
}

// ----------------------------------------------------------------------------------------------------------- head and face

type Jaw = "round" | "square" | "narrow";

const jaws: Record<Jaw, string> = {
	round: "C262 226 236 252 200 252 C164 252 138 226 138 184",
	square: "C262 222 246 252 214 254 L186 254 C154 252 138 222 138 184",
	narrow: "C262 220 226 256 200 256 C174 256 138 220 138 184",
};

/** Neck, ears and head. */
function head(skin: Skin, jaw: Jaw = "round"): Layer {
	return [
		patch(skin.base, "M172 220 L172 290 L148 304 L200 380 L252 304 L228 290 L228 220 Z"),
		line("M172 230 L172 288 Q171 294 164 297"),
		line("M228 230 L228 288 Q229 294 236 297"),
		patch(skin.shadow, "M173.5 236 Q200 282 226.5 236 L226.5 262 Q200 292 173.5 262 Z"),
		shape(skin.base, ellipse([137, 184], 13, 17)),
		shape(skin.base, ellipse([263, 184], 13, 17)),
		shape(skin.base, `M138 184 L138 156 C138 118 164 96 200 96 C236 96 262 118 262 156 L262 184 ${jaws[jaw]} Z`),
	];
}

interface Face {
	readonly brow?: string;
	readonly mouth?: "smile" | "open" | "calm";
	readonly lashes?: boolean;
	/** Lines of age beside the eyes. */
	readonly creases?: boolean;
}

function face({ brow = ink, mouth = "smile", lashes = false, creases = false }: Face = {}): Layer {
	const eye = (x: number) => patch(ink, ellipse([x, 182], 5, 6));
	const mouths: Record<"smile" | "open" | "calm", Mark> = {
		smile: line("M180 226 Q200 242 220 226"),
		calm: line("M184 229 Q200 236 216 229"),
		open: shape(white, "M178 223 Q200 230 222 223 Q216 244 200 244 Q184 244 178 223 Z"),
	};
	return [
		eye(174),
		eye(226),
		line("M160 163 Q173 155 187 162", brow, 4),
		line("M213 162 Q227 155 240 163", brow, 4),
		...(lashes ? [line("M163 178 L157 174"), line("M237 178 L243 174")] : []),
		...(creases ? [line("M150 188 L156 190"), line("M250 188 L244 190")] : []),
		line("M201 184 Q196 200 194 206 Q199 211 206 208"),
		mouths[mouth],
	];
}

function glasses(kind: "round" | "square" | "oval", colour: string = ink): Layer {
	const lens = (x: number): Outline =>
		kind === "round"
			? circle([x, 183], 23)
			: kind === "oval"
				? ellipse([x, 183], 24, 18)
				: rectangle(x - 24, 164, 48, 38, 9);
	return [
		line(lens(174), colour, 4),
		line(lens(226), colour, 4),
		line("M197 180 Q200 177 203 180", colour, 4),
		line("M150 180 L139 178", colour, 4),
		line("M250 180 L261 178", colour, 4),
	];
}

function earrings(fill: string, drop = false): Layer {
	return drop
		? [136, 264].flatMap((x) => [line(`M${x} 200 L${x} 208`), shape(fill, `M${x} 206 L${x + 7} 222 L${x - 7} 222 Z`)])
		: [136, 264].map((x) => shape(fill, circle([x, 205], 6)));
}

/** A full beard along the jaw, with its moustache. */
function beard(colour: string, jaw: Jaw = "round"): Layer {
	const bottom = jaw === "square" ? 268 : 266;
	return [
		shape(
			colour,
			`M138 180 L138 196 C138 238 162 ${bottom} 200 ${bottom} C238 ${bottom} 262 238 262 196 L262 180 C258 200 248 212 232 212 Q216 206 200 212 Q184 206 168 212 C152 212 142 200 138 180 Z`,
		),
	];
}

function moustache(colour: string, thin = false): Layer {
	return thin
		? [line("M178 218 Q190 212 200 216 Q210 212 222 218", colour, 5)]
		: [shape(colour, "M170 222 Q184 206 200 213 Q216 206 230 222 Q214 224 200 219 Q186 224 170 222 Z")];
}

// -------------------------------------------------------------------------------------------------------------- clothes

const shoulders = "M28 400 Q30 336 84 318 L158 296";

/** The upper body with its neckline between (158, 296) and (242, 296), given from left to right. */
function body(fill: string, neckline: string): Mark {
	return shape(fill, `${shoulders} ${neckline} L316 318 Q370 336 372 400 Z`);
}

const sleeves: readonly Mark[] = [line("M96 400 Q94 374 88 356"), line("M304 400 Q306 374 312 356")];

function crewNeck(fill: string, rib: string = fill): Layer {
	return [
		body(fill, "Q200 350 242 296"),
		...sleeves,
		shape(rib, "M158 296 Q200 350 242 296 L254 300 Q200 372 146 300 Z"),
	];
}

function highNeck(fill: string, fold: string = fill): Layer {
	return [body(fill, "L242 296"), ...sleeves, shape(fold, "M164 262 Q200 286 236 262 L242 304 Q200 330 158 304 Z")];
}

function openShirt(fill: string, collar: string = fill, inside?: string): Layer {
	return [
		body(fill, "L200 366 L242 296"),
		...(inside ? [patch(inside, "M166 300 L200 364 L234 300 Q200 330 166 300 Z")] : []),
		...sleeves,
		line("M200 366 L200 400"),
		shape(collar, "M166 282 L152 300 L172 348 L200 366 L170 306 Z"),
		shape(collar, "M234 282 L248 300 L228 348 L200 366 L230 306 Z"),
	];
}

function closedShirt(fill: string): Layer {
	return [
		body(fill, "L242 296"),
		...sleeves,
		line("M200 326 L200 400"),
		shape(white, "M168 284 L152 302 L178 342 L200 322 Q182 312 168 284 Z"),
		shape(white, "M232 284 L248 302 L222 342 L200 322 Q218 312 232 284 Z"),
	];
}

function blazer(fill: string, under: Layer): Layer {
	const lapel = "M150 298 L128 306 L118 346 L140 352 L132 362 L186 400 L200 400 Z";
	const half = "M28 400 Q30 336 84 318 L150 298 L196 400 Z";
	return [
		...under,
		shape(fill, half),
		shape(fill, mirror(path(half))),
		shape(fill, lapel),
		shape(fill, mirror(path(lapel))),
	];
}

function tie(fill: string): Layer {
	return [
		shape(fill, "M190 322 L210 322 L214 338 L206 346 L216 400 L184 400 L194 346 L186 338 Z"),
		line("M186 338 L214 338"),
	];
}

function bandCollar(fill: string, placket: string = fill): Layer {
	return [
		body(fill, "Q200 326 242 296"),
		...sleeves,
		shape(placket, "M188 318 L212 318 L212 400 L188 400 Z"),
		shape(fill, "M160 276 Q200 306 240 276 L244 302 Q200 336 156 302 Z"),
		line("M200 298 L200 318"),
	];
}

/** A sari over a blouse: the cloth comes over the right shoulder of whoever looks. */
function sari(blouse: string, cloth: string, border: string): Layer {
	return [
		body(blouse, "Q176 352 200 356 Q224 352 242 296"),
		...sleeves,
		shape(cloth, "M236 300 L316 318 Q370 336 372 400 L60 400 Q160 386 236 300 Z"),
		shape(border, "M236 300 L250 303 Q186 386 96 400 L60 400 Q160 386 236 300 Z"),
		line("M282 310 Q250 372 196 400"),
		line("M320 322 Q306 370 276 400"),
	];
}

// ---------------------------------------------------------------------------------------------------------------- people

/** Anika Rao: short dark hair, round glasses, a collar in the accent colour. */
function anika(): string {
	return portrait(sand, shade, [
		[
			shape(
				hair.black,
				"M126 206 C108 128 142 74 202 74 C262 74 292 128 274 206 Q268 226 252 224 L148 224 Q132 226 126 206 Z",
			),
		],
		head(skins.tan, "narrow"),
		openShirt(white, accentFill),
		face(),
		[
			shape(
				hair.black,
				"M138 176 C134 110 164 84 204 84 C246 84 268 112 262 176 C258 150 250 140 236 128 C214 140 180 142 158 136 C146 146 140 160 138 176 Z",
			),
		],
		glasses("round"),
	]);
}

/** Farhan Qureshi: cropped black hair, full beard, high-necked jumper. */
function farhan(): string {
	return portrait(paper, sand, [
		head(skins.wheat, "square"),
		highNeck(shade),
		[shape(accentFill, "M160 292 Q200 318 240 292 L242 304 Q200 330 158 304 Z")],
		beard(hair.black, "square"),
		face({ mouth: "open" }),
		[
			shape(
				hair.black,
				"M138 178 L138 152 C136 108 164 84 200 84 C236 84 264 108 262 152 L262 178 L254 166 L252 142 Q226 126 200 126 Q174 126 148 142 L146 166 Z",
			),
		],
	]);
}

/** Meera Krishnan: long dark hair over one shoulder, small earrings. */
function meera(): string {
	return portrait(sand, shade, [
		[shape(hair.black, "M132 196 C112 124 146 72 204 74 C268 76 290 130 276 210 Q250 240 200 236 Q140 232 132 196 Z")],
		head(skins.wheat, "narrow"),
		crewNeck(paper),
		[
			shape(
				hair.black,
				"M262 168 C284 200 286 250 280 300 Q276 352 244 372 Q226 378 226 360 Q250 330 246 280 Q246 230 258 200 Z",
			),
			line("M262 240 Q268 300 248 350", hair.brown),
		],
		face({ lashes: true }),
		[
			shape(
				hair.black,
				"M138 182 C130 112 160 84 200 84 C244 84 270 112 262 182 C262 150 244 126 220 112 C190 128 146 134 138 182 Z",
			),
		],
		earrings(accentFill),
	]);
}

/** Rohit Tomar: side-parted hair, moustache, open shirt collar. */
function rohit(): string {
	return portrait(paper, sand, [
		head(skins.brown, "square"),
		openShirt(deep, white),
		[
			shape(white, "M256 352 L292 352 L292 384 Q274 394 256 384 Z"),
			shape(accentFill, "M276 332 L283 332 L283 366 L276 366 Z"),
		],
		face({ mouth: "calm" }),
		moustache(hair.black),
		[
			shape(
				hair.black,
				"M138 174 C128 112 158 78 196 80 C246 74 274 110 262 174 C260 152 254 140 244 132 C216 134 188 128 170 112 C164 130 142 140 138 174 Z",
			),
		],
	]);
}

/** Kabir Sethi: beard, square glasses. */
function kabir(): string {
	return portrait(sand, shade, [
		head(skins.olive, "round"),
		crewNeck(ink, "#211C18"),
		beard(hair.brown),
		face({ brow: hair.brown, mouth: "open" }),
		[
			shape(
				hair.brown,
				"M138 172 C122 120 150 70 206 76 C262 68 284 120 262 172 Q262 144 246 128 Q226 138 208 120 Q180 142 156 128 Q142 146 138 172 Z",
			),
		],
		glasses("square", accentFill),
	]);
}

/** Nandini Bose: grey-streaked bun, oval glasses, high collar. */
function nandini(): string {
	return portrait(paper, sand, [
		[
			shape(hair.black, circle([200, 76], 34)),
			line("M182 54 Q200 66 196 104", hair.grey, 4),
			line("M214 50 Q222 74 212 104", hair.grey, 4),
		],
		[line("M168 62 L238 92", accentFill, 6)],
		head(skins.olive, "round"),
		highNeck(white, paper),
		face(),
		[
			shape(
				hair.black,
				"M136 190 C126 118 156 86 200 86 C244 86 274 118 264 190 C260 152 236 126 200 122 C164 126 140 152 136 190 Z",
			),
			line("M176 94 Q150 112 144 150", hair.grey, 5),
			line("M222 94 Q246 110 254 144", hair.grey, 5),
			line("M200 90 L200 118", hair.grey, 4),
		],
		glasses("oval"),
	]);
}

/** Tenzin Norbu: shaved head, thin moustache, zipped jacket. */
function tenzin(): string {
	return portrait(sand, shade, [
		head(skins.wheat, "square"),
		[
			body(white, "L242 296"),
			...sleeves,
			shape(white, "M160 266 Q200 300 240 266 L250 308 Q224 320 200 322 Q176 320 150 308 Z"),
			line("M200 292 L200 400"),
			line("M116 350 L160 350"),
			line("M240 350 L284 350"),
		],
		[shape(accentFill, "M195 338 L205 338 L206 362 L194 362 Z")],
		face(),
		moustache(hair.black, true),
		[line("M150 128 Q158 112 172 106", skins.wheat.shadow, 4)],
	]);
}

/** A woman in a sari, flowers in her hair. */
function priya(): string {
	return portrait(sand, shade, [
		[shape(hair.black, circle([252, 108], 36))],
		[
			[224, 82],
			[244, 70],
			[268, 72],
			[286, 88],
			[290, 110],
		].map(([x = 0, y = 0]) => shape(accentFill, circle([x, y], 11))),
		head(skins.brown, "round"),
		sari(deep, white, shade),
		face({ lashes: true, mouth: "open" }),
		[
			patch(ink, circle([200, 150], 4)),
			shape(
				hair.black,
				"M138 186 C130 116 160 86 200 86 C240 86 270 116 262 186 C260 150 240 126 200 104 C160 126 140 150 138 186 Z",
			),
		],
		earrings(white, true),
	]);
}

/** A man with short hair and beard in a blazer. */
function daniel(): string {
	return portrait(paper, sand, [
		head(skins.deep, "square"),
		blazer(ink, openShirt(white)),
		[shape(accentFill, "M268 364 L300 358 L302 372 L270 378 Z")],
		[
			shape(
				hair.black,
				"M140 198 C144 240 166 262 200 262 C234 262 256 240 260 198 C252 226 240 232 226 232 Q200 240 174 232 C160 232 148 226 140 198 Z",
			),
		],
		face({ mouth: "open" }),
		[
			shape(
				hair.black,
				"M138 166 C130 112 160 82 200 82 C240 82 270 112 262 166 L254 140 Q228 124 200 124 Q172 124 146 140 Z",
			),
		],
	]);
}

/** A Sikh man in a turban. */
function harpreet(): string {
	return portrait(sand, shade, [
		head(skins.wheat, "round"),
		blazer(deep, closedShirt(white)),
		beard(hair.grey),
		face({ creases: true, brow: hair.black }),
		[
			shape(
				accentFill,
				"M130 158 C104 92 146 42 206 44 C266 42 300 96 270 158 C254 132 228 118 200 108 C172 118 146 132 130 158 Z",
			),
			line("M128 128 C150 100 180 90 200 108"),
			line("M272 128 C250 100 220 90 200 108"),
			line("M134 92 C160 72 190 76 200 108"),
			line("M266 92 C240 72 210 76 200 108"),
		],
	]);
}

/** A woman with a wavy bob and a scarf. */
function elena(): string {
	return portrait(paper, sand, [
		[
			shape(
				hair.chestnut,
				"M124 232 C100 200 118 176 116 150 C116 98 152 72 202 72 C252 72 286 98 284 150 C282 176 300 200 276 232 Q262 244 246 232 L154 232 Q138 244 124 232 Z",
			),
		],
		head(skins.fair, "narrow"),
		[body(white, "L242 296"), ...sleeves],
		[
			shape(accentFill, "M150 282 Q200 316 250 282 L262 312 Q200 352 138 312 Z"),
			shape(accentFill, "M214 322 L246 312 L262 392 L226 396 Z"),
			line("M236 340 L246 388"),
		],
		face({ lashes: true, mouth: "smile", brow: hair.brown }),
		[
			shape(
				hair.chestnut,
				"M138 190 C126 118 154 84 204 84 C252 84 274 118 262 190 C264 160 252 136 232 116 C210 132 150 128 138 190 Z",
			),
		],
	]);
}

/** A man with receding grey hair, glasses and a tie. */
function sanjay(): string {
	return portrait(sand, shade, [
		head(skins.tan, "round"),
		blazer(paper, closedShirt(white)),
		tie(accentFill),
		face({ mouth: "calm", brow: hair.grey }),
		moustache(hair.grey),
		[
			shape(hair.grey, "M136 180 C118 150 126 104 176 94 C156 118 152 146 148 170 Z"),
			shape(hair.grey, "M264 180 C282 150 274 104 224 94 C244 118 248 146 252 170 Z"),
			line("M184 112 Q200 106 216 112", skins.tan.shadow),
		],
		glasses("square"),
	]);
}

/** A woman with a straight fringe. */
function aoife(): string {
	return portrait(paper, sand, [
		[
			shape(
				hair.chestnut,
				"M124 276 L124 150 C124 96 156 70 200 70 C244 70 276 96 276 150 L276 276 Q238 292 200 290 Q162 292 124 276 Z",
			),
		],
		head(skins.fair, "round"),
		crewNeck(deep, shade),
		face({ lashes: true, mouth: "open", brow: hair.chestnut }),
		[
			shape(
				hair.chestnut,
				"M136 200 C128 118 156 82 200 82 C244 82 272 118 264 200 L256 158 Q228 150 200 152 Q172 150 144 158 Z",
			),
			line("M176 96 L172 148", hair.brown),
			line("M200 92 L200 148", hair.brown),
			line("M226 96 L230 148", hair.brown),
		],
		earrings(accentFill, true),
	]);
}

/** A man with wavy hair in a kurta. */
function arjun(): string {
	return portrait(sand, shade, [
		head(skins.tan, "narrow"),
		bandCollar(white, paper),
		[340, 362, 384].map((y) => shape(accentFill, circle([200, y], 4.5))),
		face(),
		[
			shape(
				hair.black,
				"M138 180 C124 160 130 128 142 118 C138 88 176 66 200 80 C226 62 262 82 260 116 C276 130 274 162 262 180 C262 156 256 144 248 134 Q236 146 222 130 Q206 146 190 128 Q172 146 156 134 Q144 150 138 180 Z",
			),
		],
		glasses("oval"),
	]);
}

/**
 * A cloth over the head that leaves the face free, given by its left half: the outer edge from the middle of the top, and
 * the edge around the face back to the middle.
 */
function veil(cloth: string, outer: string, inner: string): Layer {
	const half = path(`M${outer} L${inner} Z`);
	const [edge, opening] = [path(`M${outer}`), path(`M${inner}`)];
	return [
		patch(cloth, half),
		patch(cloth, mirror(half)),
		line(edge),
		line(mirror(edge)),
		line(opening),
		line(mirror(opening)),
	];
}

/** A woman in a hijab. */
function fatima(): string {
	const [outer, inner] = [
		"200 60 C126 60 96 124 106 214 C110 262 92 292 92 320 C120 352 160 366 200 366",
		"200 254 C164 254 138 226 138 184 C138 134 164 106 200 106",
	];
	return portrait(paper, sand, [
		head(skins.olive, "round"),
		[body(shade, "L242 296"), ...sleeves],
		face({ lashes: true }),
		[
			shape(
				accentFill,
				"M140 172 C140 116 168 96 200 96 C232 96 260 116 260 172 C252 136 232 120 200 120 C168 120 148 136 140 172 Z",
			),
		],
		veil(white, outer, inner),
		[line("M130 268 Q150 318 214 330"), line("M262 262 Q244 296 206 306")],
	]);
}

/** A woman with a fair bob, in a high-necked jumper under a blazer. */
function lena(): string {
	return portrait(sand, shade, [
		[
			shape(
				hair.straw,
				"M122 234 C104 120 144 74 202 74 C260 74 296 120 278 234 Q258 250 240 236 L160 236 Q142 250 122 234 Z",
			),
		],
		head(skins.fair, "square"),
		blazer(shade, highNeck(accentFill)),
		face({ brow: hair.chestnut }),
		[
			shape(
				hair.straw,
				"M137 196 C124 118 156 80 204 80 C248 82 276 116 263 196 C262 156 246 128 222 106 C196 128 146 128 137 196 Z",
			),
			line("M222 106 Q200 100 182 108", hair.chestnut),
		],
		glasses("round"),
	]);
}
