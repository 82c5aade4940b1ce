import type { Difference } from "../../features/publishing/forms/list-differences.ts";
import type { PageWeight } from "../../features/publishing/page-budget.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { ShownValue } from "../records/values.ts";

/** Errors that prevent publishing: at fields of the form, or in other documents. */
export type Problems = {
	/** By names of inputs. */
	here: FieldError[];
	elsewhere: { path: string; title: string; input: string; message: string }[];
};

/** Remarks on a document's own page, which can be published as it is. */
export type PageAdvice = {
	/** Of the page. */
	address: string;
	weight: PageWeight;
	/** Links and chosen documents that lead nowhere, in words. */
	missing: string[];
};

export type SavedDraft = { version: number; at: ShownValue; problems: Problems; advice?: PageAdvice | undefined };

/** The version that somebody else has saved meanwhile. */
export type ConflictingDraft = {
	version: number;
	/** Of the release that has made it public; undefined for a draft. */
	edition?: number | undefined;
	/** Path at which the document is edited since its URL was changed. */
	renamedTo?: string | undefined;
	by: string;
	at: ShownValue;
	differences: Difference[];
};

/** The result of saving a draft. */
export type DraftResponse =
	| { saved: SavedDraft; conflict?: undefined }
	| { conflict: ConflictingDraft; saved?: undefined };
