/** <ui-icon name="bell">: one icon of the icon set, in the colour and size of the text around it. */
class UiIcon extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><use href="/icons/${this.getAttribute("name")}.svg#icon"/></svg>`;
	}
}

/**
 * <phone-frame time="9:41" tone="dark">: a handset 376 by 812 px whose screen shows the element's children.
 * `tone` is the colour of the status bar's signs: "dark" on a light screen, "light" on a dark one.
 */
class PhoneFrame extends HTMLElement {
	connectedCallback() {
		const tone = this.getAttribute("tone") === "light" ? "#fff" : "#16181d";
		this.attachShadow({ mode: "open" }).innerHTML = `
			<style>
				:host { display: block; position: relative; flex: none; width: 376px; height: 812px; border-radius: 54px;
					background: var(--phone-body, #16181d); box-shadow: 0 0 0 2px var(--phone-edge, #3a3e47), 0 28px 56px -20px rgb(0 0 0 / .45); }
				:host::before, :host::after { content: ""; position: absolute; width: 4px; border-radius: 2px; background: var(--phone-edge, #3a3e47); }
				:host::before { left: -5px; top: 168px; height: 56px; box-shadow: 0 72px 0 var(--phone-edge, #3a3e47); }
				:host::after { right: -5px; top: 196px; height: 88px; }
				.screen { position: absolute; inset: 11px; border-radius: 44px; overflow: hidden; background: var(--phone-screen, #fff); }
				.status { position: absolute; inset: 0 0 auto; z-index: 5; height: 46px; padding: 15px 26px 0 32px; display: flex;
					justify-content: space-between; font: 600 15px/1 "Figtree Variable"; color: ${tone}; }
				.camera { position: absolute; z-index: 6; top: 12px; left: 50%; width: 22px; height: 22px; margin-left: -11px; border-radius: 50%; background: #0b0c0f; }
				.camera::after { content: ""; position: absolute; inset: 7px; border-radius: 50%; background: #26304a; }
				.bar { position: absolute; z-index: 7; bottom: 8px; left: 50%; width: 124px; height: 5px; margin-left: -62px; border-radius: 3px; background: var(--phone-bar, #16181d); opacity: .85; }
			</style>
			<div class="screen">
				<div class="camera"></div>
				<div class="status"><span>${this.getAttribute("time") ?? "9:41"}</span>
					<svg width="62" height="13" viewBox="0 0 62 13" fill="${tone}" aria-hidden="true">
						<rect x="0" y="8" width="3" height="5" rx="1"/><rect x="5" y="5.5" width="3" height="7.5" rx="1"/>
						<rect x="10" y="3" width="3" height="10" rx="1"/><rect x="15" y="0" width="3" height="13" rx="1" opacity=".4"/>
						<text x="22" y="11.5" font-family="Figtree Variable" font-size="11" font-weight="700">5G</text>
						<rect x="41.5" y=".5" width="17" height="12" rx="3.5" fill="none" stroke="${tone}" opacity=".5"/>
						<rect x="43" y="2" width="11" height="9" rx="2"/><rect x="59.5" y="4" width="2" height="5" rx="1" opacity=".5"/>
					</svg>
				</div>
				<slot></slot>
				<div class="bar"></div>
			</div>`;
	}
}

customElements.define("ui-icon", UiIcon);
customElements.define("phone-frame", PhoneFrame);

/** The `d` of a straight line through points [x, y]. */
export function linePath(points) {
	return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The `d` of a smooth line through points [x, y] that never overshoots between two of them. */
export function curvePath(points) {
	return points
		.map(([x, y], index) => {
			if (index === 0) return `M${x.toFixed(1)} ${y.toFixed(1)}`;
			const [previousX, previousY] = points[index - 1];
			const middle = ((previousX + x) / 2).toFixed(1);
			return `C${middle} ${previousY.toFixed(1)} ${middle} ${y.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`;
		})
		.join("");
}

/** A function that maps values between `from` and `to` (each [low, high]) in proportion. */
export function scale([fromLow, fromHigh], [toLow, toHigh]) {
	return (value) => toLow + ((value - fromLow) / (fromHigh - fromLow)) * (toHigh - toLow);
}

/** A whole number with Indian digit grouping: 1234567 becomes 12,34,567. */
export function indian(value) {
	return value.toLocaleString("en-IN");
}

/** Puts markup into the element that the selector finds. */
export function fill(selector, markup) {
	document.querySelector(selector).innerHTML = Array.isArray(markup) ? markup.join("") : markup;
}
