import type { OwnApplicant } from "../../features/careers/interviews/desk-interviews.server.ts";
import { InterviewTable, type InterviewRow } from "../interviews/interview-table.tsx";
import { showInterview } from "../interviews/show-interview.server.ts";
import { Page } from "../layout/page.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/my-interviews.ts";

/** The member's interviews: upcoming ones, those that began, and those without a time. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn, now } = beginWork(context);
	const { company } = deps;
	const me = signedIn.account.id;
	const applicants = await deps.openInterviews().listOwnApplicants(me);
	const scored = await deps.records.scorecards.listGiven(
		applicants.map(({ application }) => application.reference),
		me,
	);
	const interviews = applicants.flatMap(({ application, interviews: own }) =>
		own.map((interview) => {
			const startMs = interview.startsAt?.epochMilliseconds;
			const hasBegun = startMs !== undefined && startMs <= now.epochMilliseconds;
			return { startMs, hasBegun, row: show(application, { interview, isDue: hasBegun }) };
		}),
	);
	const booked = interviews
		.filter(({ startMs }) => startMs !== undefined)
		.toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
	const rowsOf = (some: typeof interviews) => some.map(({ row }) => row);
	return {
		coming: rowsOf(booked.filter(({ hasBegun }) => !hasBegun)),
		past: rowsOf(booked.filter(({ hasBegun }) => hasBegun).toReversed()),
		offered: rowsOf(interviews.filter(({ startMs }) => startMs === undefined)),
	};

	function show(
		{ reference: of, answers, jobTitle }: OwnApplicant["application"],
		{ interview, isDue }: { interview: OwnApplicant["interviews"][number]; isDue: boolean },
	): InterviewRow {
		const { reference, state, when, about } = showInterview(interview, { company, now });
		const path = `/my-interviews/${encodeURIComponent(of)}`;
		const next = isDue && !scored.has(of) ? { text: "Add your scorecard", path: `${path}#scorecards` } : undefined;
		return { reference, path, applicant: answers.fullName, jobTitle, when, about, state, next };
	}
}

export default function MyInterviewsPage({ loaderData }: Route.ComponentProps) {
	const { coming, past, offered } = loaderData;
	useLive((key) => key.startsWith("record:"));
	return (
		<Page title="My interviews">
			<section aria-labelledby="coming">
				<h2 id="coming">Upcoming</h2>
				{coming.length === 0 ? (
					<p className="empty">No upcoming interviews. They appear here once a candidate picks a time with you.</p>
				) : (
					<InterviewTable caption="Upcoming interviews" rows={coming} />
				)}
			</section>
			{offered.length > 0 && (
				<section aria-labelledby="offered">
					<h2 id="offered">Awaiting candidate</h2>
					<InterviewTable caption="Open offers" rows={offered} />
				</section>
			)}
			{past.length > 0 && (
				<section aria-labelledby="past">
					<h2 id="past">Past</h2>
					<InterviewTable caption="Past interviews" rows={past} />
				</section>
			)}
		</Page>
	);
}
