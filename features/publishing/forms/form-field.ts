import type { ChoiceSource } from "../../../shared/form-hints.ts";

/** A form as data, which the browser draws and the server reads without the schema. */

type Named = {
	title: string;
	help?: string;
	/** Optional. */
	isOptional?: true;
	/** The value when it is absent. */
	fallback?: string | number | boolean;
};

export type TextField = Named & {
	kind: "text" | "long-text" | "markdown";
	input: "text" | "email" | "url";
	/** In UTF-16 units, as a browser counts. */
	min?: number;
	max?: number;
	chosenFrom?: ChoiceSource;
	/** The highest level of headings in Markdown; 2 unless it says otherwise. */
	firstHeading?: 3;
	/** Of a fixed form, such as an anchor or a path: code reads it. */
	isCode?: true;
};
export type NumberField = Named & { kind: "number"; isWhole: boolean; min?: number; max?: number };
type DateField = Named & { kind: "date" };
export type ColourField = Named & { kind: "colour"; readOnIt?: "ink" | "white" };
/** `isOnlyTrue`: false is stored as absent. */
export type BooleanField = Named & { kind: "boolean"; isOnlyTrue?: true };
export type ChoiceField = Named & { kind: "choice"; options: string[] };
/** A constant text. */
export type FixedField = Named & { kind: "fixed"; value: string };

/** `offer`: the label of an optional group's checkbox, if it is not "Show on site". */
export type GroupField = Named & {
	kind: "group";
	isPicture?: true;
	offer?: string;
	fields: { key: string; field: FormField }[];
};
/** min and max: number of entries. */
export type ListField = Named & { kind: "list"; item: FormField; min?: number; max?: number };
/** Entries with names of their own. */
export type RecordField = Named & { kind: "record"; key: TextField; value: FormField };
/** One of several variants. */
export type UnionField = Named & { kind: "union"; variants: FormField[] };

export type LeafField = TextField | NumberField | DateField | ColourField | BooleanField | ChoiceField | FixedField;
export type FormField = LeafField | GroupField | ListField | RecordField | UnionField;
