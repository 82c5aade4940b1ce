import type { InterviewOutcome } from "../../features/careers/interviews/interview-record.ts";

/** The outcomes of interviews, with their labels. */
export const interviewOutcomes: readonly { key: InterviewOutcome; label: string }[] = [
	{ key: "held", label: "Held" },
	{ key: "no-show", label: "No-show" },
];
