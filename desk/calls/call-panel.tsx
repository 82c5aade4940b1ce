import { Form, Link } from "react-router";
import { UndoForm, type Undoable } from "./undo-form.tsx";
import { useListSearch } from "../work/list-search.ts";

type CallPanelProps = {
	path: string;
	/** The version that is shown; a change of any other is refused. */
	version: number;
	stage: string;
	/** Keys and labels of the outcomes. */
	outcomes: { key: string; label: string }[];
	/** Whether an enquiry was created from it. */
	hasEnquiry: boolean;
	undoable: Undoable | undefined;
};

/** Actions on a call beyond those on every record. */
export function CallPanel({ path, version, stage, outcomes, hasEnquiry, undoable }: CallPanelProps) {
	const search = useListSearch();
	return (
		<section aria-labelledby="call-heading">
			<h2 id="call-heading">Call</h2>
			{undoable && <UndoForm action={`${path}/call`} undoable={undoable} />}
			<div className="inline-form">
				<Link className="button" to={`${path}/call`}>
					Reschedule, reassign or cancel
				</Link>
				{outcomes
					.filter(({ key }) => key !== stage)
					.map(({ key, label }) => (
						<Form key={key} method="post" action={path + search}>
							<input type="hidden" name="version" value={version} />
							<input type="hidden" name="value" value={key} />
							<button name="do" value="stage">
								<span className="sr-only">Outcome: </span>
								{label}
							</button>
						</Form>
					))}
			</div>
			{!hasEnquiry && (
				<Form method="post" action={`${path}/enquiry`} className="inline-form">
					<label htmlFor="enquiry-day">Follow up on (optional)</label>
					<input id="enquiry-day" name="day" type="date" />
					<button>Create follow-up enquiry</button>
				</Form>
			)}
		</section>
	);
}
