import type { EmailSummary } from "../platform/email/outbox-store.ts";
import { DeskPage, type Frame } from "./layout.server.tsx";
import type { RecordDetails, StaffRecords } from "../platform/staff/records.ts";
import { EmailTable } from "./tables.server.tsx";
import { FieldValue, StateLabel } from "./values.server.tsx";
import { titleOf } from "./words.server.ts";

type RecordPageProps = {
	frame: Frame;
	kind: StaffRecords;
	record: RecordDetails;
	emails: EmailSummary[];
	now: Temporal.Instant;
	notice?: string | undefined;
};

const actionNames = { release: "Not spam", quarantine: "Mark as spam" };

/** One record whole: what was sent, what can be done with it, and the e-mails about it. */
export function RecordPage({ frame, kind, record, emails, now, notice }: RecordPageProps) {
	const { reference, name, state, fields, text, file, actions } = record;
	const path = `/${kind.names}/${reference}`;
	return (
		<DeskPage frame={frame} title={`${reference}, ${name}`} section={`/${kind.names}`} notice={notice}>
			<div className="heading-row">
				<div>
					<h1>{name}</h1>
					<p className="subtitle">
						{titleOf(kind.name)} {reference} <StateLabel state={state} />
					</p>
				</div>
				<div className="actions">
					{file && (
						<a className="button" href={`${path}/file`} download>
							Download the resume
						</a>
					)}
					{actions.map((action) => (
						<form key={action} method="post" action={`${path}/${action}`}>
							<button>{actionNames[action]}</button>
						</form>
					))}
				</div>
			</div>
			<dl className="fields">
				{fields
					.filter(({ as }) => as !== "state")
					.map((field) => (
						<div key={field.label} className={Array.isArray(field.value) ? "wide" : undefined}>
							<dt>{field.label}</dt>
							<dd>
								<FieldValue field={field} reference={reference} />
							</dd>
						</div>
					))}
			</dl>
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
					<EmailTable emails={emails} now={now} caption={`E-mails about ${reference}`} />
				)}
			</section>
		</DeskPage>
	);
}
