import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { RecordNames } from "../../core/records/record-names.ts";
import type { TimelineEntry } from "../../core/records/timeline.server.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { describeResponse } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { getCaller } from "./api-caller.server.ts";
import { apiRecordNames } from "./api-scopes.ts";
import {
	apiPath,
	instantSchema,
	notThere,
	openTo,
	pageParameters,
	referenceParameters,
	responsesOfApiReads,
} from "./describe-api.server.ts";
import { sendJson } from "./send-json.server.ts";
import { noRecord } from "./show-record.server.ts";

const addressSchema = z.object({ name: z.string(), email: z.string() });

const messageSchema = z.object({
	id: z.string(),
	direction: z.enum(["in", "out"]).describe("From the visitor, or from the team."),
	at: instantSchema,
	from: addressSchema,
	to: z.array(z.string()).describe("Addresses."),
	subject: z.string(),
	text: z.string().describe("Without the quoted history."),
	files: z.array(z.object({ name: z.string(), bytes: z.number() })).describe("Download their contents in the desk."),
	state: z
		.enum(["received", "waiting", "sent", "failed", "held", "stopped"])
		.describe("A reply waits, is sent, failed for good, is held back, or was stopped before it left."),
});

const messagePage = z.object({
	data: z.array(messageSchema).describe("Oldest first. A page can hold fewer entries than its limit, or none."),
	next: z.string().nullable().describe("The cursor of the page with earlier entries; null on the last page."),
});

/** The conversation of every kind of record: messages and replies. */
export const messageRoutes: FastifyPluginAsyncZod = async (app) => {
	for (const names of apiRecordNames) await app.register(messagesOfKind, { names });
};

const messagesOfKind: FastifyPluginAsyncZod<{ names: RecordNames }> = async (app, { names: { name, names } }) => {
	const { config, security } = openTo(`${names}:read`);
	app.get(
		`${apiPath}/${names}/:reference/messages`,
		{
			config,
			schema: {
				operationId: `list${capitalise(name)}Messages`,
				summary: `List the messages and replies of one ${name}, the latest page first`,
				tags: [capitalise(names)],
				security,
				params: referenceParameters,
				querystring: z.object(pageParameters),
				response: {
					...responsesOfApiReads,
					200: describeResponse("A page of them.", messagePage),
					404: notThere,
				},
			},
		},
		async (request, reply) => {
			const { deps } = getCaller(request);
			const { limit, cursor } = request.query;
			const { reference } = request.params;
			const record = await deps.records.find(reference);
			const timeline =
				record?.kind === name ? await deps.records.listTimeline(reference, { limit, before: cursor }) : undefined;
			if (!timeline) throw new HttpProblem(404, noRecord);
			return sendJson(request, reply, {
				data: timeline.entries.flatMap((entry) => showMessage(entry) ?? []),
				next: timeline.earlier ?? null,
			});
		},
	);
};

/** Shows a message or a reply; undefined for every other event. */
function showMessage(entry: TimelineEntry): z.infer<typeof messageSchema> | undefined {
	const at = toInstantText(entry.at);
	if (entry.type === "message") {
		// Like a note, it is not part of the conversation between visitor and team.
		if (entry.message.sort === "internal") return undefined;
		const { id, accountId, fromName, fromAddress, subject, text, details, files } = entry.message;
		return {
			id,
			direction: accountId === null ? "in" : "out",
			at,
			from: { name: fromName, email: fromAddress },
			to: details.to.map(({ address }) => address),
			subject,
			text,
			files: files.map((file) => ({ name: file.name, bytes: file.bytes })),
			state: "received",
		};
	}
	if (entry.type !== "reply") return undefined;
	const { id, senderName, recipient, subject, text } = entry.reply;
	return {
		id,
		direction: "out",
		at,
		from: { name: senderName, email: "" },
		to: [recipient, ...entry.copies.map((copy) => copy.recipient)].filter(Boolean),
		subject,
		text,
		files: entry.files.map((file) => ({ name: file.name, bytes: file.bytes })),
		state: stateOf(entry.state),
	};
}

function stateOf(state: Extract<TimelineEntry, { type: "reply" }>["state"]): z.infer<typeof messageSchema>["state"] {
	if (state === "withdrawn") return "stopped";
	if (state === "withheld") return "held";
	if (state === "not-sent") return "failed";
	return state === "sent" || state === "failed" || state === "held" ? state : "waiting";
}
