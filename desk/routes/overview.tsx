import { Link } from "react-router";
import { mayUse } from "../../features/accounts/roles.ts";
import { countEmails, findEmailRoom, listEmails } from "../../platform/email/outbox-store.ts";
import { Page } from "../layout/page.tsx";
import { EmailTable } from "../records/email-table.tsx";
import { RecordTable } from "../records/record-table.tsx";
import { showEmail, showRow } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import { countOf } from "../words.ts";
import type { Route } from "./+types/overview.ts";

/** How many of each kind are shown. */
const newestLimit = 5;

/** What needs attention, and the newest of each kind that this person works with; the machinery is an admin's matter. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn, kinds, source, now, pathOf } = beginWork(context);
	const readiness = await deps.probeReadiness();
	const isAdmin = mayUse(signedIn.account.roles, "administration");
	const canRead = readiness.database === "ok";
	const { db } = deps.database;
	const stock = !canRead
		? []
		: await Promise.all(
				kinds.map(async (kind) => ({
					name: kind.name,
					names: kind.names,
					columns: kind.columns,
					hasTimes: kind.hasTimes,
					none: kind.none,
					newest: (await kind.list(source, { limit: newestLimit })).map((row) =>
						showRow(row, kind.names, deps.company),
					),
					count: await kind.count(source, {}),
					spam: await kind.count(source, { quarantinedOnly: true }),
				})),
			);
	return {
		databaseAnswers: canRead,
		diskTakes: readiness.disk === "ok",
		stock,
		machinery: isAdmin
			? {
					unknownProxy: deps.proxyWatch.hasSeenProxy(),
					sendsEmails: deps.sendsEmails,
					emails: canRead ? await readOutbox() : undefined,
				}
			: undefined,
		dueLabel: `Due (${deps.company.timeZoneLabel})`,
	};

	async function readOutbox() {
		const { usedUp } = await findEmailRoom(db, deps.emailCaps, now);
		const refused = await listEmails(db, { now, among: "failed", limit: newestLimit });
		return {
			counts: await countEmails(db, now),
			/** A ceiling of e-mails that is reached: which setting it is. */
			ceiling: usedUp && (usedUp === "hour" ? "EMAILS_PER_HOUR" : "EMAILS_PER_DAY"),
			/** The newest of them. */
			refused: refused.map((email) => showEmail(email, { now, place: deps.company, pathOf })),
		};
	}
}

type OverviewData = Awaited<ReturnType<typeof loader>>;

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
	const { stock } = loaderData;
	return (
		<Page title="Overview">
			<section aria-labelledby="attention">
				<h2 id="attention">Needs attention</h2>
				<Attention {...loaderData} />
			</section>
			{stock.map(({ name, names, columns, hasTimes, none, newest, count }) => {
				const title = hasTimes ? `Next ${names}` : `Newest ${names}`;
				return (
					<section key={names} aria-labelledby={names}>
						<div className="heading-row">
							<h2 id={names}>{title}</h2>
							{count > 0 && <Link to={`/${names}`}>{countOf(count, `All ${count} ${names}`, `1 ${name} in all`)}</Link>}
						</div>
						{newest.length === 0 ? (
							<p className="empty">{none} What visitors send on the site appears here at once.</p>
						) : (
							<RecordTable columns={columns} rows={newest} caption={title} />
						)}
					</section>
				);
			})}
			{stock.length === 0 && loaderData.databaseAnswers && (
				<p className="empty">Your roles have no records of their own yet. An admin can give you others.</p>
			)}
		</Page>
	);
}

function Attention({ databaseAnswers, diskTakes, stock, machinery, dueLabel }: OverviewData) {
	const alarms = [
		...(databaseAnswers
			? []
			: [
					"The database does not answer. What visitors send is refused until it does, and they are asked to try again.",
				]),
		...(diskTakes
			? []
			: ["The disk takes nothing. What visitors send is refused until it does, and they are asked to try again."]),
		...(machinery?.unknownProxy
			? [
					"A proxy hands requests on, but TRUSTED_PROXIES is not set, so all visitors count as one and share their limits. Set it to the proxy's address.",
				]
			: []),
	];
	const { late = 0, failed = 0, withheld = 0, waiting = 0, scheduled = 0 } = machinery?.emails?.counts ?? {};
	const ceiling = machinery?.emails?.ceiling;
	const sendsEmails = machinery?.sendsEmails ?? true;
	const refused = machinery?.emails?.refused ?? [];
	if (ceiling !== undefined && waiting > 0)
		alarms.push(
			`As many e-mails have left as may (${ceiling}), so ${countOf(waiting, `${waiting} wait`, "1 waits")}. Look whether somebody misuses the forms to write to strangers; if not, raise it.`,
		);
	const spam = stock.filter((entry) => entry.spam > 0);
	if (alarms.length === 0 && late === 0 && failed === 0 && withheld === 0 && sendsEmails && spam.length === 0)
		return <p className="empty">{machinery ? "Nothing. Every e-mail that was due has left." : "Nothing."}</p>;
	return (
		<>
			<ul className="alarms">
				{alarms.map((text) => (
					<li key={text} data-weight="alarm">
						{text}
					</li>
				))}
				{late > 0 && (
					<li data-weight="alarm">
						<Link to="/emails?show=late">{countOf(late, `${late} e-mails are late`, "1 e-mail is late")}</Link>: due for
						15 minutes or longer and not sent.
					</li>
				)}
				{failed > 0 && (
					<li data-weight="alarm">
						<Link to="/emails?show=failed">
							{countOf(failed, `${failed} e-mails were refused`, "1 e-mail was refused")}
						</Link>{" "}
						by a mail server for good.
					</li>
				)}
				{withheld > 0 && (
					<li data-weight="note">
						<Link to="/emails?show=withheld">
							{countOf(withheld, `${withheld} e-mails were withheld`, "1 e-mail was withheld")}
						</Link>
						: their recipients had had as many within 24 hours as one may get.
					</li>
				)}
				{!sendsEmails && (
					<li data-weight="alarm">
						No mail server is set (SMTP_URL), so no e-mail is sent.{" "}
						<Link to="/emails">{countOf(waiting + scheduled, `${waiting + scheduled} wait`, "1 waits")}</Link> until it
						is.
					</li>
				)}
				{spam.map(({ name, names, spam: count }) => (
					<li key={names} data-weight="note">
						<Link to={`/${names}?show=spam`}>
							{countOf(count, `${count} ${names} look like spam`, `1 ${name} looks like spam`)}
						</Link>
						. Nobody was written to about it; look whether that is right.
					</li>
				))}
			</ul>
			{refused.length > 0 && (
				<EmailTable
					emails={refused}
					caption="The newest refused e-mails"
					dueLabel={dueLabel}
					showsRecords
					action="/emails"
				/>
			)}
		</>
	);
}
