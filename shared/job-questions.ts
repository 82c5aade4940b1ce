/** How a question of a job is answered; the last two by choosing. */
export const questionKinds = ["short-text", "long-text", "choice", "yes-no"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** What a job asks of its applicants beyond what every job asks. */
export type JobQuestion = {
	/** What the answer is stored and sent under; it stays when the words change. */
	key: string;
	kind: QuestionKind;
	label: string;
	required: boolean;
	/** What a choice offers; of the other kinds none. */
	options: string[];
};

/** Most questions of a job and options of one, and longest texts in UTF-16 units. */
export const questionLimits = { questions: 12, options: 12, label: 200, option: 100 } as const;
