import { createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database, WriteTransaction } from "../database/database.ts";
import { toUtcDay } from "../database/instant-text.ts";
import { takeLock } from "../database/take-lock.ts";
import type { Logger } from "../log.ts";
import { nameNetwork } from "./network-buckets.ts";
import { HttpProblem } from "./problem.ts";

type UploadDaysTable = { day: string; hashKey: string };
type UploadCountsTable = { day: string; networkHash: string; bytes: number | string };

declare module "../database/tables.ts" {
	interface Tables {
		uploadDays: UploadDaysTable;
		uploadCounts: UploadCountsTable;
	}
}

/** Keeps senders from filling the table from ever new addresses; beyond it, the disk reserve still holds. */
const maxNetworksADay = 50_000;

export type UploadLimit = {
	/**
	 * Deducts bytes from the upload limit of a client's network for a day, UTC.
	 *
	 * @throws HttpProblem 429 if less is left, deducting nothing; StorageUnavailableError if it cannot be recorded
	 */
	spend(address: string, bytes: number): Promise<void>;
};

export type UploadLimitDeps = {
	database: Database;
	clock: Clock;
	log: Logger;
	/** Per network and day; 0 is no limit. */
	bytesPerDay: number;
	/** Most networks counted on one day. */
	maxNetworks?: number;
};

/**
 * Creates the limit of uploads, shared by all servers of a database. The database stores no address: a network is a hash, and cannot be
 * identified once the day's key is deleted.
 */
export function createUploadLimit({
	database,
	clock,
	log,
	bytesPerDay,
	maxNetworks = maxNetworksADay,
}: UploadLimitDeps): UploadLimit {
	let warnedOn: string | undefined;

	async function countNew(transaction: WriteTransaction, day: string, networkHash: string, bytes: number) {
		const { count } = await transaction
			.selectFrom("uploadCounts")
			.select(sql<number | string>`count(*)`.as("count"))
			.where("day", "=", day)
			.executeTakeFirstOrThrow();
		if (Number(count) < maxNetworks)
			await transaction.insertInto("uploadCounts").values({ day, networkHash, bytes }).execute();
		return Number(count) < maxNetworks;
	}

	return {
		async spend(address, bytes) {
			if (bytesPerDay === 0) return;
			const now = clock.now();
			const day = toUtcDay(now);
			const outcome = await database.write(async (transaction) => {
				await takeLock(transaction, "uploads");
				const hashKey = await getHashKey(transaction, day);
				const networkHash = createHmac("sha256", hashKey).update(nameNetwork(address)).digest("base64url");
				const row = await transaction
					.selectFrom("uploadCounts")
					.select("bytes")
					.where("day", "=", day)
					.where("networkHash", "=", networkHash)
					.executeTakeFirst();
				const sum = Number(row?.bytes ?? 0) + bytes;
				if (sum > bytesPerDay) return "refused";
				if (!row) return (await countNew(transaction, day, networkHash, bytes)) ? "counted" : "not counted";
				await transaction
					.updateTable("uploadCounts")
					.set({ bytes: sum })
					.where("day", "=", day)
					.where("networkHash", "=", networkHash)
					.execute();
				return "counted";
			});
			if (outcome === "refused")
				throw new HttpProblem(
					429,
					"Too much was uploaded from your network today, so this has not been received. Send it again tomorrow.",
					{ headers: { "retry-after": String(secondsToNextDay(now)) } },
				);
			if (outcome === "not counted" && warnedOn !== day) {
				warnedOn = day;
				log.warn({ networks: maxNetworks }, "uploads came from more networks today than are counted");
			}
		},
	};
}

/** Returns the key of a day, and deletes the data of earlier days with the first upload. */
async function getHashKey(transaction: WriteTransaction, day: string): Promise<string> {
	const row = await transaction.selectFrom("uploadDays").select("hashKey").where("day", "=", day).executeTakeFirst();
	if (row) return row.hashKey;
	for (const table of ["uploadCounts", "uploadDays"] as const)
		await transaction.deleteFrom(table).where("day", "<", day).execute();
	const hashKey = randomBytes(32).toString("base64url");
	await transaction.insertInto("uploadDays").values({ day, hashKey }).execute();
	return hashKey;
}

function secondsToNextDay(now: Temporal.Instant): number {
	const then = now.toZonedDateTimeISO("UTC").add({ days: 1 }).startOfDay().toInstant();
	return Math.ceil(now.until(then).total("seconds"));
}
