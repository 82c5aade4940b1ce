import type { ReactNode } from "react";
import { Form } from "react-router";
import { MessageField } from "./message-field.tsx";

type ChangeFormProps = {
	/** What the action reads as "do"; also the id of the heading. */
	deed: string;
	title: string;
	/** On the button. */
	button: string;
	/** Whether it is what the page is mostly for. */
	isMain?: boolean;
	/** Whom the message goes to, and what was typed of it. */
	name: string;
	message: string;
	/** What is chosen. */
	children?: ReactNode;
};

/** One thing that can become of a call or an interview, with what is said to the other side about it. */
export function ChangeForm({ deed, title, button, isMain = false, name, message, children }: ChangeFormProps) {
	return (
		<section aria-labelledby={deed}>
			<h2 id={deed}>{title}</h2>
			<Form method="post" className="form">
				{children}
				{/* The summary of errors leads to the field "message", which is the cancellation's. */}
				<MessageField id={deed === "cancel" ? "message" : `${deed}-message`} name={name} text={message} />
				<button name="do" value={deed} className={isMain ? "button-main" : undefined}>
					{button}
				</button>
			</Form>
		</section>
	);
}
