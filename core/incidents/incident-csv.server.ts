import type { Readable } from "node:stream";
import { toCsv } from "../../platform/csv.ts";
import { dataNames } from "../read-log/shown-data.ts";
import type { AffectedPerson, Touch } from "./affected-people.server.ts";
import { findNoticeOf, type NoticeState } from "./notices.server.ts";

/** Writes the touched records as CSV, one a row, with the person of each and what became of their notice; empty without one. */
export function writeAffectedCsv(
	people: readonly AffectedPerson[],
	states: ReadonlyMap<string, NoticeState>,
): Readable {
	return toCsv(
		[
			"name",
			"email",
			"reference",
			"kind",
			"read",
			"firstRead",
			"lastRead",
			"changed",
			"firstChange",
			"lastChange",
			"exported",
			"firstExport",
			"lastExport",
			"data",
			"notice",
		],
		listRows(people, states),
	);
}

async function* listRows(people: readonly AffectedPerson[], states: ReadonlyMap<string, NoticeState>) {
	for (const { name, emails, records } of people) {
		const notice = findNoticeOf({ records }, states);
		for (const { reference, kind, read, changed, exported, data } of records)
			yield {
				name,
				email: emails.join(" "),
				reference,
				kind,
				...toCells(read, ["read", "firstRead", "lastRead"]),
				...toCells(changed, ["changed", "firstChange", "lastChange"]),
				...toCells(exported, ["exported", "firstExport", "lastExport"]),
				data: data.map((one) => dataNames[one]).join(", "),
				notice: notice === "gone" ? "sent" : (notice ?? ""),
			};
	}
}

function toCells<Name extends string>(touch: Touch | undefined, [count, first, last]: readonly [Name, Name, Name]) {
	return {
		[count]: touch?.count ?? 0,
		[first]: touch?.first.toString() ?? "",
		[last]: touch?.last.toString() ?? "",
	} as Record<Name, string | number>;
}
