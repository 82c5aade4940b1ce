/** Most stages of a job, and longest texts, in UTF-16 units. */
export const stageLimits = { stages: 12, label: 40, senderReads: 300 } as const;

/** Returns the field name of a stage by its index. */
export function stageField(index: number, part: string): string {
	return `stages-${index}-${part}`;
}
