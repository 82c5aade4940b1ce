import { listMembers } from "../../core/records/members.server.ts";
import { Form, Link } from "react-router";
import { isSnoozed } from "../../core/records/snooze.server.ts";
import { countedAtMost } from "../../core/records/counted-at-most.ts";
import { findStage, type Topic } from "../../core/records/record-kind.ts";
import type { Stage } from "../../shared/desk.ts";
import { Page } from "../layout/page.tsx";
import { showReturn, showValue } from "../records/show-values.server.ts";
import { readQuery } from "../read-query.server.ts";
import { listUnfiledOf } from "../mailboxes/list-unfiled.server.ts";
import { getKind, beginWork } from "../work.server.ts";
import { titleOf } from "../words.ts";
import type { StageChoice } from "../work/choices.ts";
import { ChangeForm } from "../work/change-form.tsx";
import { FilterForm } from "../work/filter-form.tsx";
import { listQuery, readList } from "../work/list-filter.server.ts";
import { useLive } from "../work/use-live.ts";
import { WorkTable } from "../work/work-table.tsx";
import type { Route } from "./+types/work-list.ts";

const pageSize = 25;

/** One page of a kind's records: filtered and sorted. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, signedIn, now, source } = beginWork(context);
	const { after, ...query } = listQuery.parse(readQuery(request));
	const { records, company } = deps;
	const ofAll = getKind(kinds, request);
	const topics = (await ofAll.listTopics?.(source.database.db)) ?? [];
	const own = await ofAll.listStagesOf?.(
		source.database.db,
		topics.map(({ key }) => key),
	);
	const stagesOfTopic = own?.get(query.topic);
	const kind = stagesOfTopic ? { ...ofAll, stages: stagesOfTopic } : ofAll;
	const members = await listMembers(source.database.db, kind);
	const everybody = await listMembers(source.database.db);
	const { filter, views, today, sort, turned } = readList(query, {
		kind,
		now,
		accountId: signedIn.account.id,
		company,
	});
	const count = await records.count(filter);
	const page = await records.list(filter, { limit: pageSize, sort, turned, after });
	const references = page.records.map(({ reference }) => reference);
	const sent = kind.about === undefined ? undefined : await kind.findSent(source.database.db, references);
	const remarks = await kind.findRemarks?.(source.database.db, references, now);
	return {
		kind: kind.name,
		names: kind.names,
		aboutLabel: kind.about,
		momentLabel: kind.moment?.label,
		canReplyToMany: kind.answerWithinDays !== undefined,
		topics,
		isEntered: kind.isEntered === true,
		unfiledCount: kind.isEntered ? (await listUnfiledOf(deps.database.db, [kind], { limit: 1 })).count : 0,
		hasBoard: kind.hasBoard === true && (kind.listTopics === undefined || topics.length > 0),
		sources: kind.sources ?? [],
		query,
		views: views.map(({ key, label }) => ({ key, label })),
		after,
		isFirst: after === undefined,
		next: page.next,
		count:
			count > countedAtMost
				? `more than ${countedAtMost.toLocaleString(company.locale)}`
				: count.toLocaleString(company.locale),
		stages: kind.stages.map(({ key, label }) => ({ key, label })),
		// Stages of a single position, in a list of all positions.
		otherStages: query.topic === "" ? listOtherStages(kind.stages, topics, own) : [],
		members: members.map(({ id, name }) => ({ id, name })),
		rows: page.records.map((record) => {
			const stage = findStage({ stages: own?.get(record.topic) ?? ofAll.stages }, record.stage);
			return {
				reference: record.reference,
				name: record.senderName,
				email: record.senderEmail,
				about: sent?.get(record.reference)?.about,
				received: showValue(record.receivedAt, company),
				moment: record.moment && showValue(record.moment, company),
				remark:
					[
						isSnoozed(record, now) && record.snoozedUntil
							? `Snoozed until ${showReturn(record.snoozedUntil, company)}`
							: undefined,
						remarks?.get(record.reference),
					]
						.filter((remark) => remark !== undefined)
						.join(" · ") || undefined,
				stage: {
					state: record.spam ? "quarantined" : stage.open ? "waiting" : "sent",
					name: record.spam ? "Spam" : stage.label,
				},
				owner: everybody.find(({ id }) => id === record.ownerId)?.name ?? "",
				followUp: record.followUpOn && showValue(record.followUpOn, company),
				isDue: record.followUpOn !== undefined && Temporal.PlainDate.compare(record.followUpOn, today) <= 0,
				isAwaited:
					kind.isPromised &&
					stage.open &&
					!record.spam &&
					record.senderEmail !== "" &&
					(record.answeredAt === undefined || record.awaitingSince !== undefined),
			};
		}),
	};
}

/** Lists the additional stages of topics, each with its topic's name. */
function listOtherStages(
	usual: readonly Stage[],
	topics: readonly Topic[],
	own: ReadonlyMap<string, readonly Stage[]> | undefined,
): StageChoice[] {
	const found = topics.flatMap((topic) =>
		(own?.get(topic.key) ?? [])
			.filter(({ key }) => !usual.some((stage) => stage.key === key))
			.map(({ key, label }) => ({ key, label: `${label} (${topic.label})` })),
	);
	return [...new Map(found.map((stage) => [stage.key, stage])).values()];
}

export default function WorkListPage({ loaderData }: Route.ComponentProps) {
	const { names, momentLabel, query, views, isFirst, next, count, stages, members, rows } = loaderData;
	const path = `/${names}`;
	useLive((fact) => fact === `records:${loaderData.kind}`);
	const parameters = Object.entries(query).filter(([, value]) => value !== "");
	const addressOf = (more: Record<string, string>) => {
		const search = new URLSearchParams([...parameters, ...Object.entries(more)]).toString();
		return search === "" ? path : `${path}?${search}`;
	};
	/** Bulk actions return to the filtered list. */
	const actionPath = (what: string) =>
		`${path}/${what}${addressOf(loaderData.after === undefined ? {} : { after: loaderData.after }).slice(path.length)}`;
	return (
		<Page
			title={titleOf(names)}
			subtitle={<span className="number">{count} found</span>}
			actions={
				<>
					{loaderData.unfiledCount > 0 && (
						<Link className="button" to="/messages">
							Unfiled messages <span className="number">{loaderData.unfiledCount}</span>
						</Link>
					)}
					{loaderData.isEntered && (
						<Link className="button" to={`${path}/new`}>
							New {loaderData.kind}
						</Link>
					)}
					{loaderData.hasBoard && (
						<Link
							className="button"
							to={`${path}/board${query.topic === "" ? "" : `?job=${encodeURIComponent(query.topic)}`}`}
						>
							Board
						</Link>
					)}
					<a className="button" href={`${path}.csv`}>
						Download CSV
					</a>
				</>
			}
		>
			<FilterForm
				key={addressOf({})}
				path={path}
				query={query}
				choices={{
					views,
					stages: [...stages, ...loaderData.otherStages],
					members,
					topics: loaderData.topics,
					sources: loaderData.sources,
				}}
				labels={{ about: loaderData.aboutLabel, moment: momentLabel }}
			/>
			{rows.length === 0 ? (
				<p className="empty">
					{parameters.length === 0
						? `No ${names} ${momentLabel === undefined ? "yet" : "from today on"}. New ones appear here as soon as they arrive.`
						: `No ${names} match these filters. `}
					{parameters.length > 0 && <Link to={path}>Clear filters</Link>}
				</p>
			) : (
				<Form method="post" action={actionPath("change")} className="work-list">
					<WorkTable
						path={path}
						rows={rows}
						aboutLabel={loaderData.aboutLabel}
						momentLabel={momentLabel}
						caption={titleOf(names)}
					/>
					<ChangeForm
						stages={stages}
						members={members}
						bulkReplyPath={loaderData.canReplyToMany ? actionPath("answer") : undefined}
					/>
				</Form>
			)}
			{loaderData.canReplyToMany && rows.length > 0 && (
				<Form method="post" action={actionPath("answer")}>
					<input type="hidden" name="all" value="yes" />
					{parameters.map(([name, value]) => (
						<input key={name} type="hidden" name={name} value={value} />
					))}
					<button>Reply to all {count}</button>
				</Form>
			)}
			<nav aria-label="Pages" className="pager">
				{!isFirst && <Link to={addressOf({})}>First page</Link>}
				{next !== undefined && (
					<Link to={addressOf({ after: next })} rel="next">
						Next page
					</Link>
				)}
			</nav>
		</Page>
	);
}
