import { Fragment, type ReactElement, type ReactNode } from "react";
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

/** Records without a first answer. */
export type WaitingData = {
	path: string;
	/** The member's own and unassigned ones; and how many of them are late. */
	count: number;
	late: number;
	/** Of other members. */
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
	/** Number of interviews by what has to be done. */
	needs: { expired: number; ended: number; outcome: number };
};
export type ApplicationsData = {
	path: string;
	count: number;
	/** Applications without a first reply. */
	unanswered: number;
	/** Of these, received more than `replyWithinDays` ago. */
	forgotten: number;
	replyWithinDays: number;
	receivedLabel: string;
	rows: NewApplication[];
};

type PartProps = {
	id: string;
	title: string;
	/** Where all of it stands, and the word for it; or links of its own. */
	all: { path: string; of: string } | ReactElement;
	children: ReactNode;
};

/** A section with its heading and a link to all of it. */
export function Part({ id, title, all, children }: PartProps) {
	return (
		<section aria-labelledby={id} className={`today-${id}`}>
			<div className="heading-row">
				<h2 id={id}>{title}</h2>
				{"path" in all ? (
					<Link to={all.path}>
						View all<span className="sr-only"> {all.of}</span>
					</Link>
				) : (
					all
				)}
			</div>
			{children}
		</section>
	);
}

export function Waiting({ waiting, zone }: { waiting: WaitingData; zone: string }) {
	const { path, count, late, others, rows } = waiting;
	const write = useCounts();
	const lateWords = late > 0 ? ` ${write(late)} late.` : "";
	return (
		<Part id="waiting" title="Waiting for a first reply" all={{ path, of: "waiting" }}>
			{rows.length === 0 ? (
				<p className="empty">Nobody is waiting for you. New messages appear here as soon as they arrive.</p>
			) : (
				<>
					<p className="remark number">
						{`${write(count)} yours or unassigned.`}
						{lateWords}
					</p>
					<DueTable rows={rows} caption="Waiting for a first reply" dueLabel={`Promised by (${zone})`} />
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
		<Part id="calls" title="Calls today" all={{ path, of: "calls" }}>
			{rows.length === 0 ? (
				<p className="empty">
					No calls today. <Link to={path}>See upcoming calls.</Link>
				</p>
			) : (
				<CallList calls={rows} />
			)}
		</Part>
	);
}

export function Interviews({ interviews: { rows, needs } }: { interviews: InterviewsData }) {
	const { expired, ended, outcome } = needs;
	const remarks = [
		expired > 0 && countOf(expired, `${expired} offers expired.`, "1 offer expired."),
		ended > 0 &&
			countOf(
				ended,
				`${ended} are still booked although their applications are closed.`,
				"1 is still booked although its application is closed.",
			),
		outcome > 0 && countOf(outcome, `${outcome} need an outcome.`, "1 needs an outcome."),
	].filter((remark) => remark !== false);
	return (
		<Part id="interviews" title="Interviews today" all={{ path: "/interviews", of: "interviews" }}>
			{remarks.length > 0 && (
				<p className="remark number">
					<Link to="/interviews#to-do">{remarks.join(" ")}</Link>
				</p>
			)}
			{rows.length === 0 ? (
				<p className="empty">
					No interviews today. Offer one from an application, or <Link to="/interviews">see upcoming ones</Link>.
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
			title="Follow-ups"
			all={
				<nav aria-label="All follow-ups">
					View all:{" "}
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
				<p className="empty">No follow-ups due. Set a follow-up day on a record and it appears here.</p>
			) : (
				<>
					{count > rows.length && (
						<p className="remark number">
							The first {rows.length} of {write(count)}.
						</p>
					)}
					<DueTable rows={rows} caption="Follow-ups" dueLabel="Day" />
				</>
			)}
		</Part>
	);
}

export function Applications({ applications }: { applications: ApplicationsData }) {
	const { path, receivedLabel, count, unanswered, forgotten, replyWithinDays, rows } = applications;
	const write = useCounts();
	return (
		<Part id="applications" title="New applications" all={{ path, of: "applications" }}>
			{rows.length === 0 ? (
				<p className="empty">No new applications since yesterday.</p>
			) : (
				<>
					<p className="remark number">{countOf(count, `${write(count)} since yesterday.`, "1 since yesterday.")}</p>
					<ApplicationTable rows={rows} receivedLabel={receivedLabel} />
				</>
			)}
			{forgotten > 0 && (
				<p className="remark number">
					<Link to={`${path}?show=forgotten`}>
						{write(forgotten)} without a reply for {replyWithinDays} days
					</Link>
					. Everyone should hear back.
				</p>
			)}
			{unanswered > 0 && (
				<p className="remark number">
					<Link to={`${path}?show=unanswered`}>
						{countOf(unanswered, `${write(unanswered)} applications are`, "1 application is")}
					</Link>{" "}
					waiting for a first reply.
				</p>
			)}
		</Part>
	);
}
