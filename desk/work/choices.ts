/** A stage as an option. */
export type StageChoice = { key: string; label: string };
export type MemberChoice = { id: string; name: string };
