import type { WriteTransaction } from "../../platform/database/database.ts";
import { listLowerCaseAddresses } from "../people/list-addresses.ts";
import type { PersonalRecords } from "../people/personal-records.ts";
import type { RecordField } from "../records/record-fields.ts";
import {
	deleteSubscriptions,
	listSubscriptionReferences,
	listSubscriptionRows,
	type SubscriptionsTable,
	type SubscriptionTables,
} from "./subscription-store.server.ts";
import { withoutEnd, type Subscription } from "./subscription.ts";

/** Declares a kind of subscription as personal records; each stores when it expires. */
export function createSubscriptionRecords<Its extends Subscription>({
	kind,
	name,
	names,
	tables,
	read,
	describe,
	onDelete = async () => undefined,
}: Pick<PersonalRecords, "name" | "names"> & {
	/** The key of its number in the log, and its table. */
	kind: Parameters<typeof listLowerCaseAddresses>[1];
	tables: SubscriptionTables;
	read(row: SubscriptionsTable): Its;
	/** Describes what it is about. */
	describe(subscription: Its): RecordField[];
	/** Called before some are deleted. */
	onDelete?(transaction: WriteTransaction, references: readonly string[]): Promise<void>;
}): PersonalRecords {
	return {
		kind,
		name,
		names,
		listExpired: (db, { now, limit }) => listSubscriptionReferences(db, tables, { lapsedBy: now, limit }),
		listOfAddress: (db, email, { before, limit }) =>
			listSubscriptionReferences(db, tables, { email, wantedBefore: before, limit }),
		listAddresses: (db, range) => listLowerCaseAddresses(db, kind, range),
		listExisting: (db, among) => listSubscriptionReferences(db, tables, { among, limit: among.length }),
		async describe(db, references) {
			const found = (await listSubscriptionRows(db, tables, references)).map(read);
			return found.map((stored) => ({
				reference: stored.reference,
				email: stored.email,
				at: undefined,
				fields: [
					...describe(stored),
					{ label: "Confirmed", value: stored.confirmed ? "yes" : "no" },
					...(stored.expiresAt.equals(withoutEnd) ? [] : [{ label: "Ends", value: stored.expiresAt }]),
				],
				text: undefined,
				stored,
				files: [],
				work: [],
			}));
		},
		async delete(transaction, references) {
			await onDelete(transaction, references);
			return { count: await deleteSubscriptions(transaction, tables, references) };
		},
	};
}
