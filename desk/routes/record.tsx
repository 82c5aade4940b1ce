import { data, Form, redirect } from "react-router";
import { listEmails, retryFailedEmails } from "../../platform/email/outbox-store.ts";
import { describeRetry } from "../../platform/staff/outcomes.ts";
import type { StaffRecords } from "../../platform/staff/records.ts";
import { Page } from "../layout/page.tsx";
import { EmailTable } from "../records/email-table.tsx";
import { showEmail, showField, showState } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { RecordFields } from "../records/record-fields.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { titleOf } from "../words.ts";
import type { Route } from "./+types/record.ts";

const recordEmailsLimit = 100;
const actionNames = { release: "Not spam", quarantine: "Mark as spam" };

/** One record whole: what was sent, what can be done with it, and the e-mails about it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, source, now, pathOf } = beginWork(context);
	const kind = getKind(kinds, request);
	const record = await kind.find(source, params.reference.toUpperCase());
	if (!record) throw data(null, { status: 404 });
	const emails = await listEmails(source.database.db, { now, reference: record.reference, limit: recordEmailsLimit });
	const { reference, name, state, fields, text, file, actions } = record;
	return {
		kind: kind.name,
		names: kind.names,
		reference,
		name,
		state: showState(state),
		fields: fields.filter(({ as }) => as !== "state").map((field) => showField(field, deps.company)),
		text,
		hasFile: file !== undefined,
		actions,
		emails: emails.map((email) => showEmail(email, { now, place: deps.company, pathOf })),
		dueLabel: `Due (${deps.company.timeZoneLabel})`,
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, kinds, source, visit, now, noting } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	if (!(await kind.find(source, reference))) throw data(null, { status: 404 });
	const asked = (await readForm(request)).get("action");
	const outcome = await act(asked, { kind, reference });
	deps.onEmails();
	visit.notices.leave(outcome);
	throw redirect(`/${kind.names}/${encodeURIComponent(reference)}`, 303);

	async function act(name: string | null, of: { kind: StaffRecords; reference: string }): Promise<string> {
		const noted = (what: string) => noting({ action: `${of.kind.name}.${what}`, subject: of.reference });
		if (name === "release" || name === "quarantine") return of.kind[name](noted(name), of.reference);
		if (name !== "retry") throw data(null, { status: 400 });
		const retried = await noted("emails-retry").database.write((transaction) =>
			retryFailedEmails(transaction, of.reference, now),
		);
		return describeRetry(retried, of.reference);
	}
}

export default function RecordPage({ loaderData }: Route.ComponentProps) {
	const { kind, names, reference, name, state, fields, text, hasFile, actions, emails, dueLabel } = loaderData;
	const path = `/${names}/${reference}`;
	return (
		<Page
			title={name}
			subtitle={
				<>
					{titleOf(kind)} <span className="number">{reference}</span> <StateLabel state={state} />
				</>
			}
			actions={
				<>
					{hasFile && (
						<a className="button" href={`${path}/file`} download>
							Download the resume
						</a>
					)}
					{actions.map((possible) => (
						<Form key={possible} method="post" action={path}>
							<button name="action" value={possible}>
								{actionNames[possible]}
							</button>
						</Form>
					))}
				</>
			}
		>
			<RecordFields fields={fields} reference={reference} />
			{text.value !== "" && (
				<section aria-labelledby="text">
					<h2 id="text">{text.label}</h2>
					<p className="text">{text.value}</p>
				</section>
			)}
			<section aria-labelledby="emails">
				<h2 id="emails">E-mails</h2>
				{emails.length === 0 ? (
					<p className="empty">No e-mails.</p>
				) : (
					<EmailTable emails={emails} caption={`E-mails about ${reference}`} dueLabel={dueLabel} action={path} />
				)}
			</section>
		</Page>
	);
}
