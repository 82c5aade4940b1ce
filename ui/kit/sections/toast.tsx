import { useState } from "react";
import { Button } from "../../button.tsx";
import { Toast } from "../../toast.tsx";
import { longText, type KitState } from "../state.ts";

function Example({ text }: { text: string }) {
	const [shown, setShown] = useState(true);
	return (
		<>
			<Button onClick={() => setShown(true)}>Show</Button>
			{shown && (
				<Toast onDismiss={() => setShown(false)}>
					<p>{text}</p>
				</Toast>
			)}
		</>
	);
}

export const states: KitState[] = [
	{ name: "Shown", overlay: true, render: () => <Example text="Your message could not be sent. Please try again." /> },
	{ name: "Long text", overlay: true, render: () => <Example text={longText} /> },
];
