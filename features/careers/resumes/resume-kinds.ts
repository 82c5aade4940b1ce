/** The kinds of files that a resume may be, by the ending of the file's name. */
export const resumeKinds = ["pdf", "doc", "docx"] as const;
export type ResumeKind = (typeof resumeKinds)[number];
