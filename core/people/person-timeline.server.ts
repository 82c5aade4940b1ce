import { sql, type RawBuilder } from "kysely";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { toStoredMessage, type StoredMessage } from "../conversations/incoming/message-store.server.ts";
import { findAllSent } from "../records/find-sent.server.ts";
import { listAuthors } from "../records/members.server.ts";
import { nameOf } from "../records/name-of.ts";
import type { RecordKind, SentRecord } from "../records/record-kind.ts";
import { listRecordsOf, type StoredRecord } from "../records/record-store.server.ts";

/** The order of events of one instant. */
const eventTypes = ["record", "note", "reply", "message", "appointment", "guest"] as const;

/** Something that came from a person, or that members wrote about them. `reference` is the record's. */
export type PersonEvent = { id: string; at: Temporal.Instant; reference: string } &
	/** "guest": of somebody else, who named them as a guest. */
	(
		| { type: "record" | "guest"; record: StoredRecord; sent: SentRecord }
		| { type: "note"; author: string; text: string }
		| { type: "reply"; author: string; subject: string; text: string; isForward: boolean }
		| { type: "message"; message: StoredMessage }
		/** `id` is its reference. */
		| { type: "appointment" }
	);

export type PersonTimeline = {
	/** Newest first. */
	events: PersonEvent[];
	/** Cursor of the next page; undefined on the last. */
	earlier: string | undefined;
};

type EventRow = { at: string; type: number; id: string; reference: string };

/**
 * Lists the latest events of a person: records, notes, replies, messages and appointments, and of other people's records those with them
 * as a guest, the messages from them, and the replies and forwards to them. The database sorts them, and only those of the page are read.
 * @param kinds that the member may see; other kinds are not listed
 * @param options `emails` of the person, in lower case; `before` is `earlier` of another page
 */
export async function listPersonTimeline(
	db: Connection,
	kinds: readonly RecordKind[],
	{ emails, limit, before }: { emails: readonly string[]; limit: number; before?: string | undefined },
): Promise<PersonTimeline> {
	if (kinds.length === 0 || emails.length === 0) return { events: [], earlier: undefined };
	const rows = await listEventRows(db, kinds, { emails, limit: limit + 1, end: readEnd(before) });
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		events: await describeEvents(db, kinds, page),
		earlier: last && rows.length > limit ? writeEnd(last) : undefined,
	};
}

async function listEventRows(
	db: Connection,
	kinds: readonly RecordKind[],
	{ emails, limit, end }: { emails: readonly string[]; limit: number; end: Omit<EventRow, "reference"> | undefined },
): Promise<EventRow[]> {
	const person = sql`(${sql.join(emails)})`;
	const isVisible = sql`records.kind in (${sql.join(kinds.map(({ name }) => name))})`;
	const isOfPerson = sql`records.sender_email in ${person} and ${isVisible}`;
	const isOfOther = sql`records.sender_email not in ${person} and ${isVisible}`;
	const select = (
		type: (typeof eventTypes)[number],
		{ at, id, table, record }: { at: unknown; id: unknown; table: unknown; record: unknown },
		isListed = sql`1 = 1`,
		isOf = isOfPerson,
	) => sql`select ${at} as at, ${sql.lit(eventTypes.indexOf(type))} as type, ${id} as id, records.reference as reference
		from records inner join ${table} as event on ${record} = records.reference
		where ${isOf} and ${isListed}`;
	const of = (name: string, at: string) => ({
		table: sql.table(name),
		record: sql.ref("event.reference"),
		at: sql.ref(`event.${at}`),
		id: sql.ref("event.id"),
	});
	const parts: RawBuilder<unknown>[] = [
		sql`select received_at as at, 0 as type, reference as id, reference from records where ${isOfPerson}`,
		select("note", of("recordNotes", "createdAt")),
		select("reply", of("recordReplies", "writtenAt"), sql`event.withdrawn_at is null`),
		// The record that was made of a message shows its text.
		select("message", of("incomingMessages", "receivedAt"), sql`event.is_first = 0`),
		select(
			"message",
			of("incomingMessages", "receivedAt"),
			sql`event.from_address in ${person} and event.account_id is null`,
			isOfOther,
		),
		select(
			"reply",
			of("recordReplies", "writtenAt"),
			sql`event.withdrawn_at is null and event.id in (
				select id from record_replies where lower(recipient) in ${person}
				union select reply_id from reply_copies where lower(recipient) in ${person})`,
			isOfOther,
		),
		...kinds.flatMap(({ appointments }) => (appointments ? [select("appointment", appointments.events)] : [])),
		...kinds.flatMap(({ guests }) => {
			if (!guests) return [];
			const [at, id, record] = [
				sql.ref("records.receivedAt"),
				sql.ref("records.reference"),
				sql.ref("event.reference"),
			];
			return [select("guest", { table: guests.table, record, at, id }, guests.isAmong(emails), isOfOther)];
		}),
	];
	const isBefore = end
		? sql`where at < ${end.at} or (at = ${end.at} and (type > ${end.type} or (type = ${end.type} and id < ${end.id})))`
		: sql``;
	const { rows } =
		await sql<EventRow>`select at, type, id, reference from (${sql.join(parts, sql` union all `)}) as events
		${isBefore} order by at desc, type, id desc limit ${limit}`.execute(db);
	return rows;
}

/** Reads the events of a page: one query for each type and kind. */
async function describeEvents(
	db: Connection,
	kinds: readonly RecordKind[],
	rows: readonly EventRow[],
): Promise<PersonEvent[]> {
	const idsOf = (type: (typeof eventTypes)[number]) =>
		rows.filter((row) => eventTypes[row.type] === type).map(({ id }) => id);
	const members = await listAuthors(db);
	const records = await listRecordsOf(db, [...idsOf("record"), ...idsOf("guest")]);
	const sent = await findAllSent(db, kinds, records);
	const notes = await listOf("note", (ids) =>
		db.selectFrom("recordNotes").select(["id", "accountId", "text"]).where("id", "in", ids).execute(),
	);
	const replies = await listOf("reply", (ids) =>
		db
			.selectFrom("recordReplies")
			.select(["id", "senderName", "subject", "text", "isForward"])
			.where("id", "in", ids)
			.execute(),
	);
	const messages = await listOf("message", (ids) =>
		db.selectFrom("incomingMessages").selectAll().where("id", "in", ids).execute(),
	);
	// A row that was deleted meanwhile is left out.
	return rows.flatMap(({ type, at, ...row }): PersonEvent[] => {
		const base = { ...row, at: Temporal.Instant.from(at) };
		const eventType = eventTypes[type] ?? "appointment";
		switch (eventType) {
			case "record":
			case "guest": {
				const record = records.find(({ reference }) => reference === row.id);
				const one = sent.get(row.id);
				return record && one ? [{ ...base, type: eventType, record, sent: one }] : [];
			}
			case "note": {
				const note = notes.get(row.id);
				return note ? [{ ...base, type: "note", author: nameOf(members, note.accountId), text: note.text }] : [];
			}
			case "reply": {
				const reply = replies.get(row.id);
				if (!reply) return [];
				const { senderName: author, subject, text, isForward } = reply;
				return [{ ...base, type: "reply", author, subject, text, isForward: isForward === 1 }];
			}
			case "message": {
				const message = messages.get(row.id);
				return message ? [{ ...base, type: "message", message: toStoredMessage(message, []) }] : [];
			}
			case "appointment":
				return [{ ...base, type: "appointment" }];
		}
	});

	async function listOf<Row extends { id: string }>(
		type: (typeof eventTypes)[number],
		read: (ids: string[]) => Promise<Row[]>,
	): Promise<Map<string, Row>> {
		const ids = idsOf(type);
		return new Map(ids.length === 0 ? [] : (await read(ids)).map((row) => [row.id, row]));
	}
}

/** A page's end. It comes back in addresses, so it is untrusted. */
function writeEnd({ at, type, id }: EventRow): string {
	return `${Temporal.Instant.from(at).epochMilliseconds}.${type}.${id}`;
}

function readEnd(text: string | undefined): Omit<EventRow, "reference"> | undefined {
	const [, ms, type, id] = /^(\d{1,14})\.(\d)\.([\w-]{1,100})$/.exec(text ?? "") ?? [];
	if (ms === undefined || type === undefined || id === undefined) return undefined;
	return { at: toInstantText(Temporal.Instant.fromEpochMilliseconds(Number(ms))), type: Number(type), id };
}
