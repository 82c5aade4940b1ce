import { Logo, LogoMark, type LogoData } from "../../logo.tsx";
import type { KitState } from "../state.ts";

const logo: LogoData = {
	picture: {
		src: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="36"><rect width="120" height="36" rx="18"/></svg>')}`,
		alt: "",
		width: 120,
		height: 36,
	},
	holdsName: true,
};

export const states: KitState[] = [
	{ name: "On paper", render: () => <LogoMark /> },
	{ name: "On ink", ground: "ink", render: () => <LogoMark className="text-paper" /> },
	{ name: "A company’s own", render: () => <Logo logo={logo} /> },
	{ name: "A company’s own on ink", ground: "ink", render: () => <Logo logo={logo} isOnInk /> },
];
