/** The responsibilities of a member, who can have several roles. */
export const roles = ["admin", "sales", "recruiter", "interviewer", "editor"] as const;
export type Role = (typeof roles)[number];
