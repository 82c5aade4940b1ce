import { Form } from "react-router";
import { FormKey } from "../forms/form-key.tsx";

/** Writes a note, which colleagues alone read. */
export function NoteForm({
	path,
	text,
	...keys
}: {
	path: string;
	text: string;
	formKey: string;
	nextFormKey: string | undefined;
}) {
	return (
		<section aria-labelledby="note-heading">
			<h2 id="note-heading">Write a note</h2>
			<Form method="post" action={path} className="form form-wide">
				<FormKey first={keys.formKey} next={keys.nextFormKey} />
				<div className="field">
					<label htmlFor="note">Note</label>
					<p id="note-hint" className="hint">
						Colleagues alone read it. @ and a name tells that colleague.
					</p>
					<textarea
						id="note"
						data-key="n"
						name="text"
						rows={3}
						required
						defaultValue={text}
						aria-describedby="note-hint"
					/>
				</div>
				<button name="do" value="note">
					Keep the note
				</button>
			</Form>
		</section>
	);
}
