import { cleanLine } from "../../../shared/clean-text.ts";
import type { BouncedRecipient } from "./incoming-message.ts";
import { isMailAddress } from "./mail-addresses.ts";

const maxRecipients = 100;
const maxReasonCharacters = 500;

/** Fields of one block of a report (RFC 3464), by their names in lower case; the first of each name. */
export type ReportFields = ReadonlyMap<string, string>;

/** Reads the blocks of a machine-readable report, whose lines may be folded. */
export function readReportFields(text: string): ReportFields[] {
	return text
		.replaceAll(/\r\n?/g, "\n")
		.split(/\n[ \t]*\n/)
		.slice(0, maxRecipients + 1)
		.map((block) => {
			const fields = new Map<string, string>();
			for (const line of block.replaceAll(/\n[ \t]/g, " ").split("\n")) {
				const colon = line.indexOf(":");
				const name = line.slice(0, colon).trim().toLowerCase();
				if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
			}
			return fields;
		});
}

const writeReason = (text: string) => cleanLine(text).replaceAll(/\s+/g, " ").slice(0, maxReasonCharacters).trim();

/** An address or a message of a report without its type, as in "rfc822; asha@company.example". */
const withoutType = (field = "") => field.replace(/^[\w-]{1,20};/, "").trim();

/** Reads an address of a report's field, which may be in angle brackets or name an escaped "+". */
function readReportAddress(field: string | undefined): string | undefined {
	const address = withoutType(field)
		.replaceAll(/^<|>$/g, "")
		.replaceAll(/\+([\dA-F]{2})/g, (whole, hex: string) =>
			hex === "2B" || hex === "3D" ? String.fromCharCode(Number.parseInt(hex, 16)) : whole,
		);
	return isMailAddress(address) ? address : undefined;
}

/**
 * Reads the recipients that did not get an e-mail, from a delivery report in the standard's form.
 * @param words the report's text for people, for a reason where the report gives none
 * @returns empty if every recipient got it
 */
export function readDeliveryStatus(report: string, words: string): BouncedRecipient[] {
	return readReportFields(report).flatMap((fields) => {
		const action = /^[a-z]+/i.exec(fields.get("action") ?? "")?.[0].toLowerCase();
		const status = fields.get("status") ?? "";
		const address =
			readReportAddress(fields.get("original-recipient")) ?? readReportAddress(fields.get("final-recipient"));
		if (
			address === undefined ||
			/^(?:delivered|relayed|expanded)$/.test(action ?? "") ||
			(!action && status.startsWith("2"))
		)
			return [];
		const isPermanent = action === undefined ? !status.startsWith("4") : action !== "delayed";
		const reason =
			writeReason(withoutType(fields.get("diagnostic-code"))) || findReason(words, address) || writeReason(status);
		return [{ address, isPermanent, reason }];
	});
}

/** Lines after which a report without the standard's form returns the e-mail: between hyphens, or as they begin. */
const returnedRules = [
	"below this line",
	"copy of your message",
	"copy of the message",
	"original message",
	"returned message",
	"message header",
	"unsent message",
];
const returnedOpenings = [
	"original message headers",
	"message headers follow",
	"the original message",
	"received: from ",
	"return-path:",
	"x-received:",
];

function opensReturned(line: string): boolean {
	const opening = line
		.slice(0, 120)
		.replace(/^[\s>]+/, "")
		.toLowerCase();
	return (
		(opening.startsWith("--") && returnedRules.some((rule) => opening.includes(rule))) ||
		returnedOpenings.some((known) => opening.startsWith(known))
	);
}
const goesOn =
	/will (?:continue|keep|retry|be retried|try again)|still (?:trying|being)|not (?:yet )?been delivered yet|delivery (?:has been |is )?delayed|temporar(?:y|ily)|warning: (?:could not|message)|no action is required|wird weiter|erneut versuch|de nouveau|seguir[áa] intentando/i;
const said =
	/\b[45]\d\d[ -]|\b[45]\.\d{1,3}\.\d{1,3}\b|unknown|no such|does(?:n't| not) exist|not found|full|quota|reject|denied|refused|blocked|unable|couldn't|could not|timed out|host|disabled|unavailable|invalid|expired/i;

/** The lines of a report without the e-mail that it returns. */
function readOwnLines(text: string): string[] {
	const lines = text.slice(0, 20_000).split("\n");
	const end = lines.findIndex(opensReturned);
	return end === -1 ? lines : lines.slice(0, end);
}

/**
 * Reads the recipients that did not get an e-mail from a report in words only, as qmail, Exim, old Sendmail and Exchange write it.
 * @param ignored addresses that are none of its recipients
 */
export function readWrittenBounce(text: string, known: string[], ignored: ReadonlySet<string>): BouncedRecipient[] {
	const words = readOwnLines(text).join("\n");
	const addresses = known.length > 0 ? known : findAddresses(words, ignored);
	return addresses.slice(0, maxRecipients).map((address) => ({
		address,
		isPermanent: !goesOn.test(words),
		reason: findReason(words, address) || findReason(words, undefined),
	}));
}

/** A sentence may end with an address, and old programs write dots after it. */
function stripDots(word: string): string {
	let end = word.length;
	while (end > 0 && word[end - 1] === ".") end--;
	return word.slice(0, end);
}

function findAddresses(words: string, ignored: ReadonlySet<string>): string[] {
	const found = words
		.split(/[\s<>()[\],;:"']+/)
		.map(stripDots)
		.filter((address) => isMailAddress(address) && address.includes(".", address.indexOf("@")))
		.filter(
			(address) =>
				!ignored.has(address.toLowerCase()) && !/^(?:mailer-daemon|postmaster|abuse|support|help)@/i.test(address),
		);
	const seen = new Set<string>();
	return found.filter((address) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()));
}

/** The lines that say why an address was refused: those after it, or the first that holds a server's code. */
function findReason(words: string, address: string | undefined): string {
	const lines = readOwnLines(words);
	const at = address === undefined ? -1 : lines.findIndex((line) => line.toLowerCase().includes(address.toLowerCase()));
	const [own = "", ...rest] = at === -1 ? [] : lines.slice(at, at + 6);
	const after = own.slice(own.toLowerCase().indexOf((address ?? "").toLowerCase()) + (address ?? "").length);
	const near = [
		after.replace(/^[\s>:)'"*.-]+/, "").replace(/^on [\d/.: ]{6,20}(?:[ap]m)?/i, ""),
		...untilEmpty(rest),
	].filter((line) => line.trim() !== "");
	const nearby = near.map((line) => line.trim()).join(" ");
	if (said.test(nearby)) return writeReason(nearby);
	const coded = lines.findIndex((line) => /\b[45]\d\d[ -]\S|\b[45]\.\d{1,3}\.\d{1,3}\b/.test(line));
	const telling = coded === -1 ? lines.findIndex((line) => said.test(line)) : coded;
	return telling === -1
		? writeReason(lines.find((line) => line.trim() !== "") ?? "")
		: writeReason((lines[telling] as string).replace(/^[\s<>]+/, ""));
}

function untilEmpty(lines: string[]): string[] {
	const end = lines.findIndex((line, at) => line.trim() === "" || (at > 0 && /^<?[^\s@]+@\S+>?:?$/.test(line.trim())));
	return end === -1 ? lines : lines.slice(0, end);
}

/** Message-IDs that a text names in the headers that it returns. */
export function findReturnedMessageIds(text: string): string[] {
	const lines = text
		.slice(0, 100_000)
		.split("\n")
		.map((line) => line.slice(0, 600).replace(/^[\s>]+/, ""));
	return lines.flatMap((line) => /^message-id:\s*<?([^<>\s]+)/i.exec(line)?.[1] ?? []);
}
