/** In UTF-16 units. */
const maxMessageLength = 2_000;

/** The message to the guest in the e-mail about a change. */
export function MessageField({ id, name, text }: { id: string; name: string; text: string }) {
	return (
		<div className="field">
			<label htmlFor={id}>Message to {name} (optional)</label>
			<p id={`${id}-hint`} className="hint">
				Included in the notification.
			</p>
			<textarea
				id={id}
				name="message"
				rows={3}
				maxLength={maxMessageLength}
				defaultValue={text}
				aria-describedby={`${id}-hint`}
			/>
		</div>
	);
}

export function readMessage(form: URLSearchParams): string {
	return (form.get("message") ?? "").trim().slice(0, maxMessageLength);
}
