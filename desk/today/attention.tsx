import { Fragment } from "react";
import { Link } from "react-router";
import { useCounts } from "../layout/use-counts.ts";
import { countOf } from "../words.ts";

export type AttentionData = {
	databaseAnswers: boolean;
	diskTakes: boolean;
	/** Number of records in quarantine, by kind. */
	stock: { name: string; names: string; spam: number }[];
	/** Appointments during absences, in words, and where to change them. */
	affected: { text: string; path: string }[];
	/** For admins; undefined for others. */
	machinery:
		| {
				unknownProxy: boolean;
				sendsEmails: boolean;
				/** About mailboxes, disk and backups, in words, and where to look. */
				warnings: { text: string; path: string }[];
				emails:
					| {
							counts: Record<"late" | "failed" | "withheld" | "waiting" | "scheduled", number>;
							/** The setting of a limit of e-mails that was reached. */
							ceiling: string | undefined;
					  }
					| undefined;
		  }
		| undefined;
};

/** Failures, and decisions that are waiting; nothing when all is well. */
export function Attention({ databaseAnswers, diskTakes, stock, affected, machinery }: AttentionData) {
	const write = useCounts();
	const alarms = [
		...(databaseAnswers
			? []
			: ["The database is not responding. Forms are refused until it does; visitors are asked to try again."]),
		...(diskTakes
			? []
			: ["The disk is full. Forms are refused until there is space; visitors are asked to try again."]),
		...(machinery?.unknownProxy
			? [
					"Requests come through a proxy, but TRUSTED_PROXIES is not set, so all visitors share one limit. Set it to the proxy’s address.",
				]
			: []),
	];
	const { late = 0, failed = 0, withheld = 0, waiting = 0, scheduled = 0 } = machinery?.emails?.counts ?? {};
	const ceiling = machinery?.emails?.ceiling;
	const sendsEmails = machinery?.sendsEmails ?? true;
	if (ceiling !== undefined && waiting > 0)
		alarms.push(
			`The sending limit is reached (${ceiling}); ${countOf(waiting, `${write(waiting)} e-mails are`, "1 e-mail is")} waiting. Check that nobody misuses the forms to e-mail strangers, or raise the limit.`,
		);
	const spam = stock.filter((entry) => entry.spam > 0);
	const warnings = [...affected, ...(machinery?.warnings ?? [])];
	if (
		alarms.length === 0 &&
		warnings.length === 0 &&
		late === 0 &&
		failed === 0 &&
		withheld === 0 &&
		sendsEmails &&
		spam.length === 0
	)
		return null;
	return (
		<section aria-labelledby="attention">
			<h2 id="attention">Needs attention</h2>
			<ul className="alarms">
				{alarms.map((text) => (
					<li key={text} data-weight="alarm">
						{text}
					</li>
				))}
				{late > 0 && (
					<li data-weight="alarm">
						<Link to="/emails?show=late">{countOf(late, `${write(late)} e-mails are late`, "1 e-mail is late")}</Link>:
						due 15 minutes ago or longer and not sent.
					</li>
				)}
				{failed > 0 && (
					<li data-weight="alarm">
						<Link to="/emails?show=failed">
							{countOf(failed, `${write(failed)} e-mails bounced`, "1 e-mail bounced")}
						</Link>
						.
					</li>
				)}
				{withheld > 0 && (
					<li data-weight="note">
						<Link to="/emails?show=withheld">
							{countOf(withheld, `${write(withheld)} e-mails were held back`, "1 e-mail was held back")}
						</Link>
						: {countOf(withheld, "their recipients", "its recipient")} reached the limit of e-mails in 24 hours.
					</li>
				)}
				{!sendsEmails && (
					<li data-weight="alarm">
						No mail server is set up (SMTP_URL), so no e-mail is sent.
						{waiting + scheduled > 0 && (
							<>
								{" "}
								<Link to="/emails">
									{countOf(waiting + scheduled, `${write(waiting + scheduled)} e-mails are`, "1 e-mail is")}
								</Link>{" "}
								waiting.
							</>
						)}
					</li>
				)}
				{warnings.map(({ text, path }) => (
					<li key={text} data-weight="note">
						<Link to={path}>{text}</Link>
					</li>
				))}
				{spam.length > 0 && (
					<li data-weight="note">
						{spam.map(({ name, names, spam: count }, index) => (
							<Fragment key={names}>
								{index > 0 && (index < spam.length - 1 ? ", " : " and ")}
								<Link to={`/${names}?show=spam`}>{countOf(count, `${write(count)} ${names}`, `1 ${name}`)}</Link>
							</Fragment>
						))}{" "}
						{spam.length > 1 || (spam[0]?.spam ?? 0) > 1 ? "look" : "looks"} like spam. Nobody has been e-mailed; check
						that it is spam.
					</li>
				)}
			</ul>
		</section>
	);
}
