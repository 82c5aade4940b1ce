import type { KitState } from "../../../ui/kit/state.ts";
import { HeadlineTiles } from "../../plots/headline-tiles.tsx";

export const states: KitState[] = [
	{
		name: "Headlines",
		render: () => (
			<HeadlineTiles
				headlines={[
					{
						key: "up",
						label: "Replies on time",
						value: "94 %",
						change: "4 points more",
						direction: "up",
						isBetter: true,
					},
					{
						key: "down",
						label: "Median first reply",
						value: "8.7 h",
						change: "1 h longer",
						direction: "up",
						isBetter: false,
					},
					{ key: "same", label: "Hires", value: "9", change: "No change", direction: "same", isBetter: undefined },
					{
						key: "none",
						label: "Visits",
						value: "15,289",
						change: "None before",
						direction: undefined,
						isBetter: undefined,
					},
				]}
			/>
		),
	},
];
