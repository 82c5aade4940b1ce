import { Form, Link } from "react-router";
import { z } from "zod";
import { listContacts } from "../../core/people/list-contacts.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { describeAge } from "../records/describe-age.ts";
import { showValue } from "../records/show-values.server.ts";
import { NumberCell } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/contacts.ts";

const path = "/contacts";
const pageSize = 25;
const mostSearched = 200;

/** Parameters of the page; invalid ones count as absent. */
const contactsQuery = z.object({ after: z.string().max(60).optional().catch(undefined) });

/** People who wrote, the latest activity first. */
export async function loader({ request, context }: Route.LoaderArgs) {
	return showContacts(context, contactsQuery.parse(readQuery(request)));
}

/** Finds people by name or address; no address of a page may hold either. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	const search = (form.get("search") ?? "").trim().slice(0, mostSearched);
	return showContacts(context, { search, ...contactsQuery.parse({ after: form.get("after") ?? undefined }) });
}

async function showContacts(
	context: Route.LoaderArgs["context"],
	{ search = "", after }: { search?: string; after?: string | undefined },
) {
	const { deps, kinds, now } = beginWork(context);
	const { company, database } = deps;
	const { contacts, next } = await listContacts(database, kinds, { search, after, limit: pageSize });
	return {
		search,
		isFirst: after === undefined,
		next,
		contacts: contacts.map(({ changedAt, ...contact }) => ({
			...contact,
			activity: { ...showValue(changedAt, company), age: describeAge(changedAt, now, company) },
		})),
	};
}

export default function ContactsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { search, contacts, next, isFirst } = actionData ?? loaderData;
	useLive((key) => key.startsWith("records:"));
	return (
		<Page title="Contacts" subtitle="Everyone who has written, the latest activity first">
			<Form method="post" action={path} className="search-form" role="search" aria-label="Contacts">
				<label>
					Name or e-mail address
					<input
						key={search}
						name="search"
						type="search"
						defaultValue={search}
						maxLength={mostSearched}
						autoComplete="off"
					/>
				</label>
				<button>Search</button>
				{search !== "" && <Link to={path}>Clear search</Link>}
			</Form>
			<DataTable
				className="contact-table"
				caption="Contacts"
				columns={["Name", "E-mail", "Company", "Open records", "Last activity"]}
				numbers={["Open records"]}
				empty={
					search === ""
						? "No contacts yet. Everyone who writes appears here."
						: `No contacts found for “${search}”. Check the spelling or try fewer words.`
				}
			>
				{contacts.map(({ reference, name, email, company, open, activity }) => (
					<tr key={reference}>
						<th scope="row">
							<Link to={`/people/of/${encodeURIComponent(reference)}`} dir="auto" prefetch="intent" data-row>
								{name}
							</Link>
						</th>
						<td data-label="E-mail" title={email}>
							{email}
						</td>
						<td data-label="Company">{company}</td>
						<NumberCell label="Open records">{open}</NumberCell>
						<td data-label="Last activity">
							<time dateTime={activity.dateTime} title={activity.text}>
								{activity.age}
							</time>
						</td>
					</tr>
				))}
			</DataTable>
			{(!isFirst || next !== undefined) && (
				<nav aria-label="Pages" className="pager">
					{search === "" ? (
						<>
							{!isFirst && <Link to={path}>First page</Link>}
							{next !== undefined && (
								<Link to={`${path}?after=${next}`} rel="next">
									Next page
								</Link>
							)}
						</>
					) : (
						<Form method="post" action={path} className="inline-form">
							<input type="hidden" name="search" value={search} />
							{!isFirst && <button>First page</button>}
							{next !== undefined && (
								<button name="after" value={next}>
									Next page
								</button>
							)}
						</Form>
					)}
				</nav>
			)}
		</Page>
	);
}
