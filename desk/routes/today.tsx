import { redirect } from "react-router";
import { mayUse } from "../../core/accounts/roles.ts";
import { listMailboxes } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { listOpenIncidents } from "../../core/incidents/incident-store.server.ts";
import { findSweepHold } from "../../core/people/last-sweep.server.ts";
import { listTrialProblems } from "../../core/self-trial/list-trial-problems.server.ts";
import { findEmailsLeft } from "../../platform/email/email-limit-store.ts";
import { countEmails } from "../../platform/email/email-list-store.ts";
import { listPeriods } from "../../shared/periods.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { mayRead } from "../guard/access.ts";
import { describeOpenIncidents } from "../incidents/show-incident.server.ts";
import { Page } from "../layout/page.tsx";
import { listMailboxWarnings } from "../mailboxes/show-mailbox.server.ts";
import { readIndexNow } from "../operations/read-index-now.server.ts";
import { describeSweepHold, listWarnings } from "../operations/show-operations.server.ts";
import { FigureCard } from "../plots/figure-card.tsx";
import { showFigure } from "../plots/show-figure.server.tsx";
import { showValue } from "../records/show-values.server.ts";
import { isContentChangeKey } from "../studio/content-change-keys.ts";
import { Attention, type AttentionData } from "../today/attention.tsx";
import { FirstStepsNotice } from "../today/first-steps-notice.tsx";
import { readAffected, readToday, type TodayLists } from "../today/read-today.server.ts";
import { SiteModule } from "../today/site-part.tsx";
import { Applications, Calls, FollowUps, Interviews, Part, Waiting } from "../today/today-parts.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/today.ts";

/** A quarter, and the current week. */
const shownWeeks = 13;
/** Figures shown here; members without records see what is read on the site. */
const shownFigures = [
	"enquiries",
	"applications",
	"kept",
	"answer-time",
	"call-outcomes",
	"application-stages",
	"time-to-hire",
];
const figuresWithoutRecords = ["sources", "pages"];

/** The member's tasks by their roles; below, the analytics. Members with neither have their interviews as their first page. */
export async function loader({ context }: Route.LoaderArgs) {
	const work = beginWork(context);
	const { deps, signedIn, kinds, now } = work;
	if (!mayRead("routes/analytics", signedIn.account.roles)) throw redirect("/my-interviews", 303);
	const { company, database } = deps;
	const readiness = await deps.probeReadiness();
	const databaseAnswers = readiness.database === "ok";
	const today = Temporal.PlainDate.from(findDate(now.epochMilliseconds, company.timeZone));
	const isAdmin = mayUse(signedIn.account.roles, "administration");
	const attention: AttentionData = {
		databaseAnswers,
		diskTakes: readiness.disk === "ok",
		stock: databaseAnswers ? await countSpam() : [],
		affected: databaseAnswers ? await readAffected(work) : [],
		machinery: isAdmin
			? {
					unknownProxy: deps.proxyWatch.hasSeenProxy(),
					sendsEmails: deps.config.smtpUrl !== undefined,
					warnings: databaseAnswers ? await readWarnings() : [],
					emails: databaseAnswers ? await readOutbox() : undefined,
				}
			: undefined,
	};
	const shown = { day: showValue(today, company), zone: company.timeZoneLabel, attention };
	if (!databaseAnswers) return { ...shown, lists: {} satisfies TodayLists as TodayLists, figures: [] };
	const periods = listPeriods("week", shownWeeks, today);
	const figures = await deps.analytics.readFigures({
		unit: "week",
		periods,
		within: { first: periods[0]?.first ?? today, end: today.add({ days: 1 }) },
		now,
		names: kinds.map(({ names }) => names),
		only: kinds.length > 0 ? shownFigures : figuresWithoutRecords,
	});
	return {
		...shown,
		lists: await readToday(work, today),
		figures: figures.map((figure) => showFigure(figure, company.locale)),
	};

	async function readWarnings() {
		const hold = await findSweepHold(database.db, now);
		const mailboxes = (await listMailboxes(database.db)).flatMap((mailbox) =>
			listMailboxWarnings(mailbox, now).map((text) => ({ text, path: `/mailboxes/${mailbox.id}` })),
		);
		const operations = [
			...(hold ? [`${describeSweepHold(hold, company)} Confirm the date.`] : []),
			...listWarnings({ ...(await deps.operations.readHealth()), indexNow: await readIndexNow(deps) }, now, company),
			...(await listTrialProblems(database.db, { ...deps.config.selfTrial, now })).map(({ text }) => text),
		];
		const incidents = describeOpenIncidents(await listOpenIncidents(database.db), now);
		return [...incidents, ...mailboxes, ...operations.map((text) => ({ text, path: "/operations" }))];
	}

	async function countSpam() {
		const counted: AttentionData["stock"] = [];
		for (const kind of kinds) {
			const spam = await deps.records.count({ kinds: [kind], kind, spam: "only" });
			counted.push({ name: kind.name, names: kind.names, spam });
		}
		return counted;
	}

	async function readOutbox() {
		const { usedUp } = await findEmailsLeft(database.db, deps.config.emailLimits, now);
		return {
			counts: await countEmails(database.db, now),
			ceiling: usedUp && (usedUp === "hour" ? "EMAILS_PER_HOUR" : "EMAILS_PER_DAY"),
		};
	}
}

export default function TodayPage({ loaderData }: Route.ComponentProps) {
	useLive(
		(key) =>
			key.startsWith("records:") ||
			key === "mailboxes" ||
			key === "hosts" ||
			key === "incidents" ||
			isContentChangeKey(key),
	);
	const { day, zone, attention, figures, lists } = loaderData;
	const { waiting, calls, followUps, interviews, applications, site, firstSteps } = lists;
	return (
		<Page title="Today" subtitle={<time dateTime={day.dateTime}>{day.text}</time>}>
			{firstSteps && <FirstStepsNotice firstSteps={firstSteps} />}
			<Attention {...attention} />
			<div className="today">
				{waiting && <Waiting waiting={waiting} zone={zone} />}
				{(calls ?? interviews) && (
					<div className="today-side">
						{calls && <Calls calls={calls} />}
						{interviews && <Interviews interviews={interviews} />}
					</div>
				)}
				{followUps && <FollowUps followUps={followUps} />}
				{applications && <Applications applications={applications} />}
				{site && <SiteModule site={site} />}
			</div>
			{attention.databaseAnswers && !waiting && !calls && !followUps && !applications && !site && (
				<p className="empty">Nothing to show for your roles. Ask an admin to change them.</p>
			)}
			{figures.length > 0 && (
				<Part id="numbers" title="Analytics" all={{ path: "/numbers", of: "analytics" }}>
					<div className="figures">
						{figures.map((figure) => (
							<FigureCard key={figure.key} figure={figure} />
						))}
					</div>
				</Part>
			)}
		</Page>
	);
}
