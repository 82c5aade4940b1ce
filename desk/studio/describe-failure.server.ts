import type { ContentProblem } from "../../features/publishing/documents/content-error.ts";
import type { PublishResult } from "../../features/publishing/releases/studio.server.ts";
import { CommitOutcomeUnknownError, isStorageUnavailable } from "../../platform/database/storage-errors.ts";

/** The database stored nothing; the message is for the editor. */
export type Unstored = { unstored: string };

/**
 * Runs an editor's action, and returns a message when the database is unavailable or its disk is full.
 * @throws CommitOutcomeUnknownError when it is not known whether something was stored
 */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Unstored> {
	try {
		return await work();
	} catch (error) {
		if (isStorageUnavailable(error) && !(error instanceof CommitOutcomeUnknownError))
			return {
				unstored: "Not saved: the database is unavailable. Your drafts are safe. Try again in a minute.",
			};
		throw error;
	}
}

/** Explains why nothing was published. */
export function describeFailure(result: Exclude<PublishResult, { edition: number }> | Unstored): string {
	if ("unstored" in result) return result.unstored;
	if ("scheduled" in result) return "Scheduled.";
	if ("conflict" in result) return "Not published: someone else has changed the draft. Review it and publish again.";
	if ("waiting" in result) return "Already scheduled. Reschedule or cancel it under Scheduled.";
	if ("sampleTexts" in result) return "Not published: it still contains sample or guiding texts.";
	return `Not published.${describeFix(result.problems)}`;
}

/** Says how a release was undone, or why it was not. */
export function describeUndone(result: PublishResult | Unstored): string {
	if ("edition" in result)
		return `Undone. The changes are drafts again${result.keepsDrafts ? ", except where there is another draft" : ""}.`;
	if ("conflict" in result)
		return "Not undone: a document has been published again since. Restore it from its history.";
	if ("problems" in result) return `Not undone.${describeFix(result.problems)}`;
	return `Not undone. ${describeFailure(result)}`;
}

function describeFix([first]: readonly ContentProblem[]): string {
	return first ? ` Fix ${first.file}${first.field === "" ? "" : `, ${first.field}`}: ${first.message}` : "";
}
