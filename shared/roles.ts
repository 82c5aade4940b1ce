/** What somebody who works here is responsible for; a person can have several. */
export const roles = ["admin", "sales", "recruiter", "editor"] as const;
export type Role = (typeof roles)[number];
