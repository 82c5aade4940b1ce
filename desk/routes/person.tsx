import { Link } from "react-router";
import { z } from "zod";
import { findContact } from "../../core/people/find-contact.server.ts";
import { listPersonTimeline } from "../../core/people/person-timeline.server.ts";
import { mayRead } from "../guard/access.ts";
import { Page } from "../layout/page.tsx";
import { getPerson } from "../people/get-person.server.ts";
import { PersonTimeline } from "../people/person-timeline.tsx";
import { showPersonEvents } from "../people/show-person-events.server.ts";
import { readQuery } from "../read-query.server.ts";
import { RecordFields } from "../records/record-fields.tsx";
import { showField } from "../records/show-values.server.ts";
import type { ShownField } from "../records/values.ts";
import { beginWork } from "../work.server.ts";
import { titleOf } from "../words.ts";
import type { Route } from "./+types/person.ts";

const eventsAtOnce = 50;

/** Parameters of the page; invalid ones count as absent. */
const personQuery = z.object({ before: z.string().max(120).optional().catch(undefined) });

/** A person's contact details and timeline, as far as the member may read them. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, signedIn, now, pathOf, note } = beginWork(context);
	const { company, database } = deps;
	const { before } = personQuery.parse(readQuery(request));
	const { reference, email, path } = await getPerson(context, params);
	await note({ action: "person.read", subject: reference });
	const isAdmin = mayRead("routes/person-export", signedIn.account.roles);
	const emails = [email];
	const [contact, timeline, others] = await Promise.all([
		findContact(database, kinds, emails),
		listPersonTimeline(database.db, kinds, { emails, limit: eventsAtOnce, before }),
		isAdmin ? deps.people.describeOthers(email) : [],
	]);
	return {
		reference,
		path,
		isAdmin,
		name: contact.names[0] ?? email,
		email,
		fields: listContactFields(contact),
		opens: pathOf(reference) === undefined ? [] : kinds.filter(({ isEntered }) => isEntered).map(nameNew),
		events: await showPersonEvents(database.db, timeline.events, { kinds, company, now }),
		earlier: timeline.earlier,
		isLatest: before === undefined,
		others: others.map((other) => ({
			reference: other.reference,
			name: titleOf(other.name),
			fields: other.fields.map((field) => showField(field, company)),
		})),
	};
}

const nameNew = ({ name, names }: { name: string; names: string }) => ({ name, names });

function listContactFields({ names, emails, phones }: Awaited<ReturnType<typeof findContact>>): ShownField[] {
	const list = (label: string, values: string[]): ShownField[] =>
		values.length === 0 ? [] : [{ label, value: values.length === 1 ? { text: values[0] ?? "" } : values }];
	return [
		...list("Name", names),
		...(emails.length === 1
			? [{ label: "E-mail", value: { text: emails[0] ?? "" }, as: "email" as const }]
			: list("E-mail", emails)),
		...list("Phone", phones),
	];
}

export default function PersonPage({ loaderData }: Route.ComponentProps) {
	const { path, reference, name, email, fields, opens, events, earlier, isLatest, isAdmin, others } = loaderData;
	return (
		<Page
			title={name}
			subtitle={name === email ? undefined : email}
			actions={
				isAdmin && (
					<>
						<Link className="button" to={`${path}/export`}>
							Export data
						</Link>
						<Link className="button" to={`${path}/erase`}>
							Erase person
						</Link>
					</>
				)
			}
		>
			<div className="work-page">
				<div className="work-side">
					<section aria-labelledby="contact">
						<h2 id="contact">Contact</h2>
						<RecordFields fields={fields} reference={reference} />
						{opens.length > 0 && (
							<p className="actions">
								{opens.map((open) => (
									<Link key={open.names} to={`/${open.names}/new?from=${reference}`}>
										New {open.name}
									</Link>
								))}
							</p>
						)}
					</section>
					{others.length > 0 && (
						<section aria-labelledby="others">
							<h2 id="others">Other data</h2>
							{others.map((other) => (
								<details key={other.reference}>
									<summary>
										{other.name} <span className="number">{other.reference}</span>
									</summary>
									<RecordFields fields={other.fields} reference={other.reference} />
								</details>
							))}
						</section>
					)}
				</div>
				<section className="work-main" aria-labelledby="history">
					<h2 id="history">Contact history</h2>
					{events.length === 0 ? (
						<p className="empty">Nothing yet. Enquiries, calls, applications and replies appear here.</p>
					) : (
						<PersonTimeline events={events} />
					)}
					<p className="actions">
						{!isLatest && <Link to={path}>Latest</Link>}
						{earlier !== undefined && <Link to={`${path}?before=${earlier}`}>Earlier</Link>}
					</p>
				</section>
			</div>
		</Page>
	);
}
