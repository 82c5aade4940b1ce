import { longText, type KitState } from "../../../ui/kit/state.ts";
import { RecordFields } from "../../records/record-fields.tsx";
import { StateLabel } from "../../records/shown-value.tsx";

const stages = [
	["new", "New"],
	["stage-1", "In review"],
	["stage-2", "Interview"],
	["stage-3", "Offer"],
	["stage-done", "Hired"],
	["late", "Late"],
	["failed", "Failed"],
	["quarantined", "Spam"],
	["cancelled", "Cancelled"],
	["waiting", "Waiting"],
];

export const states: KitState[] = [
	{
		name: "Stages and states",
		render: () => (
			<ul className="facts">
				{stages.map(([state = "", name = ""]) => (
					<li key={state}>
						<StateLabel state={{ state, name }} />
					</li>
				))}
			</ul>
		),
	},
	{
		name: "Fields",
		render: () => (
			<RecordFields
				reference="ENQ-7K3F9QXM"
				fields={[
					{ label: "Received", value: { text: "27 Nov 2026, 12:29 AM", dateTime: "2026-11-26T18:59:00Z" } },
					{ label: "E-mail", value: { text: "hans-joachim.gruenewald@maschinenbau.example" }, as: "email" },
					{ label: "Links", value: ["https://elsewhere.example/asha", "no address"], as: "links" },
					{ label: "Comment", value: { text: longText } },
				]}
			/>
		),
	},
];
