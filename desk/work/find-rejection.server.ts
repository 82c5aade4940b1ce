import type { RecordKind } from "../../core/records/record-kind.ts";
import { applicationOutcomes } from "../../shared/desk.ts";
import type { StageChoice } from "./choices.ts";

/** Finds the stage that a bulk reply rejects with; undefined where nobody is rejected. */
export function findRejection({
	stages,
	canReplyToMany,
}: Pick<RecordKind, "stages" | "canReplyToMany">): StageChoice | undefined {
	if (canReplyToMany !== true) return undefined;
	const stage = stages.find(({ key }) => key === applicationOutcomes.rejected);
	return stage && { key: stage.key, label: stage.label };
}

/** Finds the template of a rejection, by its name; undefined unless there is exactly one. */
export function findRejectionTemplate<Template extends { name: string }>(
	templates: readonly Template[],
): Template | undefined {
	const [template, ...others] = templates.filter(({ name }) => /^reject/i.test(name));
	return others.length === 0 ? template : undefined;
}
