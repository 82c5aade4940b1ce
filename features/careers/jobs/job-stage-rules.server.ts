import { applicationOutcomes, type Stage } from "../../../shared/desk.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { stageField, stageLimits } from "./job-stage-fields.ts";

/** Keys of stages that every job has, because other features depend on them. */
export const outcomeKeys: readonly string[] = Object.values(applicationOutcomes);

/**
 * Lists the errors of a job's stages, by field.
 * @param current its present stages
 * @param used how many applications are at each stage, by key; "" for those never moved, which are at the first
 */
export function checkStages(
	stages: readonly Stage[],
	{ current, used }: { current: readonly Stage[]; used: ReadonlyMap<string, number> },
): FieldError[] {
	const errors: FieldError[] = stages.flatMap(({ key, label, open, senderReads = "" }, index) => [
		...report(label.length > stageLimits.label, index, "label", "Use at most 40 characters"),
		...report(senderReads.length > stageLimits.senderReads, index, "senderReads", "Use at most 300 characters"),
		...report(
			outcomeKeys.includes(key) && open,
			index,
			"open",
			`${label} closes an application, so it cannot need work`,
		),
		...report(index === 0 && !open, index, "open", "New applications start in the first stage, so it needs work"),
	]);
	for (const { key, label } of current) {
		if (stages.some((stage) => stage.key === key)) continue;
		const count = used.get(key) ?? 0;
		if (outcomeKeys.includes(key))
			errors.push({ field: "stages", message: `Every job needs ${label}. Rename it instead` });
		else if (count > 0)
			errors.push({ field: "stages", message: `${count} in ${label}. Move them to another stage first` });
	}
	const untouched = used.get("") ?? 0;
	if (untouched > 0 && stages[0]?.key !== current[0]?.key)
		errors.push({
			field: "stages",
			message: `${untouched} in the first stage, ${current[0]?.label ?? ""}. Move them before you change it`,
		});
	if (stages.length > stageLimits.stages)
		errors.push({ field: "stages", message: `A job has at most ${stageLimits.stages} stages` });
	return errors;
}

function report(isWrong: boolean, index: number, part: string, message: string): FieldError[] {
	return isWrong ? [{ field: stageField(index, part), message }] : [];
}
