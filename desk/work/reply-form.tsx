import { useRef } from "react";
import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { TemplateChoice } from "../forms/template-choice.tsx";
import { AttachmentField } from "./attachment-field.tsx";
import type { StageChoice } from "./choices.ts";
import { DraftNotices } from "./draft-notices.tsx";
import { EmailPreview, type ShownEmail } from "./email-preview.tsx";
import type { ShownDraft } from "./shown-draft.ts";
import { useComposer } from "./use-composer.ts";

type ReplyFormProps = {
	path: string;
	/** The visitor's address, and the mailbox that their replies go to; undefined if they arrive in the desk. */
	addresses: { recipient: string; mailbox: string | undefined };
	choices: { templates: { id: string; name: string }[]; stages: StageChoice[]; fileLimits: string };
	draft: ShownDraft;
	/** The message that the reply answers; undefined if nobody wrote one. */
	quoted: { id: string; from: string; at: string; text: string } | undefined;
	/** Whether more people take part in the conversation. */
	hasOthers: boolean;
	/** The reply that this member last sent here. */
	written: { id: string; text: string } | undefined;
	preview: ShownEmail | undefined;
	errors: FieldError[];
	/** Of the form, and the next one after a refusal. */
	keys: { first: string; next: string | undefined };
};

/** Replies to the visitor, with templates, preview and files. Typed text is saved as a draft. */
export function ReplyForm({
	path,
	addresses,
	choices,
	draft,
	quoted,
	hasOthers,
	written,
	preview,
	errors,
	keys,
}: ReplyFormProps) {
	const form = useRef<HTMLFormElement>(null);
	const composer = useComposer(form, "send", { address: `${path}/draft`, draft, written, tab: keys.first });
	const { values } = composer.initial;
	return (
		<section aria-labelledby="reply">
			<h2 id="reply">Reply</h2>
			<Form
				ref={form}
				method="post"
				action={`${path}#reply`}
				encType="multipart/form-data"
				className="form form-wide"
				preventScrollReset
				{...composer.handlers}
				{...composer.fileHandlers}
			>
				{/* Enter in a field presses the first button, which previews the reply instead of sending it. */}
				<button name="do" value="preview" hidden>
					Preview
				</button>
				<FormKey key={written?.id} {...keys} />
				<input type="hidden" name="draft" value="reply" />
				<input type="hidden" name="tab" value={composer.tab} />
				<input type="hidden" name="version" value={composer.version} />
				<p className="hint">
					To {addresses.recipient}.{" "}
					{addresses.mailbox === undefined ? "Replies arrive here." : `Replies go to ${addresses.mailbox}.`}
				</p>
				<TextField
					name="cc"
					label="Cc"
					note="(Optional)"
					hint="Separate addresses with commas."
					maxLength={2_000}
					defaultValue={values.cc}
					errors={errors}
				/>
				{hasOthers && (
					<button name="do" value="reply-all" formNoValidate className="quiet-button">
						Reply to all
					</button>
				)}
				{choices.templates.length > 0 && (
					<div className="inline-form">
						<TemplateChoice
							templates={choices.templates}
							templateId={values.template ?? ""}
							button={{ name: "do", value: "use-template" }}
						/>
					</div>
				)}
				<TextField
					name="subject"
					label="Subject"
					required
					spellCheck
					maxLength={200}
					defaultValue={values.subject}
					errors={errors}
				/>
				<TextArea name="text" label="Text" data-key="r" rows={10} required defaultValue={values.text} errors={errors} />
				{quoted && (
					<details className="quoted">
						<summary>
							Quoted below your text: {quoted.from}, {quoted.at}
						</summary>
						<label>
							<input type="checkbox" name="quotedId" value={quoted.id} defaultChecked={values.quotedId !== ""} /> Quote
							this message
						</label>
						<p className="text" dir="auto">
							{quoted.text}
						</p>
					</details>
				)}
				<AttachmentField
					limits={choices.fileLimits}
					files={draft.files}
					error={composer.fault ?? errors.find(({ field }) => field === "files")?.message}
					onChoose={(input) => composer.attach(input.files ?? [], input)}
				/>
				<div className="inline-form">
					<label htmlFor="reply-stage">After sending</label>
					<select id="reply-stage" name="stage" defaultValue={values.stage}>
						<option value="">Keep stage</option>
						{choices.stages.map(({ key, label }) => (
							<option key={key} value={key}>
								Move to {label}
							</option>
						))}
					</select>
				</div>
				<div className="inline-form">
					<button name="do" value="send" className="button-main">
						Send
					</button>
					<button name="do" value="preview">
						Preview
					</button>
				</div>
				<DraftNotices composer={composer} />
			</Form>
			{preview && (
				<EmailPreview email={preview}>{draft.files.length > 0 && <FileNames files={draft.files} />}</EmailPreview>
			)}
		</section>
	);
}

function FileNames({ files }: { files: ShownDraft["files"] }) {
	return (
		<ul className="attached">
			{files.map(({ storedAs, name, size }) => (
				<li key={storedAs}>
					{name} <span className="number">({size})</span>
				</li>
			))}
		</ul>
	);
}
