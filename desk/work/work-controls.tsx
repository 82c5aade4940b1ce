import { Form } from "react-router";
import type { ColleagueChoice, StageChoice } from "./choices.ts";

type WorkControlsProps = {
	path: string;
	/** The version that is shown; a change to any other is refused. */
	version: number;
	values: { stage: string; owner: string; followUp: string };
	stages: StageChoice[];
	colleagues: ColleagueChoice[];
};

/** Where a record stands, each part with what changes it. */
export function WorkControls({ path, version, values, stages, colleagues }: WorkControlsProps) {
	const known = colleagues.some(({ id }) => id === values.owner) || values.owner === "";
	return (
		<div className="work-controls">
			<Form method="post" action={path} className="inline-form">
				<input type="hidden" name="version" value={version} />
				<label htmlFor="stage">Stage</label>
				<select id="stage" data-key="e" name="value" defaultValue={values.stage}>
					{!stages.some(({ key }) => key === values.stage) && <option value={values.stage}>{values.stage}</option>}
					{stages.map(({ key, label }) => (
						<option key={key} value={key}>
							{label}
						</option>
					))}
				</select>
				<button name="do" value="stage">
					Set<span className="sr-only"> the stage</span>
				</button>
			</Form>
			<Form method="post" action={path} className="inline-form">
				<input type="hidden" name="version" value={version} />
				<label htmlFor="owner">Owner</label>
				<select id="owner" data-key="a" name="value" defaultValue={values.owner}>
					<option value="">Nobody</option>
					{!known && <option value={values.owner}>Somebody who works here no more</option>}
					{colleagues.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
				<button name="do" value="owner">
					Set<span className="sr-only"> the owner</span>
				</button>
			</Form>
			<Form method="post" action={path} className="inline-form">
				<input type="hidden" name="version" value={version} />
				<label htmlFor="follow-up">Follow-up</label>
				<input id="follow-up" name="value" type="date" defaultValue={values.followUp} />
				<button name="do" value="follow-up">
					Set<span className="sr-only"> the day of the follow-up</span>
				</button>
			</Form>
		</div>
	);
}
