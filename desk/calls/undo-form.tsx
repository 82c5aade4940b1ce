import { Form } from "react-router";

/** The member's last change, while it can be undone. */
export type Undoable = { id: string; said: string };

/** Undoes a change before its e-mails leave. */
export function UndoForm({ action, undoable }: { action: string; undoable: Undoable }) {
	return (
		<Form method="post" action={action} className="inline-form take-back">
			<p>{undoable.said}</p>
			<input type="hidden" name="change" value={undoable.id} />
			<button name="do" value="undo">
				Undo
			</button>
		</Form>
	);
}
