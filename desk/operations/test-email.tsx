import { Form, Link } from "react-router";
import { WorkProgress } from "../layout/work-progress.tsx";

export type TestEmailData = { text: string; error: string | undefined; isOver: boolean } | undefined;

type TestEmailProps = {
	/** Address of the form's page, with its fragment. */
	path: string;
	ownAddress: string;
	testEmail: TestEmailData;
	isMain?: boolean;
};

/** Sends the member a test e-mail and shows its state. */
export function TestEmail({ path, ownAddress, testEmail, isMain = false }: TestEmailProps) {
	// Another attempt may be hours away.
	const isOnItsWay = testEmail && !testEmail.isOver && testEmail.error === undefined;
	return (
		<>
			<Form method="post" action={path} preventScrollReset>
				<button name="do" value="test-email" className={isMain ? "button-main" : undefined}>
					Send test e-mail to {ownAddress}
				</button>
			</Form>
			{isOnItsWay && (
				<WorkProgress label="Test e-mail" isRunning>
					{testEmail.text}
				</WorkProgress>
			)}
			{testEmail && !isOnItsWay && (
				<div role="status">
					<p>{testEmail.text}</p>
					{testEmail.error !== undefined && (
						<p>
							Mail server response: <code>{testEmail.error}</code>
						</p>
					)}
					{!testEmail.isOver && (
						<p>
							<Link to={path} preventScrollReset>
								Refresh
							</Link>
						</p>
					)}
				</div>
			)}
		</>
	);
}
