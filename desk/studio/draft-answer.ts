import type { FieldError } from "../../shared/text-rules.ts";
import type { Difference } from "../../features/publishing/forms/list-differences.ts";
import type { ShownValue } from "../records/values.ts";

/** Errors that prevent publishing: at fields of the form, or in other documents. */
export type Problems = {
	/** By names of inputs. */
	here: FieldError[];
	elsewhere: { path: string; title: string; message: string }[];
};

export type SavedDraft = { version: number; at: ShownValue; problems: Problems };

/** The version that somebody else has saved meanwhile. */
export type ConflictingDraft = { version: number; by: string; at: ShownValue; differences: Difference[] };

/** The result of saving a draft. */
export type DraftAnswer =
	| { saved: SavedDraft; overtaken?: undefined }
	| { overtaken: ConflictingDraft; saved?: undefined };
