import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { applicationOutcomes, callOutcomes } from "../../shared/desk.ts";
import { findAccount } from "../accounts/store.server.ts";
import { findApiToken, nameApiToken } from "../api-tokens/api-token-store.server.ts";
import { isAnyChosen, writeEvent } from "../webhooks/delivery-store.server.ts";
import type { EventType } from "../webhooks/event-types.ts";

/** Events of some kinds of records besides those of every record: when one arrives, and when it reaches a stage. */
const ownEvents: Readonly<
	Record<string, { arrived?: EventType; stages?: Readonly<Record<string, EventType>> } | undefined>
> = {
	application: { arrived: "application.received", stages: { [applicationOutcomes.hired]: "person.hired" } },
	booking: { stages: { [callOutcomes.held]: "call.outcome", [callOutcomes.noShow]: "call.outcome" } },
};

/** Kinds of records that only admins see, so no channel or program gets events about them. */
const untoldKinds: readonly string[] = ["request"];

/** A record as webhooks are told of it, whatever its kind. */
export type EventRecord = {
	reference: string;
	kind: string;
	receivedAt: Temporal.Instant;
	senderName: string;
	senderEmail: string;
	spam: boolean;
	/** Its topic or source; lists can be filtered by it. */
	topic?: string;
	source?: string;
	/** Undefined or empty until it changes: the first of its kind. */
	stage?: string | undefined;
	ownerId?: string | undefined;
};

/** A field of a record before and after, as changes store them; by is the id of an account, or undefined for the sender. */
export type EventChange = { field: string; from: string; to: string; by: string | undefined };

/** Tells webhooks that a record has arrived, or left quarantine; of one in quarantine, nobody hears. */
export async function writeArrival(
	transaction: WriteTransaction,
	record: EventRecord,
	now: Temporal.Instant,
): Promise<void> {
	if (record.spam) return;
	await writeRecordEvent(transaction, "record.created", record, {}, now);
	const arrived = ownEvents[record.kind]?.arrived;
	if (arrived) await writeRecordEvent(transaction, arrived, record, {}, now);
}

/** Tells webhooks that a field of a record has changed, and what its new stage means. */
export async function writeChange(
	transaction: WriteTransaction,
	record: EventRecord,
	{ field, from, to, by }: EventChange,
	now: Temporal.Instant,
): Promise<void> {
	const reached = field === "stage" ? ownEvents[record.kind]?.stages?.[to] : undefined;
	if (!(await isAnyChosen(transaction, ["record.changed", ...(reached ? [reached] : [])]))) return;
	const change = { field, from, to, by: await nameMember(transaction, by) };
	await writeRecordEvent(transaction, "record.changed", record, { change }, now);
	if (reached) await writeRecordEvent(transaction, reached, record, { by: change.by }, now);
}

/** Tells webhooks of something about a record; more is what belongs to the event beside the record. */
export async function writeRecordEvent(
	transaction: WriteTransaction,
	type: EventType,
	record: EventRecord,
	more: Readonly<Record<string, unknown>>,
	now: Temporal.Instant,
): Promise<void> {
	if (untoldKinds.includes(record.kind) || !(await isAnyChosen(transaction, [type]))) return;
	const { reference, kind, receivedAt, senderName, senderEmail, topic = "", source = "", stage = "", ownerId } = record;
	const owner = await nameMember(transaction, ownerId);
	await writeEvent(
		transaction,
		{
			type,
			reference,
			data: {
				record: {
					reference,
					kind,
					receivedAt: toInstantText(receivedAt),
					sender: { name: senderName, email: senderEmail },
					topic,
					source,
					stage,
					owner,
				},
				...more,
			},
		},
		now,
	);
}

/** Returns a member, or a token of the API, as events name them; null for none. */
export async function nameMember(
	transaction: WriteTransaction,
	id: string | undefined,
): Promise<{ id: string; name: string } | null> {
	if (id === undefined || id === "") return null;
	const account = await findAccount(transaction, id);
	if (account) return { id, name: account.name };
	const token = await findApiToken(transaction, id);
	return token ? { id, name: nameApiToken(token) } : null;
}
