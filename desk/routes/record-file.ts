import { getKindOfFile } from "../interviews/own-applicant.server.ts";
import { sendFile } from "../send-file.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/record-file.ts";

/** The file of a record under a safe name; a browser neither shows nor runs it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, source, note } = beginWork(context);
	const reference = params.reference.toUpperCase();
	const kind = await getKindOfFile(context, { request, reference });
	const file = (await kind.findSent(source.database.db, [reference])).get(reference)?.file;
	if (file) await note({ action: `${kind.name}.file-read`, subject: reference });
	return sendFile(deps.files, file && { ...file, name: file.storedAs });
}
