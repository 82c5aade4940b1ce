import type { ReactNode } from "react";
import { Form } from "react-router";
import { MessageField } from "./message-field.tsx";

type ChangeFormProps = {
	/** Verb of the action; also the id of the heading. */
	deed: string;
	/** Where the form is sent. */
	action: string;
	heading: "h2" | "h3";
	title: string;
	/** Label of the button. */
	button: string;
	/** The recipient of the message, and the typed message. */
	name: string;
	/** Undefined where the guest gets none. */
	message: string | undefined;
	/** The choices. */
	children?: ReactNode;
};

/** One change of an interview, with a message to the guest. */
export function ChangeForm({
	deed,
	action,
	heading: Heading,
	title,
	button,
	name,
	message,
	children,
}: ChangeFormProps) {
	return (
		<section aria-labelledby={deed}>
			<Heading id={deed}>{title}</Heading>
			<Form method="post" action={action} className="form" preventScrollReset>
				{children}
				{/* The summary of errors links to the field "message", which is the cancellation's. */}
				{message !== undefined && (
					<MessageField id={deed === "cancel" ? "message" : `${deed}-message`} name={name} text={message} />
				)}
				<button name="do" value={deed}>
					{button}
				</button>
			</Form>
		</section>
	);
}
