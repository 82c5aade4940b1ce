import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";

/** Makes the hook that refuses form posts beyond the limit, counted by client address (IPv6: by /64) over all forms together. */
export async function createFormPostLimit(app: FastifyInstance, perMinute: number): Promise<onRequestAsyncHookHandler> {
	if (perMinute === 0) return async () => undefined;
	await app.register(rateLimit, { global: false, max: perMinute, timeWindow: 60_000, ipv6Subnet: 64 });
	const limit = app.rateLimit();
	return async function limitFormPosts(request, reply) {
		await limit.call(app, request, reply);
	};
}
