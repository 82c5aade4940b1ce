import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, Link, Outlet, useLocation, useNavigation, useParams } from "react-router";
import { countedAtMost } from "../../core/records/counted-at-most.ts";
import type { RecordsFilter } from "../../core/records/list.server.ts";
import { listMembers } from "../../core/records/members.server.ts";
import type { Topic } from "../../core/records/record-kind.ts";
import { listSources } from "../../core/records/source-links.server.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Stage } from "../../shared/desk.ts";
import { FragmentLink } from "../layout/fragment-link.tsx";
import { keepPageBeside } from "../layout/keep-page-beside.ts";
import { Page } from "../layout/page.tsx";
import { listUnfiledOf } from "../mailboxes/list-unfiled.server.ts";
import { readQuery } from "../read-query.server.ts";
import { getKind, beginWork } from "../work.server.ts";
import { useNeighbours } from "../work/after-action.ts";
import type { StageChoice } from "../work/choices.ts";
import { FilterForm } from "../work/filter-form.tsx";
import { findDone } from "../work/find-done.server.ts";
import { findRejection } from "../work/find-rejection.server.ts";
import { listQuery, readList } from "../work/list-filter.server.ts";
import { pickListSearch } from "../work/list-search.ts";
import { listMemberChoices } from "../work/member-choices.server.ts";
import { SelectionForm } from "../work/selection-form.tsx";
import { showRows } from "../work/show-rows.server.ts";
import { listSnoozeChoices } from "../work/snooze-choices.server.ts";
import { useLive } from "../work/use-live.ts";
import { ViewLinks } from "../work/view-links.tsx";
import { WorkRows } from "../work/work-rows.tsx";
import type { Route } from "./+types/work-list.ts";

const pageSize = 25;

/** Larger views are rounded down, so that counting them costs little. */
const viewCountedAtMost = 999;

/** One page of a kind's records, filtered and sorted, and beside it the record that is open. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, signedIn, now, source, viewer } = beginWork(context);
	const { db } = source.database;
	const { after, ...asked } = listQuery.parse(readQuery(request));
	const { records, company } = deps;
	const ofAll = getKind(kinds, request);
	const topics = (await ofAll.listTopics?.(db)) ?? [];
	const own = await ofAll.listStagesOf?.(
		db,
		topics.map(({ key }) => key),
	);
	const kindOf = (topic: string) => ({ ...ofAll, stages: own?.get(topic) ?? ofAll.stages });
	const kind = kindOf(asked.topic);
	const list = { now, accountId: signedIn.account.id, company };
	const { filter, query, hasAnyOwner, views, empty, today, sort, turned } = readList(asked, { kind, ...list });
	const saved = await records.views.list(kind.name, viewer);
	const filterOf = (search: string) => {
		const wanted = listQuery.parse(Object.fromEntries(new URLSearchParams(search)));
		return readList(wanted, { kind: kindOf(wanted.topic), ...list }).filter;
	};
	const [members, everybody, count, page, viewCounts, unfiled] = await Promise.all([
		listMembers(db, kind),
		listMembers(db),
		records.count(filter),
		records.list(filter, { limit: pageSize, sort, turned, after }),
		records.countEach(
			new Map([
				...views
					.filter(({ isCounted }) => isCounted)
					.map((view): [string, RecordsFilter] => [view.key, { kinds: [ofAll], kind: ofAll, ...view.filter }]),
				...saved.map(({ id, search }): [string, RecordsFilter] => [id, filterOf(search)]),
			]),
			viewCountedAtMost,
		),
		kind.isEntered ? listUnfiledOf(db, { kinds: [kind], isAdmin: false }, { limit: 1 }) : undefined,
	]);
	const write = (number: number, atMost: number) =>
		number > atMost ? undefined : number.toLocaleString(company.locale);
	const countOfView = (key: string) => {
		const found = viewCounts.get(key);
		return found === undefined ? undefined : (write(found, viewCountedAtMost) ?? `${viewCountedAtMost}+`);
	};
	return {
		kind: kind.name,
		names: kind.names,
		aboutLabel: kind.about,
		momentLabel: kind.moment?.label,
		canReplyToMany: kind.canReplyToMany === true,
		topics,
		isEntered: kind.isEntered === true,
		unfiledCount: unfiled?.count ?? 0,
		hasBoard: kind.hasBoard === true && (kind.listTopics === undefined || topics.length > 0),
		sources: await listSources(db, kind),
		facets: kind.facets ?? [],
		query,
		hasAnyOwner,
		empty,
		views: views.map(({ key, label }) => ({ key, label, count: countOfView(key) })),
		savedViews: saved.map(({ id, name, search, isShared }) => ({
			id,
			name,
			search,
			isShared,
			count: countOfView(id),
		})),
		after,
		next: page.next,
		count: write(count, countedAtMost) ?? `more than ${countedAtMost.toLocaleString(company.locale)}`,
		stages: kind.stages.map(({ key, label }) => ({ key, label })),
		// Stages of a single position, in a list of all positions.
		otherStages: query.topic === "" ? listOtherStages(kind.stages, topics, own) : [],
		members: listMemberChoices(members),
		me: signedIn.account.id,
		done: findDone(kind),
		rejection: findRejection(kind),
		snooze: listSnoozeChoices(now, company),
		versions: Object.fromEntries(page.records.map(({ reference, version }) => [reference, version])),
		rows: await showRows(page.records, {
			db,
			kind: ofAll,
			stagesOf: own,
			members: everybody,
			promises: records.promises,
			now,
			today,
			company,
		}),
	};
}

/** Another record beside the same list leaves the list as it is; what somebody does, or a colleague did, refreshes it. */
export const shouldRevalidate = keepPageBeside(({ search }) => pickListSearch(search));

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
	const { names, momentLabel, query, views, savedViews, after, next, count, stages, members, rows } = loaderData;
	const path = `/${names}`;
	const title = capitalise(names);
	useLive((key) => key === `records:${loaderData.kind}` || key === `saved-views:${loaderData.kind}`);
	const { reference } = useParams();
	const here = useLocation();
	const listSearch = pickListSearch(here.search);
	const open = useOpenReference(path, reference);
	const neighbours = useNeighbours(
		rows.map((row) => row.reference),
		open,
		listSearch,
	);
	const base = reference === undefined ? path : `${path}/${reference}`;
	const filter = pickListSearch(query);
	const isFiltered = pickListSearch({ ...query, show: "" }) !== "";
	const pane = useOpenRowInView(open);
	const actions = (
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
		</>
	);
	const list = (
		<>
			<div className="list-head">
				<ViewLinks path={base} query={query} views={views} saved={savedViews} />
				<FilterForm
					path={base}
					viewsPath={`${path}/views`}
					open={reference}
					query={query}
					savedViews={savedViews}
					choices={{
						stages: [...stages, ...loaderData.otherStages],
						members: loaderData.hasAnyOwner ? members : undefined,
						topics: loaderData.topics,
						sources: loaderData.sources,
						facets: loaderData.facets,
					}}
					labels={{ about: loaderData.aboutLabel, moment: momentLabel }}
				/>
			</div>
			{rows.length === 0 ? (
				<p className="empty">
					{isFiltered ? (
						<>
							No {names} match these filters. <Link to={base}>Clear filters</Link>
						</>
					) : (
						loaderData.empty
					)}
				</p>
			) : (
				<SelectionForm
					action={`${path}/change${listSearch}`}
					open={reference}
					versions={loaderData.versions}
					choices={{
						stages,
						done: loaderData.done,
						rejection: loaderData.rejection,
						members,
						me: loaderData.me,
						snooze: loaderData.snooze,
						bulkReplyPath: loaderData.canReplyToMany ? `${path}/answer${listSearch}` : undefined,
					}}
				>
					<WorkRows
						path={path}
						search={listSearch}
						rows={rows}
						openReference={open}
						neighbours={neighbours}
						caption={title}
					/>
				</SelectionForm>
			)}
			<div className="actions">
				{loaderData.canReplyToMany && rows.length > 0 && (
					<Form method="post" action={`${path}/answer${listSearch}`}>
						<input type="hidden" name="all" value="yes" />
						{[...new URLSearchParams(filter)].map(([name, value]) => (
							<input key={name} type="hidden" name={name} value={value} />
						))}
						<button>Reply to all {count}</button>
					</Form>
				)}
				<a className="button" href={`${path}.csv?${new URLSearchParams({ ...query, of: "list" }).toString()}`}>
					Export CSV
				</a>
				<a className="button" href={`${path}.csv`}>
					Export all {names}
				</a>
			</div>
			{(after !== undefined || next !== undefined) && (
				<nav aria-label="Pages" className="pager">
					{after !== undefined && <Link to={base + filter}>First page</Link>}
					{next !== undefined && (
						<Link to={base + pickListSearch({ ...query, after: next })} rel="next">
							Next page
						</Link>
					)}
				</nav>
			)}
		</>
	);
	if (reference === undefined)
		return (
			<div className="inbox">
				<div className="inbox-list">
					<Page title={title} subtitle={<span className="number">{count} found</span>} actions={actions}>
						{list}
					</Page>
				</div>
			</div>
		);
	return (
		<div className="inbox inbox-split">
			<section className="inbox-list" aria-label={title} ref={pane} data-opens>
				<FragmentLink className="skip-link" to="record">
					Skip to the record
				</FragmentLink>
				<p className="inbox-title">
					<Link to={path + listSearch}>{title}</Link> <span className="number">{count} found</span>
				</p>
				{list}
			</section>
			<div className="inbox-record sized" id="record" tabIndex={-1}>
				<nav className="record-nav" aria-label="Records">
					<Link className="record-nav-list" to={path + listSearch}>
						<ArrowLeft size={16} aria-hidden="true" /> <span>{title}</span>
					</Link>
					{neighbours.previous !== undefined && (
						<Link to={`${path}/${neighbours.previous}${listSearch}`} title="Previous">
							<ChevronLeft size={18} aria-hidden="true" />
							<span className="sr-only">Previous</span>
						</Link>
					)}
					{neighbours.next !== undefined && (
						<Link to={`${path}/${neighbours.next}${listSearch}`} title="Next">
							<ChevronRight size={18} aria-hidden="true" />
							<span className="sr-only">Next</span>
						</Link>
					)}
				</nav>
				<Outlet context={neighbours} />
			</div>
		</div>
	);
}

/** The record that is open, or that is about to be: its row is marked at once. */
function useOpenReference(path: string, reference: string | undefined): string | undefined {
	const { pathname = "" } = useNavigation().location ?? {};
	const [, coming] = pathname.startsWith(`${path}/`) ? (/^([^/]+)$/.exec(pathname.slice(path.length + 1)) ?? []) : [];
	return (coming ?? reference)?.toUpperCase();
}

/** Scrolls the list to the open record's row, where it is out of sight. */
function useOpenRowInView(open: string | undefined) {
	const list = useRef<HTMLElement>(null);
	useEffect(() => {
		if (open !== undefined) list.current?.querySelector("[data-open]")?.scrollIntoView({ block: "nearest" });
	}, [open]);
	return list;
}
