import { Link } from "react-router";
import type { OpenInterview } from "../../features/careers/interviews/desk-interviews.server.ts";
import { InterviewTable, type InterviewRow } from "../interviews/interview-table.tsx";
import { describeNext, showInterview } from "../interviews/show-interview.server.ts";
import { Page } from "../layout/page.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/interviews.ts";

/** Interviews that are upcoming or need something done, with the next action. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, now } = beginWork(context);
	const interviews = await deps.openInterviews().listOpen();
	const show = (interview: OpenInterview): InterviewRow => {
		const { reference, state, when, about } = showInterview(interview, { company: deps.company, now });
		const { applicant, jobTitle } = interview;
		const path = `/interviews/${reference}`;
		return { reference, path, applicant, jobTitle, when, about, state, next: describeNext(interview) };
	};
	const others = interviews.filter(({ need }) => need === undefined);
	const startOf = ({ startsAt }: OpenInterview) => startsAt?.epochMilliseconds ?? 0;
	return {
		toDo: interviews.filter(({ need }) => need !== undefined).map(show),
		coming: others
			.filter(({ state }) => state === "booked")
			.toSorted((a, b) => startOf(a) - startOf(b))
			.map(show),
		offered: others.filter(({ state }) => state === "offered").map(show),
	};
}

export default function InterviewsPage({ loaderData }: Route.ComponentProps) {
	const { toDo, coming, offered } = loaderData;
	useLive((key) => key.startsWith("record:"));
	return (
		<Page
			title="Interviews"
			actions={
				<>
					<Link className="button" to="/my-interviews">
						My interviews
					</Link>
					<Link className="button" to="/calls">
						Calendar
					</Link>
				</>
			}
		>
			{toDo.length > 0 && (
				<section aria-labelledby="to-do">
					<h2 id="to-do">To do</h2>
					<InterviewTable caption="Interviews that need attention" rows={toDo} />
				</section>
			)}
			<section aria-labelledby="coming">
				<h2 id="coming">Upcoming</h2>
				{coming.length === 0 ? (
					<p className="empty">No upcoming interviews. They appear here once a candidate picks a time.</p>
				) : (
					<InterviewTable caption="Upcoming interviews" rows={coming} />
				)}
			</section>
			<section aria-labelledby="offered">
				<h2 id="offered">Awaiting candidate</h2>
				{offered.length === 0 ? (
					<p className="empty">
						No open offers. Offer an interview from <Link to="/applications">an application</Link>.
					</p>
				) : (
					<InterviewTable caption="Open offers" rows={offered} />
				)}
			</section>
		</Page>
	);
}
