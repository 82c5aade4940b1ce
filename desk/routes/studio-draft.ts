import type { DocumentValues } from "../../features/publishing/documents/document-text.server.ts";
import { readForm } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { advisePage } from "../studio/advise-page.server.ts";
import type { DraftResponse, SavedDraft } from "../studio/draft-response.ts";
import { getStudioDocument } from "../studio/read-document.server.ts";
import { listDraftProblems, saveTyped, showConflict } from "../studio/save-typed.server.ts";
import { beginSiteWork, type SiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-draft.ts";

async function describeSaved(
	work: SiteWork,
	found: Awaited<ReturnType<typeof getStudioDocument>>,
	{ version, typed }: { version: number; typed: DocumentValues },
	sent: URLSearchParams,
): Promise<SavedDraft> {
	const problems = await listDraftProblems(work, found, typed, sent);
	const isValid = problems.here.length + problems.elsewhere.length === 0;
	return {
		version,
		at: showValue(work.now, work.deps.company),
		problems,
		advice: isValid ? await advisePage(work, found) : undefined,
	};
}

/** Saves the text while it is typed. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
	const work = beginSiteWork(context);
	const found = await getStudioDocument(work, params["*"]);
	const sent = await readForm(request);
	const saved = await saveTyped(work, found, sent);
	const response: DraftResponse =
		"conflict" in saved
			? { conflict: await showConflict(work, found, saved.typed, saved.conflict) }
			: { saved: await describeSaved(work, found, saved, sent) };
	return Response.json(response);
}
