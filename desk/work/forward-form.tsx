import { useRef } from "react";
import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { ComposedPreview, ComposerFoot, ComposerHead, FileNames, SubjectField } from "./composer-parts.tsx";
import type { ShownEmail } from "./email-preview.tsx";
import type { ShownDraft } from "./shown-draft.ts";
import { useComposer } from "./use-composer.ts";

type ForwardFormProps = {
	/** Of the record's page. */
	path: string;
	message: { id: string; from: string; at: string; text: string; files: { name: string }[] };
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
				<ComposerHead kind="forward" {...{ composer, keys }} />
				<input type="hidden" name="quotedId" value={message.id} />
				<TextField
					name="cc"
					label="To"
					hint="Separate addresses with commas."
					required
					maxLength={2_000}
					defaultValue={values.cc}
					errors={errors}
				/>
				<SubjectField {...{ composer, errors }} />
				<TextArea name="text" label="Text" note="(Optional)" rows={6} defaultValue={values.text} errors={errors} />
				<details className="quoted" open>
					<summary>
						Below your text: {message.from}, {message.at}
					</summary>
					<p className="text" dir="auto">
						{message.text}
					</p>
					{message.files.length > 0 && <FileNames files={message.files} />}
				</details>
				<ComposerFoot limits={fileLimits} files={draft.files} {...{ composer, errors }} />
			</Form>
			{preview && <ComposedPreview email={preview} files={[...message.files, ...draft.files]} />}
		</>
	);
}
