/** The kinds of answers to a question; the last two are choices. */
export const questionKinds = ["short-text", "long-text", "choice", "yes-no"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question of one job, besides those that every job asks. */
export type JobQuestion = {
	/** The name of the stored answer; it stays when the wording changes. */
	key: string;
	kind: QuestionKind;
	label: string;
	required: boolean;
	/** The choices; empty for the other kinds. */
	options: string[];
};

/** The most questions of a job, the most options of a question, and the longest texts in UTF-16 units. */
export const questionLimits = { questions: 12, options: 12, label: 200, option: 100 } as const;
