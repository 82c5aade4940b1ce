import { SelectField } from "../../ui/select-field.tsx";
import { askers } from "./reasons.ts";

/** Asks who requested it and why; nothing is preselected. */
export function GroundsFields({ reasons }: { reasons: Readonly<Record<string, string>> }) {
	return (
		<>
			<SelectField name="askedBy" label="Who asked" placeholder="Choose" required options={listOptions(askers)} />
			<SelectField name="reason" label="Reason" placeholder="Choose" required options={listOptions(reasons)} />
			<p className="hint">Both are recorded in the audit log.</p>
		</>
	);
}

const listOptions = (labels: Readonly<Record<string, string>>) =>
	Object.entries(labels).map(([value, label]) => ({ value, label }));
