import { SelectField } from "../../select-field.tsx";
import { longText, type KitState } from "../state.ts";

const options = ["Web development", "Cloud services", "Security"];

export const states: KitState[] = [
	{ name: "First choice", controls: true, render: (id) => <SelectField id={id} label="About" options={options} /> },
	{
		name: "Nothing chosen",
		render: (id) => <SelectField id={id} label="About" options={options} placeholder="Choose what it is about" />,
	},
	{
		name: "With an error",
		controls: true,
		render: (id) => (
			<SelectField id={id} label="About" options={options} placeholder="Choose" error="Choose what it is about" />
		),
	},
	{ name: "Disabled", render: (id) => <SelectField id={id} label="About" options={options} disabled /> },
	{
		name: "Long text",
		render: (id) => <SelectField id={id} label={longText} options={[longText]} error={longText} />,
	},
	{ name: "Empty", render: (id) => <SelectField id={id} label="About" /> },
];
