import { Form } from "react-router";

/** The outcomes that a call can have now, and the version that is shown: a change of any other is refused. */
export type Outcomes = { version: number; stages: { key: string; label: string }[] };

/** Says with one press how a call went. */
export function OutcomeButtons({ action, outcomes: { version, stages } }: { action: string; outcomes: Outcomes }) {
	return stages.map(({ key, label }) => (
		<Form key={key} method="post" action={action} preventScrollReset>
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="value" value={key} />
			<button name="do" value="stage">
				<span className="sr-only">Outcome: </span>
				{label}
			</button>
		</Form>
	));
}
