import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { describeRetry } from "../../core/records/describe-outcomes.ts";
import { countEmails, emailGroupNames, listEmails, type EmailGroup } from "../../platform/email/email-list-store.ts";
import { retryFailedEmails } from "../../platform/email/unsent-emails-store.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { EmailTable } from "../records/email-table.tsx";
import { FilterLinks, Pager } from "../records/list-parts.tsx";
import { showEmail } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/emails.ts";

const pageSize = 25;

/** Ordered by what needs attention. */
const emailGroups = [
	"waiting",
	"late",
	"failed",
	"withheld",
	"held",
	"scheduled",
	"sent",
	"not-sent",
] as const satisfies EmailGroup[];

/** Parameters of the list; invalid ones count as absent. */
const listQuery = z.object({
	page: z.coerce.number().int().min(1).max(10_000).catch(1),
	show: z.enum(emailGroups).catch("waiting"),
});

/** The e-mails of the outbox, by state. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, now, pathOf } = beginWork(context);
	const { db } = deps.database;
	const { page, show } = listQuery.parse(readQuery(request));
	const counts = await countEmails(db, now);
	const emails = await listEmails(db, { now, among: show, limit: pageSize, offset: (page - 1) * pageSize });
	return {
		emails: emails.map((email) => showEmail(email, { now, place: deps.company, pathOf })),
		filters: emailGroups.map((group) => ({ show: group, name: emailGroupNames[group], count: counts[group] })),
		show,
		groupName: emailGroupNames[show],
		paging: { page, pageSize, total: counts[show] },
		sendsEmails: deps.config.smtpUrl !== undefined,
		dueLabel: `Due (${deps.company.timeZoneLabel})`,
	};
}

/** Sends bounced e-mails again, of one record or all. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, deskRequest, now, noting, pathOf } = beginWork(context);
	const form = await readForm(request);
	if (form.get("action") !== "retry") throw data(null, { status: 400 });
	const asked = form.get("reference") ?? undefined;
	const reference = asked === undefined || /^[\w-]{1,100}$/.test(asked) ? asked : "unknown";
	const retried = await noting({ action: "emails.retry", subject: reference ?? "" }).database.write((transaction) =>
		retryFailedEmails(transaction, reference, now),
	);
	deps.onEmails();
	deskRequest.notices.leave(describeRetry(retried, reference));
	throw redirect((reference !== undefined && pathOf(reference)) || "/emails", 303);
}

export default function EmailsPage({ loaderData }: Route.ComponentProps) {
	const { emails, filters, show, groupName, paging, sendsEmails, dueLabel } = loaderData;
	return (
		<Page title="E-mails">
			{!sendsEmails && <p className="remark">No mail server yet. E-mails wait here until SMTP_URL is set.</p>}
			<FilterLinks label="Status" path="/emails" filters={filters} show={show} />
			{show === "withheld" && (
				<p className="remark">
					These recipients reached the limit of e-mails in 24 hours (EMAILS_PER_RECIPIENT_PER_DAY). Resend once the 24
					hours are over.
				</p>
			)}
			{show === "not-sent" && (
				<p className="remark">Out of date before they could leave, such as a reminder of a cancelled call.</p>
			)}
			{show === "failed" && emails.length > 0 && (
				<Form method="post" action="/emails">
					<button name="action" value="retry">
						Resend all
					</button>
				</Form>
			)}
			{emails.length === 0 ? (
				<p className="empty">No e-mails with this status.</p>
			) : (
				<EmailTable
					emails={emails}
					caption={`${groupName} e-mails`}
					dueLabel={dueLabel}
					showsRecords
					action="/emails"
				/>
			)}
			<Pager path="/emails" show={show} paging={paging} />
		</Page>
	);
}
