import { StackingTable } from "../../stacking-table.tsx";
import { longText, type KitState } from "../state.ts";

const columns = ["We", "A large company", "A freelancer"];
const rows = [
	{ name: "Who answers", cells: ["Whoever builds it", "An account manager", "The freelancer"] },
	{ name: "Price", cells: ["Fixed", "By the day", "By the hour"] },
];

export const states: KitState[] = [
	{ name: "Plain", render: () => <StackingTable caption="Compared" rowLabel="What" columns={columns} rows={rows} /> },
	{
		name: "One column set apart",
		render: () => (
			<StackingTable caption="Compared with us" rowLabel="What" columns={columns} rows={rows} highlighted={0} />
		),
	},
	{
		name: "Long text",
		render: () => (
			<StackingTable
				caption="Long text"
				rowLabel="What"
				columns={columns}
				rows={[{ name: longText, cells: [longText, "Short", longText] }]}
			/>
		),
	},
	{ name: "Empty", render: () => <StackingTable caption="Empty" rowLabel="What" columns={columns} rows={[]} /> },
];
