import type { KitState } from "../../../ui/kit/state.ts";
import { PlaceList } from "../../palette/place-list.tsx";

export const states: KitState[] = [
	{
		name: "Places",
		controls: true,
		render: (id) => (
			<PlaceList
				groups={[
					{
						name: `Settings ${id}`,
						places: [{ path: "/opening-hours", name: "Opening hours", about: "Days and times" }],
					},
					{
						name: `Records ${id}`,
						places: [{ path: "/enquiries/ENQ-7K3F9QXM", name: "Asha Rao", about: "Enquiry ENQ-7K3F9QXM" }],
					},
				]}
			/>
		),
	},
];
