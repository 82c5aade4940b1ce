import { Readable } from "node:stream";
import { data } from "react-router";
import { TableError } from "../../core/imports/read-table.server.ts";
import { getImport } from "../imports/get-import.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/import-report.ts";

/** The outcome of each row of an import, planned or stored, as CSV. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, note } = beginWork(context);
	const one = await getImport(deps.imports, params.number);
	try {
		const report = await deps.imports.writeReport(one);
		await note({ action: "import.report", subject: `import:${one.number}` });
		return new Response(Readable.toWeb(report) as ReadableStream, {
			headers: {
				"Content-Type": "text/csv; charset=utf-8",
				"Content-Disposition": `attachment; filename="import-${one.number}.csv"`,
			},
		});
	} catch (error) {
		if (error instanceof TableError) throw data(null, { status: 404 });
		throw error;
	}
}
