import { Form } from "react-router";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

export type ShownMailboxStatus = {
	state: string;
	name: string;
	/** When it was last read. */
	read: ShownValue | undefined;
	/** Why it is not read, or needs attention although it is. */
	error?: string;
	isRead?: boolean;
	since?: ShownValue;
};

export type MailboxTest = {
	sentAt: ShownValue;
	isSent: boolean;
	error: string | undefined;
	arrivedAt: ShownValue | undefined;
};

/** Whether a mailbox is read, and a test e-mail that shows it. */
export function MailboxStatus({
	status,
	test,
	path,
}: {
	status: ShownMailboxStatus;
	test: MailboxTest | undefined;
	path: string;
}) {
	const { state, name, read, error, isRead, since } = status;
	return (
		<section aria-labelledby="test" className="panel">
			<h2 id="test">Connection</h2>
			<p>
				<StateLabel state={{ state, name }} />{" "}
				{read && (
					<span className="aside">
						Last read <ValueText value={read} />
					</span>
				)}
			</p>
			{error !== undefined && (
				<p role="alert">
					{error}{" "}
					{since && (isRead ? <>Since {since.text}.</> : <>Failing since {since.text}. Retrying every minute.</>)}
				</p>
			)}
			{test && (
				<p role="status">
					{test.arrivedAt
						? `Test e-mail arrived ${test.arrivedAt.text}.`
						: test.isSent
							? `Test e-mail sent ${test.sentAt.text}, not arrived yet.`
							: `Test e-mail waiting to be sent${test.error === undefined ? "." : `: ${test.error}`}`}
				</p>
			)}
			<Form method="post" action={path}>
				<button name="do" value="test">
					Send test e-mail
				</button>
			</Form>
		</section>
	);
}
