import { callbackify } from "node:util";
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";
import { ipv6NetworkBits } from "./network-buckets.ts";
import type { CountPost } from "./post-counts.ts";

const windowMs = 60_000;

/**
 * Creates the hook that limits form posts, counted per client address (IPv6: per /56) over all forms.
 *
 * @param countPost the counter; it may outlive this server
 */
export async function createFormPostLimit(
	app: FastifyInstance,
	{ perMinute, countPost }: { perMinute: number; countPost: CountPost },
): Promise<onRequestAsyncHookHandler> {
	if (perMinute === 0) return async () => undefined;
	await app.register(rateLimit, {
		global: false,
		max: perMinute,
		timeWindow: windowMs,
		ipv6Subnet: ipv6NetworkBits,
		store: createStore(countPost),
	});
	const limit = app.rateLimit();
	return async function limitFormPosts(request, reply) {
		await limit.call(app, request, reply);
	};
}

function createStore(countPost: CountPost): FastifyRateLimitStoreCtor {
	const increment = callbackify(async (address: string, timeWindow: number) => {
		const { count, ms } = await countPost(address, timeWindow);
		return { current: count, ttl: ms };
	});
	return class Store implements FastifyRateLimitStore {
		incr: FastifyRateLimitStore["incr"] = (address, callback, timeWindow) => increment(address, timeWindow, callback);

		child(): FastifyRateLimitStore {
			return this;
		}
	};
}
