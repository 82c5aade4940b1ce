import type { UndoResult } from "../../core/records/changes.server.ts";

/** Describes the result of undoing a change. */
export function describeUndone(result: UndoResult): string {
	if (result.ok) return "Undone.";
	if (result.why === "refused") return result.message;
	return result.why === "conflict" ? "Not undone: someone has changed this again since." : "Too late to undo.";
}
