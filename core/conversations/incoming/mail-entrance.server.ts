import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { findMailbox, type Mailbox } from "./mailbox-store.server.ts";
import { maxMessageBytes, type ReceiveMail } from "./receive-mail.server.ts";

/** How far the sender's clock may differ; an older request may be a copy of somebody else's. */
const tolerance = Temporal.Duration.from({ minutes: 5 });

export type MailEntranceOptions = { database: Pick<Database, "db">; clock: Clock; receiveMail: ReceiveMail };

declare module "fastify" {
	interface FastifyRequest {
		/** Of a request to the entrance of e-mail. */
		mailbox: Mailbox | undefined;
	}
}

/**
 * POST /mail/{mailbox}: takes one raw message from a mail server's pipe or a provider's webhook, signed as Standard Webhooks sign. The
 * response is 200 once the message is stored; a repeated message changes nothing.
 * Source: docs/product/desk.md, Over HTTP.
 */
export const mailEntrance: FastifyPluginAsync<MailEntranceOptions> = async (app, { database, clock, receiveMail }) => {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxMessageBytes }, (_request, body, done) =>
		done(null, body),
	);
	app.decorateRequest("mailbox");
	app.post<{ Params: { id: string }; Body: Buffer }>(
		"/mail/:id",
		{
			bodyLimit: maxMessageBytes,
			// Before the message is read.
			async onRequest(request) {
				const { id } = request.params as { id: string };
				const mailbox = id.includes("\0") ? undefined : await findMailbox(database.db, id);
				if (mailbox?.settings.by !== "http") throw new HttpProblem(404, "There is no such mailbox.");
				if (!isRecent(request.headers["webhook-timestamp"], clock.now()))
					throw new HttpProblem(401, "webhook-timestamp is missing, or more than five minutes off.");
				request.mailbox = mailbox;
			},
		},
		async ({ mailbox, headers, body }, reply) => {
			if (mailbox?.settings.by !== "http" || !isSigned(headers, body, mailbox.settings.secret))
				throw new HttpProblem(401, "webhook-signature does not fit the message and the mailbox’s secret.");
			const { id, address, kind } = mailbox;
			const taken = await receiveMail({
				raw: body,
				bytes: body.length,
				receivedAt: clock.now(),
				isOld: false,
				mailbox: { id, address, kind, trustedAuthserv: "" },
			});
			return reply.header("cache-control", "no-store").send({ data: { isNew: taken.kind === "stored" } });
		},
	);
};

function isRecent(timestamp: unknown, now: Temporal.Instant): boolean {
	if (typeof timestamp !== "string" || !/^\d{1,12}$/.test(timestamp)) return false;
	const off = Math.abs(now.epochMilliseconds - Number(timestamp) * 1_000);
	return off <= tolerance.total("milliseconds");
}

/** Checks a signature of Standard Webhooks: "v1,BASE64", several separated by spaces. */
function isSigned(headers: Record<string, unknown>, body: Buffer, secret: string): boolean {
	const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
		(name) => headers[name],
	);
	if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") return false;
	const expected = createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest();
	return signatures.split(" ").some((signature) => {
		const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
		return given.length === expected.length && timingSafeEqual(given, expected);
	});
}
