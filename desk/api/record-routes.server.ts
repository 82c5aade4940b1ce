import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { FieldsResult, WantedChange } from "../../core/records/changes.server.ts";
import { enterRecord, type TypedRecord } from "../../core/records/enter-record.server.ts";
import { withStagesOf, type RecordKind } from "../../core/records/record-kind.ts";
import type { RecordNames } from "../../core/records/record-names.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { toSnoozeText } from "../../core/records/snooze.server.ts";
import type { ChangedField } from "../../core/records/work-store.server.ts";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { idempotencyHeaders } from "../../platform/http/idempotency.ts";
import { describeResponse } from "../../platform/http/openapi.ts";
import { HttpProblem, type ProblemField, refuseFields } from "../../platform/http/problem.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { getApiKind, getCaller, keyOf, keyReused, type ApiCaller } from "./api-caller.server.ts";
import { apiRecordNames } from "./api-scopes.ts";
import {
	apiPath,
	instantParameter,
	instantSchema,
	matchHeaders,
	notThere,
	openTo,
	pageOf,
	pageParameters,
	problemsOfApiChanges,
	problemsOfMatches,
	referenceParameters,
	responsesOfApiReads,
} from "./describe-api.server.ts";
import { readVersion, sendJson } from "./send-json.server.ts";
import { noRecord, recordSchema, showRecords, showWholeRecord, wholeRecordSchema } from "./show-record.server.ts";

const textParameter = z.string("must be given once");

const listParameters = z.object({
	...pageParameters,
	sort: z
		.enum(["received", "changed"], { error: "must be received or changed" })
		.default("received")
		.describe("Latest first."),
	stage: textParameter.optional().describe("Key of a stage."),
	owner: textParameter.optional().describe("Id of a member, or nobody."),
	topic: textParameter.optional(),
	source: textParameter.optional(),
	email: textParameter.optional().describe("Address of the sender, in any case."),
	receivedFrom: instantParameter.optional(),
	receivedBefore: instantParameter.optional(),
	isOpen: z.enum(["true", "false"], { error: "must be true or false" }).optional(),
	isQuarantined: z
		.enum(["true", "false"], { error: "must be true or false" })
		.default("false")
		.describe("true lists only suspected spam, false leaves it out."),
});

const nullableText = z.string("Enter a text, or null for none").nullable();

/** The fields of a record that a program can change. */
const changeSchema = z
	.strictObject({
		stage: z.string("Enter the key of a stage").optional(),
		reason: nullableText.optional().describe("Key of a reason of the stage."),
		owner: nullableText.optional().describe("Id of a member; they are notified."),
		followUpOn: nullableText.optional().describe("A day such as 2027-01-31."),
		snoozedUntil: z.iso
			.datetime({ offset: true, error: "Enter a time such as 2026-11-23T06:00:00Z" })
			.nullable()
			.optional()
			.describe("The record is hidden from the desk's lists until then."),
		value: z
			.number("Enter a number, or null for none")
			.nullable()
			.optional()
			.describe("In whole units of the company's currency."),
	})
	.meta({ examples: [{ stage: "won", owner: null }] });

const fieldNames: Readonly<Record<ChangedField, string>> = {
	stage: "stage",
	reason: "reason",
	owner: "owner",
	"follow-up": "followUpOn",
	snooze: "snoozedUntil",
	value: "value",
	spam: "isQuarantined",
};

const requiredText = (message: string) => z.string(message);

/** A new record; enterRecord checks its texts, in the words of the desk. */
const newRecordSchema = z
	.strictObject({
		name: requiredText("Enter a name"),
		email: z.string().default(""),
		phone: z.string().default(""),
		text: requiredText("Enter what it is about"),
		source: requiredText("Choose a source").describe(
			"Key of a source of the kind, such as phone; not the site itself.",
		),
		consent: z
			.string()
			.default("")
			.describe("How the person agreed that their data is stored; not needed if they sent an e-mail."),
		topic: z.string().default("").describe("What it is about, such as the id of a job."),
	})
	.meta({
		examples: [
			{
				name: "Asha Rao",
				email: "asha@visitor.example",
				text: "Asked for an offer at the fair.",
				source: "event",
				consent: "gave her card for it",
			},
		],
	});

const noteSchema = z.object({ id: z.string(), text: z.string(), createdAt: instantSchema });
const newNoteSchema = z.strictObject({
	text: requiredText("Enter a note.").meta({ examples: ["Called back; wants an offer by Friday. @Kim"] }),
});

/** The routes of every kind of record: list, read, change, add, and add a note. */
export const recordRoutes: FastifyPluginAsyncZod = async (app) => {
	for (const names of apiRecordNames) await app.register(routesOfKind, { names });
};

const routesOfKind: FastifyPluginAsyncZod<{ names: RecordNames }> = async (app, { names: own }) => {
	const { name, names, isEntered } = own;
	const path = `${apiPath}/${names}`;
	const [one, several] = [capitalise(name), capitalise(names)];
	const toRead = openTo(`${names}:read`);
	const toChange = openTo(`${names}:change`);

	app.get(
		path,
		{
			config: toRead.config,
			schema: {
				operationId: `list${several}`,
				summary: `List ${names}, the latest first`,
				tags: [several],
				security: toRead.security,
				querystring: listParameters,
				response: {
					...responsesOfApiReads,
					200: describeResponse("A page of them.", pageOf(recordSchema)),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const kind = await withStagesOf(caller.deps.database.db, getApiKind(caller, own), request.query.topic ?? "");
			const { limit, cursor, sort, stage, email, receivedFrom, receivedBefore, isOpen, isQuarantined, ...query } =
				request.query;
			const filter = {
				...query,
				kind,
				kinds: [kind],
				stages: stage === undefined ? undefined : [stage],
				senderEmails: email === undefined ? undefined : [email],
				since: receivedFrom,
				before: receivedBefore,
				open: isOpen === undefined ? undefined : isOpen === "true",
				spam: isQuarantined === "true" ? ("only" as const) : undefined,
			};
			const { records, next } = await caller.deps.records.list(filter, { limit, sort, after: cursor });
			return sendJson(request, reply, { data: await showRecords(caller, kind, records), next: next ?? null });
		},
	);

	app.get(
		`${path}/:reference`,
		{
			config: toRead.config,
			schema: {
				operationId: `get${one}`,
				summary: `Get one ${name}`,
				tags: [several],
				security: toRead.security,
				params: referenceParameters,
				response: {
					...responsesOfApiReads,
					200: describeResponse("The record.", z.object({ data: wholeRecordSchema })),
					404: notThere,
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const record = await findOwn(caller, request.params.reference);
			return sendRecord(caller, record, request, reply);
		},
	);

	app.patch(
		`${path}/:reference`,
		{
			config: toChange.config,
			schema: {
				operationId: `change${one}`,
				summary: `Change the stage, owner, follow-up and more of one ${name}: every given field or none`,
				tags: [several],
				security: toChange.security,
				params: referenceParameters,
				headers: matchHeaders,
				body: changeSchema,
				response: {
					...problemsOfApiChanges,
					200: describeResponse("The record as it is now.", z.object({ data: wholeRecordSchema })),
					404: notThere,
					...problemsOfMatches,
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const found = await findOwn(caller, request.params.reference);
			const version = readVersion(request.headers["if-match"]);
			const result = await caller.deps.records.changes.changeFields(found.reference, listChanges(request.body), {
				version,
				by: caller.token.id,
			});
			if (!result.ok) throw describeFailure(result);
			return sendRecord(caller, result.record, request, reply);
		},
	);

	app.post(
		`${path}/:reference/notes`,
		{
			config: toChange.config,
			schema: {
				operationId: `add${one}Note`,
				summary: `Add a note to one ${name}; members whom it mentions are notified`,
				tags: [several],
				security: toChange.security,
				params: referenceParameters,
				headers: idempotencyHeaders("adds nothing"),
				body: newNoteSchema,
				response: {
					...problemsOfApiChanges,
					201: describeResponse("The note.", z.object({ data: noteSchema })),
					404: notThere,
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const { reference } = await findOwn(caller, request.params.reference);
			const result = await caller.deps.records.notes.add(reference, {
				text: request.body.text,
				by: caller.token.id,
				idempotencyKey: keyOf(caller, request.headers["idempotency-key"]),
			});
			if (result.ok) {
				const { id, text, createdAt } = result.note;
				return sendJson(request, reply.code(201), { data: { id, text, createdAt: toInstantText(createdAt) } });
			}
			if (result.why !== "refused") throw new HttpProblem(404, noRecord);
			throw refuseFields([result.isKeyReused ? keyReused : { field: "text", message: result.message }]);
		},
	);

	if (isEntered)
		app.post(
			path,
			{
				config: toChange.config,
				schema: {
					operationId: `add${one}`,
					summary: `Add one ${name} that did not come through the site`,
					tags: [several],
					security: toChange.security,
					headers: idempotencyHeaders("stores nothing"),
					body: newRecordSchema,
					response: {
						...problemsOfApiChanges,
						201: describeResponse(
							"It is stored; Location is its address.",
							z.object({ data: z.object({ reference: z.string() }) }),
						),
					},
				},
			},
			async (request, reply) => {
				const caller = getCaller(request);
				const { name: senderName, ...fields } = request.body;
				const { reference } = await enter(
					caller,
					{ senderName, ...fields, isConfirmed: false },
					request.headers["idempotency-key"],
				);
				return sendJson(request, reply.code(201).header("location", `${path}/${reference}`), { data: { reference } });
			},
		);

	/** @throws HttpProblem 404 for a reference of no record, or of another kind */
	async function findOwn({ deps }: ApiCaller, reference: string): Promise<StoredRecord> {
		const record = await deps.records.find(reference);
		if (record?.kind !== name) throw new HttpProblem(404, noRecord);
		return record;
	}

	async function sendRecord(
		caller: ApiCaller,
		record: StoredRecord,
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const shown = await showWholeRecord(caller, getApiKind(caller, own), record);
		return sendJson(request, reply, { data: shown }, record.version);
	}

	async function enter(caller: ApiCaller, typed: TypedRecord, key: string | undefined): Promise<{ reference: string }> {
		const { deps, token } = caller;
		const kind = getApiKind(caller, own);
		const errors = await listFaults(kind, typed, deps.database.db);
		if (errors.length > 0) throw refuseFields(errors);
		const result = await enterRecord(
			kind,
			typed,
			{ by: token.id, owns: false, from: undefined, message: undefined, idempotencyKey: keyOf(caller, key) },
			{ ...deps, kinds: deps.records.kinds },
		);
		if (!result.ok)
			throw refuseFields(
				result.errors.map(({ field, message }) =>
					field === keyReused.field ? keyReused : { field: field === "senderName" ? "name" : field, message },
				),
			);
		if (result.isNew) deps.onEmails();
		return result;
	}
};

/** Lists what a form of the desk does not offer, so that nothing given is left out: the site as the source, and an unknown topic. */
async function listFaults(
	{ listSubjects }: RecordKind,
	{ source, topic }: TypedRecord,
	db: Connection,
): Promise<ProblemField[]> {
	const subjects = topic === "" ? [] : ((await listSubjects?.(db)) ?? []);
	return [
		...(source === recordSources.site.key ? [{ field: "source", message: "Choose a source" }] : []),
		...(topic !== "" && !subjects.some(({ key }) => key === topic)
			? [{ field: "topic", message: `There is no “${topic}”` }]
			: []),
	];
}

/** Lists what a body asks to change; the stage comes before the reason that belongs to it. */
function listChanges(body: z.infer<typeof changeSchema>): WantedChange[] {
	const { stage, reason, owner, followUpOn, snoozedUntil, value } = body;
	const wanted: [field: ChangedField, value: string | null | undefined][] = [
		["stage", stage],
		["reason", reason],
		["owner", owner],
		["follow-up", followUpOn],
		["snooze", snoozedUntil && toSnoozeText(Temporal.Instant.from(snoozedUntil))],
		["value", typeof value === "number" ? String(value) : value],
	];
	return wanted.flatMap(([field, text]) => (text === undefined ? [] : [{ field, value: text ?? "" }]));
}

function describeFailure(result: Exclude<FieldsResult, { ok: true }>): HttpProblem {
	if (result.why === "gone") return new HttpProblem(404, noRecord);
	if (result.why === "conflict")
		return new HttpProblem(412, "The record has changed since you read it. Read it again, then decide.");
	return refuseFields([{ field: fieldNames[result.field], message: result.message }]);
}
