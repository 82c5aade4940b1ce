/** The kinds of employment. Content cannot add any, because each needs a term of schema.org. */
export const employmentTypes = ["Full-time", "Part-time", "Contract", "Internship"] as const;
export type EmploymentType = (typeof employmentTypes)[number];

export const workplaces = ["On-site", "Hybrid", "Remote"] as const;
export type Workplace = (typeof workplaces)[number];
