/** Most criteria of a job, and longest texts, in UTF-16 units; those of content/desk.yml are the same. */
export const criterionLimits = { criteria: 12, label: 60, question: 300 } as const;

/** Returns the field name of a criterion by its index. */
export function criterionField(index: number, part: string): string {
	return `criteria-${index}-${part}`;
}
