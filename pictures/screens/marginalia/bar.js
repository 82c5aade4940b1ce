import "/shared/elements.js";

/** <matter-bar on="Review">: the header, with the matter that is open. */
class MatterBar extends HTMLElement {
	connectedCallback() {
		const views = ["Review", "Ask", "Compare", "Quality"];
		this.innerHTML = `<span class="logo">Marginalia</span><span class="matter"><b>Nilgiri Home Appliances, warehouse leases</b>Matter 2025-0318, 14 documents, 612 pages</span>
			<nav>${views.map((view) => `<span class="${view === this.getAttribute("on") ? "on" : ""}">${view}</span>`).join("")}</nav><span class="me">TD</span>`;
	}
}

customElements.define("matter-bar", MatterBar);
