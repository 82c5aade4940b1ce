import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { useListSearch } from "./list-search.ts";

/** Stands in for the reply to a sender without an address, and adds one. */
export function EmailForm({ path, errors }: { path: string; errors: FieldError[] }) {
	return (
		<Form method="post" action={path + useListSearch()} className="composer-form" noValidate>
			<p>No e-mail address. Add it to reply.</p>
			<TextField name="email" label="E-mail" type="email" required maxLength={254} autoComplete="off" errors={errors} />
			<button name="do" value="add-email">
				Add address
			</button>
		</Form>
	);
}
