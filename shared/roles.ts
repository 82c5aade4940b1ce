/** What a member is responsible for; a member can have several roles. */
export const roles = ["admin", "sales", "recruiter", "editor"] as const;
export type Role = (typeof roles)[number];
