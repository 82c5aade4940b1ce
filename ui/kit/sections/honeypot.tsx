import { Honeypot } from "../../honeypot.tsx";
import type { KitState } from "../state.ts";

export const states: KitState[] = [
	{
		name: "Hidden from people",
		render: () => (
			<>
				<p>The next field is only for programs.</p>
				<Honeypot />
			</>
		),
	},
];
