import type { ImportSummary } from "./import-store.server.ts";
import type { PlannedRow } from "./plan-rows.server.ts";

const problemsAtMost = 100;
const unknownStagesAtMost = 50;

export function createSummary(): ImportSummary {
	return { rows: 0, imported: 0, duplicate: 0, refused: 0, remarked: 0, problems: [], unknownStages: {} };
}

export function addToSummary(summary: ImportSummary, batch: readonly PlannedRow[]): void {
	for (const { outcome, reason, line, read, file, moreFiles } of batch) {
		summary.rows += 1;
		summary[outcome] += 1;
		const files = [file, ...moreFiles].filter(Boolean).length;
		if (files > 0) summary.files = (summary.files ?? 0) + files;
		if (outcome === "imported" && reason !== "") summary.remarked += 1;
		if (reason !== "" && summary.problems.length < problemsAtMost) summary.problems.push({ line, outcome, reason });
		if (read?.unknownStage !== undefined) addUnknownStage(summary, read.unknownStage);
	}
}

/** Counts a row with a name, in any case: a stage is chosen for it as in ImportOptions. */
function addUnknownStage({ unknownStages }: ImportSummary, name: string): void {
	const names = Object.keys(unknownStages);
	const known = names.find((one) => one.toLowerCase() === name.toLowerCase());
	if (known === undefined && names.length >= unknownStagesAtMost) return;
	unknownStages[known ?? name] = (known === undefined ? 0 : (unknownStages[known] ?? 0)) + 1;
}
