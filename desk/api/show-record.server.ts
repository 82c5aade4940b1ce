import { z } from "zod";
import { readKinds } from "../../core/records/changes.server.ts";
import type { ListedRecord } from "../../core/records/list.server.ts";
import { listMembers } from "../../core/records/members.server.ts";
import { nameOf } from "../../core/records/name-of.ts";
import type { Value } from "../../core/records/record-fields.ts";
import { findStage, listFields, type Member, type RecordKind } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { isSnoozed } from "../../core/records/snooze.server.ts";
import { toInstantText, toOptionalInstantText } from "../../platform/database/instant-text.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import type { ApiCaller } from "./api-caller.server.ts";
import { instantSchema, memberSchema } from "./describe-api.server.ts";

/** A record as lists have it. */
export const recordSchema = z
	.object({
		reference: z.string(),
		kind: z.string(),
		receivedAt: instantSchema,
		changedAt: instantSchema.describe("When anything about it last changed, including notes and messages."),
		sender: z.object({ name: z.string(), email: z.string().describe("In lower case; empty if unknown.") }),
		topic: z.string().describe("What it is about, such as the id of a job; empty for none."),
		source: z.string(),
		stage: z.object({ key: z.string(), label: z.string(), isOpen: z.boolean() }),
		reason: z.string().nullable().describe("Why it ended: a key of a reason of its stage."),
		owner: memberSchema.nullable(),
		followUpOn: z.iso.date().nullable(),
		snoozedUntil: instantSchema.nullable(),
		value: z.number().nullable().describe("In whole units of the company's currency."),
		startsAt: instantSchema.nullable().describe("When a call takes place; null for other records."),
		isQuarantined: z.boolean().describe("Suspected spam, or not yet confirmed."),
		url: z.url().describe("Its page in the desk."),
	})
	.meta({
		examples: [
			{
				reference: "ENQ-7K3F9QXM",
				kind: "enquiry",
				receivedAt: "2026-11-23T06:00:00.000Z",
				changedAt: "2026-11-23T06:00:00.000Z",
				sender: { name: "Asha Rao", email: "asha@visitor.example" },
				topic: "",
				source: "site",
				stage: { key: "new", label: "New", isOpen: true },
				reason: null,
				owner: null,
				followUpOn: null,
				snoozedUntil: null,
				value: null,
				startsAt: null,
				isQuarantined: false,
				url: "https://desk.company.com/enquiries/ENQ-7K3F9QXM",
			},
		],
	});

/** A record with what its sender wrote. */
export const wholeRecordSchema = z.object({
	...recordSchema.shape,
	phone: z.string(),
	text: z.string(),
	fields: z
		.array(z.object({ label: z.string(), value: z.union([z.string(), z.array(z.string())]) }))
		.describe("Everything else that its sender gave, as the desk shows it; days and instants in ISO 8601."),
});

/** The message for a reference that no record of the kind has. */
export const noRecord = "There is no record with this reference.";

type ShownRecord = z.infer<typeof recordSchema>;

/** Shows records of a kind, in their order. */
export async function showRecords(
	{ deps, now }: Pick<ApiCaller, "deps" | "now">,
	kind: RecordKind,
	records: readonly ListedRecord[],
): Promise<ShownRecord[]> {
	const { db } = deps.database;
	const kindOf = await readKinds(db, [kind], records);
	const members = await listMembers(db);
	return records.map((record) =>
		showRecord(record, { kind: kindOf(record), members, now, deskUrl: deps.config.deskUrl, startsAt: record.moment }),
	);
}

/** Shows one record with what its sender wrote. */
export async function showWholeRecord(
	{ deps, now }: Pick<ApiCaller, "deps" | "now">,
	kind: RecordKind,
	record: StoredRecord,
): Promise<z.infer<typeof wholeRecordSchema>> {
	const { db } = deps.database;
	// A list finds when it takes place.
	const { records } = await deps.records.list({ kinds: [kind], kind, spam: "too", found: [record.id] }, { limit: 1 });
	const [shown] = await showRecords({ deps, now }, kind, records);
	if (!shown) throw new HttpProblem(404, noRecord);
	const sent = (await kind.findSent(db, [record.reference])).get(record.reference);
	return {
		...shown,
		phone: sent?.phone ?? "",
		text: sent?.text.value ?? "",
		fields: sent ? listFields(kind, sent).map(({ label, value }) => ({ label, value: writeValue(value) })) : [],
	};
}

function showRecord(
	record: StoredRecord,
	{
		kind,
		members,
		now,
		deskUrl,
		startsAt,
	}: {
		kind: RecordKind;
		members: readonly Member[];
		now: Temporal.Instant;
		deskUrl: string;
		startsAt: Temporal.Instant | undefined;
	},
): ShownRecord {
	const { reference, ownerId, snoozedUntil } = record;
	const { key, label, open, reasons } = findStage(kind, record.stage);
	return {
		reference,
		kind: record.kind,
		receivedAt: toInstantText(record.receivedAt),
		changedAt: toInstantText(record.changedAt),
		sender: { name: record.senderName, email: record.senderEmail },
		topic: record.topic,
		source: record.source || (kind.sources?.[0]?.key ?? ""),
		stage: { key, label, isOpen: open },
		// Another belongs to an earlier stage.
		reason: reasons?.find((reason) => reason.key === record.reason)?.key ?? null,
		owner: ownerId === undefined ? null : { id: ownerId, name: nameOf(members, ownerId) },
		followUpOn: record.followUpOn?.toString() ?? null,
		snoozedUntil: snoozedUntil && isSnoozed(record, now) ? toInstantText(snoozedUntil) : null,
		value: record.value ?? null,
		startsAt: toOptionalInstantText(startsAt),
		isQuarantined: record.spam,
		url: `${deskUrl}/${kind.names}/${reference}`,
	};
}

function writeValue(value: Value | string[]): string | string[] {
	if (Array.isArray(value)) return value;
	return value instanceof Temporal.Instant ? toInstantText(value) : String(value);
}
