import type { ChoiceSource } from "../../../shared/form-hints.ts";

/** A form as data: what the browser draws and the server reads, without the schema that it was described from. */

type Named = {
	title: string;
	help?: string;
	/** It may be left out. */
	isOptional?: true;
	/** What it is where it is left out. */
	fallback?: string | number | boolean;
};

export type TextField = Named & {
	kind: "text" | "long-text" | "markdown";
	input: "text" | "email" | "url";
	/** In UTF-16 units, as a browser counts. */
	min?: number;
	max?: number;
	chosenFrom?: ChoiceSource;
};
export type NumberField = Named & { kind: "number"; isWhole: boolean; min?: number; max?: number };
type DateField = Named & { kind: "date" };
export type ColourField = Named & { kind: "colour"; readOnIt?: "ink" | "white" };
/** `isOnlyTrue`: what is not so is left out. */
export type BooleanField = Named & { kind: "boolean"; isOnlyTrue?: true };
export type ChoiceField = Named & { kind: "choice"; options: string[] };
/** Text that cannot be another. */
export type FixedField = Named & { kind: "fixed"; value: string };

export type GroupField = Named & { kind: "group"; isPicture?: true; fields: { key: string; field: FormField }[] };
/** min and max: how many there are. */
export type ListField = Named & { kind: "list"; item: FormField; min?: number; max?: number };
/** Things by names of their own. */
export type RecordField = Named & { kind: "record"; key: TextField; value: FormField };
/** One of several. */
export type UnionField = Named & { kind: "union"; variants: FormField[] };

export type LeafField = TextField | NumberField | DateField | ColourField | BooleanField | ChoiceField | FixedField;
export type FormField = LeafField | GroupField | ListField | RecordField | UnionField;
