import { data } from "react-router";
import { uploadContext } from "../guard/context.server.ts";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { attachUpload, readTyped, showSetAside } from "../work/compose.server.ts";
import type { DraftResponse } from "../work/shown-draft.ts";
import type { Route } from "./+types/work-draft.ts";

/** Saves a reply or a note while it is typed, with its chosen files. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
	const { deps, kinds, signedIn } = beginWork(context);
	const kind = getKind(kinds, request);
	const reference = params.reference.toUpperCase();
	const { drafts, find } = deps.records;
	const record = await find(reference);
	if (!record || record.kind !== kind.name) throw data(null, { status: 404 });
	const typed = readTyped(await readForm(request), signedIn.account.id);
	const saved = await drafts.save(reference, typed);
	const { error } = await attachUpload(drafts, reference, typed, context.get(uploadContext));
	const answer: DraftResponse = {
		saved: { version: saved?.version ?? 0, setAside: saved ? showSetAside(saved) : [] },
		error,
	};
	return Response.json(answer);
}
