import { Form, Link } from "react-router";
import { useListSearch } from "../work/list-search.ts";
import { OutcomeButtons, type Outcomes } from "./outcome-buttons.tsx";

type CallPanelProps = {
	path: string;
	/** Of the call in the calendar. */
	callPath: string;
	outcomes: Outcomes;
	/** Whether an enquiry was created from it. */
	hasEnquiry: boolean;
};

/** Actions on a call beyond those on every record. */
export function CallPanel({ path, callPath, outcomes, hasEnquiry }: CallPanelProps) {
	const search = useListSearch();
	return (
		<section aria-labelledby="call-heading">
			<h2 id="call-heading">Call</h2>
			<div className="inline-form">
				<Link className="button" to={callPath}>
					Reschedule, reassign or cancel
				</Link>
				<OutcomeButtons action={path + search} outcomes={outcomes} />
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
