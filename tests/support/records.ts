import { insertAccount } from "../../core/accounts/store.server.ts";
import type { Member, RecordKind } from "../../core/records/record-kind.ts";
import { findRecord, type StoredRecord } from "../../core/records/record-store.server.ts";
import { readConfig } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { nameMessageIds } from "../../platform/email/name-message-ids.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createDeskRecords, listRecordKinds } from "../../server/records.ts";
import type { Role } from "../../shared/roles.ts";
import { createTestClock } from "./clock.ts";
import { openTestDatabase, type DatabaseKind } from "./databases.ts";
import { testDesk } from "./desk-settings.ts";
import { testCompany } from "./test-server.ts";

/** Every kind of record of a company, as on its server. */
export function createTestKinds(company = testCompany): RecordKind[] {
	const config = readConfig({
		PUBLIC_URL: "https://narangi.example",
		LIVE_BOOKINGS_PER_ADDRESS: "0",
		LIVE_BOOKINGS_PER_NETWORK: "0",
		BOOKINGS_PER_HOUR_UNCONFIRMED: "0",
	});
	return listRecordKinds({ config, company, desk: testDesk });
}

/** One of them, such as "booking". */
export function getTestKind(name: string, company = testCompany): RecordKind {
	const kind = createTestKinds(company).find((one) => one.name === name);
	if (!kind) throw new Error(`There is no kind ${name}`);
	return kind;
}

export const testKind: RecordKind = getTestKind("enquiry");

export const meera: Member = { id: "account-meera", name: "Meera Iyer", email: "meera@narangi.example" };
export const ravi: Member = { id: "account-ravi", name: "Ravi Das", email: "ravi@narangi.example" };
/** A member who does not work with enquiries. */
export const noor: Member = { id: "account-noor", name: "Noor Khan", email: "noor@narangi.example" };

/** Gives the three of them accounts. */
export async function storeColleagues(database: Pick<Database, "write">): Promise<void> {
	await database.write(async (transaction) => {
		for (const one of [meera, ravi, noor]) {
			const roles: Role[] = one === noor ? ["editor"] : ["sales", "recruiter"];
			await insertAccount(transaction, { ...one, roles }, createTestClock().now());
		}
	});
}

/** @throws when there is no such record */
export async function getRecord({ db }: Pick<Database, "db">, reference: string): Promise<StoredRecord> {
	const record = await findRecord(db, reference);
	if (!record) throw new Error(`${reference} is gone`);
	return record;
}

/**
 * Makes what staff do with records, on a database, files and a clock of its own.
 *
 * @param options `write` is used by it in place of the database's own
 */
export async function openTestRecords(
	databaseKind: DatabaseKind,
	{ write }: { write?: ((database: Database) => Database["write"]) | undefined } = {},
) {
	const database = await openTestDatabase(databaseKind);
	const files = await openFileStore({ ...database, filesReserveBytes: 0 });
	const clock = createTestClock();
	const config = readConfig({ MAIL_FROM: "Narangi <hello@narangi.example>" });
	const kinds = listRecordKinds({ config, company: testCompany, desk: testDesk });
	const records = createDeskRecords({
		messageIdDomain: nameMessageIds(config),
		company: testCompany,
		clock,
		database: write ? { ...database, write: write(database) } : database,
		files,
		outbox: { wake() {} },
		kinds,
	});
	return {
		database,
		files,
		clock,
		config,
		kinds,
		records,
		/** Gives somebody an account. */
		async addMember(name: string, role: Role) {
			const email = `${name.split(" ")[0]?.toLowerCase()}@narangi.example`;
			const account = { name, email, roles: [role] };
			return { id: await database.write((transaction) => insertAccount(transaction, account, clock.now())), name };
		},
	};
}
