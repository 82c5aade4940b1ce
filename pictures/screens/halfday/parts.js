import "/shared/elements.js";

const rooms = {
	loft: `<rect width="320" height="200" fill="#5b3fd6"/><path d="M0 150H320V200H0Z" fill="#3a2794"/><g fill="#b8dcff" stroke="#17122b" stroke-width="4"><path d="M24 20H112V116H24ZM128 20H216V116H128Z"/></g><path d="M68 20V116M172 20V116M24 68H112M128 68H216" stroke="#17122b" stroke-width="4"/><circle cx="88" cy="44" r="13" fill="#d3f25a"/>
		<path d="M34 148H222" stroke="#17122b" stroke-width="9" stroke-linecap="round"/><path d="M52 150V190M204 150V190" stroke="#17122b" stroke-width="5"/><rect x="98" y="112" width="56" height="34" rx="4" fill="#f7f5ee" stroke="#17122b" stroke-width="4"/><path d="M88 146H164" stroke="#f7f5ee" stroke-width="6" stroke-linecap="round"/>
		<path d="M268 190V60" stroke="#17122b" stroke-width="5"/><path d="M244 60L256 24H282L294 60Z" fill="#ffb5cf" stroke="#17122b" stroke-width="4"/><path d="M246 190H290" stroke="#17122b" stroke-width="6" stroke-linecap="round"/>`,
	garden: `<rect width="320" height="200" fill="#d3f25a"/><circle cx="262" cy="46" r="30" fill="#ffb5cf" stroke="#17122b" stroke-width="4"/><path d="M0 140H320V200H0Z" fill="#8fbf3f"/><path d="M30 150V96c0-20 28-20 28 0V150M44 96V60" stroke="#17122b" stroke-width="5" fill="none"/><g fill="#2f7a4d" stroke="#17122b" stroke-width="4"><path d="M44 100C14 84 16 50 44 34c28 16 30 50 0 66Z"/><path d="M284 150c-24-16-22-44 0-58 22 14 24 42 0 58Z"/></g>
		<path d="M96 96H236l-14-44H110Z" fill="#fff" stroke="#17122b" stroke-width="4"/><path d="M131 96l8-44M166 96V52M201 96l-8-44" stroke="#17122b" stroke-width="3"/><path d="M166 96V176" stroke="#17122b" stroke-width="6"/><path d="M112 146H220" stroke="#17122b" stroke-width="9" stroke-linecap="round"/><g fill="#5b3fd6" stroke="#17122b" stroke-width="4"><rect x="84" y="158" width="34" height="28" rx="6"/><rect x="214" y="158" width="34" height="28" rx="6"/></g>`,
	harbour: `<rect width="320" height="200" fill="#b8dcff"/><path d="M0 104H320V200H0Z" fill="#5b3fd6"/><path d="M30 104V50H62V104M74 104V28H104V104M116 104V64H150V104M236 104V40H268V104M278 104V72H306V104" fill="#f7f5ee" stroke="#17122b" stroke-width="4"/><g stroke="#d3f25a" stroke-width="5" stroke-linecap="round"><path d="M24 130H90M130 150H196M226 126H290"/></g>
		<path d="M0 172H320V200H0Z" fill="#17122b"/><path d="M62 172c0-38 56-38 56 0Z" fill="#ffb5cf" stroke="#17122b" stroke-width="4"/><path d="M200 172c0-38 56-38 56 0Z" fill="#ffb5cf" stroke="#17122b" stroke-width="4"/><rect x="134" y="150" width="52" height="24" rx="5" fill="#f7f5ee" stroke="#17122b" stroke-width="4"/>`,
};

/** <half-room scene="loft">: a drawn view of one workspace. */
class HalfRoom extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${rooms[this.getAttribute("scene")]}</svg>`;
	}
}

customElements.define("half-room", HalfRoom);

/** The markup of the app's bottom navigation with one of its four places marked. */
export function navigation(on) {
	return `<div class="nav">${["house", "map", "ticket", "user"].map((icon) => `<span class="${icon === on ? "on" : ""}"><ui-icon name="${icon}"></ui-icon></span>`).join("")}</div>`;
}

/** The squares of a drawn door code, 25 by 25, with the three corner marks. */
export function doorCode(colour) {
	let state = 4177;
	const corner = (x, y) => (x < 8 && y < 8) || (x > 16 && y < 8) || (x < 8 && y > 16);
	const squares = Array.from({ length: 625 }, (_, index) => {
		state = (state * 1103515245 + 12345) % 2147483648;
		const x = index % 25;
		const y = Math.floor(index / 25);
		return state % 100 < 48 && !corner(x, y) ? `<rect x="${x}" y="${y}" width="1.02" height="1.02"/>` : "";
	}).join("");
	const mark = (x, y) =>
		`<path d="M${x} ${y}h7v7h-7ZM${x + 1} ${y + 1}v5h5v-5Z" fill-rule="evenodd"/><rect x="${x + 2}" y="${y + 2}" width="3" height="3"/>`;
	return `<svg viewBox="0 0 25 25" fill="${colour}" role="img" aria-label="Door code">${squares}${mark(0, 0)}${mark(18, 0)}${mark(0, 18)}</svg>`;
}
