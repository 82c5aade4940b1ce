import { groupOf, type EmailGroup, type EmailSummary } from "../platform/email/outbox-store.ts";
import type { RecordRow, StaffRecords } from "../platform/staff/records.ts";
import { useDeskTime } from "./desk-time.server.ts";
import { StateLabel, ValueText } from "./values.server.tsx";

/** Records in rows; on a phone each row becomes a block whose cells carry their column's name. */
export function RecordTable({ kind, rows, caption }: { kind: StaffRecords; rows: RecordRow[]; caption: string }) {
	return (
		<table>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					{["Reference", ...kind.columns, "State"].map((column) => (
						<th key={column} scope="col">
							{column}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map(({ reference, values, state }) => (
					<tr key={reference}>
						<th scope="row">
							<a href={`/${kind.names}/${reference}`}>{reference}</a>
						</th>
						{values.map((value, index) => (
							<td key={kind.columns[index]} data-label={kind.columns[index]}>
								<ValueText value={value} />
							</td>
						))}
						<td data-label="State">
							<StateLabel state={state} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** What staff call the e-mails of each group. */
export const emailGroupNames: Record<EmailGroup, string> = {
	waiting: "Waiting",
	late: "Late",
	scheduled: "Scheduled",
	held: "Held",
	withheld: "Withheld",
	failed: "Refused",
	"not-sent": "Not sent",
	sent: "Sent",
};

type EmailTableProps = {
	emails: EmailSummary[];
	now: Temporal.Instant;
	caption: string;
	/** Path of the page of an e-mail's record; undefined for what the desk has no page of. */
	pathOf?: (reference: string) => string | undefined;
};

/** E-mails with what became of them; a refused one can be sent again. */
export function EmailTable({ emails, now, caption, pathOf }: EmailTableProps) {
	const due = `Due (${useDeskTime().timeZoneLabel})`;
	return (
		<table>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					{["E-mail", ...(pathOf ? ["About"] : []), "To", "State", due, "Attempts"].map((column) => (
						<th key={column} scope="col">
							{column}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{emails.map((email, index) => (
					<tr key={index}>
						<th scope="row">{email.kind.replaceAll("-", " ")}</th>
						{pathOf && (
							<td data-label="About">
								<Reference reference={email.reference} path={pathOf(email.reference)} />
							</td>
						)}
						<td data-label="To">{email.recipient}</td>
						<td data-label="State">
							<EmailState email={email} now={now} />
						</td>
						<td data-label={due}>
							<ValueText value={email.queuedAt} />
						</td>
						<td data-label="Attempts" className="number">
							{email.attempts}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Reference({ reference, path }: { reference: string; path: string | undefined }) {
	return path === undefined ? reference : <a href={path}>{reference}</a>;
}

function EmailState({ email, now }: { email: EmailSummary; now: Temporal.Instant }) {
	const group = groupOf(email, now);
	return (
		<>
			<span className="state" data-state={group}>
				{emailGroupNames[group]}
			</span>
			{email.lastError !== undefined && <span className="aside">{email.lastError}</span>}
			{(group === "failed" || group === "withheld") && <RetryForm reference={email.reference} />}
		</>
	);
}

/** Sends the refused e-mails of a record again. */
function RetryForm({ reference }: { reference: string }) {
	return (
		<form method="post" action="/emails/retry">
			<button name="reference" value={reference}>
				Send again<span className="sr-only"> the refused and withheld e-mails of {reference}</span>
			</button>
		</form>
	);
}
