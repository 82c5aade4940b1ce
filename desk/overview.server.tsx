import type { Readiness } from "../platform/http/readiness-probe.ts";
import type { EmailCounts, EmailSummary } from "../platform/email/outbox-store.ts";
import { DeskPage, type Frame } from "./layout.server.tsx";
import type { RecordRow, StaffRecords } from "../platform/staff/records.ts";
import { EmailTable, RecordTable } from "./tables.server.tsx";
import { countOf } from "./words.server.ts";

/** What the overview shows of the database; there is none of it when that does not answer. */
export type OverviewData = {
	now: Temporal.Instant;
	emails: EmailCounts;
	/** A ceiling of e-mails that is reached: which setting it is. */
	ceiling: string | undefined;
	/** The newest of them. */
	refused: EmailSummary[];
	kinds: { kind: StaffRecords; newest: RecordRow[]; count: number; spam: number }[];
	pathOf(reference: string): string | undefined;
};

type OverviewProps = {
	frame: Frame;
	notice?: string | undefined;
	readiness: Readiness;
	/** Requests come through a proxy that the configuration does not name. */
	unknownProxy: boolean;
	sendsEmails: boolean;
	stock: OverviewData | undefined;
};

/** The first page: what needs attention, and the newest of each kind. */
export function Overview({ frame, notice, readiness, unknownProxy, sendsEmails, stock }: OverviewProps) {
	return (
		<DeskPage frame={frame} title="Overview" section="/" notice={notice}>
			<h1>Overview</h1>
			<section aria-labelledby="attention">
				<h2 id="attention">Needs attention</h2>
				<Attention readiness={readiness} unknownProxy={unknownProxy} sendsEmails={sendsEmails} stock={stock} />
			</section>
			{stock?.kinds.map(({ kind, newest, count }) => (
				<section key={kind.names} aria-labelledby={kind.names}>
					<div className="heading-row">
						<h2 id={kind.names}>{kind.hasTimes ? `Next ${kind.names}` : `Newest ${kind.names}`}</h2>
						{count > 0 && (
							<a href={`/${kind.names}`}>{countOf(count, `All ${count} ${kind.names}`, `1 ${kind.name} in all`)}</a>
						)}
					</div>
					{newest.length === 0 ? (
						<p className="empty">{kind.none}</p>
					) : (
						<RecordTable
							kind={kind}
							rows={newest}
							caption={kind.hasTimes ? `Next ${kind.names}` : `Newest ${kind.names}`}
						/>
					)}
				</section>
			))}
		</DeskPage>
	);
}

function Attention({
	readiness,
	unknownProxy,
	sendsEmails,
	stock,
}: Pick<OverviewProps, "readiness" | "unknownProxy" | "sendsEmails" | "stock">) {
	const alarms = [
		...(readiness.database === "ok"
			? []
			: [
					"The database does not answer. What visitors send is refused until it does, and they are asked to try again.",
				]),
		...(readiness.disk === "ok"
			? []
			: ["The disk takes nothing. What visitors send is refused until it does, and they are asked to try again."]),
		...(unknownProxy
			? [
					"A proxy hands requests on, but TRUSTED_PROXIES is not set, so all visitors count as one and share their limits. Set it to the proxy's address.",
				]
			: []),
	];
	const { late = 0, failed = 0, withheld = 0, waiting = 0, scheduled = 0 } = stock?.emails ?? {};
	if (stock?.ceiling !== undefined && waiting > 0)
		alarms.push(
			`As many e-mails have left as may (${stock.ceiling}), so ${countOf(waiting, `${waiting} wait`, "1 waits")}. Look whether somebody misuses the forms to write to strangers; if not, raise it.`,
		);
	const spam = stock?.kinds.filter((entry) => entry.spam > 0) ?? [];
	if (alarms.length === 0 && late === 0 && failed === 0 && withheld === 0 && sendsEmails && spam.length === 0)
		return <p className="empty">Nothing. Every e-mail that was due has left.</p>;
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
						<a href="/emails?show=late">{countOf(late, `${late} e-mails are late`, "1 e-mail is late")}</a>: due for 15
						minutes or longer and not sent.
					</li>
				)}
				{failed > 0 && (
					<li data-weight="alarm">
						<a href="/emails?show=failed">
							{countOf(failed, `${failed} e-mails were refused`, "1 e-mail was refused")}
						</a>{" "}
						by a mail server for good.
					</li>
				)}
				{withheld > 0 && (
					<li data-weight="note">
						<a href="/emails?show=withheld">
							{countOf(withheld, `${withheld} e-mails were withheld`, "1 e-mail was withheld")}
						</a>
						: their recipients had had as many within 24 hours as one may get.
					</li>
				)}
				{!sendsEmails && (
					<li data-weight="alarm">
						No mail server is set (SMTP_URL), so no e-mail is sent.{" "}
						<a href="/emails">{countOf(waiting + scheduled, `${waiting + scheduled} wait`, "1 waits")}</a> until it is.
					</li>
				)}
				{spam.map(({ kind, spam: count }) => (
					<li key={kind.names} data-weight="note">
						<a href={`/${kind.names}?show=spam`}>
							{countOf(count, `${count} ${kind.names} look like spam`, `1 ${kind.name} looks like spam`)}
						</a>
						. Nobody was written to about it; look whether that is right.
					</li>
				))}
			</ul>
			{stock && stock.refused.length > 0 && (
				<EmailTable emails={stock.refused} now={stock.now} caption="The newest refused e-mails" pathOf={stock.pathOf} />
			)}
		</>
	);
}
