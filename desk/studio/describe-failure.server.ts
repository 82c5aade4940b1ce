import { CommitOutcomeUnknownError, isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { PublishResult } from "../../features/publishing/releases/studio.server.ts";

/** The database stored nothing, with the message for the editor. */
export type Unstored = { unstored: string };

/**
 * Runs an editor's action, and returns a message instead when the database is away or its disk is full.
 *
 * @throws CommitOutcomeUnknownError when it is not known whether something was stored
 */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Unstored> {
	try {
		return await work();
	} catch (error) {
		if (isStorageUnavailable(error) && !(error instanceof CommitOutcomeUnknownError))
			return {
				unstored:
					"Nothing has changed: nothing can be stored at the moment. Drafts are as they were. Try again in a minute.",
			};
		throw error;
	}
}

/** Says why nothing was published. */
export function describeFailure(result: Exclude<PublishResult, { edition: number }> | Unstored): string {
	if ("unstored" in result) return result.unstored;
	if ("scheduled" in result) return "It is scheduled.";
	if ("overtaken" in result) return "Somebody has changed it meanwhile, so nothing was published. Look at it again.";
	if ("waiting" in result)
		return "It is scheduled already, so nothing was scheduled again. Change its time or cancel it under Scheduled.";
	if ("sampleTexts" in result) return "It still says what the sample company says, so nothing was published.";
	const [first] = result.problems;
	return first
		? `Nothing was published, for something is wrong: ${first.file}${first.field === "" ? "" : `, ${first.field}`}: ${first.message}`
		: "Nothing was published.";
}
