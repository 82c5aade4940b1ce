/** Kinds of resume files, by file name ending. */
export const resumeKinds = ["pdf", "doc", "docx"] as const;
export type ResumeKind = (typeof resumeKinds)[number];
