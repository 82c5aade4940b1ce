import type { NoteResult } from "../../core/records/notes.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";

/** Explains at its field why a note was not stored. */
export function describeNoteFault(result: Exclude<NoteResult, { ok: true }>, field: string): FieldError[] {
	const messages = {
		gone: "This note no longer exists.",
		"not-yours": "Only its author can change a note.",
		"too-late": "Notes can be changed for one day. Add a new one.",
		conflict:
			"You changed this note in another window. Your text is still in the form, and the saved one above it. Save again to replace it.",
	};
	return [{ field, message: result.why === "refused" ? result.message : messages[result.why] }];
}
