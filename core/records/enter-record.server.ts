import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { describeKeyReuse, respondOnce } from "../../platform/http/idempotency.ts";
import { cleanLine, cleanText } from "../../shared/clean-text.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { fileMessage } from "../conversations/incoming/file-message.server.ts";
import { notifyOfNewRecord } from "./notifications.server.ts";
import type { EnteredRecord, RecordKind } from "./record-kind.ts";
import { linkRecords } from "./record-links.server.ts";
import { recordSources } from "./record-sources.ts";

const maxLineLength = 200;
/** Longer texts of messages are cut where a form offers them. */
export const maxTextLength = 10_000;

/** A record as a member types it in. */
export type TypedRecord = Pick<
	EnteredRecord,
	"senderName" | "email" | "phone" | "text" | "source" | "consent" | "topic" | "isConfirmed"
>;

export type EnterDeps = {
	database: Database;
	clock: Clock;
	messageIdDomain: string;
	kinds: readonly RecordKind[];
};

type EnterRecordOptions = {
	by: string;
	/** Whether it becomes the member's. */
	owns: boolean;
	/** The record from which the member came; both are linked. */
	from: string | undefined;
	/** Id of the message in that record, or in none, that belongs to the new one. */
	message: string | undefined;
	idempotencyKey: string | undefined;
};

/**
 * Stores a record that a member entered, with its audit entry; the same idempotency key stores one.
 * @returns its reference, or the errors of the form
 */
export async function enterRecord(
	kind: RecordKind,
	typed: TypedRecord,
	{ by, owns, from, message, idempotencyKey }: EnterRecordOptions,
	{ database, clock, messageIdDomain, kinds }: EnterDeps,
): Promise<{ ok: true; reference: string; isNew: boolean } | { ok: false; errors: FieldError[] }> {
	const { enter } = kind;
	if (!enter) throw new Error(`Members cannot enter ${kind.names}`);
	const entered = tidyRecord(typed);
	const errors = listEntryErrors(kind, entered);
	if (errors.length > 0) return { ok: false, errors };
	const now = clock.now();
	try {
		let isNew = false;
		const { reference } = await database.write((transaction) => {
			isNew = false;
			const request = {
				route: `desk/${kind.names}`,
				key: idempotencyKey,
				body: { ...entered, by, owns, ...(from !== undefined && { from }), ...(message !== undefined && { message }) },
			};
			return respondOnce(transaction, request, now, async () => {
				isNew = true;
				const options = { now, messageIdDomain, ...(owns && { ownerId: by }) };
				const created = await enter(transaction, { ...entered, isSpam: false }, options);
				await notifyOfNewRecord(transaction, { reference: created, topic: entered.topic, by }, { kind, now });
				if (from !== undefined) await linkRecords(transaction, from, created);
				if (message !== undefined)
					await fileMessage(transaction, { id: message, from: from ?? null, to: created, by }, kinds, now);
				await writeAuditEntry(transaction, { actor: by, action: `${kind.name}.enter`, subject: created }, now);
				return { reference: created };
			});
		});
		return { ok: true, reference, isNew };
	} catch (error) {
		return { ok: false, errors: describeKeyReuse(error, "save this one too") };
	}
}

function tidyRecord(typed: TypedRecord): TypedRecord {
	const { senderName, email, phone, text, consent } = typed;
	return {
		...typed,
		senderName: cleanLine(senderName).replaceAll("\n", " "),
		email: cleanLine(email),
		phone: cleanLine(phone),
		text: cleanText(text).trim(),
		consent: cleanLine(consent),
	};
}

/** Lists the errors of a record that a member types in, in the order of the form. */
function listEntryErrors(
	{ sources = [] }: Pick<RecordKind, "sources">,
	{ senderName, email, phone, text, source, consent, isConfirmed }: TypedRecord,
): FieldError[] {
	const rules: [isRight: boolean, field: keyof TypedRecord, message: string][] = [
		[senderName !== "", "senderName", "Enter a name"],
		[senderName.length <= maxLineLength, "senderName", `Shorten the name to ${maxLineLength} characters`],
		[email === "" || isEmailAddress(email), "email", "Enter an e-mail address such as asha@company.com"],
		[email !== "" || phone !== "", "email", "Enter an e-mail address or a phone number"],
		[phone.length <= maxLineLength, "phone", `Shorten the phone number to ${maxLineLength} characters`],
		[text !== "", "text", "Enter what it is about"],
		[text.length <= maxTextLength, "text", `Shorten the text to ${maxTextLength} characters`],
		[sources.some(({ key }) => key === source), "source", "Choose a source"],
		[consent !== "" || source === recordSources.email.key, "consent", "Enter how they agreed"],
		[consent.length <= maxLineLength, "consent", `Shorten this to ${maxLineLength} characters`],
		[!isConfirmed || email !== "", "isConfirmed", "A confirmation needs an e-mail address"],
	];
	return rules.filter(([isRight]) => !isRight).map(([, field, message]) => ({ field, message }));
}
