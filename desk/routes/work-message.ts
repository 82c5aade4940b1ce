import { data } from "react-router";
import { findMessage } from "../../core/conversations/incoming/message-store.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import type { Route } from "./+types/work-message.ts";

/** Nothing of a message runs, loads from elsewhere, or reaches the desk; its links open in a tab of their own. */
const policy =
	"default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** A message as its sender formatted it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, kinds } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const record = await deps.records.find(reference);
	const message =
		record?.kind === kind.name ? await findMessage(deps.database.db, { id: params.message, reference }) : undefined;
	if (!message || message.html === null) throw data(null, { status: 404 });
	return new Response(message.html, {
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": policy,
			"Referrer-Policy": "no-referrer",
		},
	});
}
