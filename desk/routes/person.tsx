import { Link } from "react-router";
import { z } from "zod";
import { findContact } from "../../core/people/find-contact.server.ts";
import { listColleagues } from "../../core/people/list-colleagues.server.ts";
import { listProbableDuplicates } from "../../core/people/list-duplicates.server.ts";
import { findReferencesOf } from "../../core/people/merged-addresses.server.ts";
import { listPersonTimeline } from "../../core/people/person-timeline.server.ts";
import { listMembers } from "../../core/records/members.server.ts";
import { nameOf } from "../../core/records/name-of.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Page } from "../layout/page.tsx";
import { listContactFields } from "../people/contact-fields.ts";
import { getPerson } from "../people/get-person.server.ts";
import { MergeForm, MergeReview } from "../people/merge-form.tsx";
import { actOnMerge, listVisibleMerges } from "../people/merge-person.server.ts";
import { PersonTimeline } from "../people/person-timeline.tsx";
import { SameCompany } from "../people/same-company.tsx";
import { showCompany } from "../people/show-company.server.ts";
import { showPersonEvents } from "../people/show-person-events.server.ts";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { RecordFields } from "../records/record-fields.tsx";
import { showField, showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/person.ts";

const eventsAtOnce = 50;
const mostColleagues = 10;
const mostDuplicates = 5;

/** Parameters of the page; invalid ones count as absent. */
const personQuery = z.object({ before: z.string().max(120).optional().catch(undefined) });

/** A person's contact details and timeline, as far as the member may read them. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, now, pathOf, note } = beginWork(context);
	const { company, database } = deps;
	const { before } = personQuery.parse(readQuery(request));
	const person = await getPerson(context, params);
	const { reference, email, addresses, path, isAdmin } = person;
	await note({ action: "person.read", subject: reference });
	const { db } = database;
	const [contact, readable, merges, members, timeline, others] = await Promise.all([
		findContact(database, kinds, addresses),
		isAdmin ? new Map(addresses.map((address) => [address, ""])) : findReferencesOf(db, kinds, addresses),
		listVisibleMerges(db, kinds, person),
		listMembers(db),
		listPersonTimeline(db, kinds, { emails: addresses, limit: eventsAtOnce, before }),
		isAdmin ? deps.people.describeOthers(email) : [],
	]);
	const emails = addresses.filter((address) => readable.has(address));
	return {
		reference,
		path,
		isAdmin,
		sameCompany: showCompany(await listColleagues(db, { emails, addresses, kinds, limit: mostColleagues }), {
			kinds,
			company,
		}),
		name: contact.names[0] ?? email,
		email,
		fields: listContactFields({ ...contact, emails }),
		duplicates: await listProbableDuplicates(database, kinds, { emails, addresses, contact }, mostDuplicates),
		merges: merges.map(({ accountId, at, ...merge }) => ({
			...merge,
			author: nameOf(members, accountId),
			at: showValue(at, company),
		})),
		opens:
			pathOf(reference) === undefined
				? []
				: kinds.filter(({ isEntered }) => isEntered).map(({ name, names }) => ({ name, names })),
		events: await showPersonEvents(db, timeline.events, { kinds, company, now }),
		earlier: timeline.earlier,
		isLatest: before === undefined,
		others: others.map((other) => ({
			reference: other.reference,
			name: capitalise(other.name),
			fields: other.fields.map((field) => showField(field, company)),
		})),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const person = await getPerson(context, params);
	return actOnMerge(context, person, await readForm(request));
}

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
	const { path, reference, name, email, fields, merges, opens, events, earlier, isLatest, isAdmin, others } =
		loaderData;
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
			<ErrorSummary errors={actionData?.errors ?? []} />
			{actionData?.candidate && <MergeReview path={path} email={email} candidate={actionData.candidate} />}
			<div className="sized">
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
						<MergeForm
							path={path}
							merges={merges}
							duplicates={loaderData.duplicates}
							typed={actionData?.typed}
							errors={actionData?.errors ?? []}
						/>
						<SameCompany company={loaderData.sameCompany} />
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
			</div>
		</Page>
	);
}
