/** The kinds of employment; structured data have a word of schema.org for each, so content cannot add one. */
export const employmentTypes = ["Full-time", "Part-time", "Contract", "Internship"] as const;
export type EmploymentType = (typeof employmentTypes)[number];

export const workplaces = ["On-site", "Hybrid", "Remote"] as const;
export type Workplace = (typeof workplaces)[number];
