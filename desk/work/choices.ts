/** A stage as an option. */
export type StageChoice = { key: string; label: string };
export type ColleagueChoice = { id: string; name: string };
