import { Form, Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { NumberCell, StateLabel, ValueCell } from "./shown-value.tsx";
import type { ShownEmail } from "./values.ts";

type EmailTableProps = {
	emails: ShownEmail[];
	caption: string;
	/** Heading of the times. */
	dueLabel: string;
	/** Whether the e-mails belong to several records, which are then named. */
	showsRecords?: boolean;
	/** Address of the form that sends bounced e-mails again. */
	action: string;
};

/** E-mails with their states; a bounced one can be sent again. */
export function EmailTable({ emails, caption, dueLabel, showsRecords = false, action }: EmailTableProps) {
	return (
		<DataTable
			caption={caption}
			columns={["E-mail", ...(showsRecords ? ["About"] : []), "To", "Status", dueLabel, "Attempts"]}
			numbers={["Attempts"]}
		>
			{emails.map((email, index) => (
				<tr key={index}>
					<th scope="row" className="whole-words">
						{email.kind}
					</th>
					{showsRecords && (
						<td data-label="About">
							{email.path === undefined ? email.reference : <Link to={email.path}>{email.reference}</Link>}
						</td>
					)}
					<td data-label="To">{email.recipient}</td>
					<td data-label="Status">
						<StateLabel state={email.group} />
						{email.lastError !== undefined && <span className="aside">{email.lastError}</span>}
						{email.canBeSentAgain && (
							<Form method="post" action={action}>
								<input type="hidden" name="action" value="retry" />
								<button name="reference" value={email.reference}>
									Resend<span className="sr-only"> bounced and held back e-mails of {email.reference}</span>
								</button>
							</Form>
						)}
					</td>
					<ValueCell label={dueLabel} value={email.due} />
					<NumberCell label="Attempts">{email.attempts}</NumberCell>
				</tr>
			))}
		</DataTable>
	);
}
