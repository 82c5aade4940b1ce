import "/shared/elements.js";

const groups = {
	Foundations: [
		["Colour", ""],
		["Type in two scripts", ""],
		["Space and grid", ""],
		["Icons", "142"],
		["Words we use", "64"],
	],
	Components: [
		["Amount field", "4.2"],
		["Account card", "3.0"],
		["Button", "5.1"],
		["Date of birth", "2.3"],
		["One-time password", "3.4"],
		["Receipt", "2.0"],
		["Rate table", "1.8"],
		["Transfer review", "2.6"],
	],
	Journeys: [
		["Open an account", ""],
		["Send money", ""],
		["Fixed deposit", ""],
		["When it fails", ""],
	],
};

/** The mark of the bank: a leaf over a berry. */
export const mark =
	'<svg viewBox="0 0 34 34" aria-hidden="true"><ellipse cx="17" cy="21" rx="11" ry="12" fill="#5a2069"/><path d="M17 10C17 3 23 1 29 2c0 6-4 10-12 8Z" fill="#1b7548"/><path d="M11 17c1-3 3-4 5-4" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".7"/></svg>';

/** <jamun-nav on="Colour">: the design system's table of contents. */
class JamunNav extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<div class="logo">${mark}<span>Jamun<small>Design system 6.2</small></span></div>${Object.entries(
			groups,
		)
			.map(
				([group, items]) =>
					`<h2>${group}</h2><ul>${items.map(([name, version]) => `<li class="${name === this.getAttribute("on") ? "on" : ""}">${name}<span>${version}</span></li>`).join("")}</ul>`,
			)
			.join("")}`;
	}
}

customElements.define("jamun-nav", JamunNav);
