import type { FieldError } from "../../shared/text-rules.ts";
import type { NoticeUndo } from "../guard/notices.server.ts";
import type { ShownEmail } from "./email-preview.tsx";
import type { EditedNote } from "./note-editor.tsx";
import type { TypedScores } from "./scorecard-section.tsx";

/** A form with errors; the typed text is in its draft. */
export type WorkActionData = {
	errors: FieldError[];
	editedNote?: EditedNote;
	preview?: ShownEmail | undefined;
	/** A scorecard that was not stored. */
	typedScores?: TypedScores;
	/** A message that was not moved, and the record that was asked for. */
	moved?: { id: string; to: string };
	/** The form's next key; the one that it sent may be used. */
	nextFormKey?: string;
};

/** A notice of what was done, its undo, and the next page. */
export type Done = {
	notice: string;
	undo?: (Pick<NoticeUndo, "does" | "id"> & { path?: string }) | undefined;
	to?: string | undefined;
	/** Nothing is left to do on the record for now, so the next one may open. */
	isSetAside?: boolean;
};
