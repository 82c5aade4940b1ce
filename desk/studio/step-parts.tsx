import { Form, Link } from "react-router";
import type { AddressFinding } from "../../platform/operations/address-check.ts";
import type { ShownMailboxStatus } from "../mailboxes/mailbox-status.tsx";
import { TestEmail, type TestEmailData } from "../operations/test-email.tsx";
import { StateLabel } from "../records/shown-value.tsx";
import { startPath } from "./paths.ts";

/** Sends the member a test e-mail, and lists the mailboxes, each of which can try its way out and back. */
export function EmailStep({
	ownAddress,
	testEmail,
	mailboxes,
}: {
	ownAddress: string;
	testEmail: TestEmailData;
	mailboxes: readonly { id: string; address: string; status: ShownMailboxStatus }[];
}) {
	return (
		<>
			<section aria-labelledby="out">
				<h2 id="out">Out</h2>
				<TestEmail path={`${startPath}/email`} ownAddress={ownAddress} testEmail={testEmail} />
				<p>
					<Link to="/operations">Check the sending domain</Link>
				</p>
			</section>
			<section aria-labelledby="in">
				<h2 id="in">In</h2>
				{mailboxes.length === 0 ? (
					<p>No mailbox yet. Replies to your e-mails stay where they arrive until you connect it.</p>
				) : (
					<ul className="plain-list">
						{mailboxes.map(({ id, address, status }) => (
							<li key={id}>
								<StateLabel state={status} /> <Link to={`/mailboxes/${id}#test`}>Test {address} both ways</Link>
							</li>
						))}
					</ul>
				)}
				<p>
					<Link className="button" to="/mailboxes/new">
						Connect a mailbox
					</Link>
				</p>
			</section>
		</>
	);
}

/** Requests the site at its public address, as a visitor does. */
export function AddressStep({ publicUrl, findings }: { publicUrl: string; findings: AddressFinding[] | undefined }) {
	return (
		<>
			<Form method="post" action={`${startPath}/address`} preventScrollReset>
				<button name="do" value="check-address" className="button-main">
					Check {publicUrl}
				</button>
			</Form>
			{findings && (
				<div role="status">
					<ul className="plain-list">
						{findings.map(({ what, isWell, text, advice }) => (
							<li key={what}>
								<StateLabel state={isWell ? { state: "sent", name: what } : { state: "failed", name: what }} /> {text}{" "}
								{advice}
							</li>
						))}
					</ul>
				</div>
			)}
		</>
	);
}
