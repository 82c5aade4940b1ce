import { LogoMark } from "../../logo.tsx";
import type { KitState } from "../state.ts";

export const states: KitState[] = [
	{ name: "On paper", render: () => <LogoMark /> },
	{ name: "On ink", ground: "ink", render: () => <LogoMark className="text-paper" /> },
];
