import { Form } from "react-router";
import type { FieldError } from "../forms/error-summary.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { TemplateChoice } from "../forms/template-choice.tsx";
import { AttachedFiles, AttachmentField, type AttachedFile } from "./attachment-field.tsx";
import { EmailPreview, type ShownEmail } from "./email-preview.tsx";

type ReplyFormProps = {
	path: string;
	/** The visitor's address, and where their answer goes. */
	addresses: { recipient: string; mailbox: string };
	templates: { choices: { id: string; name: string }[]; chosen: string };
	draft: { subject: string; text: string };
	preview: ShownEmail | undefined;
	/** Files that came when the form was last sent, and what more may come. */
	files: { attached: AttachedFile[]; limits: string };
	errors: FieldError[];
	/** Of the form, and the one to go on with when it was refused. */
	keys: { first: string; next: string | undefined };
};

/** Answers the visitor: beginning with a template, looked at as it will leave, and sent. */
export function ReplyForm({ path, addresses, templates, draft, preview, files, errors, keys }: ReplyFormProps) {
	return (
		<section aria-labelledby="reply">
			<h2 id="reply">Reply</h2>
			{templates.choices.length > 0 && (
				<Form method="get" action={`${path}#reply`} className="inline-form" preventScrollReset>
					<TemplateChoice templates={templates.choices} templateId={templates.chosen} />
				</Form>
			)}
			<Form
				method="post"
				action={`${path}#reply`}
				encType="multipart/form-data"
				className="form form-wide"
				preventScrollReset
			>
				<input type="hidden" name="template" value={templates.chosen} />
				<FormKey {...keys} />
				<p className="hint">
					To {addresses.recipient}. What they answer goes to {addresses.mailbox}, not here.
				</p>
				<div className="field">
					<label htmlFor="subject">Subject</label>
					<input id="subject" name="subject" required maxLength={200} defaultValue={draft.subject} />
				</div>
				<div className="field">
					<label htmlFor="text">Text</label>
					<textarea id="text" data-key="r" name="text" rows={10} required defaultValue={draft.text} />
				</div>
				<AttachmentField {...files} errors={errors} />
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
				<EmailPreview email={preview}>
					{files.attached.length > 0 && <AttachedFiles files={files.attached} />}
				</EmailPreview>
			)}
		</section>
	);
}
