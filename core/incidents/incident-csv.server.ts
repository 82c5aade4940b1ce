import type { Readable } from "node:stream";
import { toCsv } from "../../platform/csv.ts";
import { dataNames } from "../read-log/shown-data.ts";
import type { AffectedPerson, Touch } from "./affected-people.server.ts";

/** Writes the touched records as CSV, one a row, with the person of each. */
export function writeAffectedCsv(people: readonly AffectedPerson[]): Readable {
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
		],
		listRows(people),
	);
}

async function* listRows(people: readonly AffectedPerson[]) {
	for (const { name, emails, records } of people)
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
			};
}

function toCells<Name extends string>(touch: Touch | undefined, [count, first, last]: readonly [Name, Name, Name]) {
	return {
		[count]: touch?.count ?? 0,
		[first]: touch?.first.toString() ?? "",
		[last]: touch?.last.toString() ?? "",
	} as Record<Name, string | number>;
}
