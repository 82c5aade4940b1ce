import { useRef } from "react";
import { Form } from "react-router";
import { TextArea } from "../../ui/field.tsx";
import { FormKey } from "../forms/form-key.tsx";
import type { MemberChoice } from "./choices.ts";
import { ComposerLabel } from "./composer-parts.tsx";
import { DraftNotices } from "./draft-notices.tsx";
import { useListSearch } from "./list-search.ts";
import { useMentionMenu } from "./mention-menu.tsx";
import type { ShownDraft } from "./shown-draft.ts";
import { useComposer } from "./use-composer.ts";

type NoteFormProps = {
	path: string;
	/** Members whom the note can mention. */
	colleagues: MemberChoice[];
	draft: ShownDraft;
	/** The note that this member last added here. */
	written: { id: string; text: string } | undefined;
	/** Of the form, and the next one after a refusal. */
	keys: { first: string; next: string | undefined };
};

/** Adds a note, which only the team sees. */
export function NoteForm({ path, colleagues, draft, written, keys }: NoteFormProps) {
	const form = useRef<HTMLFormElement>(null);
	const composer = useComposer(form, "note", { address: `${path}/draft`, draft, written, tab: keys.first });
	const menu = useMentionMenu(colleagues);
	return (
		<Form
			ref={form}
			method="post"
			action={path + useListSearch()}
			className="composer-form"
			data-empty={composer.isEmpty || undefined}
			preventScrollReset
			{...composer.handlers}
		>
			<FormKey key={written?.id} {...keys} />
			<input type="hidden" name="draft" value="note" />
			<input type="hidden" name="tab" value={composer.tab} />
			<input type="hidden" name="version" value={composer.version} />
			<div className="composer-text">
				<TextArea
					id="note"
					name="text"
					label={<ComposerLabel prompt="Add a note…">Note</ComposerLabel>}
					hint="Only your team sees this. @mention to notify."
					data-key="n"
					rows={3}
					required
					defaultValue={composer.initial.values.text}
					{...menu.text}
				/>
				{menu.list}
			</div>
			<div className="composer-end">
				<div className="inline-form">
					<button name="do" value="note" className="button-main">
						Add note
					</button>
				</div>
				<DraftNotices composer={composer} />
			</div>
		</Form>
	);
}
