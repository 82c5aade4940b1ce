import "/shared/elements.js";

/** <ghat-bus>: the operator's coach, seen from its side, drawn. */
class GhatBus extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<svg viewBox="0 0 340 120" width="100%" aria-hidden="true">
			<path d="M18 16H300c16 0 24 12 28 32l6 34v14H12V22c0-4 2-6 6-6Z" fill="#fff8f1"/><path d="M12 72H332l2 10v14H12Z" fill="#e9cfd9"/><path d="M12 66C110 40 220 84 330 62l2 10H12Z" fill="#ffcf3d"/>
			<g fill="#26101c"><path d="M26 26H84V54H26ZM90 26H148V54H90ZM154 26H212V54H154ZM218 26H262V54H218Z"/><path d="M270 26h26c12 0 18 10 22 30H270Z"/></g><g fill="#fff" opacity=".16"><path d="M40 26h14L40 54H26ZM104 26h14L104 54H90ZM168 26h14L168 54H154ZM284 26h12L284 54H270Z"/></g>
			<rect x="268" y="62" width="3" height="32" fill="#26101c" opacity=".4"/><circle cx="76" cy="98" r="18" fill="#26101c"/><circle cx="76" cy="98" r="8" fill="#e8d9dd"/><circle cx="262" cy="98" r="18" fill="#26101c"/><circle cx="262" cy="98" r="8" fill="#e8d9dd"/><rect x="322" y="80" width="12" height="8" rx="3" fill="#fff3c9"/>
		</svg>`;
	}
}

customElements.define("ghat-bus", GhatBus);
