import { Form, Link } from "react-router";
import { StateLabel } from "../records/shown-value.tsx";
import type { ShownState } from "../records/values.ts";

/** An interview on the page of its application. */
export type ShownInterview = {
	reference: string;
	state: ShownState;
	/** Its time, or the days to choose from. */
	when: string;
	/** Length, place and interviewers. */
	about: string;
	canUndo: boolean;
};

type InterviewSectionProps = {
	/** Path of the application's page. */
	path: string;
	interviews: ShownInterview[];
	/** Whether an interview can be offered. */
	canOffer: boolean;
};

/** An applicant's interviews, and a link to offer one. */
export function InterviewSection({ path, interviews, canOffer }: InterviewSectionProps) {
	return (
		<section aria-labelledby="interviews">
			<h2 id="interviews">Interviews</h2>
			{interviews.length === 0 && (
				<p className="empty">No interviews yet. Offer some days and the candidate picks a time.</p>
			)}
			{interviews.length > 0 && (
				<ul className="interviews">
					{interviews.map(({ reference, state, when, about, canUndo }) => (
						<li key={reference}>
							<p>
								<Link to={`/interviews/${reference}`} prefetch="intent">
									{when}
								</Link>{" "}
								<StateLabel state={state} />
								<span className="aside">{about}</span>
							</p>
							{canUndo && (
								<Form method="post" action={`/interviews/${reference}`}>
									<button name="do" value="undo-offer">
										Undo offer
									</button>
								</Form>
							)}
						</li>
					))}
				</ul>
			)}
			{canOffer && (
				<p>
					<Link className="button" to={`${path}/interview`}>
						Offer an interview
					</Link>
				</p>
			)}
		</section>
	);
}
