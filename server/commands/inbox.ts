import { pipeline } from "node:stream/promises";
import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import { confirmDate, findSweepHold } from "../../core/people/last-sweep.server.ts";
import { describeRetry } from "../../core/records/describe-outcomes.ts";
import { exportRecords } from "../../core/records/export-records.server.ts";
import { listRecords } from "../../core/records/list.server.ts";
import { moveQuarantineByCommand } from "../../core/records/quarantine.server.ts";
import { findKindOf, type RecordDeclaration, type SentRecord } from "../../core/records/record-kind.ts";
import { getFeedToken } from "../../features/booking/calendar-feed.server.ts";
import { listCounters } from "../../features/careers/applications/self-identification.server.ts";
import { systemClock, formatInstant } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig, type Config } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { countEmails, listEmails } from "../../platform/email/email-list-store.ts";
import { retryFailedEmails } from "../../platform/email/unsent-emails-store.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import type { Company } from "../../shared/company.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { findDate, findStartOfDay } from "../../shared/zoned-time.ts";
import { adopt, openExistingInstallation } from "../open-installation.ts";
import { declareRecords } from "../records.ts";
import { erase } from "./erase.ts";
import { formatEmails, formatRecord, formatRecords, formatTable } from "./format.ts";
import { retiredNames } from "./retired-names.ts";

const help = `Lists the records that visitors have sent, with their e-mails. Works beside a running server on the same environment.

  npm run inbox                           list enquiries, newest first
  npm run inbox -- bookings               list demo calls from today on, next first
  npm run inbox -- applications           list job applications, newest first
  npm run inbox -- show ENQ-7K3F9QXM      show one enquiry, booking or application with its e-mails
  npm run inbox -- resume APP-7K3F9QXM    copy an application's resume into this folder
  npm run inbox -- counters               list self-identification counts of ten or more
  npm run inbox -- emails                 list e-mails by status
  npm run inbox -- release ENQ-7K3F9QXM   release a record from quarantine and send its e-mails
  npm run inbox -- quarantine ENQ-...     mark a record as spam and hold its unsent e-mails
  npm run inbox -- retry                  resend bounced e-mails; with a reference, only those of one record
  npm run inbox -- erase NAME@MAIL.IN     erase a person: every record, e-mail and resume of an address
  npm run inbox -- confirm-date           confirm that this machine's date is right, so that erasure continues
  npm run inbox -- adopt-files            pair this database with this files folder after a refused start
  npm run -s inbox -- export enquiries    write all enquiries as CSV to standard output
  npm run -s inbox -- export bookings     write all bookings as CSV to standard output
  npm run -s inbox -- export applications write all applications as CSV to standard output
  npm run -s inbox -- calendar-url        print the subscription address of the demo call calendar

  --limit N      list at most N records or e-mails (default 50)
  --quarantined  list quarantined records only
  --renew        with calendar-url: replace the address; the old one stops working
  --help         show this help

Exit status: 0 done, also if there was nothing to do; 1 failed; 2 wrong usage.
`;

type Inbox = {
	database: Database;
	now: Temporal.Instant;
	files: FileStore;
	installation: Installation;
	company: Company;
	/** Every kind of record. */
	kinds: readonly RecordDeclaration[];
	limit: number;
	quarantinedOnly: boolean;
};

type CommandOptions = { argument: string | undefined; renew: boolean; config: Config; stdout: CommandIo["stdout"] };

const commands: Record<string, (inbox: Inbox, options: CommandOptions) => Promise<string>> = {
	async resume(inbox, { argument }) {
		const { reference, sent } = await getRecord(inbox, argument);
		if (!sent.file) throw new UsageError(`${reference} has no resume`);
		const { storedAs } = sent.file;
		if (!(await inbox.files.copy(storedAs, storedAs)))
			throw new Error(`the resume of ${reference} is missing from ${inbox.files.location}`);
		return `${storedAs}\n`;
	},

	async counters({ database }) {
		const counters = await listCounters(database);
		if (counters.length === 0) return "No figures yet. Counts appear here once they reach ten.\n";
		return formatTable(
			["Quarter", "Question", "Answer", "Count"],
			counters.map(({ quarter, question, option, count }) => [quarter, question, option, String(count)]),
		);
	},

	async show(inbox, { argument }) {
		const { kind, reference, sent } = await getRecord(inbox, argument);
		const emails = await listEmails(inbox.database.db, { now: inbox.now, reference, limit: inbox.limit });
		return `${formatRecord(reference, { kind, sent }, inbox.company)}\n${formatEmails(emails, inbox.now, inbox.company)}`;
	},

	async emails({ database, now, company, limit }) {
		const counts = await countEmails(database.db, now);
		const emails = await listEmails(database.db, { now, limit });
		const summary = `${counts.waiting} waiting (${counts.late} of them late), ${counts.scheduled} scheduled, ${counts.held} on hold, ${counts.withheld} held back, ${counts.sent} sent, ${counts.failed} bounced, ${counts["not-sent"]} not sent\n`;
		return emails.length === 0 ? summary : `${summary}\n${formatEmails(emails, now, company)}`;
	},

	async release(inbox, { argument }) {
		const { kind, reference } = await getRecord(inbox, argument);
		return `${await moveQuarantineByCommand(inbox.database, kind, reference, { spam: false, now: inbox.now })}\n`;
	},

	async quarantine(inbox, { argument }) {
		const { kind, reference } = await getRecord(inbox, argument);
		return `${await moveQuarantineByCommand(inbox.database, kind, reference, { spam: true, now: inbox.now })}\n`;
	},

	async retry({ database, now }, { argument }) {
		// The e-mails of a job alert have a reference too, though it is not a record of the inbox.
		const reference = argument?.toUpperCase();
		const retried = await database.write((transaction) => retryFailedEmails(transaction, reference, now));
		return `${describeRetry(retried, reference)}\n`;
	},

	async export(inbox, { argument, stdout }) {
		const { kinds, database } = inbox;
		const kind = kinds.find(({ names }) => names === argument);
		if (!kind) throw new UsageError(`Name what to export: ${kinds.map(({ names }) => `export ${names}`).join(" or ")}`);
		// The database may be closed afterwards.
		await pipeline(exportRecords(database, kind), stdout, { end: false });
		return "";
	},

	async erase(inbox, { argument, config }) {
		if (argument === undefined || !isEmailAddress(argument))
			throw new UsageError("Give the e-mail address of the person to erase");
		return erase(inbox, argument, { config, company: inbox.company });
	},

	async "confirm-date"({ database, now, company }) {
		const hold = await findSweepHold(database.db, now);
		if (!hold) return "Nothing to confirm: expired records are erased every day.\n";
		await database.write(async (transaction) => {
			await confirmDate(transaction, now);
			await writeAuditEntry(transaction, { actor: "command", action: "operations.date-confirmed", subject: "" }, now);
		});
		return `Date confirmed: ${formatInstant(now, company)}. Expired records are erased within a day.\n`;
	},

	async "calendar-url"({ database, now }, { renew, config }) {
		const token = await database.write((transaction) => getFeedToken(transaction, now, { renew }));
		return `${config.publicUrl}/demo/calendar/${token}.ics\n`;
	},
};

/** The plural of a kind lists its records, and "list" those of the first. */
function findCommand(name: string, kinds: readonly RecordDeclaration[]) {
	if (Object.hasOwn(commands, name)) return commands[name];
	const kind = name === "list" ? kinds[0] : kinds.find(({ names }) => names === name);
	return kind && ((inbox: Inbox) => list(inbox, kind));
}

/** Lists the latest records first; kinds with a moment from today on, nearest first. */
async function list(
	{ database, company, now, limit, quarantinedOnly }: Inbox,
	declaration: RecordDeclaration,
): Promise<string> {
	const { timeZone } = company;
	// Stages are not needed here.
	const kind = { ...declaration, stages: [] };
	const today = findStartOfDay(findDate(now.epochMilliseconds, timeZone), timeZone);
	const { records } = await listRecords(
		database,
		{
			kind,
			kinds: [kind],
			spam: quarantinedOnly ? "only" : "too",
			...(kind.moment && { momentFrom: Temporal.Instant.fromEpochMilliseconds(today) }),
		},
		{ limit, sort: kind.moment ? "moment" : "received" },
	);
	const references = records.map(({ reference }) => reference);
	const sent = await kind.findSent(database.db, references);
	return formatRecords(
		kind,
		references.flatMap((reference) => {
			const record = sent.get(reference);
			return record ? [{ reference, ...record }] : [];
		}),
		company,
	);
}

async function getRecord(
	{ kinds, database }: Inbox,
	argument: string | undefined,
): Promise<{ kind: RecordDeclaration; reference: string; sent: SentRecord }> {
	if (argument === undefined) throw new UsageError("Give a reference, such as ENQ-7K3F9QXM");
	const reference = argument.toUpperCase();
	const kind = findKindOf(kinds, reference);
	if (!kind)
		throw new UsageError(
			`${argument} is not a reference. References start with ${kinds.map(({ prefix }) => prefix).join(" or ")}`,
		);
	const sent = (await kind.findSent(database.db, [reference])).get(reference);
	if (!sent) throw new UsageError(`No ${kind.name} with the reference ${argument}`);
	return { kind, reference, sent };
}

/** Runs one command and returns its output. */
async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, {
		limit: { type: "string", default: "50" },
		quarantined: { type: "boolean", default: false },
		renew: { type: "boolean", default: false },
	});
	if (values.help) return help;
	const [name = "list", argument, ...rest] = positionals;
	if (Object.hasOwn(retiredNames, name))
		throw new UsageError(`This command was renamed: npm run inbox -- ${retiredNames[name]}`);
	const adopts = name === "adopt-files" && argument === undefined;
	const unknown = new UsageError(`Unknown command "${positionals.join(" ")}". See --help.`);
	if (rest.length > 0) throw unknown;
	const limit = Number(values.limit);
	if (!Number.isInteger(limit) || limit < 1) throw new UsageError("--limit must be a whole number of at least 1");
	const config = readConfig(io.env);
	if (adopts) return adopt(config);
	const { database, files, installation, company } = await openExistingInstallation(config);
	try {
		const kinds = declareRecords(config, company);
		const command = findCommand(name, kinds);
		if (!command) throw unknown;
		return await command(
			{
				database,
				files,
				installation,
				now: systemClock.now(),
				company,
				kinds,
				limit,
				quarantinedOnly: values.quarantined,
			},
			{ argument, renew: values.renew, config, stdout: io.stdout },
		);
	} finally {
		await database.close();
	}
}

export const inboxCommand: Command = { subject: "The inbox", run };

if (import.meta.main) await runCommand(inboxCommand);
