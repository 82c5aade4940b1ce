import type { PublishResult } from "../../features/publishing/editions/studio.server.ts";

/** Says why nothing was published. */
export function describeFailure(result: Exclude<PublishResult, { edition: number }>): string {
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
