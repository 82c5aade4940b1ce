import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { useListSearch } from "./list-search.ts";

/** A note whose change was refused. */
export type EditedNote = {
	id: string;
	/** As typed. */
	text: string;
	/** The version that saving replaces. */
	version: number;
};

type NoteEditorProps = {
	path: string;
	note: { id: string; text: string; version: number };
	edited: EditedNote | undefined;
};

/** Changes one's own note. Typed text stays, whatever happens to the note in another window. */
export function NoteEditor({ path, note, edited }: NoteEditorProps) {
	const area = useRef<HTMLTextAreaElement>(null);
	const [base, setBase] = useState({ text: note.text, version: edited?.version ?? note.version });
	useEffect(() => {
		// Nothing unsaved has been typed here.
		const typed = area.current?.value;
		if (!area.current || (typed !== base.text && typed !== note.text)) return;
		area.current.value = note.text;
		if (base.version !== note.version) setBase({ text: note.text, version: note.version });
	}, [base, note.text, note.version]);
	useEffect(() => {
		if (edited) setBase({ text: note.text, version: edited.version });
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- the answer alone says what saving replaces
	}, [edited]);
	const id = `edit-${note.id}`;
	return (
		<details className="note-editor" open={edited !== undefined}>
			<summary>Edit note</summary>
			<Form method="post" action={path + useListSearch()} className="form" preventScrollReset>
				<input type="hidden" name="id" value={note.id} />
				<input type="hidden" name="version" value={base.version} />
				<label className="sr-only" htmlFor={id}>
					Note
				</label>
				<textarea
					ref={area}
					id={id}
					name="text"
					dir="auto"
					rows={4}
					required
					defaultValue={edited?.text ?? note.text}
				/>
				<button name="do" value="edit-note">
					Save note
				</button>
			</Form>
		</details>
	);
}
