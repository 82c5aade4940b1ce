import { Counter } from "../../counter.tsx";
import type { KitState } from "../state.ts";

export const states: KitState[] = [
	{ name: "Whole", render: () => <Counter value={155} /> },
	{ name: "With a sign", render: () => <Counter value={85} suffix="+" /> },
	{ name: "With decimals", render: () => <Counter value={4.8} decimals={1} /> },
	{ name: "Zero", render: () => <Counter value={0} /> },
];
