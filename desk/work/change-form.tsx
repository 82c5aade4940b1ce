import type { MemberChoice, SnoozeChoice, StageChoice } from "./choices.ts";

/** The bulk actions for selected records, without scripts; the next page previews the result. */
export function ChangeForm({
	stages,
	members,
	snooze,
	bulkReplyPath,
}: {
	stages: StageChoice[];
	members: MemberChoice[];
	snooze: SnoozeChoice[];
	/** Address of the bulk reply, where the kind has it. */
	bulkReplyPath?: string | undefined;
}) {
	return (
		<fieldset className="inline-form">
			<legend>Edit selected</legend>
			<label className="sr-only" htmlFor="change">
				What to change
			</label>
			<select id="change" name="change">
				<optgroup label="Stage">
					{stages.map(({ key, label }) => (
						<option key={key} value={`stage:${key}`}>
							{label}
						</option>
					))}
				</optgroup>
				<optgroup label="Owner">
					<option value="owner:">Unassigned</option>
					{members.map(({ id, name }) => (
						<option key={id} value={`owner:${id}`}>
							{name}
						</option>
					))}
				</optgroup>
				<optgroup label="Snooze">
					{snooze.map(({ key, label, time }) => (
						<option key={key} value={`snooze:${key}`}>
							{label}, {time}
						</option>
					))}
					<option value="snooze:day">Until the day…</option>
					<option value="snooze:">Unsnooze</option>
				</optgroup>
				<optgroup label="Spam">
					<option value="spam:yes">Mark as spam</option>
					<option value="spam:no">Not spam</option>
				</optgroup>
				<optgroup label="Follow-up">
					<option value="follow-up:">Set follow-up…</option>
				</optgroup>
			</select>
			<label className="sr-only" htmlFor="day">
				Day
			</label>
			<input id="day" name="day" type="date" />
			<button>Review changes</button>
			{bulkReplyPath !== undefined && <button formAction={bulkReplyPath}>Reply to selected</button>}
		</fieldset>
	);
}
