import { Form } from "react-router";

export type ReplyPreview = { senderName: string; recipient: string; subject: string; text: string };

type ReplyFormProps = {
	path: string;
	recipient: string;
	/** Where the visitor's answer goes. */
	mailbox: string;
	templates: { id: string; name: string }[];
	templateId: string;
	draft: { subject: string; text: string };
	preview: ReplyPreview | undefined;
};

/** Answers the visitor: beginning with a template, looked at as it will leave, and sent. */
export function ReplyForm({ path, recipient, mailbox, templates, templateId, draft, preview }: ReplyFormProps) {
	return (
		<section aria-labelledby="reply">
			<h2 id="reply">Reply</h2>
			{templates.length > 0 && (
				<Form method="get" action={`${path}#reply`} className="inline-form" preventScrollReset>
					<label htmlFor="template">Begin with</label>
					<select id="template" name="template" defaultValue={templateId}>
						<option value="">No template</option>
						{templates.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</select>
					<button>Fill in</button>
				</Form>
			)}
			<Form method="post" action={`${path}#reply`} className="form" preventScrollReset>
				<input type="hidden" name="template" value={templateId} />
				<p className="hint">
					To {recipient}. What they answer goes to {mailbox}, not here.
				</p>
				<div className="field">
					<label htmlFor="subject">Subject</label>
					<input id="subject" name="subject" required maxLength={200} defaultValue={draft.subject} />
				</div>
				<div className="field">
					<label htmlFor="text">Text</label>
					<textarea id="text" data-key="r" name="text" rows={10} required defaultValue={draft.text} />
				</div>
				<div className="inline-form">
					<button name="do" value="send" className="button-main">
						Send
					</button>
					<button name="do" value="preview">
						Preview
					</button>
				</div>
			</Form>
			{preview && (
				<div className="panel" role="status">
					<p>
						<strong>From</strong> {preview.senderName} <strong>to</strong> {preview.recipient}
					</p>
					<p>
						<strong>{preview.subject}</strong>
					</p>
					<p className="text">{preview.text}</p>
				</div>
			)}
		</section>
	);
}
