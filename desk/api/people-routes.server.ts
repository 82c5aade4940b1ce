import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import { findContact } from "../../core/people/find-contact.server.ts";
import { listContacts } from "../../core/people/list-contacts.server.ts";
import { findReferencesOf, listAddressesOf } from "../../core/people/merged-addresses.server.ts";
import { findKindOf } from "../../core/records/record-kind.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { describeResponse, problem } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { getCaller, listReadableKinds } from "./api-caller.server.ts";
import {
	apiPath,
	instantSchema,
	openTo,
	pageOf,
	pageParameters,
	referenceParameters,
	responsesOfApiReads,
} from "./describe-api.server.ts";
import { sendJson } from "./send-json.server.ts";

/** Most records of a person; lists filtered by address have all. */
const mostRecords = 100;

const contactSchema = z.object({
	name: z.string(),
	email: z.string(),
	reference: z.string().describe("The reference of their latest changed record; identifies the person."),
	company: z.string().nullable().describe("The domain of their company; null for an address of a mail provider."),
	changedAt: instantSchema,
	openRecords: z.number(),
});

const personSchema = z.object({
	names: z.array(z.string()).describe("The latest first."),
	emails: z.array(z.string()).describe("Of records that the token may read; merged addresses are one person's."),
	phones: z.array(z.string()),
	records: z
		.array(z.object({ reference: z.string(), kind: z.string(), receivedAt: instantSchema }))
		.describe(`At most ${mostRecords}, latest first.`),
});

const noPerson = "There is no person with this reference.";

/** The people who wrote, as far as the token may read their records. */
export const peopleRoutes: FastifyPluginAsyncZod = async (app) => {
	const { config, security } = openTo("people:read");
	const common = { tags: ["Contacts"], security };

	app.get(
		`${apiPath}/people`,
		{
			config,
			schema: {
				...common,
				operationId: "listPeople",
				summary: "List the people who wrote, the latest activity first",
				description: "Only people with a record of a kind that the token may read.",
				querystring: z.object({
					...pageParameters,
					search: z
						.string()
						.max(200, "must be at most 200 characters")
						.optional()
						.describe("Words of names and addresses."),
				}),
				response: {
					...responsesOfApiReads,
					200: describeResponse("A page of them.", pageOf(contactSchema)),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const { limit, cursor, search } = request.query;
			const { contacts, next } = await listContacts(caller.deps.database, listReadableKinds(caller), {
				limit,
				search,
				after: cursor,
			});
			return sendJson(request, reply, {
				data: contacts.map(({ name, email, reference, company, changedAt, open }) => ({
					name,
					email,
					reference,
					company: company ?? null,
					changedAt: toInstantText(changedAt),
					openRecords: open,
				})),
				next: next ?? null,
			});
		},
	);

	app.get(
		`${apiPath}/people/:reference`,
		{
			config,
			schema: {
				...common,
				operationId: "getPerson",
				summary: "Get the person of a record",
				description: "The reference is that of any of their records that the token may read.",
				params: referenceParameters,
				response: {
					...responsesOfApiReads,
					200: describeResponse("The person.", z.object({ data: personSchema })),
					404: problem("There is no such record, or it has no address."),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const { reference } = request.params;
			const { deps, now, token } = caller;
			const { database } = deps;
			const kinds = listReadableKinds(caller);
			const record = findKindOf(kinds, reference) && (await deps.records.find(reference));
			if (!record?.senderEmail) throw new HttpProblem(404, noPerson);
			await database.write((transaction) =>
				writeAuditEntry(transaction, { actor: token.id, action: "person.read", subject: reference }, now),
			);
			const addresses = await listAddressesOf(database.db, record.senderEmail);
			const readable = await findReferencesOf(database.db, kinds, addresses);
			const contact = await findContact(database, kinds, addresses);
			const { records } = await deps.records.list({ kinds, senderEmails: addresses }, { limit: mostRecords });
			return sendJson(request, reply, {
				data: {
					...contact,
					emails: addresses.filter((address) => readable.has(address)),
					records: records.map(({ reference: own, kind, receivedAt }) => ({
						reference: own,
						kind,
						receivedAt: toInstantText(receivedAt),
					})),
				},
			});
		},
	);
};
