import type { Clock } from "../../platform/clock.ts";
import { splitIntoBatches } from "../../platform/database/batches.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { findAffected, type AffectedPerson } from "./affected-people.server.ts";
import { writePersonData } from "./draft-notices.server.ts";
import { endNotices, findIncident } from "./incident-store.server.ts";
import type { Incident } from "./incident.ts";
import { createNoticeEmail } from "./notice-email.server.tsx";

type IncidentNoticesTable = {
	incidentId: string;
	/** Of a record of the person; each record of theirs has a row. */
	reference: string;
	messageId: string;
	writtenAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		incidentNotices: IncidentNoticesTable;
	}
}

/** People in one transaction. */
const peopleAtOnce = 50;

/** waiting: in the outbox; gone: its e-mail is no longer kept. */
export type NoticeState = "waiting" | "sent" | "failed" | "bounced" | "gone";

export type NoticeDeps = {
	database: Database;
	clock: Clock;
	messageIdDomain: string;
	/** Called when e-mails may have become due. */
	onEmails(): void;
};

/**
 * Puts the confirmed notices of an incident into the outbox: one for each person with an address, once, even when several
 * servers do so and however often they are interrupted. People who were found after an earlier confirmation get theirs with the next.
 */
export async function writeNotices(deps: NoticeDeps, id: string): Promise<void> {
	const { database, clock, onEmails } = deps;
	const incident = await findIncident(database.db, id);
	if (!incident?.noticesAskedAt || incident.noticesWrittenAt) return;
	const { people } = await findAffected(database.db, incident, incident.noticesAskedAt);
	const reachable = people.filter(({ emails }) => emails.length > 0);
	for (const batch of splitIntoBatches(reachable, peopleAtOnce)) {
		await database.write((transaction) => writeSome(transaction, batch));
		onEmails();
	}
	await database.write((transaction) => endNotices(transaction, id, clock.now()));

	async function writeSome(transaction: WriteTransaction, some: readonly AffectedPerson[]): Promise<void> {
		await takeLock(transaction, `notices of ${id}`);
		const told = await listTold(transaction, id, listReferences(some));
		for (const person of some) {
			const references = listReferences([person]);
			if (references.some((reference) => told.has(reference))) continue;
			const now = clock.now();
			const email = createNoticeEmail({ id }, person, writePersonData(person));
			const messageId = await enqueueEmail(transaction, email, { now, messageIdDomain: deps.messageIdDomain });
			const written = { incidentId: id, messageId, writtenAt: toInstantText(now) };
			for (const batch of splitIntoBatches(references))
				await transaction
					.insertInto("incidentNotices")
					.values(batch.map((reference) => ({ ...written, reference })))
					.execute();
		}
	}
}

/** Finds what became of the notices of an incident, by the references of people's records. */
export async function findNoticeStates(
	db: Connection,
	{ id }: Pick<Incident, "id">,
): Promise<Map<string, NoticeState>> {
	const rows = await db
		.selectFrom("incidentNotices")
		.leftJoin("emails", "emails.messageId", "incidentNotices.messageId")
		.select(["incidentNotices.reference", "emails.state", "emails.bouncedAt"])
		.where("incidentId", "=", id)
		.execute();
	return new Map(
		rows.map(({ reference, state, bouncedAt }): [string, NoticeState] => {
			if (state === null) return [reference, "gone"];
			if (bouncedAt !== null) return [reference, "bounced"];
			return [reference, state === "held" ? "waiting" : state];
		}),
	);
}

/** Finds what became of a person's notice; undefined without one. */
export function findNoticeOf(
	{ records }: Pick<AffectedPerson, "records">,
	states: ReadonlyMap<string, NoticeState>,
): NoticeState | undefined {
	return records.flatMap(({ reference }) => states.get(reference) ?? [])[0];
}

function listReferences(people: readonly AffectedPerson[]): string[] {
	return people.flatMap(({ records }) => records.map(({ reference }) => reference));
}

async function listTold(db: Connection, id: string, references: readonly string[]): Promise<Set<string>> {
	const told = new Set<string>();
	for (const batch of splitIntoBatches(references)) {
		const rows = await db
			.selectFrom("incidentNotices")
			.select("reference")
			.where("incidentId", "=", id)
			.where("reference", "in", batch)
			.execute();
		for (const { reference } of rows) told.add(reference);
	}
	return told;
}
