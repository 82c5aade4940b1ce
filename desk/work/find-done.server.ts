import { listDoneKeys, type RecordKind } from "../../core/records/record-kind.ts";
import type { StageChoice } from "./choices.ts";

/** Finds the stage that "Done" moves to: the first final one, unless it is an outcome, as of calls and applications. */
export function findDone(kind: Pick<RecordKind, "stages" | "isPromised">): StageChoice | undefined {
	const [key] = kind.isPromised ? listDoneKeys(kind) : [];
	const stage = kind.stages.find((one) => one.key === key);
	return stage && { key: stage.key, label: stage.label };
}
