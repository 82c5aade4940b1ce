import type { ReactNode } from "react";
import { Form } from "react-router";
import { MessageField } from "./message-field.tsx";

type ChangeFormProps = {
	/** Verb of the action; also the id of the heading. */
	deed: string;
	title: string;
	/** Label of the button. */
	button: string;
	/** Whether it is the page's main action. */
	isMain?: boolean;
	/** The recipient of the message, and the typed message. */
	name: string;
	message: string;
	/** The choices. */
	children?: ReactNode;
};

/** One change of a call or an interview, with a message to the guest. */
export function ChangeForm({ deed, title, button, isMain = false, name, message, children }: ChangeFormProps) {
	return (
		<section aria-labelledby={deed}>
			<h2 id={deed}>{title}</h2>
			<Form method="post" className="form">
				{children}
				{/* The summary of errors links to the field "message", which is the cancellation's. */}
				<MessageField id={deed === "cancel" ? "message" : `${deed}-message`} name={name} text={message} />
				<button name="do" value={deed} className={isMain ? "button-main" : undefined}>
					{button}
				</button>
			</Form>
		</section>
	);
}
