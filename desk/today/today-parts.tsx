import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { useCounts } from "../layout/use-counts.ts";
import { countOf } from "../words.ts";
import {
	ApplicationTable,
	CallList,
	DueTable,
	type CallOfToday,
	type DueRecord,
	type NewApplication,
} from "./today-tables.tsx";

/** What waits for a first answer. */
export type WaitingData = {
	path: string;
	/** Of one's own and nobody's; and how many of these are late. */
	count: number;
	late: number;
	/** Those of colleagues. */
	others: number;
	rows: DueRecord[];
};
export type FollowUpsData = {
	/** To all of each kind. */
	links: { path: string; names: string }[];
	count: number;
	rows: DueRecord[];
};
export type CallsData = { path: string; rows: CallOfToday[] };
export type InterviewsData = {
	rows: CallOfToday[];
	/** About how many something is to be done, by what. */
	needs: { expired: number; ended: number; outcome: number };
};
export type ApplicationsData = {
	path: string;
	count: number;
	/** How many wait for a first answer, whenever they came. */
	unanswered: number;
	/** Those of them that came longer ago than an answer may take, in days. */
	forgotten: number;
	answerWithinDays: number;
	receivedLabel: string;
	rows: NewApplication[];
};

/** A part of the page with its heading and where all of it stands. */
export function Part({
	id,
	title,
	link,
	children,
}: {
	id: string;
	title: string;
	link: ReactNode;
	children: ReactNode;
}) {
	return (
		<section aria-labelledby={id} className={`today-${id}`}>
			<div className="heading-row">
				<h2 id={id}>{title}</h2>
				{link}
			</div>
			{children}
		</section>
	);
}

export function Waiting({ waiting, zone }: { waiting: WaitingData; zone: string }) {
	const { path, count, late, others, rows } = waiting;
	const write = useCounts();
	const lateWords = late > 0 ? ` ${countOf(late, `${write(late)} are late.`, "1 is late.")}` : "";
	return (
		<Part id="waiting" title="Waiting for a first answer" link={<Link to={path}>All that wait</Link>}>
			{rows.length === 0 ? (
				<p className="empty">Nobody waits for your answer. What visitors send on the site appears here at once.</p>
			) : (
				<>
					<p className="remark number">
						{countOf(count, `${write(count)} of yours and nobody’s.`, "1 of yours and nobody’s.")}
						{lateWords}
					</p>
					<DueTable rows={rows} caption="Waiting for a first answer" dueLabel={`Promised by (${zone})`} />
				</>
			)}
			{others > 0 && (
				<p className="remark number">
					{countOf(others, `${write(others)} more wait for colleagues.`, "1 more waits for a colleague.")}
				</p>
			)}
		</Part>
	);
}

export function Calls({ calls: { path, rows } }: { calls: CallsData }) {
	return (
		<Part id="calls" title="Calls today" link={<Link to={path}>All calls</Link>}>
			{rows.length === 0 ? (
				<p className="empty">No calls today. Those of the days to come stand under “All calls”.</p>
			) : (
				<CallList calls={rows} />
			)}
		</Part>
	);
}

export function Interviews({ interviews: { rows, needs } }: { interviews: InterviewsData }) {
	const { expired, ended, outcome } = needs;
	const remarks = [
		expired > 0 &&
			countOf(expired, `${expired} offers were not answered in time.`, "1 offer was not answered in time."),
		ended > 0 &&
			countOf(
				ended,
				`${ended} stand, though their applications have come to an end.`,
				"1 stands, though its application has come to an end.",
			),
		outcome > 0 && countOf(outcome, `${outcome} are over: how did they go?`, "1 is over: how did it go?"),
	].filter((remark) => remark !== false);
	return (
		<Part id="interviews" title="Interviews today" link={<Link to="/interviews">All interviews</Link>}>
			{remarks.length > 0 && (
				<p className="remark number">
					<Link to="/interviews#to-do">{remarks.join(" ")}</Link>
				</p>
			)}
			{rows.length === 0 ? (
				<p className="empty">
					No interviews today. Offer one from an application’s page; those to come stand under “All interviews”.
				</p>
			) : (
				<CallList calls={rows} />
			)}
		</Part>
	);
}

export function FollowUps({ followUps: { links, count, rows } }: { followUps: FollowUpsData }) {
	const write = useCounts();
	return (
		<Part
			id="follow-ups"
			title="To follow up"
			link={
				<nav aria-label="All that are due">
					All that are due:{" "}
					{links.map(({ path, names }, index) => (
						<Fragment key={path}>
							{index > 0 && ", "}
							<Link to={path}>{names}</Link>
						</Fragment>
					))}
				</nav>
			}
		>
			{rows.length === 0 ? (
				<p className="empty">Nothing is due. Give a record a day, and it stands here on that day.</p>
			) : (
				<>
					{count > rows.length && (
						<p className="remark number">
							The first {rows.length} of {write(count)}.
						</p>
					)}
					<DueTable rows={rows} caption="To follow up" dueLabel="Day" />
				</>
			)}
		</Part>
	);
}

export function Applications({ applications }: { applications: ApplicationsData }) {
	const { path, receivedLabel, count, unanswered, forgotten, answerWithinDays, rows } = applications;
	const write = useCounts();
	return (
		<Part id="applications" title="New applications" link={<Link to={path}>All applications</Link>}>
			{rows.length === 0 ? (
				<p className="empty">None since yesterday. Earlier ones stand under “All applications”.</p>
			) : (
				<>
					<p className="remark number">{countOf(count, `${write(count)} since yesterday.`, "1 since yesterday.")}</p>
					<ApplicationTable rows={rows} receivedLabel={receivedLabel} />
				</>
			)}
			{forgotten > 0 && (
				<p className="remark number">
					<Link to={`${path}?show=forgotten`}>
						{write(forgotten)} without an answer for {answerWithinDays} days
					</Link>
					. Nobody is left without one.
				</p>
			)}
			{unanswered > 0 && (
				<p className="remark number">
					<Link to={`${path}?show=unanswered`}>
						{countOf(unanswered, `${write(unanswered)} wait for a first answer`, "1 waits for a first answer")}
					</Link>
					, whenever they came.
				</p>
			)}
		</Part>
	);
}
