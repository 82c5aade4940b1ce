import { formatShortDate } from "../../shared/format-date.ts";
import { ErrorText } from "../../ui/field.tsx";

/** Free times by date, to choose one from: "2026-11-30 10:00 AM". */
export type FreeSlots = { date: string; times: string[] }[];

export function SlotChoice({ free, chosen, error }: { free: FreeSlots; chosen: string; error: string | undefined }) {
	return (
		<div className="field">
			<label htmlFor="slot">Day and time</label>
			<ErrorText id="slot-error" message={error} />
			<select
				id="slot"
				name="slot"
				required
				defaultValue={chosen}
				aria-invalid={error !== undefined || undefined}
				aria-describedby={error === undefined ? undefined : "slot-error"}
			>
				<option value="">Pick a time</option>
				{free.map(({ date, times }) => (
					<optgroup key={date} label={formatShortDate(date)}>
						{times.map((time) => (
							<option key={time} value={`${date} ${time}`}>
								{formatShortDate(date)}, {time}
							</option>
						))}
					</optgroup>
				))}
			</select>
		</div>
	);
}
