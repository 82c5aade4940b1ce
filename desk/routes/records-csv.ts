import { Readable } from "node:stream";
import { exportRecords } from "../../core/records/export-records.server.ts";
import { withStagesOf } from "../../core/records/record-kind.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { listQuery, readList } from "../work/list-filter.server.ts";
import type { Route } from "./+types/records-csv.ts";

/** Records of a kind as CSV: those of the list that links to it (`of=list`), or all. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, signedIn, now, source, note } = beginWork(context);
	const kind = getKind(kinds, request);
	const query = readQuery(request);
	const isOfList = query["of"] === "list";
	const shown = listQuery.parse(query);
	// A position may have stages of its own.
	const ofTopic = await withStagesOf(source.database.db, kind, shown.topic);
	const list = isOfList
		? readList(shown, { kind: ofTopic, now, accountId: signedIn.account.id, company: deps.company })
		: undefined;
	await note({ action: `${kind.name}.export`, subject: "", ...(isOfList && { details: { of: "list" } }) });
	return new Response(Readable.toWeb(exportRecords(source.database, kind, list)) as ReadableStream, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${kind.names}.csv"`,
		},
	});
}
