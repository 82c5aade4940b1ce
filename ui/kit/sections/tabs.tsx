import { useState } from "react";
import { Tabs } from "../../tabs.tsx";
import { longText, type KitState } from "../state.ts";

type ExampleProps = { id: string; labels?: string[]; chosen?: number; fadeMs?: number };

function Example({ id, labels = ["Design", "Build", "Run"], chosen = 0, fadeMs = 0 }: ExampleProps) {
	const [selected, setSelected] = useState(`${id}-${chosen}`);
	return (
		<Tabs
			label={`Services (${id})`}
			selected={selected}
			onSelect={setSelected}
			fadeMs={fadeMs}
			tabs={labels.map((label, index) => ({
				id: `${id}-${index}`,
				label,
				panel: () => <p>{label}: what we do for it.</p>,
			}))}
		/>
	);
}

export const states: KitState[] = [
	{ name: "First selected", controls: true, render: (id) => <Example id={id} /> },
	{ name: "Second selected, fading for a second", render: (id) => <Example id={id} chosen={1} fadeMs={1000} /> },
	{
		name: "More than fit",
		render: (id) => (
			<Example id={id} labels={Array.from({ length: 12 }, (_, index) => `Service ${index + 1}`)} chosen={7} />
		),
	},
	{ name: "Long text", render: (id) => <Example id={id} labels={[longText, longText]} /> },
	{ name: "One", render: (id) => <Example id={id} labels={["Design"]} /> },
];
