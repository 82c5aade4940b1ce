import "/shared/elements.js";

const modules = {
	Procurement: ["Shift desk", "Collection ledger", "Routes and tankers", "Societies", "Rate charts"],
	Quality: ["Tests"],
	Plant: ["Production"],
	Stores: ["Stock"],
	Sales: ["Orders"],
	Payments: ["Producer payments", "Deductions", "Bank files", "Society commission", "Arrears"],
	Reports: ["Reports"],
};

/** The header of every screen: the modules, and the tabs of the one that is open. */
class ErpRibbon extends HTMLElement {
	connectedCallback() {
		const module = this.getAttribute("module");
		const tab = this.getAttribute("tab");
		this.innerHTML = `
			<div class="top">
				<span class="mark"><svg viewBox="0 0 24 26"><path d="M12 1C8 7 3 11.5 3 17a9 8.5 0 0 0 18 0C21 11.5 16 7 12 1Z" fill="#fff"/><path d="M5 17.5c3-2.5 5 1.5 7.5 0s4-2 6.5 0a7 6.5 0 0 1-14 0Z" fill="#f2b51d"/></svg>Dugdh</span>
				${Object.keys(modules)
					.map((name) => `<span class="module${name === module ? " on" : ""}">${name}</span>`)
					.join("")}
				<span class="right"><span class="command"><ui-icon name="search"></ui-icon>Go to a screen or society<kbd>Ctrl K</kbd></span>
				<ui-icon name="bell"></ui-icon><span class="user"><i>HG</i>Hemlata Gurjar</span></span>
			</div>
			<div class="tabs">
				${modules[module].map((name) => `<span class="${name === tab ? "on" : ""}">${name}</span>`).join("")}
				<span class="sync"><ui-icon name="refresh-cw"></ui-icon>${this.getAttribute("sync")}</span>
			</div>`;
	}
}

customElements.define("erp-ribbon", ErpRibbon);
