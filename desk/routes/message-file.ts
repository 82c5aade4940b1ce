import { listFilesOf } from "../../core/conversations/incoming/message-store.server.ts";
import { findUnfiledOf } from "../mailboxes/list-unfiled.server.ts";
import { sendFile } from "../send-file.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/message-file.ts";

/** A file of an unfiled message that the member may see, under its original name. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, kinds, viewer, note } = beginWork(context);
	const { db } = deps.database;
	const message = await findUnfiledOf(db, { kinds, ...viewer }, params.message);
	const files = message ? await listFilesOf(db, [message.id]) : [];
	const file = files.find(({ storedAs }) => storedAs === params.file);
	if (file) await note({ action: "message.file-read", subject: params.message });
	return sendFile(deps.files, file);
}
