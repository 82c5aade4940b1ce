import { Form } from "react-router";
import { z } from "zod";
import type { RecordFilter, StaffRecords } from "../../platform/staff/records.ts";
import { Page } from "../layout/page.tsx";
import { FilterLinks, Pager } from "../records/list-parts.tsx";
import { RecordTable } from "../records/record-table.tsx";
import { showRow } from "../records/show-values.server.ts";
import type { ListFilter } from "../records/values.ts";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { titleOf } from "../words.ts";
import type { Route } from "./+types/records.ts";

const pageSize = 25;

/** What an address may say about a list; anything else counts as unsaid. */
const listQuery = z.object({
	page: z.coerce.number().int().min(1).max(10_000).catch(1),
	show: z.string().catch(""),
});

/** A page of a list of one kind. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, source } = beginWork(context);
	const kind = getKind(kinds, request);
	const { page, ...query } = listQuery.parse(readQuery(request));
	const filters = await Promise.all(
		listFilters(kind).map(async (filter) => ({ ...filter, count: await kind.count(source, filter.records) })),
	);
	const [usual] = filters;
	const chosen = filters.find(({ show }) => show === query.show) ?? usual;
	if (!chosen) throw new TypeError(`A list of ${kind.names} has no filter`);
	const rows = await kind.list(source, { ...chosen.records, limit: pageSize, offset: (page - 1) * pageSize });
	return {
		names: kind.names,
		columns: kind.columns,
		hasTimes: kind.hasTimes,
		none: kind.none,
		rows: rows.map((row) => showRow(row, kind.names, deps.company)),
		filters: filters.map(({ show, name, count }) => ({ show, name, count })),
		show: chosen.show,
		paging: { page, pageSize, total: chosen.count },
	};
}

/** Gives the address of the calendar of calls. Asked for by a form, because whoever has it can read the calendar. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, note } = beginWork(context);
	const renew = (await readForm(request)).get("renew") === "yes";
	await note({ action: renew ? "calendar.renew" : "calendar.read", subject: "" });
	return { calendarUrl: await deps.getCalendarUrl({ renew }) };
}

/** The parts that a list of one kind can be seen in, the usual one first. */
function listFilters({ hasTimes }: StaffRecords): (Omit<ListFilter, "count"> & { records: RecordFilter })[] {
	const spam = { show: "spam", name: "Spam", records: { quarantinedOnly: true } };
	if (!hasTimes) return [{ show: "all", name: "All", records: {} }, spam];
	return [
		{ show: "coming", name: "Coming", records: {} },
		{ show: "over", name: "Over", records: { past: true } },
		spam,
	];
}

export default function RecordsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { names, columns, hasTimes, rows, filters, show, paging } = loaderData;
	const path = `/${names}`;
	const title = titleOf(names);
	return (
		<Page
			title={title}
			actions={
				<a className="button" href={`${path}.csv`}>
					Download all as CSV
				</a>
			}
		>
			<FilterLinks label={`Which ${names}`} path={path} filters={filters} show={show} />
			{rows.length === 0 ? (
				<EmptyList names={names} show={show} />
			) : (
				<RecordTable columns={columns} rows={rows} caption={title} />
			)}
			<Pager path={path} show={show} paging={paging} turned={hasTimes && show === "coming"} />
			{hasTimes && <CalendarSection address={actionData?.calendarUrl} />}
		</Page>
	);
}

const emptyTexts: Record<string, string> = {
	spam: "Nothing looks like spam. What does is kept here, and nobody is written to about it until you say that it is none.",
	over: "No call is over yet.",
	coming: "No call is to come. Visitors book them on the site; each appears here at once.",
};

function EmptyList({ names, show }: { names: string; show: string }) {
	return (
		<p className="empty">
			{emptyTexts[show] ?? `No ${names} yet. What visitors send on the site appears here at once.`}
		</p>
	);
}

/**
 * The address of the calendar of demo calls, once it is asked for.
 *
 * @param address undefined until then
 */
function CalendarSection({ address }: { address: string | undefined }) {
	return (
		<section aria-labelledby="calendar" className="panel">
			<h2 id="calendar">Calendar</h2>
			<p>
				A calendar program can subscribe to all calls. Whoever has the address can read who comes to them, so pass it on
				to staff only.
			</p>
			{address !== undefined && (
				<p role="status">
					<code>{address}</code>
				</p>
			)}
			<Form method="post" action="/bookings" preventScrollReset>
				{address === undefined ? (
					<button>Show the address</button>
				) : (
					<button name="renew" value="yes">
						Make a new address, and this one worthless
					</button>
				)}
			</Form>
		</section>
	);
}
