import { createCalendarClock } from "../../appointments/calendar-clock.ts";
import { readCalendars, type Component } from "../../appointments/calendar-lines.ts";
import { isUtc, readMoment } from "../../appointments/calendar-values.ts";
import { findReturnedMessageIds, readDeliveryStatus, readReportFields, readWrittenBounce } from "./bounce-reports.ts";
import type { IncomingSort, MailAddress } from "./incoming-message.ts";
import { readAddresses, readMessageIds } from "./mail-addresses.ts";
import type { Headers } from "./mime-headers.ts";
import type { MimePart } from "./mime-parts.ts";

/** Everything that decides the sort of a message. */
export type SortedMessage = {
	headers: Headers;
	subject: string;
	from: MailAddress | undefined;
	/** The whole text, with its history. */
	text: string;
	parts: readonly MimePart[];
	root: MimePart;
	/** The text of a part. */
	read(part: MimePart): string;
	/** The headers of a message that a part holds. */
	readReturned(part: MimePart): Headers;
};

const daemon =
	/^(?:mailer[-._]?daemon|mail[-._]?daemon|postmaster|mdaemon|mmdf|maildeliverysystem|mail-?delivery(?:-?(?:system|subsystem))?|bounces?)(?:[+=-].*)?@|^MAILER-DAEMON$/i;
const bounceSubject =
	/undeliver|not delivered|non[- ]?deliver|delivery (?:status|failure|failed|has failed|delayed|report|notification|incomplete|problem)|delayed delivery|delay(?:ed)? notification|mail delivery|failure notice|returned (?:mail|to sender)|mail system error|delivery.{0,20}\bfail|could not (?:be )?deliver|message (?:delayed|undelivered)|warning: (?:could not send|message)|unzustellbar|nicht zustellbar|zustellung|remise|non remis|no se (?:pudo|ha podido) entregar|no entregad|não (?:foi )?entreg|mancata consegna|impossibile recapitare|niet (?:bezorgd|afgeleverd)|onbestelbaar|не доставлен|недоставлен|退信|配信不能|配達不能|반송/iu;
const programSender =
	/^(?:no|do[-_.]?not|not)[-_.]?reply|^donot-?reply|^notifications?(?:[+-].*)?@|^automated?@|^auto[-_.]?(?:mail|reply|response)/i;
/** Words that programs write before the subject of the message that they answer. */
const absenceSubject =
	/^(?:(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response|answer)|autoreply|out of (?:the )?office(?: (?:auto(?:matic)?[- ]?)?reply| autoreply)?|vacation (?:reply|notice|response)|automatische antwort|abwesenheits?(?:notiz|nachricht|meldung)?|abwesend|réponse automatique|absence du bureau|absent\(?e?\)?(?: du bureau)?|respuesta automática|fuera de la oficina|ausente|resposta automática|fora do escritório|risposta automatica|fuori sede|automatisch antwoord|afwezig(?:heid)?(?:sbericht)?|autosvar|automatiskt? svar|automaattinen vastaus|poissa|automatická odpověď|odpowiedź automatyczna|autoodpowiedź|automatikus válasz|răspuns automat|otomatik yanıt|автоматический ответ|автоответ|автоматична відповідь|自动(?:答复|回复)|自動(?:回覆|応答|返信)|자동 ?(?:회신|응답)|स्वचालित उत्तर|स्वत: उत्तर|الرد التلقائي|رد تلقائي|תשובה אוטומטית|ตอบกลับอัตโนมัติ|trả lời tự động|balasan otomatis) ?[:：]|auto: )/iu;
const absenceWords =
	/out of (?:the )?office|vacation|on (?:annual |parental |sick )?leave|away from|abwesen|absen|im urlaub|ausser haus|außer haus|en congé|vacaciones|fuera de|férias|in ferie|assente|afwezig|på semester|в отпуске|отсутств|休暇|不在|休假|휴가|छुट्टी|अवकाश/iu;
const ticket =
	/\[[^[\]\d]*\d|#\s?\d\d|\b(?:ticket|case|request|incident|anfrage|vorgang)\b|received your|we have got your|thank you for contacting/i;

/** Sorts a message by what its headers and parts say about the program that sent it. */
export function sortMessage(message: SortedMessage): IncomingSort {
	return readComplaint(message) ?? readBounce(message) ?? readCalendarReply(message) ?? sortByHeaders(message);
}

const findPart = ({ parts }: SortedMessage, type: RegExp) => parts.find((part) => type.test(part.type));
const isReport = (message: SortedMessage, type: string) =>
	message.root.type === "multipart/report" && message.root.params.get("report-type")?.toLowerCase() === type;

function readComplaint(message: SortedMessage): IncomingSort | undefined {
	const part = findPart(message, /^message\/feedback-report$/);
	if (!part) return isReport(message, "feedback-report") ? { sort: "complaint" } : undefined;
	const [fields = new Map<string, string>()] = readReportFields(message.read(part).trim());
	const isOther = /^(?:not-spam|auth-failure|dmarc)/i.test(fields.get("feedback-type") ?? "");
	return { sort: isOther ? "automatic" : "complaint" };
}

function readBounce(message: SortedMessage): IncomingSort | undefined {
	const { headers, subject, from, text } = message;
	const status = findPart(message, /^message\/(?:global-)?delivery-status$/);
	const failed = readAddresses(headers.all("x-failed-recipients").join(",")).map(({ address }) => address);
	const isReported =
		isReport(message, "delivery-status") || (status !== undefined && message.root.type === "multipart/report");
	if (status && (isReported || isFromProgram(message))) {
		const recipients = readDeliveryStatus(message.read(status), text);
		if (recipients.length > 0) return { sort: "bounce", recipients };
		if (/^action:\s*(?:delivered|relayed|expanded)/im.test(message.read(status))) return { sort: "automatic" };
	}
	const isWritten =
		isReported ||
		failed.length > 0 ||
		/^\s*Hi\. This is the .{1,80}(?:qmail|program|deliver)/i.test(text) ||
		(isFromProgram(message) && bounceSubject.test(subject));
	if (!isWritten || isReport(message, "disposition-notification")) return undefined;
	const own = [from, ...readAddresses(headers.get("to"))].map((address) => address?.address.toLowerCase() ?? "");
	return { sort: "bounce", recipients: readWrittenBounce(text, failed, new Set(own)) };
}

/** Whether a mail server wrote it: no person sends with an empty return path or under such a name. */
function isFromProgram({ headers, from }: SortedMessage): boolean {
	return hasNullReturnPath(headers) || daemon.test(from?.address ?? "") || daemon.test(headers.get("from").trim());
}

const hasNullReturnPath = (headers: Headers) => headers.all("return-path").some((path) => /^<\s*>$/.test(path.trim()));

function readCalendarReply(message: SortedMessage): IncomingSort | undefined {
	const part = findPart(message, /^(?:text\/calendar|application\/ics)$/);
	if (!part) return undefined;
	const text = message.read(part);
	const method = (part.params.get("method") || /^METHOD:[ \t]*([\w-]+)/im.exec(text)?.[1] || "").toUpperCase();
	if (method !== "REPLY" && method !== "COUNTER") return undefined;
	const [calendar] = readCalendars(text, () => undefined) ?? [];
	const event = calendar?.components.find(({ name }) => name === "vevent");
	const attendee = event?.properties.find(({ name }) => name === "attendee");
	const eventUid = event?.properties.find(({ name }) => name === "uid")?.value;
	const address = attendee?.value.replace(/^mailto:/i, "").trim();
	const participation = attendee?.params.get("partstat")?.toLowerCase();
	const answer = method === "COUNTER" ? "proposed" : participation;
	if (!calendar || !event || !eventUid || !address) return undefined;
	if (answer !== "accepted" && answer !== "declined" && answer !== "tentative" && answer !== "proposed")
		return undefined;
	const proposedAt = answer === "proposed" ? readStart(calendar, event) : undefined;
	return { sort: "calendar-reply", eventUid, attendee: address, answer, proposedAt };
}

/** Reads when an event begins; undefined unless it is known in which time zone. */
function readStart(calendar: Component, event: Component): string | undefined {
	const start = readMoment(event.properties.find(({ name }) => name === "dtstart"));
	if (!start || start.time.isDate || (start.tzid === undefined && !isUtc(start.time))) return undefined;
	const clock = createCalendarClock(calendar, "UTC", () => undefined);
	const ms = clock.toMs(start);
	return clock.knows(start) ? Temporal.Instant.fromEpochMilliseconds(ms).toString() : undefined;
}

function sortByHeaders(message: SortedMessage): IncomingSort {
	const { headers, subject, from, text } = message;
	const [submitted = ""] = /^[a-z-]+/i.exec(headers.get("auto-submitted").toLowerCase()) ?? [];
	const precedence = headers.get("precedence").trim().toLowerCase();
	const isAnswering =
		submitted === "auto-replied" ||
		precedence === "auto_reply" ||
		[
			"x-autoreply",
			"x-autorespond",
			"x-autoresponder",
			"x-auto-reply",
			"x-mail-autoreply",
			"x-autoreply-from",
			"x-vacation",
		].some((name) => headers.get(name) !== "" && headers.get(name).trim().toLowerCase() !== "no") ||
		/autoresponder/i.test(headers.get("delivered-to") + headers.get("x-post-messageclass"));
	const isAbsent = absenceSubject.test(subject);
	if (isAnswering && (isAbsent || absenceWords.test(`${subject}\n${text}`) || !ticket.test(`${subject}\n${text}`)))
		return { sort: "out-of-office" };
	if (isAbsent && !programSender.test(from?.address ?? "")) return { sort: "out-of-office" };
	const isProgram =
		isAnswering ||
		(submitted !== "" && submitted !== "no") ||
		isReport(message, "disposition-notification") ||
		findPart(message, /^message\/disposition-notification$/) !== undefined ||
		/^(?:bulk|junk)$/.test(precedence) ||
		hasNullReturnPath(headers) ||
		daemon.test(from?.address ?? "") ||
		programSender.test(from?.address ?? "") ||
		/\ball\b/i.test(headers.get("x-auto-response-suppress")) ||
		(headers.get("list-unsubscribe") !== "" && !isDiscussion(headers));
	if (hasNullReturnPath(headers) && absenceWords.test(subject)) return { sort: "out-of-office" };
	return { sort: isProgram ? "automatic" : "person" };
}

/** Whether people write to each other on the list that sent it on; a newsletter takes no posts. */
function isDiscussion(headers: Headers): boolean {
	const names = [
		"x-beenthere",
		"x-mailman-version",
		"x-google-group-id",
		"mailing-list",
		"x-sympa-to",
		"x-mlmmj-version",
	];
	return /mailto:/i.test(headers.get("list-post")) || names.some((name) => headers.get(name) !== "");
}

/** Message-IDs that a program's message names in the part that it returns; empty for a person's. */
export function listAboutMessageIds(message: SortedMessage, sort: IncomingSort["sort"]): string[] {
	if (sort === "person" || sort === "calendar-reply") return [];
	const returned = message.parts
		.filter((part) => /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/.test(part.type))
		.map((part) => message.readReturned(part).get("message-id"));
	const receipts = message.parts
		.filter((part) => part.type === "message/disposition-notification")
		.flatMap((part) => readReportFields(message.read(part)).map((fields) => fields.get("original-message-id") ?? ""));
	const named = [...returned, ...receipts].flatMap(readMessageIds);
	return [...new Set(named.length > 0 ? named : findReturnedMessageIds(message.text))].slice(0, 20);
}
