import { data, Form, Link, redirect } from "react-router";
import { listEmailProblems } from "../../core/alarms/list-problems.server.ts";
import { confirmDate, findSweepHold } from "../../core/people/last-sweep.server.ts";
import { listTrialProblems } from "../../core/self-trial/list-trial-problems.server.ts";
import { askForTrial, listTrials } from "../../core/self-trial/trial-store.server.ts";
import { askForBackup } from "../../platform/backup/backup-state.ts";
import {
	countEmails,
	emailGroupNames,
	findOldestWaiting,
	type EmailGroup,
} from "../../platform/email/email-list-store.ts";
import { findTestEmail } from "../../platform/email/test-email.server.tsx";
import { Page } from "../layout/page.tsx";
import { AutomaticBackups } from "../operations/automatic-backups.tsx";
import { ConfigurationTable } from "../operations/configuration-table.tsx";
import { DomainFindings } from "../operations/domain-findings.tsx";
import { readIndexNow } from "../operations/read-index-now.server.ts";
import { SelfTrial } from "../operations/self-trial.tsx";
import { sendTestEmail } from "../operations/send-test-email.server.ts";
import {
	describeSweepHold,
	listWarnings,
	showAutomaticBackups,
	showBackups,
	showIndexNow,
	showInstallation,
	showTestEmail,
	showTrial,
} from "../operations/show-operations.server.ts";
import { TestEmail } from "../operations/test-email.tsx";
import { readForm } from "../read-form.server.ts";
import { RecordFields } from "../records/record-fields.tsx";
import { showValue } from "../records/show-values.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/operations.ts";

/** A day of trials. */
const shownTrials = 24;

const troubledGroups = ["waiting", "late", "failed", "withheld", "held"] as const satisfies EmailGroup[];

/** System status: e-mails, backups, disk, version and configuration. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn, now } = beginWork(context);
	const { db } = deps.database;
	const facts = await deps.operations.read();
	const counts = await countEmails(db, now);
	const oldest = await findOldestWaiting(db, now);
	const testEmail = await findTestEmail(db, signedIn.account, now);
	const hold = await findSweepHold(db, now);
	const indexNow = await readIndexNow(deps);
	return {
		hold: hold && describeSweepHold(hold, deps.company),
		warnings: [
			...listWarnings({ ...facts, indexNow }, now, deps.company),
			...[
				...(await listEmailProblems(db, now)),
				...(await listTrialProblems(db, { ...deps.config.selfTrial, now })),
			].map(({ text }) => text),
		],
		emails: troubledGroups.map((group) => ({ group, name: emailGroupNames[group], count: counts[group] })),
		oldest: oldest && showValue(oldest, deps.company),
		sendsEmails: deps.config.smtpUrl !== undefined,
		ownAddress: signedIn.account.email,
		testEmail: testEmail && showTestEmail(testEmail, now, deps.company),
		installation: showInstallation(facts, now, deps.company),
		backups: showBackups(facts, now, deps.company),
		automatic: showAutomaticBackups(facts, deps.company),
		indexNow: indexNow && showIndexNow(indexNow, deps.company),
		selfTrial: {
			...deps.config.selfTrial,
			trials: (await listTrials(db, shownTrials)).map((trial) => showTrial(trial, deps.company)),
		},
		configuration: deps.config.entries,
	};
}

/** Sends the member a test e-mail, asks DNS about the sending domain, asks for a backup or a trial of the site, or confirms the date. */
export async function action({ request, context }: Route.ActionArgs) {
	const work = beginWork(context);
	const { deps, note, noting, deskRequest, now } = work;
	const form = await readForm(request);
	const wish = form.get("do");
	if (wish === "test-email") {
		await sendTestEmail(work);
		throw redirect("/operations#test-email", 303);
	}
	if (wish === "confirm-date") {
		await noting({ action: "operations.date-confirmed", subject: "" }).database.write((transaction) =>
			confirmDate(transaction, now),
		);
		deskRequest.notices.leave("Date confirmed. Expired records are erased within a day.");
		throw redirect("/operations", 303);
	}
	if (wish === "back-up" && deps.config.backups.place) {
		await noting({ action: "operations.backup", subject: "" }).database.write((transaction) =>
			askForBackup(transaction, now),
		);
		deskRequest.notices.leave("Backup requested. It begins within a minute.");
		throw redirect("/operations#backups", 303);
	}
	if (wish === "try-site") {
		await noting({ action: "operations.self-trial", subject: "" }).database.write((transaction) =>
			askForTrial(transaction, now),
		);
		deskRequest.notices.leave("Self-test requested. It takes up to five minutes.");
		throw redirect("/operations#self-trial", 303);
	}
	if (wish !== "check-domain") throw data(null, { status: 400 });
	await note({ action: "operations.domain-checked", subject: "" });
	// Loaded on use: mailauth and the public suffix list take memory that few starts need.
	const { checkSendingDomain } = await import("../../platform/email/sending-domain/check-sending-domain.ts");
	return { check: (await checkSendingDomain(deps.config)) ?? ("no-sender" as const) };
}

export default function OperationsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { hold, warnings, installation, backups, automatic, selfTrial, indexNow, configuration } = loaderData;
	return (
		<Page title="System status">
			{warnings.length > 0 && (
				<ul className="alarms">
					{warnings.map((text) => (
						<li key={text} data-weight="alarm">
							{text}
						</li>
					))}
				</ul>
			)}
			{hold !== undefined && <DateConfirmation hold={hold} />}
			<Outbox {...loaderData} />
			<TestEmailSection {...loaderData} />
			<section aria-labelledby="domain">
				<h2 id="domain">Sending domain</h2>
				<p className="remark">Checks SPF, DKIM and DMARC in DNS.</p>
				<Form method="post" action="/operations" preventScrollReset>
					<button name="do" value="check-domain">
						Check domain
					</button>
				</Form>
				{actionData?.check === "no-sender" && (
					<p role="status">No sender address. Set MAIL_FROM and restart the server.</p>
				)}
				{actionData && actionData.check !== "no-sender" && <DomainFindings {...actionData.check} />}
			</section>
			<section aria-labelledby="backups">
				<h2 id="backups">Backups</h2>
				<RecordFields fields={backups} reference="" />
				<AutomaticBackups automatic={automatic} />
			</section>
			<SelfTrial {...selfTrial} />
			{indexNow && (
				<section aria-labelledby="index-now">
					<h2 id="index-now">Search engines</h2>
					<p className="remark">Changed pages are announced through IndexNow.</p>
					<RecordFields fields={indexNow} reference="" />
				</section>
			)}
			<section aria-labelledby="installation">
				<h2 id="installation">Installation</h2>
				<RecordFields fields={installation} reference="" />
			</section>
			<section aria-labelledby="configuration">
				<h2 id="configuration">Configuration</h2>
				<details>
					<summary>{configuration.length} current settings, secrets hidden</summary>
					<ConfigurationTable entries={configuration} />
				</details>
			</section>
		</Page>
	);
}

function DateConfirmation({ hold }: { hold: string }) {
	return (
		<section aria-labelledby="date" className="panel">
			<h2 id="date">Date</h2>
			<p>{hold}</p>
			<p>If the date is wrong, correct this server’s clock first. Erased records cannot be restored.</p>
			<Form method="post" action="/operations">
				<button name="do" value="confirm-date">
					Confirm date
				</button>
			</Form>
		</section>
	);
}

type OperationsData = Route.ComponentProps["loaderData"];

function Outbox({ emails, oldest, sendsEmails }: OperationsData) {
	const refused = emails.find(({ group }) => group === "failed")?.count ?? 0;
	return (
		<section aria-labelledby="outbox">
			<div className="heading-row">
				<h2 id="outbox">E-mails</h2>
				<Link to="/emails">All e-mails</Link>
			</div>
			{!sendsEmails && <p className="remark">No mail server yet. E-mails wait here until SMTP_URL is set.</p>}
			<dl className="fields">
				{emails.map(({ group, name, count }) => (
					<div key={group}>
						<dt>{name}</dt>
						<dd className="number">{count === 0 ? 0 : <Link to={`/emails?show=${group}`}>{count}</Link>}</dd>
					</div>
				))}
				<div>
					<dt>Oldest waiting, due</dt>
					<dd>{oldest ? <ValueText value={oldest} /> : "none"}</dd>
				</div>
			</dl>
			{refused > 0 && (
				<Form method="post" action="/emails">
					<button name="action" value="retry">
						Resend all bounced
					</button>
				</Form>
			)}
		</section>
	);
}

function TestEmailSection({ sendsEmails, ownAddress, testEmail }: OperationsData) {
	return (
		<section aria-labelledby="test-email">
			<h2 id="test-email">Test e-mail</h2>
			<TestEmail path="/operations#test-email" ownAddress={ownAddress} testEmail={testEmail} isMain={sendsEmails} />
		</section>
	);
}
