import { SelectField } from "../../select-field.tsx";
import { longText, type KitState } from "../state.ts";

const options = ["Web development", "Cloud services", "Security"];

export const states: KitState[] = [
	{ name: "First choice", controls: true, render: (id) => <SelectField name={id} label="About" options={options} /> },
	{
		name: "Nothing chosen",
		render: (id) => <SelectField name={id} label="About" options={options} placeholder="Choose what it is about" />,
	},
	{
		name: "With an error",
		controls: true,
		render: (id) => (
			<SelectField
				name={id}
				label="About"
				options={options}
				placeholder="Choose"
				errors={[{ field: id, message: "Choose what it is about" }]}
			/>
		),
	},
	{ name: "Disabled", render: (id) => <SelectField name={id} label="About" options={options} disabled /> },
	{
		name: "Long text",
		render: (id) => (
			<SelectField name={id} label={longText} options={[longText]} errors={[{ field: id, message: longText }]} />
		),
	},
	{ name: "Empty", render: (id) => <SelectField name={id} label="About" /> },
];
