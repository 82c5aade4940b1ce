import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";

/** Asks whether something happens now or later, and at which time of the company. */
export function WhenFields({
	zone,
	now,
	typed,
	errors,
}: {
	/** The company's, by its name. */
	zone: string;
	/** The present time there. */
	now: string;
	typed: { when: string; at: string } | undefined;
	errors: readonly FieldError[];
}) {
	return (
		<fieldset>
			<legend>When</legend>
			<div className="checks">
				<label>
					<input type="radio" name="when" value="now" defaultChecked={typed?.when !== "later"} />
					<span>Now</span>
				</label>
				<label>
					<input type="radio" name="when" value="later" defaultChecked={typed?.when === "later"} data-has-more />
					<span>Later</span>
				</label>
			</div>
			<div className="more-fields">
				<TextField
					name="at"
					label={`Date and time (${zone})`}
					hint={`Now: ${now}`}
					type="datetime-local"
					defaultValue={typed?.at}
					errors={errors}
				/>
			</div>
		</fieldset>
	);
}
