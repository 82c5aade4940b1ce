import { useRef } from "react";
import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { AttachmentField } from "./attachment-field.tsx";
import { DraftNotices } from "./draft-notices.tsx";
import { EmailPreview, type ShownEmail } from "./email-preview.tsx";
import type { ShownDraft } from "./shown-draft.ts";
import { useComposer } from "./use-composer.ts";

type ForwardFormProps = {
	/** Of the record's page. */
	path: string;
	message: { id: string; from: string; at: string; text: string; files: string[] };
	draft: ShownDraft;
	fileLimits: string;
	preview: ShownEmail | undefined;
	errors: FieldError[];
	keys: { first: string; next: string | undefined };
};

/** Forwards a message with its files to anybody, with a text before it. Typed text is saved as a draft. */
export function ForwardForm({ path, message, draft, fileLimits, preview, errors, keys }: ForwardFormProps) {
	const form = useRef<HTMLFormElement>(null);
	const composer = useComposer(form, "send", { address: `${path}/draft`, draft, written: undefined, tab: keys.first });
	const { values } = composer.initial;
	return (
		<>
			<Form
				ref={form}
				method="post"
				action={`${path}/messages/${message.id}/forward`}
				encType="multipart/form-data"
				className="form form-wide"
				noValidate
				preventScrollReset
				{...composer.handlers}
				{...composer.fileHandlers}
			>
				{/* Enter in a field presses the first button, which previews the e-mail instead of sending it. */}
				<button name="do" value="preview" hidden>
					Preview
				</button>
				<FormKey {...keys} />
				<input type="hidden" name="draft" value="forward" />
				<input type="hidden" name="quotedId" value={message.id} />
				<input type="hidden" name="tab" value={composer.tab} />
				<input type="hidden" name="version" value={composer.version} />
				<TextField
					name="cc"
					label="To"
					hint="Separate addresses with commas."
					required
					maxLength={2_000}
					defaultValue={values.cc}
					errors={errors}
				/>
				<TextField
					name="subject"
					label="Subject"
					required
					spellCheck
					maxLength={200}
					defaultValue={values.subject}
					errors={errors}
				/>
				<TextArea name="text" label="Text" note="(Optional)" rows={6} defaultValue={values.text} errors={errors} />
				<details className="quoted" open>
					<summary>
						Below your text: {message.from}, {message.at}
					</summary>
					<p className="text" dir="auto">
						{message.text}
					</p>
					{message.files.length > 0 && (
						<ul className="attached">
							{message.files.map((name) => (
								<li key={name} dir="auto">
									{name}
								</li>
							))}
						</ul>
					)}
				</details>
				<AttachmentField
					limits={fileLimits}
					files={draft.files}
					error={composer.fault ?? errors.find(({ field }) => field === "files")?.message}
					onChoose={(input) => composer.attach(input.files ?? [], input)}
				/>
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
			{preview && <EmailPreview email={preview} />}
		</>
	);
}
