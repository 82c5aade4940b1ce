import { showValue } from "../records/show-values.server.ts";
import { readForm } from "../read-form.server.ts";
import type { DraftAnswer } from "../studio/draft-answer.ts";
import { getStudioDocument } from "../studio/read-document.server.ts";
import { listDraftProblems, saveTyped, showConflict } from "../studio/save-typed.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-draft.ts";

/** Saves the text while it is typed. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
	const work = beginSiteWork(context);
	const found = await getStudioDocument(work, params["*"]);
	const sent = await readForm(request);
	const saved = await saveTyped(work, found, sent);
	const answer: DraftAnswer =
		"overtaken" in saved
			? { overtaken: await showConflict(work, found, saved.typed, saved.overtaken) }
			: {
					saved: {
						version: saved.version,
						at: showValue(work.now, work.deps.company),
						problems: await listDraftProblems(work, found, saved.typed, sent),
					},
				};
	return Response.json(answer);
}
