import { TextArea, TextField } from "../../field.tsx";
import { longText, type KitState } from "../state.ts";

export const states: KitState[] = [
	{ name: "Empty", controls: true, render: (id) => <TextField name={id} label="First name" /> },
	{
		name: "With a hint, a note and a placeholder",
		render: (id) => (
			<TextField
				name={id}
				label="Phone"
				note="(Optional)"
				hint="With the code of your country"
				placeholder="+1 555 0100"
			/>
		),
	},
	{ name: "Filled in", render: (id) => <TextField name={id} label="First name" defaultValue="Robin" /> },
	{
		name: "With an error",
		controls: true,
		render: (id) => (
			<TextField
				name={id}
				label="E-mail"
				defaultValue="robin"
				errors={[{ field: id, message: "Enter a whole e-mail address" }]}
			/>
		),
	},
	{
		name: "Disabled",
		render: (id) => <TextField name={id} label="E-mail" defaultValue="robin@visitor.example" disabled />,
	},
	{
		name: "Long text",
		render: (id) => (
			<TextField
				name={id}
				label={longText}
				hint={longText}
				errors={[{ field: id, message: longText }]}
				defaultValue={longText}
				note="(Optional)"
			/>
		),
	},
	{ name: "Several lines", controls: true, render: (id) => <TextArea name={id} label="Message" /> },
	{
		name: "Several lines, with an error",
		render: (id) => (
			<TextArea
				name={id}
				label="Message"
				defaultValue={longText}
				errors={[{ field: id, message: "Shorten your message" }]}
				hint="Up to 5,000"
			/>
		),
	},
	{ name: "Several lines, disabled", render: (id) => <TextArea name={id} label="Message" disabled /> },
];
