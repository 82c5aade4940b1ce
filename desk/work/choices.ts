/** What can be chosen from, as pages get it. */
export type StageChoice = { key: string; label: string };
export type ColleagueChoice = { id: string; name: string };
