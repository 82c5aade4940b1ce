/** The kinds of answers to a job's questions; the last two are choices. */
export const jobQuestionKinds = ["short-text", "long-text", "choice", "yes-no"] as const;
/** All kinds; a budget is a choice among ranges of amounts, and choices are any number of the options. */
export const questionKinds = [...jobQuestionKinds, "choices", "number", "budget", "file"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question of the company's own in one of its forms. */
export type Question = {
	/** The name of the stored answer; it stays when the wording changes. */
	key: string;
	kind: QuestionKind;
	label: string;
	hint?: string | undefined;
	required: boolean;
	/** The choices; empty for the other kinds. */
	options: string[];
};

/** A question of one job, besides those that every job asks. */
export type JobQuestion = Omit<Question, "kind" | "hint"> & { kind: (typeof jobQuestionKinds)[number] };

/** The member to whom a record goes by an answer. */
export type AnswerOwner = {
	/** Of the question. */
	key: string;
	/** An option, or "yes" or "no". */
	answer: string;
	/** E-mail address of a member. */
	owner: string;
};

/** The questions of a form, in order, and the owners of records by their answers, the first first. */
export type AskedForm = { questions: Question[]; owners: AnswerOwner[] };

/** The most questions of a form, the most options of a question, and the longest texts in UTF-16 units. */
export const questionLimits = { questions: 12, options: 12, label: 200, option: 100 } as const;

export const yesOrNo = ["yes", "no"] as const;

/** All files of a form. */
export const answerFileLimits = { files: 3, bytes: 10 * 1024 * 1024 } as const;
export const answerFilesTooLarge = `Attach files of at most ${answerFileLimits.bytes / 1024 / 1024} MB in total`;
