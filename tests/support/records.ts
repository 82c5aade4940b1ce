import { readConfig } from "../../platform/config.ts";
import { listRecordKinds } from "../../server/records.ts";
import type { Colleague, ListColleagues, RecordKind } from "../../core/records/record-kind.ts";
import { testDesk } from "./desk-facts.ts";
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

export const meera: Colleague = { id: "account-meera", name: "Meera Iyer", email: "meera@narangi.example" };
export const ravi: Colleague = { id: "account-ravi", name: "Ravi Das", email: "ravi@narangi.example" };
/** A member who does not work with enquiries. */
export const noor: Colleague = { id: "account-noor", name: "Noor Khan", email: "noor@narangi.example" };

export const listTestColleagues: ListColleagues = async (_db, kind) => (kind ? [meera, ravi] : [meera, noor, ravi]);
