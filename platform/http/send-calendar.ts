import type { FastifyReply } from "fastify";

/** Answers with a calendar file from a secret address, which nobody else shall come to know. */
export function sendCalendar(reply: FastifyReply, content: string): FastifyReply {
	return reply
		.headers({
			"content-type": "text/calendar; charset=utf-8",
			"cache-control": "private, no-store",
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex",
		})
		.send(content);
}
