/** Most stages of a job, and longest texts, in UTF-16 units. */
export const stageLimits = { stages: 12, label: 40, senderReads: 300 } as const;

/** The name of a field of a stage, by the stage's place in the list. */
export function stageField(index: number, part: string): string {
	return `stages-${index}-${part}`;
}
