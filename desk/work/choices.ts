/** A stage as an option. */
export type StageChoice = { key: string; label: string };
/** When a record can come back, as an option: its key, and the time in words. */
export type SnoozeChoice = { key: string; label: string; time: string };
/** A member as an option, and how a note mentions them after "@". */
export type MemberChoice = { id: string; name: string; mention: string };

/** The choices of a change of several records. */
export type BulkChoices = {
	stages: StageChoice[];
	/** The stage that "Done" moves to, where the kind has one. */
	done: StageChoice | undefined;
	members: MemberChoice[];
	/** The signed-in member. */
	me: string;
	snooze: SnoozeChoice[];
	/** Address of the bulk reply, where the kind has it. */
	bulkReplyPath: string | undefined;
	/** The stage of those whom a bulk reply rejects, where that has a button of its own. */
	rejection?: StageChoice | undefined;
};
