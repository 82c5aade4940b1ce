import { Form } from "react-router";
import type { FieldError } from "../forms/error-summary.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { TemplateChoice } from "../forms/template-choice.tsx";
import { AttachedFiles, AttachmentField, type AttachedFile } from "./attachment-field.tsx";
import { EmailPreview, type ShownEmail } from "./email-preview.tsx";

type ReplyFormProps = {
	path: string;
	recipient: string;
	/** Where the visitor's answer goes. */
	mailbox: string;
	templates: { id: string; name: string }[];
	templateId: string;
	draft: { subject: string; text: string };
	preview: ShownEmail | undefined;
	/** Files that came when the form was last sent. */
	attached: AttachedFile[];
	fileLimits: string;
	errors: FieldError[];
	formKey: string;
	nextFormKey: string | undefined;
};

/** Answers the visitor: beginning with a template, looked at as it will leave, and sent. */
export function ReplyForm(props: ReplyFormProps) {
	const { path, recipient, mailbox, templates, templateId, draft, preview, attached, fileLimits, errors } = props;
	return (
		<section aria-labelledby="reply">
			<h2 id="reply">Reply</h2>
			{templates.length > 0 && (
				<Form method="get" action={`${path}#reply`} className="inline-form" preventScrollReset>
					<TemplateChoice templates={templates} templateId={templateId} />
				</Form>
			)}
			<Form
				method="post"
				action={`${path}#reply`}
				encType="multipart/form-data"
				className="form form-wide"
				preventScrollReset
			>
				<input type="hidden" name="template" value={templateId} />
				<FormKey first={props.formKey} next={props.nextFormKey} />
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
				<AttachmentField limits={fileLimits} attached={attached} errors={errors} />
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
				<EmailPreview email={preview}>{attached.length > 0 && <AttachedFiles files={attached} />}</EmailPreview>
			)}
		</section>
	);
}
