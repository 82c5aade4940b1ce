import { Form } from "react-router";

/** What whoever looks has just done and can still take back. */
export type Undoable = { id: string; said: string };

/** Takes a change back before its e-mails leave. */
export function TakeBackForm({ action, deed, undoable }: { action: string; deed: string; undoable: Undoable }) {
	return (
		<Form method="post" action={action} className="inline-form take-back">
			<p>{undoable.said}</p>
			<input type="hidden" name="change" value={undoable.id} />
			<button name="do" value={deed}>
				Take it back
			</button>
		</Form>
	);
}
