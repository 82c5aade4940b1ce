import "/shared/elements.js";

const places = ["layout-dashboard", "columns-3", "building-2", "file-text", "calendar-range", "chart-line"];

/** <lane-shell place="columns-3" heading="…" detail="…">: the icon rail and the header of every screen. */
class LaneShell extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `
			<nav class="rail"><svg class="logo" viewBox="0 0 40 40"><path d="M4 30C10 8 30 8 36 30" fill="none" stroke="#e2ee4a" stroke-width="4" stroke-linecap="round"/><path d="M13 30c3-9 11-9 14 0" fill="none" stroke="#f6f8f3" stroke-width="4" stroke-linecap="round"/></svg>
				${places.map((icon) => `<span class="${icon === this.getAttribute("place") ? "on" : ""}"><ui-icon name="${icon}"></ui-icon></span>`).join("")}
				<span class="me">MV</span></nav>
			<div class="head"><h1>${this.getAttribute("heading")}</h1><span class="muted">${this.getAttribute("detail")}</span>
				<span class="find"><ui-icon name="search"></ui-icon>Account, lane or quote<kbd>/</kbd></span><span class="button main"><ui-icon name="plus"></ui-icon>New quote</span></div>`;
	}
}

customElements.define("lane-shell", LaneShell);
