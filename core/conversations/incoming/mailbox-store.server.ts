import { randomUUID } from "node:crypto";
import type { ExpressionBuilder, Selectable } from "kysely";
import { z } from "zod";
import { clockTolerance } from "../../../platform/clock.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../../platform/database/instant-text.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { createOrderedId } from "../../../platform/ids/ordered-id.ts";
import { forgetSetAside } from "./set-aside-messages.server.ts";

type MailboxesTable = {
	id: string;
	/** In lower case. */
	address: string;
	/** The kind of record that its messages become. */
	kind: string;
	/** JSON with secrets: see settingsSchema. */
	settings: string;
	/** 1 if its server delivers what stands after "+" to it. */
	plusAddresses: number;
	/** 1 to take what it held when it was connected. */
	readsEarlier: number;
	/** When it was connected. Of a mailbox that was pointed at another folder, or whose folder got new numbers: until when it was read before. */
	createdAt: string;
	/** Of the folder whose UIDs the next two are; null until it was opened. */
	uidValidity: string | null;
	/** Every message up to this UID is taken, or below backlogUid. */
	topUid: number | string;
	/** Messages below this UID are still to be read, the latest first. */
	backlogUid: number | string;
	/** When a server is to connect. */
	dueAt: string;
	/** The server that reads it, until when. */
	lease: string | null;
	leaseExpiresAt: string | null;
	/** When it was last found to hold no new message. */
	readAt: string | null;
	failingSince: string | null;
	error: string | null;
	/** When the last test e-mail came back. */
	testArrivedAt: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		mailboxes: MailboxesTable;
	}
}

/** The change key of the list of mailboxes. */
export const mailboxesChangeKey = "mailboxes";

const imapSchema = z.object({
	by: z.literal("imap"),
	host: z.string(),
	port: z.number(),
	/** "none" only on this machine. */
	security: z.enum(["tls", "starttls", "none"]),
	user: z.string(),
	folder: z.string(),
	/** Name under which the mailbox's own server writes Authentication-Results; empty if none is trusted. */
	trustedAuthserv: z.string(),
	login: z.discriminatedUnion("with", [
		z.object({ with: z.literal("password"), password: z.string() }),
		z.object({
			with: z.literal("oauth2"),
			tokenUrl: z.string(),
			clientId: z.string(),
			clientSecret: z.string(),
			refreshToken: z.string(),
		}),
	]),
});

const settingsSchema = z.discriminatedUnion("by", [
	imapSchema,
	/** Another program sends its messages by HTTP, signed with this secret. */
	z.object({ by: z.literal("http"), secret: z.string() }),
]);

export type MailboxSettings = z.infer<typeof settingsSchema>;
export type ImapSettings = z.infer<typeof imapSchema>;

export type Mailbox = {
	id: string;
	address: string;
	kind: string;
	/** With secrets, which no page shows. */
	settings: MailboxSettings;
	hasPlusAddresses: boolean;
	readsEarlier: boolean;
	createdAt: Temporal.Instant;
	readAt: Temporal.Instant | undefined;
	/** `isRead`: it is read all the same, and needs attention. */
	failure: { error: string; since: Temporal.Instant; isRead: boolean } | undefined;
	testArrivedAt: Temporal.Instant | undefined;
	/** Whether earlier messages are still being read. */
	hasBacklog: boolean;
};

/** A mailbox that is not read for longer is stalled, which raises an alarm. */
const stalledAfter = Temporal.Duration.from({ minutes: 5 });
/** How long a server's claim lasts without being renewed. */
const leaseFor = Temporal.Duration.from({ seconds: 60 });
const maxErrorLength = 300;

/** Another server reads the mailbox now, or its settings changed. */
export class LeaseLostError extends Error {
	constructor() {
		super("Another server reads this mailbox now, or it was changed");
		this.name = "LeaseLostError";
	}
}

/** Adds a mailbox, to be read at once, and returns its id; undefined when there is one with the address. */
export async function addMailbox(
	transaction: WriteTransaction,
	{
		address,
		kind,
		settings,
		hasPlusAddresses,
		readsEarlier,
	}: Pick<Mailbox, "address" | "kind" | "settings" | "hasPlusAddresses" | "readsEarlier">,
	now: Temporal.Instant,
): Promise<string | undefined> {
	const other = await findMailboxOf(transaction, address);
	if (other) return undefined;
	const id = createOrderedId();
	await transaction
		.insertInto("mailboxes")
		.values({
			id,
			address: address.toLowerCase(),
			kind,
			settings: JSON.stringify(settings),
			plusAddresses: hasPlusAddresses ? 1 : 0,
			readsEarlier: readsEarlier ? 1 : 0,
			createdAt: toInstantText(now),
			topUid: 0,
			backlogUid: 0,
			dueAt: toInstantText(now),
		})
		.execute();
	await recordChange(transaction, [mailboxesChangeKey]);
	return id;
}

/**
 * Changes a mailbox, which is then reconnected; false when it is gone. Of another folder or account it takes what has arrived since the one
 * before was read.
 * @param changes `readsEarlier` also takes what the other folder held before; it says nothing about a folder that stays
 */
export async function changeMailbox(
	transaction: WriteTransaction,
	id: string,
	{
		kind,
		settings,
		hasPlusAddresses,
		readsEarlier,
	}: Pick<Mailbox, "kind" | "settings" | "hasPlusAddresses" | "readsEarlier">,
	now: Temporal.Instant,
): Promise<boolean> {
	const before = await transaction.selectFrom("mailboxes").selectAll().where("id", "=", id).executeTakeFirst();
	const isElsewhere = before !== undefined && nameFolder(toMailbox(before).settings) !== nameFolder(settings);
	if (isElsewhere) await forgetSetAside(transaction, id);
	const { numUpdatedRows } = await transaction
		.updateTable("mailboxes")
		.set({
			kind,
			settings: JSON.stringify(settings),
			plusAddresses: hasPlusAddresses ? 1 : 0,
			dueAt: toInstantText(now),
			lease: null,
			leaseExpiresAt: null,
			error: null,
			failingSince: null,
			...(isElsewhere && {
				createdAt: before.readAt ?? before.createdAt,
				readsEarlier: readsEarlier ? 1 : 0,
				uidValidity: null,
				topUid: 0,
				backlogUid: 0,
			}),
		})
		.where("id", "=", id)
		.executeTakeFirst();
	await recordChange(transaction, [mailboxesChangeKey]);
	return numUpdatedRows > 0n;
}

/** Names the folder that a mailbox reads. UIDVALIDITY tells folders of one account apart, and not those of two. */
function nameFolder(settings: MailboxSettings): string {
	if (settings.by === "http") return "";
	const { host, port, user, folder } = settings;
	return JSON.stringify([host, port, user, folder]);
}

/** Stores settings that its provider changed. @throws LeaseLostError as noteProgress does */
export async function keepSettings(
	transaction: WriteTransaction,
	{ id, lease }: Pick<ClaimedMailbox, "id" | "lease">,
	settings: MailboxSettings,
): Promise<void> {
	const { numUpdatedRows } = await transaction
		.updateTable("mailboxes")
		.set({ settings: JSON.stringify(settings) })
		.where("id", "=", id)
		.where("lease", "=", lease)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) throw new LeaseLostError();
}

/** Removes a mailbox; the messages that it brought stay. */
export async function removeMailbox(transaction: WriteTransaction, id: string): Promise<boolean> {
	await forgetSetAside(transaction, id);
	const { numDeletedRows } = await transaction.deleteFrom("mailboxes").where("id", "=", id).executeTakeFirst();
	await recordChange(transaction, [mailboxesChangeKey]);
	return numDeletedRows > 0n;
}

/** Lists the mailboxes by address. */
export async function listMailboxes(db: Connection): Promise<Mailbox[]> {
	return (await db.selectFrom("mailboxes").selectAll().orderBy("address").execute()).map(toMailbox);
}

export async function findMailbox(db: Connection, id: string): Promise<Mailbox | undefined> {
	const row = await db.selectFrom("mailboxes").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toMailbox(row);
}

/** Finds the mailbox of an address. */
export async function findMailboxOf(db: Connection, address: string): Promise<Mailbox | undefined> {
	const row = await db
		.selectFrom("mailboxes")
		.selectAll()
		.where("address", "=", address.toLowerCase())
		.executeTakeFirst();
	return row && toMailbox(row);
}

/** Tells whether an address leads to one of some mailboxes: mail servers deliver what stands after "+" to the same one (RFC 5233). */
export function leadsTo(mailboxes: readonly string[], address: string): boolean {
	const [local = "", domain = ""] = address.toLowerCase().split("@");
	const names = [`${local}@${domain}`, `${local.split("+", 1)[0]}@${domain}`];
	return mailboxes.some((mailbox) => names.includes(mailbox.toLowerCase()));
}

/** Finds the first of some addresses that leads to a connected mailbox. */
export async function findConnected(db: Connection, addresses: readonly string[]): Promise<string | undefined> {
	const mailboxes = (await listMailboxes(db)).map(({ address }) => address);
	return addresses.find((address) => leadsTo(mailboxes, address));
}

/** Tells whether a mailbox has not been read for too long, or fails for as long, or is full. */
export function isStalled({ settings, createdAt, readAt, failure }: Mailbox, now: Temporal.Instant): boolean {
	const isOver = (since: Temporal.Instant) =>
		Temporal.Instant.compare(since.add(stalledAfter), now) < 0 ||
		Temporal.Instant.compare(since, now.add(clockTolerance)) > 0;
	return settings.by === "imap" && (isOver(readAt ?? createdAt) || (failure !== undefined && isOver(failure.since)));
}

/** A mailbox that this process reads, and how far it has read. */
export type ClaimedMailbox = Mailbox & {
	lease: string;
	uidValidity: string | undefined;
	topUid: number;
	backlogUid: number;
};

/**
 * Claims mailboxes that are due and that no server reads.
 * @param held leases under which this server reads mailboxes, also where it could not renew them in time
 */
export async function claimMailboxes(
	database: Pick<Database, "db" | "write">,
	now: Temporal.Instant,
	held: ReadonlySet<string> = new Set(),
): Promise<ClaimedMailbox[]> {
	// No mailbox waits for so long that its time lies beyond the tolerance, unless the clock was wrong.
	const isOver = (column: "dueAt" | "leaseExpiresAt") => (where: ExpressionBuilder<Tables, "mailboxes">) =>
		where.or([
			where(column, "is", null),
			where(column, "<=", toInstantText(now)),
			where(column, ">", toInstantText(now.add(clockTolerance))),
		]);
	const select = (db: Connection) =>
		db
			.selectFrom("mailboxes")
			.selectAll()
			.where(isOver("dueAt"))
			.where(isOver("leaseExpiresAt"))
			// Other programs send the messages of these.
			.where("settings", "not like", '%"by":"http"%')
			.$if(held.size > 0, (query) =>
				query.where((where) => where.or([where("lease", "is", null), where("lease", "not in", [...held])])),
			);
	// Most of the time none is due, which costs no write.
	if (!(await select(database.db).limit(1).executeTakeFirst())) return [];
	return database.write(async (transaction) => {
		const claimed: ClaimedMailbox[] = [];
		for (const row of await select(transaction).execute()) {
			const lease = randomUUID();
			const { numUpdatedRows } = await transaction
				.updateTable("mailboxes")
				.set({ lease, leaseExpiresAt: toInstantText(now.add(leaseFor)) })
				.where("id", "=", row.id)
				.where(isOver("leaseExpiresAt"))
				.executeTakeFirst();
			if (numUpdatedRows > 0n)
				claimed.push({
					...toMailbox(row),
					lease,
					uidValidity: row.uidValidity ?? undefined,
					topUid: Number(row.topUid),
					backlogUid: Number(row.backlogUid),
				});
		}
		return claimed;
	});
}

type Progress = Partial<Pick<ClaimedMailbox, "topUid" | "backlogUid" | "uidValidity" | "createdAt" | "readsEarlier">>;

/**
 * Stores how far a mailbox is read, in the transaction that stores its messages, and renews the claim.
 * @throws LeaseLostError when this server may no longer read it; the transaction then stores nothing
 */
export async function noteProgress(
	transaction: WriteTransaction,
	{ id, lease }: Pick<ClaimedMailbox, "id" | "lease">,
	{ createdAt, readsEarlier, ...progress }: Progress,
	now: Temporal.Instant,
): Promise<void> {
	const { numUpdatedRows } = await transaction
		.updateTable("mailboxes")
		.set({
			...progress,
			...(createdAt && { createdAt: toInstantText(createdAt) }),
			...(readsEarlier !== undefined && { readsEarlier: readsEarlier ? 1 : 0 }),
			leaseExpiresAt: toInstantText(now.add(leaseFor)),
		})
		.where("id", "=", id)
		.where("lease", "=", lease)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) throw new LeaseLostError();
}

/**
 * Records that a mailbox holds nothing new.
 * @param warning says why it needs attention all the same: it is almost full, or holds messages that could not be stored
 * @throws LeaseLostError as noteProgress does
 */
export async function noteRead(
	database: Pick<Database, "write">,
	mailbox: Pick<ClaimedMailbox, "id" | "lease">,
	now: Temporal.Instant,
	warning?: string,
): Promise<void> {
	await database.write(async (transaction) => {
		await noteProgress(transaction, mailbox, {}, now);
		const before = await transaction
			.selectFrom("mailboxes")
			.selectAll()
			.where("id", "=", mailbox.id)
			.executeTakeFirstOrThrow();
		await transaction
			.updateTable("mailboxes")
			.set({
				readAt: toInstantText(now),
				error: warning ?? null,
				failingSince: warning === undefined ? null : (before.failingSince ?? toInstantText(now)),
			})
			.where("id", "=", mailbox.id)
			.execute();
		const isHealed = warning === undefined && isStalled(toMailbox(before), now);
		if (isHealed || before.error !== (warning ?? null)) await recordChange(transaction, [mailboxesChangeKey]);
	});
}

/** Gives a claim back, with why the mailbox could not be read and when to try again. Returns whether the error is new. */
export async function releaseMailbox(
	database: Pick<Database, "write">,
	{ id, lease }: Pick<ClaimedMailbox, "id" | "lease">,
	{ error, dueAt, now }: { error?: string; dueAt: Temporal.Instant; now: Temporal.Instant },
): Promise<boolean> {
	return database.write(async (transaction) => {
		const before = await transaction
			.selectFrom("mailboxes")
			.selectAll()
			.where("id", "=", id)
			.where("lease", "=", lease)
			.executeTakeFirst();
		if (!before) return false;
		// The warning of a mailbox that was read is another failure.
		const since = toMailbox(before).failure?.isRead ? null : before.failingSince;
		await transaction
			.updateTable("mailboxes")
			.set({
				lease: null,
				leaseExpiresAt: null,
				dueAt: toInstantText(dueAt),
				...(error !== undefined && {
					error: error.slice(0, maxErrorLength),
					failingSince: since ?? toInstantText(now),
				}),
			})
			.where("id", "=", id)
			.execute();
		const isNew = error !== undefined && since === null;
		if (isNew) await recordChange(transaction, [mailboxesChangeKey]);
		return isNew;
	});
}

/** Records that a test e-mail came back through a mailbox. */
export async function noteTestArrived(transaction: WriteTransaction, id: string, now: Temporal.Instant): Promise<void> {
	await transaction
		.updateTable("mailboxes")
		.set({ testArrivedAt: toInstantText(now) })
		.where("id", "=", id)
		.execute();
	await recordChange(transaction, [mailboxesChangeKey]);
}

/** Counts the messages that a mailbox brought, and those of them that belong to no record. */
export async function countMessages(db: Connection): Promise<Map<string, { all: number; unfiled: number }>> {
	const rows = await db
		.selectFrom("incomingMessages")
		.select((of) => [
			"mailboxId",
			of.fn.countAll<number | string>().as("all"),
			of.fn.count<number | string>("reference").as("filed"),
		])
		.groupBy("mailboxId")
		.execute();
	return new Map(
		rows.map(({ mailboxId, all, filed }) => [mailboxId, { all: Number(all), unfiled: Number(all) - Number(filed) }]),
	);
}

function toMailbox(row: Selectable<Tables["mailboxes"]>): Mailbox {
	const { id, address, kind, settings, plusAddresses, readsEarlier, createdAt, failingSince, error } = row;
	const readAt = toOptionalInstant(row.readAt);
	const since = toOptionalInstant(failingSince);
	const isRead = readAt !== undefined && since !== undefined && Temporal.Instant.compare(readAt, since) >= 0;
	return {
		id,
		address,
		kind,
		settings: settingsSchema.parse(JSON.parse(settings)),
		hasPlusAddresses: plusAddresses === 1,
		readsEarlier: readsEarlier === 1,
		createdAt: Temporal.Instant.from(createdAt),
		readAt,
		failure: error === null || since === undefined ? undefined : { error, since, isRead },
		testArrivedAt: toOptionalInstant(row.testArrivedAt),
		hasBacklog: Number(row.backlogUid) > 1,
	};
}
