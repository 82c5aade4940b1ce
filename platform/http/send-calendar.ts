import type { FastifyReply } from "fastify";

/** Answers with a calendar file from a secret URL, marked so that the URL stays secret. */
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
