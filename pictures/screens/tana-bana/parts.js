import "/shared/elements.js";

const cotton = "#f4efe3";
const indigo = "#26306e";
const madder = "#ac3426";
const turmeric = "#e5a92f";
const black = "#1d1a15";

/** Numbers from 0 to 1 that are the same at every run. */
function sequence(seed) {
	let state = seed;
	return () => {
		state = (state * 48271) % 2147483647;
		return state / 2147483647;
	};
}

const square = (x, y, width, height, fill) =>
	`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** Stepped diamonds whose edges are uneven, as dyed warp threads make them. */
function ikat(base, outer, inner) {
	const next = sequence(91);
	const rows = [];
	for (let row = 0; row < 60; row += 1) {
		const reach = 1 - Math.abs(row - 30) / 30;
		const width = reach * 84 + next() * 9;
		const core = Math.max(0, (reach - 0.45) * 84 + next() * 7);
		const eye = Math.max(0, (reach - 0.78) * 90 + next() * 4);
		for (const [half, fill] of [
			[width, outer],
			[core, inner],
			[eye, base],
		]) {
			if (half > 2) rows.push(square(90 - half, row * 3, half * 2, 3.1, fill));
		}
	}
	const edges = Array.from(
		{ length: 60 },
		(_, row) => square(0, row * 3, 4 + next() * 8, 3.1, inner) + square(176 - next() * 8, row * 3, 12, 3.1, inner),
	);
	return { width: 180, height: 180, body: square(0, 0, 180, 180, base) + rows.join("") + edges.join("") };
}

/** Rings of tied dots on a dyed ground. */
function bandhani(base, dot) {
	const rings = [
		[0, 1],
		[13, 6],
		[25, 12],
		[38, 18],
		[51, 24],
	];
	const dots = rings.flatMap(([radius, count]) =>
		Array.from({ length: count }, (_, index) => {
			const angle = (index / count) * Math.PI * 2;
			return `<circle cx="${(60 + Math.cos(angle) * radius).toFixed(1)}" cy="${(60 + Math.sin(angle) * radius).toFixed(1)}" r="3.6"/>`;
		}),
	);
	const corners = [
		[0, 0],
		[120, 0],
		[0, 120],
		[120, 120],
	].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9"/>`);
	return {
		width: 120,
		height: 120,
		body: `${square(0, 0, 120, 120, base)}<g fill="none" stroke="${dot}" stroke-width="3.2">${dots.join("")}</g><g fill="${turmeric}">${corners.join("")}</g>`,
	};
}

/** Checks in which crossing bands darken each other. */
function madras() {
	const bands = [
		[0, 26, madder],
		[34, 6, turmeric],
		[48, 34, indigo],
		[90, 4, cotton],
		[98, 18, "#2f6b57"],
		[124, 8, turmeric],
	];
	const stripes = bands
		.map(([start, width, fill]) => `<rect x="${start}" width="${width}" height="140" fill="${fill}" opacity=".78"/>`)
		.join("");
	const rows = bands
		.map(([start, width, fill]) => `<rect y="${start}" width="140" height="${width}" fill="${fill}" opacity=".52"/>`)
		.join("");
	return { width: 140, height: 140, body: square(0, 0, 140, 140, "#efe2c6") + stripes + rows };
}

/** Block print of stars in circles, outlined in white. */
function ajrakh(ground, second) {
	const star = (turn) =>
		`<path d="M80 34L90 66 126 80 90 94 80 126 70 94 34 80 70 66Z" transform="rotate(${turn} 80 80)"/>`;
	return {
		width: 160,
		height: 160,
		body: `${square(0, 0, 160, 160, ground)}<g fill="none" stroke="${cotton}" stroke-width="3"><circle cx="80" cy="80" r="68" fill="${second}"/><circle cx="80" cy="80" r="58"/></g><g fill="none" stroke="${cotton}" stroke-width="6">${star(0)}${star(45)}</g><g fill="${black}">${star(0)}${star(45)}</g><circle cx="80" cy="80" r="15" fill="${second}" stroke="${cotton}" stroke-width="3"/><circle cx="80" cy="80" r="5" fill="${cotton}"/>
			<g fill="${second}" stroke="${cotton}" stroke-width="2.5">${[
				[0, 0],
				[160, 0],
				[0, 160],
				[160, 160],
			]
				.map(
					([x, y]) =>
						`<path d="M${x} ${y - 26}L${x + 9} ${y - 9} ${x + 26} ${y} ${x + 9} ${y + 9} ${x} ${y + 26} ${x - 9} ${y + 9} ${x - 26} ${y} ${x - 9} ${y - 9}Z"/>`,
				)
				.join("")}</g><g fill="${cotton}">${[
				[80, 6],
				[80, 154],
				[6, 80],
				[154, 80],
			]
				.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4"/>`)
				.join("")}</g>`,
	};
}

/** Rows of running stitch that turn round a lotus. */
function kantha() {
	const rows = Array.from(
		{ length: 15 },
		(_, row) => `<path d="M${row % 2 ? 0 : 8} ${row * 12 + 6}H180" stroke="${row % 5 === 0 ? madder : "#8b9bc4"}"/>`,
	).join("");
	const petals = [0, 45, 90, 135, 180, 225, 270, 315]
		.map(
			(turn) =>
				`<path d="M90 90C74 66 78 44 90 30c12 14 16 36 0 60Z" transform="rotate(${turn} 90 90)" fill="${turn % 90 ? turmeric : madder}" stroke="${indigo}" stroke-dasharray="6 4"/>`,
		)
		.join("");
	return {
		width: 180,
		height: 180,
		body: `${square(0, 0, 180, 180, cotton)}<g stroke-width="2.4" stroke-dasharray="9 7" fill="none">${rows}</g><circle cx="90" cy="90" r="66" fill="${cotton}"/><g stroke-width="2.4">${petals}</g><circle cx="90" cy="90" r="11" fill="${indigo}"/>`,
	};
}

/** Small gold flowers on silk between stripes of gold. */
function butti(base) {
	return {
		width: 90,
		height: 90,
		body: `${square(0, 0, 90, 90, base)}${square(0, 0, 90, 3, turmeric)}<g fill="${turmeric}"><path d="M45 26c10 8 10 20 0 30-10-10-10-22 0-30Z"/><path d="M45 58c-14-2-20-12-20-20 10 0 18 8 20 20Zm0 0c14-2 20-12 20-20-10 0-18 8-20 20Z"/><path d="M44 58h2v16h-2Z"/></g>`,
	};
}

/** Plain weave, near enough to see the threads. */
function weave(warp, weft) {
	const cells = [];
	for (let x = 0; x < 4; x += 1)
		for (let y = 0; y < 4; y += 1) {
			const over = (x + y) % 2 === 0;
			cells.push(
				`<rect x="${x * 30 + (over ? 3 : 0)}" y="${y * 30 + (over ? 0 : 3)}" width="${over ? 24 : 30}" height="${over ? 30 : 24}" rx="8" fill="${over ? warp : weft}"/><path d="${over ? `M${x * 30 + 9} ${y * 30 + 4}v22` : `M${x * 30 + 4} ${y * 30 + 9}h22`}" stroke="#fff" stroke-opacity=".28" stroke-width="3" stroke-linecap="round"/>`,
			);
		}
	return { width: 120, height: 120, body: square(0, 0, 120, 120, "#241f1a") + cells.join("") };
}

const cloths = {
	ikat: ikat(madder, cotton, black),
	"ikat-indigo": ikat(indigo, cotton, madder),
	bandhani: bandhani(madder, cotton),
	"bandhani-green": bandhani("#2f6b57", cotton),
	madras: madras(),
	ajrakh: ajrakh(indigo, madder),
	"ajrakh-red": ajrakh(madder, indigo),
	kantha: kantha(),
	butti: butti("#7b1e3c"),
	"butti-green": butti("#1f4f43"),
	weave: weave(madder, cotton),
};
let count = 0;

/** <cloth-swatch kind="ikat" scale="1.5">: a drawn cloth that fills its box. */
class ClothSwatch extends HTMLElement {
	connectedCallback() {
		const { width, height, body } = cloths[this.getAttribute("kind")];
		const id = `cloth-${(count += 1)}`;
		this.insertAdjacentHTML(
			"afterbegin",
			`<svg aria-hidden="true"><defs><pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="scale(${this.getAttribute("scale") ?? 1})">${body}</pattern></defs><rect width="100%" height="100%" fill="url(#${id})"/></svg>`,
		);
	}
}

/** <museum-bar on="Collection">: the site's header. */
class MuseumBar extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<span class="logo">Tana<br>Bana</span><nav>${["Visit", "Exhibitions", "Collection", "Looms", "Learn"].map((name) => `<span class="${name === this.getAttribute("on") ? "on" : ""}">${name}</span>`).join("")}</nav><span class="ticket">Tickets</span>`;
	}
}

customElements.define("cloth-swatch", ClothSwatch);
customElements.define("museum-bar", MuseumBar);
