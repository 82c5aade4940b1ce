import type { EmailCounts, EmailGroup, EmailSummary } from "../platform/email/outbox-store.ts";
import { DeskPage, type Frame } from "./layout.server.tsx";
import { Pager, type Paging } from "./pager.server.tsx";
import { FilterLinks } from "./record-list.server.tsx";
import { EmailTable, emailGroupNames } from "./tables.server.tsx";

/** In the order of what needs attention. */
export const emailGroups = [
	"waiting",
	"late",
	"failed",
	"withheld",
	"held",
	"scheduled",
	"sent",
	"not-sent",
] as const satisfies EmailGroup[];

type EmailsPageProps = {
	frame: Frame;
	emails: EmailSummary[];
	counts: EmailCounts;
	show: EmailGroup;
	now: Temporal.Instant;
	paging: Paging;
	sendsEmails: boolean;
	pathOf(reference: string): string | undefined;
};

/** The e-mails of the outbox, by what became of them. */
export function EmailsPage({ frame, emails, counts, show, now, paging, sendsEmails, pathOf }: EmailsPageProps) {
	return (
		<DeskPage frame={frame} title="E-mails" section="/emails">
			<h1>E-mails</h1>
			{!sendsEmails && <p className="remark">No mail server is set (SMTP_URL): e-mails wait here until it is.</p>}
			<FilterLinks
				label="Which e-mails"
				path="/emails"
				filters={emailGroups.map((group) => ({ show: group, name: emailGroupNames[group], count: counts[group] }))}
				show={show}
			/>
			{show === "withheld" && (
				<p className="remark">
					Their recipients had had as many e-mails within 24 hours as one may get (EMAILS_PER_RECIPIENT_PER_DAY). Sent
					again, they leave when fewer have gone there; until then they come back here.
				</p>
			)}
			{show === "not-sent" && (
				<p className="remark">
					They made no sense any more when they were to leave, such as a reminder of a call that is cancelled.
				</p>
			)}
			{show === "failed" && emails.length > 0 && (
				<form method="post" action="/emails/retry">
					<button>Send all of them again</button>
				</form>
			)}
			{emails.length === 0 ? (
				<p className="empty">None here.</p>
			) : (
				<EmailTable emails={emails} now={now} caption={`${emailGroupNames[show]} e-mails`} pathOf={pathOf} />
			)}
			<Pager path="/emails" show={show} paging={paging} />
		</DeskPage>
	);
}
