import { Accordion } from "../../accordion.tsx";
import { longText, type KitState } from "../state.ts";

const listItems = (id: string) =>
	["How long does it take?", "What does it cost?", "Who owns the code?"].map((title, index) => ({
		id: `${id}-${index}`,
		title,
		content: <p>It depends on what you need. We say so before you sign.</p>,
	}));

export const states: KitState[] = [
	{ name: "Closed", controls: true, render: (id) => <Accordion items={listItems(id)} /> },
	{ name: "First open, one at a time", render: (id) => <Accordion items={listItems(id)} group={id} openFirst /> },
	{ name: "Numbered", render: (id) => <Accordion items={listItems(id)} numbered openFirst /> },
	{
		name: "Long text",
		render: (id) => (
			<Accordion openFirst items={[{ id: `${id}-0`, title: longText, content: <p>{longText.repeat(5)}</p> }]} />
		),
	},
	{ name: "Empty", render: () => <Accordion items={[]} /> },
];
