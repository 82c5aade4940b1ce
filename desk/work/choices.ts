/** A stage as an option. */
export type StageChoice = { key: string; label: string };
/** When a record can come back, as an option: its key, and the time in words. */
export type SnoozeChoice = { key: string; label: string; time: string };
export type MemberChoice = { id: string; name: string };
