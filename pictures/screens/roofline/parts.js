import "/shared/elements.js";

const places = [
	["map", "Leads", "48"],
	["ruler", "Site designs", "11"],
	["route", "Paperwork", "63"],
	["calendar-days", "Crews", ""],
	["receipt-indian-rupee", "Payments", "9"],
	["zap", "Running plants", ""],
	["headset", "Service", "4"],
];

/** <roof-side on="Leads">: the navigation at the left of every office screen. */
class RoofSide extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<div class="logo"><svg viewBox="0 0 30 26"><circle cx="21" cy="8" r="7" fill="#ffbf1f"/><path d="M1 25L12 10l11 15Z" fill="#fff"/></svg>Roofline</div>
			<ul>${places.map(([icon, name, count]) => `<li class="${name === this.getAttribute("on") ? "on" : ""}"><ui-icon name="${icon}"></ui-icon>${name}<i>${count}</i></li>`).join("")}</ul>
			<div class="sun"><b>7.4 kWh</b>a square metre today in Jodhpur. Clear until Friday.</div>`;
	}
}

customElements.define("roof-side", RoofSide);
