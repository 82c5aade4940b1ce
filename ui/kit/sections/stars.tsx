import { Stars } from "../../stars.tsx";
import type { KitState } from "../state.ts";

export const states: KitState[] = [0, 1, 2.5, 4.8, 5].map((rating) => ({
	name: `${rating} of 5`,
	render: () => <Stars rating={rating} className="h-6 text-accent-ui" />,
}));
