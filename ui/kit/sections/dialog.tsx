import { useState } from "react";
import { Button } from "../../button.tsx";
import { Dialog } from "../../dialog.tsx";
import { longText, type KitState } from "../state.ts";

type ExampleProps = { title?: string; text?: string; wide?: boolean };

function Example({ title = "Book a call", text = "Choose a time that suits you.", wide = false }: ExampleProps) {
	const [open, setOpen] = useState(true);
	return (
		<>
			<Button onClick={() => setOpen(true)}>Open</Button>
			<Dialog open={open} onClose={() => setOpen(false)} title={title} wide={wide}>
				<p className="mt-4">{text}</p>
			</Dialog>
		</>
	);
}

export const states: KitState[] = [
	{ name: "Open", overlay: true, render: () => <Example /> },
	{ name: "Wide", overlay: true, render: () => <Example wide /> },
	{ name: "Long text", overlay: true, render: () => <Example title={longText} text={longText.repeat(20)} /> },
];
