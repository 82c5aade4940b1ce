import { Readable } from "node:stream";
import { exportRecords } from "../../core/records/export-records.server.ts";
import type { Route } from "./+types/records-csv.ts";
import { beginWork, getKind } from "../work.server.ts";

/** Every record of a kind as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { kinds, source, note } = beginWork(context);
	const kind = getKind(kinds, request);
	await note({ action: `${kind.name}.export`, subject: "" });
	return new Response(Readable.toWeb(exportRecords(source.database.db, kind)) as ReadableStream, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${kind.names}.csv"`,
		},
	});
}
