import type { FieldError } from "../../shared/text-rules.ts";
import type { Difference } from "../../features/publishing/forms/list-differences.ts";
import type { ShownValue } from "../records/values.ts";

/** What has to be mended before something can be published: at a field of the form, or in another document. */
export type Problems = {
	/** By names of inputs. */
	here: FieldError[];
	elsewhere: { path: string; title: string; message: string }[];
};

export type SavedDraft = { version: number; at: ShownValue; problems: Problems };

/** The version that somebody else has saved meanwhile. */
export type OvertakenDraft = { version: number; by: string; at: ShownValue; differences: Difference[] };

/** What keeping a draft came to. */
export type DraftAnswer =
	| { saved: SavedDraft; overtaken?: undefined }
	| { overtaken: OvertakenDraft; saved?: undefined };
