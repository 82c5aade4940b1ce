import { formatShortDate } from "../../shared/format-date.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { SelectField } from "../../ui/select-field.tsx";

/** Free times by date, as choices: "2026-11-30 10:00 AM". */
export type FreeSlots = { date: string; times: string[] }[];

export function SlotChoice({ free, chosen, errors }: { free: FreeSlots; chosen: string; errors: FieldError[] }) {
	return (
		<SelectField
			name="slot"
			label="Date and time"
			placeholder="Pick a time"
			required
			defaultValue={chosen}
			errors={errors}
		>
			{free.map(({ date, times }) => (
				<optgroup key={date} label={formatShortDate(date)}>
					{times.map((time) => (
						<option key={time} value={`${date} ${time}`}>
							{formatShortDate(date)}, {time}
						</option>
					))}
				</optgroup>
			))}
		</SelectField>
	);
}
