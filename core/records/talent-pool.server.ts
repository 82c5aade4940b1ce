import { createHmac, timingSafeEqual } from "node:crypto";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { getNetworkSecret } from "../../platform/http/network-buckets.ts";
import { giveConsent, withdrawConsent } from "../consents/consent-store.server.ts";
import type { GivenBy, WithdrawnBy } from "../consents/consent.ts";
import type { RecordKind } from "./record-kind.ts";
import { changeKeysOfRecord, type StoredRecord } from "./record-store.server.ts";

/** Months for which senders who agree are kept, unless the company chooses others. */
const usualPoolMonths = 12;

/** A sender's consent to be kept: when they gave it, when it ends, and its words; empty for consents of earlier releases. */
export type PoolStay = { since: Temporal.Instant; until: Temporal.Instant; text: string };

/** Returns the months of a kind's talent pool; 0 where it has none. */
export function findPoolMonths({
	poolUrl,
	talentPoolMonths = usualPoolMonths,
}: Pick<RecordKind, "poolUrl" | "talentPoolMonths">) {
	return poolUrl === undefined ? 0 : talentPoolMonths;
}

/** Returns the months of the talent pool that a form offers; 0 where it offers none. */
export function findFormPoolMonths({
	talentPoolInForm = false,
	talentPoolMonths = usualPoolMonths,
}: Pick<RecordKind, "talentPoolInForm" | "talentPoolMonths">): number {
	return talentPoolInForm ? talentPoolMonths : 0;
}

/** Returns when a stay of some months ends that begins now. */
export function endPoolStay(now: Temporal.Instant, months: number, timeZone: string): Temporal.Instant {
	return now.toZonedDateTimeISO(timeZone).add({ months }).toInstant();
}

/**
 * Returns the private links at which the senders of some records join the talent pool and leave it, by reference; none where the kind has
 * no pool. They are the same each time, so that the e-mail that was previewed is the one that is sent.
 */
export async function createPoolLinks(
	db: Connection,
	kind: Pick<RecordKind, "poolUrl" | "talentPoolMonths">,
	references: readonly string[],
): Promise<Map<string, string>> {
	if (findPoolMonths(kind) === 0 || references.length === 0) return new Map();
	const secret = await getNetworkSecret(db);
	return new Map(references.map((reference) => [reference, `${kind.poolUrl}/${reference}.${sign(reference, secret)}`]));
}

/** Finds the reference of a private link's last part; undefined for a forged one. */
export async function readPoolToken(db: Connection, token: string): Promise<string | undefined> {
	const [, reference = "", signature = ""] = /^([A-Z]{3}-[0-9A-Z]{8})\.([\w-]{22})$/.exec(token) ?? [];
	if (reference === "") return undefined;
	const expected = Buffer.from(sign(reference, await getNetworkSecret(db)));
	return timingSafeEqual(expected, Buffer.from(signature)) ? reference : undefined;
}

/** The first 132 bits of an HMAC. */
function sign(reference: string, secret: string): string {
	return createHmac("sha256", secret).update(`talent pool ${reference}`).digest("base64url").slice(0, 22);
}

/** Finds the stays of some records by reference, ended ones included. */
export async function findPoolStays(db: Connection, references: readonly string[]): Promise<Map<string, PoolStay>> {
	if (references.length === 0) return new Map();
	const rows = await db
		.selectFrom("records")
		.select(["reference", "poolSince", "poolUntil", "poolText"])
		.where("reference", "in", references)
		.where("poolUntil", "is not", null)
		.execute();
	return new Map(
		rows.flatMap(({ reference, poolSince, poolUntil, poolText }): [string, PoolStay][] => {
			if (poolSince === null || poolUntil === null) return [];
			const [since, until] = [Temporal.Instant.from(poolSince), Temporal.Instant.from(poolUntil)];
			return [[reference, { since, until, text: poolText ?? "" }]];
		}),
	);
}

/**
 * Lets a record's sender join the talent pool, and records their consent.
 * @param stay with the form that asked, and how they agreed
 */
export async function joinPool(
	transaction: WriteTransaction,
	record: Pick<StoredRecord, "reference" | "kind"> & { email: string },
	{ askedOn, givenBy, ...stay }: PoolStay & { askedOn: string; givenBy: GivenBy },
): Promise<void> {
	await setPoolStay(transaction, record, stay);
	await giveConsent(transaction, {
		purpose: "talent-pool",
		email: record.email,
		subject: record.reference,
		text: stay.text,
		askedAt: stay.since,
		askedOn,
		givenAt: stay.since,
		givenBy,
		endsAt: stay.until,
	});
}

/** Takes a record's sender out of the talent pool, and records how they left. Returns false if they were not in it. */
export async function leavePool(
	transaction: WriteTransaction,
	record: Pick<StoredRecord, "reference" | "kind">,
	withdrawn: { at: Temporal.Instant; by: WithdrawnBy },
): Promise<boolean> {
	if (!(await isInPool(transaction, record.reference, withdrawn.at))) return false;
	await setPoolStay(transaction, record, undefined);
	await withdrawConsent(transaction, record.reference, withdrawn);
	return true;
}

/** Tells whether a record's sender is in the talent pool. */
export async function isInPool(db: Connection, reference: string, now: Temporal.Instant): Promise<boolean> {
	const stay = (await findPoolStays(db, [reference])).get(reference);
	return stay !== undefined && Temporal.Instant.compare(stay.until, now) > 0;
}

async function setPoolStay(
	transaction: WriteTransaction,
	record: Pick<StoredRecord, "reference" | "kind">,
	stay: PoolStay | undefined,
): Promise<void> {
	await transaction
		.updateTable("records")
		.set({
			poolSince: stay ? toInstantText(stay.since) : null,
			poolUntil: stay ? toInstantText(stay.until) : null,
			poolText: stay ? stay.text : null,
		})
		.where("reference", "=", record.reference)
		.execute();
	await recordChange(transaction, changeKeysOfRecord(record));
}
