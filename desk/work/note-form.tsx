import { useRef } from "react";
import { Form } from "react-router";
import { TextArea } from "../../ui/field.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { DraftNotices } from "./draft-notices.tsx";
import type { ShownDraft } from "./shown-draft.ts";
import { useComposer } from "./use-composer.ts";
import { useListSearch } from "./list-search.ts";

type NoteFormProps = {
	path: string;
	draft: ShownDraft;
	/** The note that this member last added here. */
	written: { id: string; text: string } | undefined;
	/** Of the form, and the next one after a refusal. */
	keys: { first: string; next: string | undefined };
};

/** Adds a note, which only the team sees. */
export function NoteForm({ path, draft, written, keys }: NoteFormProps) {
	const form = useRef<HTMLFormElement>(null);
	const composer = useComposer(form, "note", { address: `${path}/draft`, draft, written, tab: keys.first });
	return (
		<section aria-labelledby="note-heading">
			<h2 id="note-heading">Add a note</h2>
			<Form
				ref={form}
				method="post"
				action={path + useListSearch()}
				className="form form-wide"
				preventScrollReset
				{...composer.handlers}
			>
				<FormKey key={written?.id} {...keys} />
				<input type="hidden" name="draft" value="note" />
				<input type="hidden" name="tab" value={composer.tab} />
				<input type="hidden" name="version" value={composer.version} />
				<TextArea
					id="note"
					name="text"
					label="Note"
					hint="Only your team sees this. @mention to notify."
					data-key="n"
					rows={3}
					required
					defaultValue={composer.initial.values.text}
				/>
				<div className="inline-form">
					<button name="do" value="note">
						Add note
					</button>
				</div>
				<DraftNotices composer={composer} />
			</Form>
		</section>
	);
}
