import { Form } from "react-router";
import { PopUp } from "../layout/pop-up.tsx";
import type { SnoozeChoice } from "./choices.ts";
import { useListSearch } from "./list-search.ts";
import { NextField } from "./next-field.tsx";

type SnoozeControlProps = {
	path: string;
	/** The version that is shown; a change of any other is refused. */
	version: number;
	/** When it comes back; undefined while it is not snoozed. */
	snoozedUntil: string | undefined;
	choices: SnoozeChoice[];
};

/** Snoozes a record, or brings it back. */
export function SnoozeControl({ path, version, snoozedUntil, choices }: SnoozeControlProps) {
	const action = path + useListSearch();
	const fields = (
		<>
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="do" value="snooze" />
			<NextField />
		</>
	);
	return (
		<div className="inline-form snooze">
			<PopUp label={snoozedUntil === undefined ? "Snooze" : `Snoozed until ${snoozedUntil}`}>
				<Form method="post" action={action} className="pop-up-choices" preventScrollReset>
					{fields}
					{snoozedUntil !== undefined && (
						<button name="value" value="">
							Unsnooze
						</button>
					)}
					{choices.map(({ key, label, time }, index) => (
						<button key={key} name="value" value={key} data-key={index === 0 ? "h" : undefined}>
							{label} <span className="number">{time}</span>
						</button>
					))}
				</Form>
				<Form method="post" action={action} className="pop-up-more" preventScrollReset>
					{fields}
					<label htmlFor="snooze-day">Pick a day</label>
					<input id="snooze-day" name="value" type="date" required />
					<button>Snooze</button>
				</Form>
			</PopUp>
		</div>
	);
}
