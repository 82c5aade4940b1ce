import { Form } from "react-router";

/** What whoever looks has just done and can still undo. */
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
