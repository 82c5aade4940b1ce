import { sendFile } from "../send-file.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import type { Route } from "./+types/work-file.ts";

/** A file of a reply, under its original name. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds, note } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const record = await deps.records.find(reference);
	const file = record?.kind === kind.name ? await deps.records.replies.findFile(reference, params.file) : undefined;
	if (file) await note({ action: `${kind.name}.file-read`, subject: reference });
	return sendFile(deps.files, file);
}
