import type { Route } from "./+types/record-file.ts";
import { sendFile } from "../send-file.server.ts";
import { beginWork, getKind } from "../work.server.ts";

/** The file of a record under a safe name; a browser neither shows nor runs it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, source, note } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const file = (await kind.findSent(source.database.db, [reference])).get(reference)?.file;
	if (file) await note({ action: `${kind.name}.file-read`, subject: reference });
	return sendFile(deps.files, file && { ...file, name: file.storedAs });
}
