import "/shared/elements.js";

const tabs = {
	home: ["house", "Home"],
	visits: ["calendar", "Visits"],
	records: ["file-text", "Records"],
	family: ["users", "Family"],
};

/** <care-nav on="home">: the app's bottom navigation. */
class CareNav extends HTMLElement {
	connectedCallback() {
		const labels = JSON.parse(this.getAttribute("labels") ?? "{}");
		this.innerHTML = Object.entries(tabs)
			.map(
				([id, [icon, label]]) =>
					`<span class="${id === this.getAttribute("on") ? "on" : ""}"><ui-icon name="${icon}"></ui-icon>${labels[id] ?? label}</span>`,
			)
			.join("");
	}
}

const hairs = {
	short: `<path d="M31 47C27 24 42 18 50 18s23 6 19 29c-3-9-6-13-10-14-8 3-17 3-21 1-4 3-5 7-7 13Z"/>`,
	bun: `<circle cx="50" cy="16" r="9"/><path d="M30 50C26 24 40 19 50 19s24 5 20 31c-2-10-7-17-20-18-13 1-18 8-20 18Z"/>`,
	long: `<path d="M28 74C22 30 36 18 50 18s28 12 22 56H62l5-26c-3-9-9-14-17-15-8 1-14 6-17 15l5 26Z"/>`,
	bald: `<path d="M30 49c-1-8 1-13 3-16l3 4-2 12Zm40 0c1-8-1-13-3-16l-3 4 2 12Z"/>`,
};

/** <care-face skin="#c98d62" hair="short" colour="#222" coat="#fff" back="#dcefec" glasses>: a drawn portrait. */
class CareFace extends HTMLElement {
	connectedCallback() {
		const of = (name, otherwise) => this.getAttribute(name) ?? otherwise;
		const skin = of("skin", "#c58a5f");
		const hair = `<g fill="${of("colour", "#22201e")}">${hairs[of("hair", "short")]}</g>`;
		this.innerHTML = `<svg viewBox="0 0 100 100"><rect width="100" height="100" fill="${of("back", "#cfe7e3")}"/>
			${of("hair", "short") === "long" ? hair : ""}
			<path d="M14 104c0-24 14-30 36-30s36 6 36 30Z" fill="${of("coat", "#fff")}"/>
			<path d="M38 74l12 15 12-15-3-4H41Z" fill="${of("shirt", "#5b8f96")}"/>
			<path d="M42 60h16v14c0 5-16 5-16 0Z" fill="${skin}"/><path d="M42 66c5 5 11 5 16 0v4c-5 4-11 4-16 0Z" fill="#000" opacity=".13"/>
			<ellipse cx="50" cy="48" rx="18.5" ry="21" fill="${skin}"/>
			${of("hair", "short") === "long" ? `<path d="M31 46c2-14 8-20 19-20s17 6 19 20c-6-5-10-9-13-13-6 6-15 9-25 13Z" fill="${of("colour", "#22201e")}"/>` : hair}
			<g fill="#2b211c"><circle cx="43" cy="48" r="1.9"/><circle cx="57" cy="48" r="1.9"/></g>
			<path d="M44 58c4 3.5 8 3.5 12 0" fill="none" stroke="#7a4a33" stroke-width="2" stroke-linecap="round"/>
			${this.hasAttribute("glasses") ? `<g fill="none" stroke="#2b211c" stroke-width="1.6"><circle cx="43" cy="48" r="5.5"/><circle cx="57" cy="48" r="5.5"/><path d="M48.5 47h3"/></g>` : ""}</svg>`;
	}
}

customElements.define("care-nav", CareNav);
customElements.define("care-face", CareFace);
