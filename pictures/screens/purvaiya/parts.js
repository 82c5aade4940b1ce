import "/shared/elements.js";

const scenes = {
	flood: `<rect width="800" height="450" fill="#f2b54a"/><circle cx="560" cy="150" r="74" fill="#e2572b"/><path d="M0 250H800V450H0Z" fill="#1c5a78"/>
		<g fill="#7b2b1d"><path d="M0 250V176h150v74ZM150 250V140h190v110ZM340 250v-60h130v60Z"/><path d="M46 176c0-44 12-74 34-96 22 22 34 52 34 96ZM204 140c0-54 16-92 42-118 26 26 42 64 42 118ZM372 190c0-34 10-58 26-76 16 18 26 42 26 76Z"/><path d="M150 140h190v-10H150ZM0 176h150v-10H0ZM340 190h130v-9H340Z"/></g>
		<g stroke="#7b2b1d" stroke-width="4"><path d="M80 82V52M246 24V-6M398 116V92"/></g><path d="M246-6l34 8-34 10ZM80 52l28 7-28 9ZM398 92l22 6-22 7Z" fill="#e2572b"/>
		<g fill="#97402a"><path d="M64 176c0-34 6-56 16-74 10 18 16 40 16 74ZM226 140c0-44 8-72 20-94 12 22 20 50 20 94Z"/></g>
		<g fill="#f7d489"><path d="M24 250v-34c0-16 26-16 26 0v34ZM96 250v-34c0-16 26-16 26 0v34ZM176 250v-52c0-20 32-20 32 0v52ZM230 250v-60c0-22 34-22 34 0v60ZM286 250v-52c0-20 32-20 32 0v52ZM362 250v-28c0-14 22-14 22 0v28ZM424 250v-28c0-14 22-14 22 0v28Z"/></g>
		<g fill="#c98b4f"><path d="M0 250H470l20 20H0Z"/><path d="M0 270H490l24 22H0Z" fill="#b37640"/><path d="M0 292H514l16 14H0Z" fill="#9c6333"/></g><g><path d="M330 262v36M120 266v36" stroke="#171310" stroke-width="4"/><path d="M296 264c4-34 64-34 68 0Z" fill="#f4ecdc"/><path d="M88 268c4-32 60-32 64 0Z" fill="#e6ac3c"/></g>
		<g stroke="#2f7698" stroke-width="5" stroke-linecap="round"><path d="M40 350h120M220 380h160M440 350h90M600 400h150M520 320h70M100 420h200M640 340h90"/></g><path d="M500 268h120M520 284h80" stroke="#f2b54a" stroke-width="5" stroke-linecap="round"/>
		<path d="M560 346h180c-10 34-34 44-90 44s-80-10-90-44Z" fill="#171310"/><path d="M586 346v-40h96v40Z" fill="#f4ecdc"/><path d="M576 306h116l-14-24H590Z" fill="#b01f1a"/><path d="M720 340l30-90" stroke="#171310" stroke-width="6" stroke-linecap="round"/><circle cx="730" cy="272" r="11" fill="#7a4a2c"/><path d="M718 346l4-62c4-8 14-8 18 0l6 62Z" fill="#f7d489"/>`,
	field: `<rect width="800" height="450" fill="#bfe0e6"/><circle cx="140" cy="90" r="46" fill="#fff3cf"/><path d="M0 220C160 180 320 230 480 206S700 190 800 214V450H0Z" fill="#7fa650"/><path d="M0 270C200 236 420 280 800 248V450H0Z" fill="#e6b93a"/>
		<g stroke="#c7941d" stroke-width="6"><path d="M60 450L300 268M200 450L360 268M360 450L430 268M520 450L500 268M680 450L580 262M800 430L660 260"/></g>
		<path d="M560 220c-20-60 10-100 60-104 54 4 70 60 44 104Z" fill="#3f7040"/><path d="M604 216h16v50h-16Z" fill="#5c3b22"/>
		<rect x="250" y="262" width="120" height="60" rx="8" fill="#b01f1a"/><path d="M258 262v-56h76l12 56Z" fill="#8e1813"/><path d="M272 256v-38h52l8 38Z" fill="#cfe9ee"/><circle cx="274" cy="334" r="40" fill="#171310"/><circle cx="274" cy="334" r="18" fill="#e6ac3c"/><circle cx="366" cy="346" r="26" fill="#171310"/><circle cx="366" cy="346" r="11" fill="#e6ac3c"/>`,
	train: `<rect width="800" height="450" fill="#f7dfb3"/><path d="M0 260L120 190 220 240 340 170 470 250 600 190 800 260V450H0Z" fill="#d4a566"/><path d="M0 330H800V450H0Z" fill="#6b4a33"/><path d="M0 372H800" stroke="#c9b59a" stroke-width="8"/><g fill="#3d2a1d"><path d="M20 384h40v16H20ZM120 384h40v16h-40ZM220 384h40v16h-40ZM320 384h40v16h-40ZM420 384h40v16h-40ZM520 384h40v16h-40ZM620 384h40v16h-40ZM720 384h40v16h-40Z"/></g>
		<path d="M-10 170H600c70 0 120 60 150 150v24H-10Z" fill="#1c5a78"/><path d="M-10 290H738l10 40H-10Z" fill="#e6ac3c"/><g fill="#fff6df"><path d="M20 204h80v50H20ZM130 204h80v50h-80ZM240 204h80v50h-80ZM350 204h80v50h-80ZM460 204h80v50h-80Z"/></g><path d="M580 200h30c40 8 62 34 80 66H580Z" fill="#cfe9ee"/><g fill="#171310"><circle cx="90" cy="350" r="22"/><circle cx="160" cy="350" r="22"/><circle cx="420" cy="350" r="22"/><circle cx="490" cy="350" r="22"/><circle cx="650" cy="350" r="22"/></g>`,
	loom: `<rect width="800" height="450" fill="#7a1f3d"/><path d="M90 60h620v330H90Z" fill="#f4ecdc"/><g stroke="#7a1f3d" stroke-width="3" opacity=".55"><path d="M120 60v330M150 60v330M180 60v330M210 60v330M240 60v330M270 60v330M300 60v330M330 60v330M360 60v330M390 60v330M420 60v330M450 60v330M480 60v330M510 60v330M540 60v330M570 60v330M600 60v330M630 60v330M660 60v330M690 60v330"/></g>
		<path d="M90 230h620v160H90Z" fill="#a62a4c"/><g fill="#e6ac3c"><path d="M150 260c16-22 44-4 34 18s-40 26-50 46c-8-26 0-46 16-64Zm150 0c16-22 44-4 34 18s-40 26-50 46c-8-26 0-46 16-64Zm150 0c16-22 44-4 34 18s-40 26-50 46c-8-26 0-46 16-64Zm150 0c16-22 44-4 34 18s-40 26-50 46c-8-26 0-46 16-64Z"/><path d="M90 350h620v12H90ZM90 372h620v6H90Z"/></g>
		<rect x="70" y="200" width="660" height="34" rx="6" fill="#5c3b22"/><path d="M330 186h150l24 12-24 12H330l-24-12Z" fill="#d08f4a"/><rect x="70" y="36" width="24" height="390" fill="#3d2617"/><rect x="706" y="36" width="24" height="390" fill="#3d2617"/><rect x="60" y="40" width="680" height="24" fill="#3d2617"/>`,
	school: `<rect width="800" height="450" fill="#d9e6cf"/><path d="M60 50h460v230H60Z" fill="#24523f"/><path d="M60 50h460v230H60Z" fill="none" stroke="#8a5a2f" stroke-width="14"/><g stroke="#f1f5ea" stroke-width="6" fill="none" stroke-linecap="round"><path d="M110 120h150M110 160h110M330 110l60 100H270ZM420 120h60M420 150h40"/></g>
		<path d="M0 340H800V450H0Z" fill="#b98b55"/><g><circle cx="180" cy="300" r="34" fill="#8a5a3a"/><path d="M146 300c-4-50 72-50 68 0-10-18-56-18-68 0Z" fill="#1d1512"/><path d="M120 420c0-60 24-86 60-86s60 26 60 86Z" fill="#fff"/><circle cx="340" cy="306" r="34" fill="#a06c45"/><path d="M304 330c-8-80 80-80 72 0l-10-30c-10-12-42-12-52 0Z" fill="#1d1512"/><path d="M280 420c0-60 24-80 60-80s60 20 60 80Z" fill="#b01f1a"/></g>
		<circle cx="640" cy="150" r="42" fill="#a06c45"/><path d="M596 156c-4-70 92-70 88 0-12-26-70-30-88 0Z" fill="#1d1512"/><path d="M570 380c0-120 20-180 70-180s70 60 70 180Z" fill="#e6ac3c"/><path d="M584 240L500 190" stroke="#a06c45" stroke-width="18" stroke-linecap="round"/>`,
	mandi: `<rect width="800" height="450" fill="#f3d3a2"/><path d="M0 0H800V90C760 130 720 90 680 90s-80 40-120 0-80 40-120 0-80 40-120 0-80 40-120 0-80 40-120 0S40 120 0 90Z" fill="#b01f1a"/><path d="M80 0h80v90c-30 24-56 24-80 0ZM320 0h80v90c-30 24-56 24-80 0ZM560 0h80v90c-30 24-56 24-80 0Z" fill="#fff6df"/>
		<path d="M0 330H800V450H0Z" fill="#8a5a2f"/><g><path d="M60 300h190l-26 90H86Z" fill="#a8723d"/><g fill="#d2402c"><circle cx="90" cy="290" r="28"/><circle cx="136" cy="276" r="28"/><circle cx="184" cy="280" r="28"/><circle cx="222" cy="294" r="26"/></g><path d="M300 300h190l-26 90H326Z" fill="#a8723d"/><g fill="#5f8a3a"><circle cx="334" cy="288" r="30"/><circle cx="394" cy="272" r="34"/><circle cx="452" cy="288" r="30"/></g><path d="M540 300h190l-26 90H566Z" fill="#a8723d"/><g fill="#c98b4f"><ellipse cx="576" cy="290" rx="32" ry="22"/><ellipse cx="634" cy="278" rx="34" ry="24"/><ellipse cx="692" cy="290" rx="32" ry="22"/></g></g>`,
};

/** <news-art scene="flood">: a drawn picture that fills its box. */
class NewsArt extends HTMLElement {
	connectedCallback() {
		this.innerHTML = `<svg viewBox="0 0 800 450" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${scenes[this.getAttribute("scene")]}</svg>`;
	}
}

/** <news-head on="ज़िले">: the site's header with one section marked. */
class NewsHead extends HTMLElement {
	connectedCallback() {
		const sections = ["ताज़ा", "ज़िले", "खेती-मंडी", "नौकरी", "खेल", "सुनिए"];
		this.innerHTML = `
			<div class="strip"><span>शनिवार, 23 अगस्त 2025</span><span>वाराणसी 31°, उमस, शाम को बारिश</span><span class="end"><span><b>गंगा</b> 70.84 मी</span><span><b>गेहूँ</b> ₹2,465</span><span><b>सरसों</b> ₹6,120</span></span></div>
			<div class="mast"><span class="name">पुरवैया</span><nav>${sections.map((name) => `<span class="${name === this.getAttribute("on") ? "on" : ""}">${name}</span>`).join("")}</nav>
			<span class="end"><ui-icon name="search" style="font-size:18px"></ui-icon><span class="pill"><ui-icon name="map-pin"></ui-icon>वाराणसी</span><span class="pill red">सदस्य बनें, ₹29</span></span></div>`;
	}
}

customElements.define("news-art", NewsArt);
customElements.define("news-head", NewsHead);
