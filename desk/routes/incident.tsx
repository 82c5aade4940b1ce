import { data, Form, redirect } from "react-router";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { draftAuthorityNotice, draftPersonNotice } from "../../core/incidents/draft-notices.server.ts";
import { addIncident } from "../../core/incidents/incident-store.server.ts";
import { listBlanks } from "../../core/incidents/incident.ts";
import { findNoticeStates } from "../../core/incidents/notices.server.ts";
import { reviseIncident } from "../../core/incidents/revise-incident.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { actOnIncident, type RefusedIncident } from "../incidents/act-on-incident.server.ts";
import { ActorsSection } from "../incidents/actors-section.tsx";
import { AuthoritySection, ClockLine } from "../incidents/authority-section.tsx";
import { IncidentFormContext } from "../incidents/form-context.ts";
import { IncidentFields } from "../incidents/incident-fields.tsx";
import { createTyped, readIncidentForm, readScope, toTyped } from "../incidents/incident-form.server.ts";
import { NoticeSection } from "../incidents/notice-section.tsx";
import { PartForm } from "../incidents/part-form.tsx";
import { PeopleSection } from "../incidents/people-section.tsx";
import { getIncident, readAffected, readDraftSource } from "../incidents/read-incident.server.ts";
import { countNotices, listActors, listChoices, showClock, showPerson } from "../incidents/show-incident.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/incident.ts";

const pageSize = 15;

/**
 * One incident with the people whose data was touched, or the form of a new one. The page is not live, but is read again after each form:
 * the others keep the revision that what is typed there is based on.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, now } = beginWork(context);
	const { timeZone, timeZoneLabel: zone } = deps.company;
	const choices = await listChoices(deps);
	const common = { zone, ...choices };
	if (params.id === undefined) return { ...common, typed: createTyped(now, timeZone), stored: undefined };
	const incident = await getIncident(context, params.id);
	const known = new Set([...choices.accounts, ...choices.tokens].map(({ id }) => id));
	return { ...common, typed: toTyped(incident, { known, timeZone }), stored: await showIncident() };

	async function showIncident() {
		const { signedIn } = beginWork(context);
		const affected = await readAffected(context, incident);
		const actors = await listActors(deps, incident, now);
		const source = await readDraftSource(context, { incident, affected, actors });
		const states = await findNoticeStates(deps.database.db, incident);
		const people = affected.people.map((person) => showPerson(person, { states, place: deps.company }));
		const page = Math.max(1, Math.min(Math.ceil(people.length / pageSize), Number(readQuery(request)["page"]) || 1));
		const authorityText = incident.authorityText ?? draftAuthorityNotice(source);
		const notice = incident.notice ?? draftPersonNotice(source);
		return {
			id: incident.id,
			title: incident.title,
			revisions: reviseIncident(incident),
			told: incident.noticesAskedAt && { hasEnd: incident.until !== undefined },
			clock: showClock(incident, now, deps.company),
			isProven: hasFreshProof(signedIn.session, now),
			isOwn: incident.actors.includes(signedIn.account.id),
			actors,
			people: {
				people: people.slice((page - 1) * pageSize, page * pageSize),
				paging: { page, pageSize, total: people.length },
				erased: affected.erased,
				actions: affected.actions,
			},
			authority: {
				text: authorityText,
				isSaved: incident.authorityText !== undefined,
				blanks: listBlanks(authorityText).length,
			},
			notice: {
				...notice,
				isSaved: incident.notice !== undefined,
				blanks: listBlanks(`${notice.subject}\n${notice.text}`),
				isAsked: incident.noticesAskedAt !== undefined,
				isWriting: incident.noticesAskedAt !== undefined && incident.noticesWrittenAt === undefined,
				toSend: people.filter(({ canBeTold, notice: told }) => canBeTold && !told).length,
				counts: countNotices(affected.people, states),
				withoutAddress: people.filter(({ canBeTold }) => !canBeTold).length,
			},
		};
	}
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest, now, notingNew } = beginWork(context);
	const form = await readForm(request);
	if (params.id !== undefined) return actOnIncident(context, await getIncident(context, params.id), form);
	if (form.get("do") !== "save") throw data(null, { status: 400 });
	const typed = readIncidentForm(form);
	const read = readScope(typed, deps.company.timeZone, now);
	if ("errors" in read) return data<RefusedIncident>({ errors: read.errors, typed: { scope: typed } }, { status: 422 });
	const { reference: id } = await notingNew("incident.add").write(async (transaction) => ({
		reference: await addIncident(transaction, read.scope, signedIn.account.id, now),
		isNew: true,
	}));
	deskRequest.notices.leave("Incident opened. The 72-hour clock is running.");
	throw redirect(`/incidents/${id}`, 303);
}

export default function IncidentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { stored, zone, accounts, tokens } = loaderData;
	const errors = actionData?.errors ?? [];
	const typed = actionData?.typed?.scope ?? loaderData.typed;
	const path = stored ? `/incidents/${stored.id}` : "/incidents/new";
	const fields = { typed, accounts, tokens, zone, errors, told: stored?.told };
	if (!stored)
		return (
			<Page
				title="Open incident"
				subtitle="Say what was stolen, and since when. You then see whose data was touched, and can cut off access."
			>
				<ErrorSummary errors={errors} />
				<Form method="post" action={path} className="form" noValidate preventScrollReset>
					<IncidentFields {...fields} />
					<button name="do" value="save" className="button-main">
						Open incident
					</button>
				</Form>
			</Page>
		);
	const { revisions, isProven } = stored;
	const refused = actionData?.refused ? { [actionData.refused.part]: actionData.refused.revision } : {};
	return (
		<Page title={stored.title} subtitle={<ClockLine clock={stored.clock} />}>
			<ErrorSummary errors={errors} />
			<ActorsSection path={path} actors={stored.actors} isProven={isProven} isOwn={stored.isOwn} />
			<PeopleSection path={path} {...stored.people} />
			<IncidentFormContext value={{ path, revisions, refused }}>
				<AuthoritySection
					clock={stored.clock}
					{...stored.authority}
					typed={actionData?.typed?.authority}
					errors={errors}
				/>
				<NoticeSection isProven={isProven} notice={stored.notice} typed={actionData?.typed?.notice} errors={errors} />
				<section aria-labelledby="details">
					<h2 id="details">Accounts, times and notes</h2>
					{stored.told && (
						<p className="remark">E-mails about them have been sent, so the accounts and times stay as they are.</p>
					)}
					<PartForm part="details">
						<IncidentFields {...fields} />
						<button name="do" value="save">
							Save incident
						</button>
					</PartForm>
				</section>
			</IncidentFormContext>
		</Page>
	);
}
