import type { ComponentProps } from "react";
import { Form } from "react-router";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";
import { IncidentFields } from "./incident-fields.tsx";

/** The form of the accounts, times and notes of an incident. */
export function DetailsForm({
	path,
	revision,
	refused,
	...fields
}: { path: string; revision: string; refused: string | undefined } & ComponentProps<typeof IncidentFields>) {
	const base = useFormBase(revision, refused);
	return (
		<Form
			key={base.key}
			{...base.attributes}
			onSubmit={base.onSubmit}
			method="post"
			action={path}
			className="form"
			noValidate
			preventScrollReset
		>
			<input type="hidden" name="revision" value={base.version} />
			{base.isOutdated && <OutdatedNotice />}
			<IncidentFields {...fields} />
			<button name="do" value="save">
				Save incident
			</button>
		</Form>
	);
}
