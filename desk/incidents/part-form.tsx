import type { ReactNode } from "react";
import { Form } from "react-router";
import type { IncidentPart } from "../../core/incidents/revise-incident.server.ts";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";
import { useIncidentForm } from "./form-context.ts";

/** A form that changes one part of an incident, and keeps the revision that what is typed in it is based on. */
export function PartForm({
	part,
	children,
}: {
	part: IncidentPart;
	/** Fields and buttons. */
	children: ReactNode;
}) {
	const { path, revisions, refused } = useIncidentForm();
	const base = useFormBase(revisions[part], refused[part]);
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
			{children}
		</Form>
	);
}
