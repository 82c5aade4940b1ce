import { useId } from "react";
import { Form } from "react-router";

type SaveViewFormProps = {
	/** Address of the saved views. */
	action: string;
	/** The list's query. */
	search: string;
	/** Reference of the record that is open beside, and stays so. */
	open?: string | undefined;
	/** Of the name's field. */
	id?: string;
	typed?: { name: string; isShared: boolean };
};

/** Saves the filter and the order of a list under a name. */
export function SaveViewForm({ action, search, open = "", id, typed }: SaveViewFormProps) {
	const ownId = useId();
	const field = id ?? ownId;
	return (
		<Form method="post" action={action} className="save-view">
			<input type="hidden" name="search" value={search} />
			<input type="hidden" name="open" value={open} />
			<label htmlFor={field}>Name of the view</label>
			{/* As long as core/records/saved-views.server.ts accepts. */}
			<input id={field} name="name" defaultValue={typed?.name} required maxLength={40} autoComplete="off" />
			<label>
				<input type="checkbox" name="shared" value="yes" defaultChecked={typed?.isShared} /> Share with the team
			</label>
			<button name="do" value="add" className="button-main">
				Save
			</button>
		</Form>
	);
}
