import type { ReactNode } from "react";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { AttachmentField } from "./attachment-field.tsx";
import { DraftNotices } from "./draft-notices.tsx";
import { EmailPreview, type ShownEmail } from "./email-preview.tsx";
import type { ShownDraft } from "./shown-draft.ts";
import type { useComposer } from "./use-composer.ts";

type Composer = ReturnType<typeof useComposer>;

type ComposerHeadProps = {
	kind: "reply" | "forward";
	composer: Composer;
	/** Of the form, and the next one after a refusal. */
	keys: { first: string; next: string | undefined };
	/** Id of what this member last sent with the form; the next one needs another key. */
	writtenId?: string | undefined;
};

/** The hidden beginning of a form that writes an e-mail. */
export function ComposerHead({ kind, composer, keys, writtenId }: ComposerHeadProps) {
	return (
		<>
			{/* Enter in a field presses the first button, which previews the e-mail instead of sending it. */}
			<button name="do" value="preview" hidden>
				Preview
			</button>
			<FormKey key={writtenId} {...keys} />
			<input type="hidden" name="draft" value={kind} />
			<input type="hidden" name="tab" value={composer.tab} />
			<input type="hidden" name="version" value={composer.version} />
		</>
	);
}

/** The label of a composer's text; while the form is closed, its prompt stands in place of the text. */
export function ComposerLabel({ prompt, children }: { prompt: string; children: ReactNode }) {
	return (
		<>
			<span className="composer-prompt" aria-hidden="true" dir="auto">
				{prompt}
			</span>
			<span className="composer-label">{children}</span>
		</>
	);
}

export function SubjectField({ composer, errors }: { composer: Composer; errors: FieldError[] }) {
	return (
		<TextField
			name="subject"
			label="Subject"
			required
			spellCheck
			maxLength={200}
			defaultValue={composer.initial.values.subject}
			errors={errors}
		/>
	);
}

type ComposerFootProps = {
	composer: Composer;
	/** The limits of its files, in words. */
	limits: string;
	files: ShownDraft["files"];
	errors: FieldError[];
	/** Whether sending can open another record. */
	hasNext?: boolean;
	/** Choices between the files and the buttons. */
	children?: ReactNode;
};

/** The end of a form that writes an e-mail: its files, its buttons, and what became of the draft. */
export function ComposerFoot({ composer, limits, files, errors, hasNext = false, children }: ComposerFootProps) {
	return (
		<>
			<div className="composer-extras">
				<AttachmentField
					limits={limits}
					files={files}
					error={composer.fault ?? errors.find(({ field }) => field === "files")?.message}
					onChoose={(input) => composer.attach(input.files ?? [], input)}
				/>
				{children}
			</div>
			<div className="composer-end">
				<div className="inline-form">
					<button name="do" value="send" className="button-main">
						Send
					</button>
					{hasNext && (
						<button name="do" value="send:next">
							Send and next
						</button>
					)}
					<button name="do" value="preview">
						Preview
					</button>
				</div>
				<DraftNotices composer={composer} />
			</div>
		</>
	);
}

/** The preview of an e-mail with the names of its files. */
export function ComposedPreview({ email, files }: { email: ShownEmail; files: { name: string; size?: string }[] }) {
	return <EmailPreview email={email}>{files.length > 0 && <FileNames files={files} />}</EmailPreview>;
}

/** @param files of which two may have one name */
export function FileNames({ files }: { files: { name: string; size?: string }[] }) {
	return (
		<ul className="attached">
			{files.map(({ name, size }, index) => (
				<li key={index}>
					<bdi>{name}</bdi> {size !== undefined && <span className="number">({size})</span>}
				</li>
			))}
		</ul>
	);
}
