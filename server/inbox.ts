import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findEnquiry, listEnquiries, setEnquiryState, type EnquiryRecord } from "../features/enquiries/store.server.ts";
import { systemClock } from "./clock.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { toCsv } from "./csv.ts";
import { openDatabase, type Database } from "./database/database.ts";
import { sqliteFileName } from "./database/sqlite.ts";
import { createLog } from "./log.ts";
import { countLetters, holdLetters, listLetters, releaseLetters, retryFailedLetters, type LetterSummary } from "./mail/letters-store.ts";

const help = `Shows what visitors have sent and what became of the letters about it.
Works beside a running server, on the database that the same environment names.

  npm run inbox                           lists enquiries, newest first
  npm run inbox -- show ENQ-7K3F9QXM      shows one enquiry whole, with its letters
  npm run inbox -- letters                lists letters: waiting, late, sent, refused
  npm run inbox -- release ENQ-7K3F9QXM   takes an enquiry out of quarantine; its letters go out
  npm run inbox -- quarantine ENQ-...     marks an enquiry as spam; letters not yet sent are held
  npm run inbox -- retry ENQ-7K3F9QXM     sends letters again that a mail server refused
  npm run -s inbox -- export enquiries    writes all enquiries as CSV to standard output

  --limit N      how many enquiries or letters to list (50)
  --quarantined  lists only enquiries in quarantine
  --help         shows this
`;

/** A mistake of the person who gave the command. */
class UsageError extends Error {}

type Inbox = { database: Database; now: Temporal.Instant; limit: number; quarantinedOnly: boolean };

const commands: Record<string, (inbox: Inbox, argument: string | undefined) => Promise<string>> = {
	async list({ database, limit, quarantinedOnly }) {
		const enquiries = await listEnquiries(database.db, { limit, ...(quarantinedOnly && { state: "quarantined" }) });
		if (enquiries.length === 0) return "No enquiries.\n";
		return formatTable(["Reference", "Received (India)", "Name", "E-mail", "State"], enquiries.map((enquiry) => [
			enquiry.reference, formatIndiaTime(enquiry.receivedAt), `${enquiry.firstName} ${enquiry.lastName}`, enquiry.email, enquiry.state,
		]));
	},

	async show({ database, now, limit }, argument) {
		const enquiry = await getEnquiry(database, argument);
		const letters = await listLetters(database.db, { now, reference: enquiry.reference, limit });
		return `Reference:  ${enquiry.reference}
Received:   ${formatIndiaTime(enquiry.receivedAt)} (India)
State:      ${enquiry.state}
Name:       ${enquiry.firstName} ${enquiry.lastName}
E-mail:     ${enquiry.email}
Phone:      ${enquiry.phone || "not given"}

${enquiry.message}

${formatLetters(letters)}`;
	},

	async letters({ database, now, limit }) {
		const counts = await countLetters(database.db, now);
		const letters = await listLetters(database.db, { now, limit });
		const summary = `${counts.waiting} waiting (${counts.late} of them late), ${counts.held} held, ${counts.sent} sent, ${counts.failed} refused for good\n`;
		return letters.length === 0 ? summary : `${summary}\n${formatLetters(letters)}`;
	},

	async release({ database, now }, argument) {
		const { reference } = await getEnquiry(database, argument);
		const released = await database.write(async (transaction) => {
			await setEnquiryState(transaction, reference, "accepted");
			return releaseLetters(transaction, reference, now);
		});
		return `${reference} is out of quarantine. ${released === 0 ? "No letter was held." : `${countOf(released)} will go out within seconds while the server runs.`}\n`;
	},

	async quarantine({ database }, argument) {
		const { reference } = await getEnquiry(database, argument);
		const held = await database.write(async (transaction) => {
			await setEnquiryState(transaction, reference, "quarantined");
			return holdLetters(transaction, reference);
		});
		return `${reference} is in quarantine. ${held === 0 ? "No letter was waiting." : `${countOf(held)} held back.`}\n`;
	},

	async retry({ database, now }, argument) {
		const { reference } = await getEnquiry(database, argument);
		const retried = await database.write((transaction) => retryFailedLetters(transaction, reference, now));
		return retried === 0 ? `No letter of ${reference} was refused.\n` : `${countOf(retried)} of ${reference} will be sent again within seconds while the server runs.\n`;
	},

	async export({ database }, argument) {
		if (argument !== "enquiries") throw new UsageError("What shall be exported? Use: export enquiries");
		const enquiries = (await listEnquiries(database.db)).map((enquiry) => ({ ...enquiry, receivedAt: enquiry.receivedAt.toString() }));
		return toCsv(["reference", "receivedAt", "state", "firstName", "lastName", "email", "phone", "message"], enquiries);
	},
};

async function getEnquiry(database: Database, reference: string | undefined): Promise<EnquiryRecord> {
	if (reference === undefined) throw new UsageError("Which enquiry? Give its reference, such as ENQ-7K3F9QXM");
	const enquiry = await findEnquiry(database.db, reference.toUpperCase());
	if (!enquiry) throw new UsageError(`There is no enquiry ${reference}`);
	return enquiry;
}

function formatLetters(letters: LetterSummary[]): string {
	return formatTable(["Reference", "Letter", "To", "State", "Queued (India)", "Attempts", "Last error"], letters.map((letter) => [
		letter.reference, letter.kind, letter.recipient, letter.late ? "waiting, LATE" : letter.state, formatIndiaTime(letter.queuedAt), String(letter.attempts), letter.lastError ?? "",
	]));
}

/** Lays out rows in columns as wide as their widest cell. */
function formatTable(header: string[], rows: string[][]): string {
	const all = [header, ...rows];
	const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	return all.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()}\n`).join("");
}

function formatIndiaTime(instant: Temporal.Instant): string {
	return instant.toZonedDateTimeISO("Asia/Kolkata").toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");
}

function countOf(letters: number): string {
	return letters === 1 ? "1 letter" : `${letters} letters`;
}

/** Opens the database; one that is not there yet is a wrong DATA_DIR rather than an empty inbox. */
async function openExistingDatabase(config: Config): Promise<Database> {
	const file = join(config.dataDirectory, sqliteFileName);
	if (config.databaseUrl === undefined && !existsSync(file)) {
		throw new UsageError(`There is no database at ${file}. Set DATA_DIR or DATABASE_URL to what the server uses.`);
	}
	return openDatabase(config, createLog({ logLevel: "silent" }));
}

/** Runs one command and gives what it prints. */
async function run(args: string[]): Promise<string> {
	const { values, positionals } = readArguments(args);
	if (values.help) return help;
	const [name = "list", argument, ...rest] = positionals;
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command || rest.length > 0) throw new UsageError(`I do not know "${positionals.join(" ")}". --help lists what I know.`);
	const limit = Number(values.limit);
	if (!Number.isInteger(limit) || limit < 1) throw new UsageError("--limit must be a whole number from 1");
	const database = await openExistingDatabase(readConfig());
	try {
		return await command({ database, now: systemClock.now(), limit, quarantinedOnly: values.quarantined }, argument);
	} finally {
		await database.close();
	}
}

function readArguments(args: string[]) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: { help: { type: "boolean", short: "h", default: false }, limit: { type: "string", default: "50" }, quarantined: { type: "boolean", default: false } },
		});
	} catch (error) {
		throw new UsageError(`${(error as Error).message} --help lists what I know.`);
	}
}

try {
	process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
	process.stderr.write(`${error instanceof UsageError || error instanceof ConfigError ? error.message : `The inbox cannot be read: ${(error as Error).message}`}\n`);
	process.exitCode = 1;
}
