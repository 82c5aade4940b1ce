import { maxMessageLength } from "../../core/appointments/appointment.ts";
import { TextArea } from "../../ui/field.tsx";

/** The message to the guest in the e-mail about a change. */
export function MessageField({ id, name, text }: { id: string; name: string; text: string }) {
	return (
		<TextArea
			id={id}
			name="message"
			label={`Message to ${name} (optional)`}
			hint="Included in the notification."
			rows={3}
			maxLength={maxMessageLength}
			defaultValue={text}
		/>
	);
}

export function readMessage(form: URLSearchParams): string {
	return (form.get("message") ?? "").trim().slice(0, maxMessageLength);
}
