import { listFilesOf } from "../../core/conversations/incoming/message-store.server.ts";
import { findUnfiledOf } from "../mailboxes/list-unfiled.server.ts";
import { sendFile } from "../send-file.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/message-file.ts";

/** A file of an unfiled message of the member's mailboxes, under its original name. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, kinds, note } = beginWork(context);
	const { db } = deps.database;
	const message = await findUnfiledOf(db, kinds, params.message);
	const files = message ? await listFilesOf(db, [message.id]) : [];
	const file = files.find(({ storedAs }) => storedAs === params.file);
	if (file) await note({ action: "message.file-read", subject: params.message });
	return sendFile(deps.files, file);
}
