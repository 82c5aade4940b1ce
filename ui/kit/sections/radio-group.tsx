import { RadioGroup } from "../../radio-group.tsx";
import { longText, type KitState } from "../state.ts";

const options = [
	{ value: "yes", label: "Yes" },
	{ value: "no", label: "No" },
];
const legend = "Are you allowed to work here?";

export const states: KitState[] = [
	{
		name: "Nothing chosen",
		controls: true,
		render: (id) => <RadioGroup id={id} name={id} legend={legend} options={options} defaultValue="" />,
	},
	{
		name: "Chosen, required",
		render: (id) => <RadioGroup id={id} name={id} legend={legend} options={options} defaultValue="yes" required />,
	},
	{
		name: "With an error",
		render: (id) => (
			<RadioGroup
				id={id}
				name={id}
				legend={legend}
				options={options}
				defaultValue=""
				errors={[{ field: id, message: "Choose an answer" }]}
				required
			/>
		),
	},
	{
		name: "Long text",
		render: (id) => (
			<RadioGroup
				id={id}
				name={id}
				legend={longText}
				errors={[{ field: id, message: longText }]}
				options={["one", "two"].map((value) => ({ value, label: longText }))}
				defaultValue="one"
			/>
		),
	},
];
