import { askers } from "./reasons.ts";

/** Asks who requested it and why; nothing is preselected. */
export function GroundsFields({ reasons }: { reasons: Readonly<Record<string, string>> }) {
	return (
		<>
			<Choice name="askedBy" label="Who asked" options={askers} />
			<Choice name="reason" label="Why" options={reasons} />
			<p className="hint">Both stand in the audit log.</p>
		</>
	);
}

function Choice({ name, label, options }: { name: string; label: string; options: Readonly<Record<string, string>> }) {
	return (
		<div className="field">
			<label htmlFor={name}>{label}</label>
			<select id={name} name={name} required defaultValue="">
				<option value="">Choose</option>
				{Object.entries(options).map(([key, text]) => (
					<option key={key} value={key}>
						{text}
					</option>
				))}
			</select>
		</div>
	);
}
