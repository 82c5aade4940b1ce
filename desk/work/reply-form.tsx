import { useRef, type SyntheticEvent } from "react";
import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { placeCaret } from "../forms/place-caret.ts";
import { TemplateChoice } from "../forms/template-choice.tsx";
import { useNextReference } from "./after-action.ts";
import type { StageChoice } from "./choices.ts";
import { ComposerFoot, ComposerHead, ComposerLabel, SubjectField } from "./composer-parts.tsx";
import { useListSearch } from "./list-search.ts";
import type { ShownDraft } from "./shown-draft.ts";
import { useTemplateMenu } from "./template-menu.tsx";
import { useComposer } from "./use-composer.ts";

type ReplyFormProps = {
	path: string;
	/** Of the visitor. */
	name: string;
	/** The visitor's address, and the mailbox that their replies go to; undefined if they arrive in the desk. */
	addresses: { recipient: string; mailbox: string | undefined };
	choices: { templates: { id: string; name: string }[]; stages: StageChoice[]; fileLimits: string };
	draft: ShownDraft;
	/** The end of a reply that is only begun, such as the member's signature. */
	close: string;
	/** The message that the reply answers; undefined if nobody wrote one. */
	quoted: { id: string; from: string; at: string; text: string } | undefined;
	/** Whether more people take part in the conversation. */
	hasOthers: boolean;
	/** The reply that this member last sent here. */
	written: { id: string; text: string } | undefined;
	errors: FieldError[];
	/** Of the form, and the next one after a refusal. */
	keys: { first: string; next: string | undefined };
};

/** Replies to the visitor, with templates, preview and files. Typed text is saved as a draft. */
export function ReplyForm({
	path,
	name,
	addresses,
	choices,
	draft,
	close,
	quoted,
	hasOthers,
	written,
	errors,
	keys,
}: ReplyFormProps) {
	const form = useRef<HTMLFormElement>(null);
	const composer = useComposer(form, "send", { address: `${path}/draft`, draft, written, tab: keys.first });
	const { values } = composer.initial;
	const next = useNextReference();
	const menu = useTemplateMenu(form, choices.templates);
	return (
		<Form
			ref={form}
			method="post"
			action={`${path}${useListSearch()}#reply`}
			encType="multipart/form-data"
			className="composer-form"
			data-empty={composer.isEmpty || undefined}
			preventScrollReset
			{...composer.handlers}
			{...composer.fileHandlers}
		>
			<ComposerHead kind="reply" writtenId={written?.id} {...{ composer, keys }} />
			{next !== undefined && <input type="hidden" name="next" value={next} />}
			<div className="composer-fields">
				<p className="hint composer-to">
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
				<SubjectField {...{ composer, errors }} />
			</div>
			<div className="composer-text">
				<TextArea
					name="text"
					label={<ComposerLabel prompt={`Reply to ${name}…`}>Text</ComposerLabel>}
					data-key="r"
					data-close={close}
					rows={6}
					required
					defaultValue={values.text}
					errors={errors}
					{...menu.text}
					onMouseDown={placeCaretOnOpening}
					onFocus={placeCaretOnOpening}
				/>
				{menu.list}
			</div>
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
			<ComposerFoot
				limits={choices.fileLimits}
				files={draft.files}
				hasNext={next !== undefined}
				{...{ composer, errors }}
			>
				{choices.templates.length > 0 && (
					<div className="inline-form">
						<TemplateChoice
							templates={choices.templates}
							templateId={values.template ?? ""}
							button={{ name: "do", value: "use-template" }}
						/>
					</div>
				)}
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
			</ComposerFoot>
		</Form>
	);
}

/** Puts the caret into a begun reply when its closed composer is opened: a press is on the prompt, not on a letter of the text. */
function placeCaretOnOpening(event: SyntheticEvent<HTMLTextAreaElement>): void {
	const { currentTarget } = event;
	if (!currentTarget.closest(".composer:not([data-open]) [data-empty]")) return;
	if (event.type === "mousedown") {
		event.preventDefault();
		currentTarget.focus();
	}
	// Selected text is about to be replaced.
	if (currentTarget.selectionStart === currentTarget.selectionEnd) placeCaret(currentTarget);
}
