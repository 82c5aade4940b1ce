import { callbackify } from "node:util";
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { createSharedPostCounts } from "./shared-post-counts.ts";

const windowMs = 60_000;

/**
 * Makes the hook that refuses form posts beyond the limit, counted by client address (IPv6: by /64) over all forms together, and over
 * all servers that share a PostgreSQL.
 */
export async function createFormPostLimit(
	app: FastifyInstance,
	{ perMinute, database, log }: { perMinute: number; database: Pick<Database, "db" | "kind">; log: Logger },
): Promise<onRequestAsyncHookHandler> {
	if (perMinute === 0) return async () => undefined;
	await app.register(rateLimit, {
		global: false,
		max: perMinute,
		timeWindow: windowMs,
		ipv6Subnet: 64,
		...(database.kind === "postgres" && { store: await createSharedStore(database, log) }),
	});
	const limit = app.rateLimit();
	return async function limitFormPosts(request, reply) {
		await limit.call(app, request, reply);
	};
}

async function createSharedStore(database: Pick<Database, "db">, log: Logger): Promise<FastifyRateLimitStoreCtor> {
	const countPost = await createSharedPostCounts(database, log);
	const increment = callbackify(async (address: string, timeWindow: number) => {
		const { count, ms } = await countPost(address, timeWindow);
		return { current: count, ttl: ms };
	});
	return class SharedStore implements FastifyRateLimitStore {
		incr: FastifyRateLimitStore["incr"] = (address, callback, timeWindow) => increment(address, timeWindow, callback);

		child(): FastifyRateLimitStore {
			return this;
		}
	};
}
