import { Form, Link } from "react-router";
import { z } from "zod";
import { describeAction, describeDetail, describeSubject } from "../accounts/audit-words.ts";
import { nameSubjects } from "../accounts/name-subjects.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/audit-log.ts";

const pageSize = 50;

/** Parameters of the log; invalid ones count as absent. */
const logQuery = z.object({
	before: z.coerce.number().int().min(1).optional().catch(undefined),
	of: z
		.string()
		.trim()
		.regex(/^[\w.:,-]{1,100}$/)
		.optional()
		.catch(undefined),
});

/** The audit log, newest first. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const work = beginWork(context);
	const { deps, pathOf } = work;
	const { before, of } = logQuery.parse(readQuery(request));
	const subjects = await nameSubjects(work);
	const nameOf = (id: string) => subjects.get(id)?.name;
	const entries = await deps.accounts.listAuditEntries({ before, of, limit: pageSize + 1 });
	const shown = entries.slice(0, pageSize);
	const last = shown.at(-1);
	return {
		of,
		ofName: of === undefined ? undefined : (nameOf(of) ?? of),
		older: entries.length > pageSize && last ? last.sequence : undefined,
		isNewest: before === undefined,
		entries: shown.map(({ sequence, at, actor, action, subject, details }) => ({
			sequence,
			at: showValue(at, deps.company),
			actor: nameOf(actor) ?? (actor === "" ? "not signed in" : actor),
			action: describeAction(action, details),
			subject: nameOf(subject) ?? describeSubject(action, subject),
			path: subjects.get(subject)?.path ?? pathOf(subject),
			details: Object.entries(details)
				.map(([name, value]) => describeDetail(name, value, (instant) => showValue(instant, deps.company).text))
				.join(" · "),
		})),
	};
}

export default function AuditLogPage({ loaderData }: Route.ComponentProps) {
	const { of, ofName, older, isNewest, entries } = loaderData;
	const addressOf = (parameters: Record<string, string>) =>
		`/audit-log?${new URLSearchParams({ ...parameters, ...(of !== undefined && { of }) }).toString()}`;
	return (
		<Page title="Audit log" subtitle={ofName === undefined ? undefined : `Entries by and about ${ofName}`}>
			<Form method="get" className="inline-form" role="search">
				<label htmlFor="of">Record reference or account ID</label>
				<input id="of" name="of" defaultValue={of} autoComplete="off" spellCheck={false} />
				<button>Filter</button>
				{of !== undefined && <Link to="/audit-log">Show all</Link>}
			</Form>
			<DataTable
				caption="Entries, newest first"
				columns={["Time", "Member", "Action", "Subject", "Details"]}
				empty={
					of === undefined
						? "No entries yet. Actions in the desk appear here."
						: "No entries found. Try another reference, or show all."
				}
			>
				{entries.map(({ sequence, at, actor, action, subject, path, details }) => (
					<tr key={sequence}>
						<th scope="row">
							<ValueText value={at} />
						</th>
						<td data-label="Member">{actor}</td>
						<td data-label="Action" className="about">
							{action}
						</td>
						<td data-label="Subject" className="about">
							{path === undefined ? subject : <Link to={path}>{subject}</Link>}
						</td>
						<td data-label="Details">{details}</td>
					</tr>
				))}
			</DataTable>
			<nav aria-label="Pages" className="pager">
				{!isNewest && <Link to={addressOf({})}>Newest</Link>}
				{older !== undefined && <Link to={addressOf({ before: String(older) })}>Older</Link>}
			</nav>
			<p className="remark">
				Verify the log with <code>npm run desk -- verify-audit</code>.
			</p>
		</Page>
	);
}
