import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { Company } from "../../shared/company.ts";
import { subtractMonths, type PersonalRecords } from "../people/personal-records.ts";
import type { RecordDeclaration } from "./record-kind.ts";
import { deleteRecordWork, findReplyFiles, listRecordWork, listReplyFiles } from "./work-store.server.ts";

/** Creates the retention, export and erasure of a kind of record, with staff's work on its records. */
export function createPersonalRecords(
	{ name, names, store, findSent, personalData }: RecordDeclaration,
	{ timeZone }: Pick<Company, "timeZone">,
): PersonalRecords {
	const { keptMonths, keptFromColumn, listExpired, deleteBelongings, extend, forget, listNamed } = personalData;
	return {
		...(forget && { forget }),
		...(listNamed && { listNamed }),
		kind: names,
		name,
		names,
		listExpired(db, { now, limit }) {
			const instant = subtractMonths(now, keptMonths, timeZone);
			if (listExpired) return listExpired(db, { receivedBefore: instant, now, limit });
			return store.listReferences(db, { before: { column: keptFromColumn ?? store.receivedColumn, instant }, limit });
		},
		listOfAddress: (db, email, { before, limit }) =>
			store.listReferences(db, {
				email,
				before: before && { column: store.receivedColumn, instant: before },
				limit,
			}),
		listAddresses: store.listAddresses,
		listExisting: (db, among) => store.listReferences(db, { among, limit: among.length }),
		async describe(db, references) {
			const sent = await findSent(db, references);
			const work = await listRecordWork(db, references);
			const described = [...sent].map(([reference, { receivedAt, email, fields, text, stored, file }]) => ({
				reference,
				email,
				at: receivedAt,
				fields,
				text,
				stored,
				files: [...(file ? [file] : []), ...work.files.filter((one) => one.reference === reference)],
				work: work.written.filter((one) => one.reference === reference),
			}));
			return (await extend?.(db, described)) ?? described;
		},
		async delete(transaction, references, now) {
			const { files: own = [], remarks = [] } = (await deleteBelongings?.(transaction, references, now)) ?? {};
			const count = await store.delete(transaction, references);
			return { count, remarks, files: [...own, ...(await deleteRecordWork(transaction, references))] };
		},
	};
}

/** Finds the first day in a zone of which no record of a kind has reached its term. */
export function findFirstKeptDay(
	{ personalData }: Pick<RecordDeclaration, "personalData">,
	now: Temporal.Instant,
	timeZone: string,
): Temporal.PlainDate {
	const kept = subtractMonths(now, personalData.keptMonths, timeZone).toZonedDateTimeISO(timeZone);
	const day = kept.toPlainDate();
	return kept.equals(kept.startOfDay()) ? day : day.add({ days: 1 });
}

/** The files of replies; they belong to no single kind of record. */
export const replyFiles: FileOwner = {
	findReferredFiles: findReplyFiles,
	filesTable: "reply_files",
	listFiles: listReplyFiles,
};
