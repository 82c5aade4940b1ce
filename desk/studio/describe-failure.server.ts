import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { PublishResult } from "../../features/publishing/releases/studio.server.ts";

/** The database took nothing; in words for whoever pressed. */
export type Unstored = { unstored: string };

/**
 * Does what an editor has pressed for, and says that nothing was stored where the database is away or its disk is full.
 *
 * @throws where nobody knows what became of it
 */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Unstored> {
	try {
		return await work();
	} catch (error) {
		// By name: the desk is a build of its own, whose classes of these errors are others.
		const name = error instanceof Error ? error.name : "";
		if (name === "StorageUnavailableError" || isStorageUnavailable(error))
			return {
				unstored:
					"Nothing has changed, for nothing can be stored at the moment. Drafts are as they were. Press again in a minute.",
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
