import "/shared/elements.js";

/** <patti-top on="Growth">: the header of the team's dashboard. */
class PattiTop extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<span class="logo"><svg viewBox="0 0 34 34"><circle cx="17" cy="17" r="17" fill="#4f5214"/><path d="M17 27C7 20 9 10 17 5c8 5 10 15 0 22Z" fill="#efbd43"/><path d="M17 27V13M17 19l4-4M17 22l-4-4" stroke="#4f5214" stroke-width="1.6" fill="none"/></svg>Pattiwala</span>
			<nav>${["Growth", "Repeat", "Calendar", "Tests"].map((name) => `<span class="${name === this.getAttribute("on") ? "on" : ""}">${name}</span>`).join("")}</nav>
			<span class="end"><span class="pill"><ui-icon name="calendar"></ui-icon>${this.getAttribute("period") ?? "October 2024"}</span><span class="pill gold"><ui-icon name="message-circle"></ui-icon>Send Monday note</span></span>`;
	}
}

let tins = 0;

/** <tea-tin body="#a9531f" label="#faf6e8" name="Masala">: a round tin, drawn. */
class TeaTin extends HTMLElement {
	connectedCallback() {
		const body = this.getAttribute("body");
		const label = this.getAttribute("label") ?? "#faf6e8";
		const id = `tin-${(tins += 1)}`;
		this.innerHTML = `<svg viewBox="0 0 120 170" role="img" aria-label="Tin of ${this.getAttribute("name")} tea">
			<defs><clipPath id="${id}"><path d="M10 34V150a50 14 0 0 0 100 0V34Z"/></clipPath></defs>
			<ellipse cx="60" cy="158" rx="54" ry="10" fill="#23240e" opacity=".16"/>
			<path d="M10 34V150a50 14 0 0 0 100 0V34Z" fill="${body}"/>
			<g clip-path="url(#${id})"><path d="M0 66a60 16 0 0 0 120 0v62a60 16 0 0 1-120 0Z" fill="${label}"/>
				<path d="M0 72a60 16 0 0 0 120 0M0 122a60 16 0 0 0 120 0" fill="none" stroke="${body}" stroke-width="1.6"/>
				<path d="M60 113c-12-8-10-20 0-26 10 6 12 18 0 26Z" fill="${body}"/><path d="M60 113V96" stroke="${label}" stroke-width="1.5"/>
				<path d="M22 98c8 4 16 6 22 6M98 98c-8 4-16 6-22 6" stroke="${body}" stroke-width="1.6" fill="none"/>
				<path d="M84 20h18v140H84Z" fill="#fff" opacity=".13"/><path d="M10 20h12v140H10Z" fill="#000" opacity=".12"/></g>
			<text x="60" y="134" text-anchor="middle" style="font:italic 600 15px 'Newsreader Variable';fill:${body}">${this.getAttribute("name")}</text>
			<path d="M6 22v12a54 15 0 0 0 108 0V22Z" fill="${body}"/><path d="M6 26v8a54 15 0 0 0 108 0v-8a54 15 0 0 1-108 0Z" fill="#000" opacity=".14"/><ellipse cx="60" cy="22" rx="54" ry="15" fill="${body}"/><ellipse cx="60" cy="21" rx="46" ry="11.5" fill="#fff" opacity=".16"/>
		</svg>`;
	}
}

customElements.define("patti-top", PattiTop);
customElements.define("tea-tin", TeaTin);
