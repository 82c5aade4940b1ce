import type { FieldError } from "../../shared/text-rules.ts";
import type { NoticeUndo } from "../guard/notices.server.ts";
import type { ShownEmail } from "./email-preview.tsx";
import type { EditedNote } from "./note-editor.tsx";

/** A form that is shown again, with what is wrong with it; what was typed stands in its draft. */
export type WorkAnswer = {
	errors: FieldError[];
	editedNote?: EditedNote;
	preview?: ShownEmail | undefined;
	/** What the form goes on with; the one that it came with may be used up. */
	nextFormKey?: string;
};

/** What was done, in words, what would undo it, and where to go on. */
export type Done = { notice: string; undo?: Pick<NoticeUndo, "does" | "id"> | undefined; to?: string };
