import { Form } from "react-router";
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
	return (
		<>
			<Form method="post" action={path} preventScrollReset>
				<button name="do" value="test-email" className={isMain ? "button-main" : undefined}>
					Send test e-mail to {ownAddress}
				</button>
			</Form>
			{testEmail && !testEmail.isOver && (
				<WorkProgress label="Test e-mail" isRunning>
					{testEmail.text}
				</WorkProgress>
			)}
			{testEmail?.isOver && <p role="status">{testEmail.text}</p>}
			{testEmail?.error !== undefined && (
				<p>
					Mail server response: <code>{testEmail.error}</code>
				</p>
			)}
		</>
	);
}
