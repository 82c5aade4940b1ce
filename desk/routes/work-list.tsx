import { Form, Link } from "react-router";
import { z } from "zod";
import { countedAtMost, sortings, type RecordsFilter } from "../../features/records/list.server.ts";
import { findStage } from "../../platform/records/record-kind.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { Page } from "../layout/page.tsx";
import { showValue } from "../records/show-values.server.ts";
import { readQuery } from "../read-query.server.ts";
import { getKind, beginWork } from "../work.server.ts";
import { titleOf } from "../words.ts";
import { ChangeForm } from "../work/change-form.tsx";
import { FilterForm } from "../work/filter-form.tsx";
import { useLive } from "../work/use-live.ts";
import { WorkTable } from "../work/work-table.tsx";
import type { Route } from "./+types/work-list.ts";

const pageSize = 25;

/** What an address may say about a list; anything else counts as unsaid. */
const listQuery = z.object({
	stage: z.string().max(60).catch(""),
	owner: z.string().max(60).catch(""),
	show: z.enum(["", "unanswered", "due", "spam"]).catch(""),
	sort: z.enum(sortings).catch("received"),
	after: z.string().max(2_000).optional().catch(undefined),
});

/** A page of what visitors sent, of one kind: filtered, sorted, and by whom it is worked on. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, workKinds, signedIn, now, source } = beginWork(context);
	const kind = getKind(workKinds, request);
	const { after, ...query } = listQuery.parse(readQuery(request));
	const { records, company } = deps;
	const colleagues = await records.listColleagues(source.database.db, kind.name);
	const everybody = await records.listColleagues(source.database.db);
	const today = Temporal.PlainDate.from(findDate(now.epochMilliseconds, company.timeZone));
	const filter: RecordsFilter = {
		kinds: [kind],
		kind,
		...(query.stage !== "" && { stages: [query.stage] }),
		...(query.owner !== "" && { owner: query.owner === "me" ? signedIn.account.id : query.owner }),
		...(query.show === "unanswered" && { unanswered: true }),
		...(query.show === "due" && { followUpBy: today }),
		...(query.show === "spam" && { spam: "only" as const }),
	};
	const count = await records.count(filter);
	const page = await records.list(filter, { limit: pageSize, sort: query.sort, after });
	const references = page.records.map(({ reference }) => reference);
	const sent = kind.about === undefined ? undefined : await kind.findSent(source.database.db, references);
	return {
		kind: kind.name,
		names: kind.names,
		aboutLabel: kind.about,
		query,
		isFirst: after === undefined,
		next: page.next,
		count: count > countedAtMost ? `more than ${countedAtMost.toLocaleString(company.locale)}` : String(count),
		stages: kind.stages.map(({ key, label }) => ({ key, label })),
		colleagues: colleagues.map(({ id, name }) => ({ id, name })),
		rows: page.records.map((record) => {
			const stage = findStage(kind, record.stage);
			return {
				reference: record.reference,
				name: record.senderName,
				email: record.senderEmail,
				about: sent?.get(record.reference)?.about,
				received: showValue(record.receivedAt, company),
				stage: {
					state: record.spam ? "quarantined" : stage.open ? "waiting" : "sent",
					name: record.spam ? "Spam" : stage.label,
				},
				owner: everybody.find(({ id }) => id === record.ownerId)?.name ?? "",
				followUp: record.followUpOn && showValue(record.followUpOn, company),
				isDue: record.followUpOn !== undefined && Temporal.PlainDate.compare(record.followUpOn, today) <= 0,
				isAnswered: record.answeredAt !== undefined,
			};
		}),
	};
}

export default function WorkListPage({ loaderData }: Route.ComponentProps) {
	const { names, query, isFirst, next, count, stages, colleagues, rows } = loaderData;
	const path = `/${names}`;
	useLive((fact) => fact === `records:${loaderData.kind}`);
	const parameters = Object.entries(query).filter(
		([name, value]) => value !== "" && !(name === "sort" && value === "received"),
	);
	const addressOf = (more: Record<string, string>) => {
		const search = new URLSearchParams([...parameters, ...Object.entries(more)]).toString();
		return search === "" ? path : `${path}?${search}`;
	};
	return (
		<Page
			title={titleOf(names)}
			subtitle={<span className="number">{count} found</span>}
			actions={
				<a className="button" href={`${path}.csv`}>
					Download all as CSV
				</a>
			}
		>
			<FilterForm key={addressOf({})} path={path} query={query} stages={stages} colleagues={colleagues} />
			{rows.length === 0 ? (
				<p className="empty">
					{parameters.length === 0
						? `No ${names} yet. What visitors send on the site appears here at once.`
						: "Nothing is like that. "}
					{parameters.length > 0 && <Link to={path}>Show all that is no spam</Link>}
				</p>
			) : (
				<Form method="post" action={`${path}/change`} className="work-list">
					<WorkTable path={path} rows={rows} aboutLabel={loaderData.aboutLabel} caption={titleOf(names)} />
					<ChangeForm stages={stages} colleagues={colleagues} />
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
