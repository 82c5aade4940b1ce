import { z } from "zod";
import type { ChoiceSource } from "../../../shared/form-hints.ts";
import type { FormField, ListField, TextField } from "./form-field.ts";

/** zod's JSON Schema of a schema, with `.meta`. */
type Node = {
	type?: string;
	title?: string;
	description?: string;
	default?: unknown;
	const?: unknown;
	enum?: unknown[];
	format?: string;
	pattern?: string;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	exclusiveMinimum?: number;
	minItems?: number;
	maxItems?: number;
	properties?: Record<string, Node>;
	required?: string[];
	items?: Node;
	prefixItems?: Node[];
	propertyNames?: Node;
	additionalProperties?: Node | boolean;
	anyOf?: Node[];
	oneOf?: Node[];
	control?: "long-text" | "markdown" | "colour";
	chosenFrom?: ChoiceSource;
	offer?: string;
	isPicture?: true;
	firstHeading?: 3;
	readOnIt?: "ink" | "white";
};

/**
 * Describes the form of a schema: a control for each leaf, named by the schema.
 * @param title of the whole
 * @throws Error for a schema without a suitable control
 */
export function describeForm(schema: z.ZodType, title = ""): FormField {
	const node = z.toJSONSchema(schema, { io: "input", reused: "inline" }) as Node;
	return describe({ ...node, title: node.title ?? title }, "");
}

function describe(node: Node, path: string): FormField {
	const named = {
		title: node.title ?? "",
		...(node.description !== undefined && { help: node.description }),
		...(isPlain(node.default) && { fallback: node.default }),
	};
	const variants = node.anyOf ?? node.oneOf;
	if (variants)
		return {
			...named,
			kind: "union",
			variants: variants.map((variant, index) => describe(variant, `${path}|${index}`)),
		};
	if (node.const === true) return { ...named, kind: "boolean", isOnlyTrue: true };
	if (typeof node.const === "string") return { ...named, kind: "fixed", value: node.const };
	if (node.enum?.every((option) => typeof option === "string")) return { ...named, kind: "choice", options: node.enum };
	switch (node.const === undefined && !node.enum ? (node.type ?? "") : "") {
		case "string":
			return describeText(node, named);
		case "integer":
		case "number":
			return describeNumber(node, named);
		case "boolean":
			return { ...named, kind: "boolean" };
		case "array":
			return describeList(node, path, named);
		case "object":
			return describeObject(node, path, named);
		default:
			throw new Error(`No control fits ${path || "the schema"}: ${JSON.stringify(node)}`);
	}
}

type Words = { title: string; help?: string };

function describeText(node: Node, named: Words): FormField {
	if (node.control === "colour") return { ...named, kind: "colour", ...(node.readOnIt && { readOnIt: node.readOnIt }) };
	if (node.format === "date") return { ...named, kind: "date" };
	return {
		...named,
		kind: node.control ?? "text",
		input: node.format === "email" ? "email" : node.format === "uri" ? "url" : "text",
		...(node.minLength !== undefined && node.minLength > 1 && { min: node.minLength }),
		...(node.maxLength !== undefined && { max: node.maxLength }),
		...(node.chosenFrom && { chosenFrom: node.chosenFrom }),
		...(node.firstHeading && { firstHeading: node.firstHeading }),
		...(node.pattern !== undefined && node.format === undefined && { isCode: true }),
	};
}

function describeNumber(node: Node, named: Words): FormField {
	const min = node.minimum ?? (node.exclusiveMinimum === undefined ? undefined : node.exclusiveMinimum + 1);
	const { maximum: max } = node;
	const isWhole = node.type === "integer";
	return {
		...named,
		kind: "number",
		isWhole,
		...(min !== undefined && min > Number.MIN_SAFE_INTEGER && (isWhole || node.minimum !== undefined) && { min }),
		...(max !== undefined && max < Number.MAX_SAFE_INTEGER && { max }),
	};
}

function describeList(node: Node, path: string, named: Words): ListField {
	const fixed = (node.prefixItems ?? []).map((item) => describe(item, `${path}[]`));
	const rest = node.items && describe(node.items, `${path}[]`);
	const [item, ...others] = [...fixed, ...(rest ? [rest] : [])];
	if (!item || others.some((other) => JSON.stringify(other) !== JSON.stringify(item)))
		throw new Error(`No control fits ${path}: its items are of several kinds`);
	const min = node.minItems ?? (fixed.length > 0 ? fixed.length : undefined);
	const max = node.maxItems ?? (fixed.length > 0 && !rest ? fixed.length : undefined);
	return { ...named, kind: "list", item, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function describeObject(node: Node, path: string, named: Words): FormField {
	if (node.propertyNames && typeof node.additionalProperties === "object") {
		const key = describe(node.propertyNames, `${path}{}`);
		if (!isText(key)) throw new Error(`No control fits ${path}: its keys are no text`);
		return { ...named, kind: "record", key, value: describe(node.additionalProperties, `${path}{}`) };
	}
	const required = new Set(node.required);
	const fields = Object.entries(node.properties ?? {}).map(([key, property]) => {
		const field = describe(property, path === "" ? key : `${path}.${key}`);
		const isChosen = field.kind === "choice" && field.fallback !== undefined;
		return { key, field: required.has(key) || isChosen ? field : { ...field, isOptional: true as const } };
	});
	return {
		...named,
		kind: "group",
		fields,
		...(node.isPicture && { isPicture: node.isPicture }),
		...(node.offer !== undefined && { offer: node.offer }),
	};
}

function isText(field: FormField): field is TextField {
	return field.kind === "text" || field.kind === "long-text" || field.kind === "markdown";
}

function isPlain(value: unknown): value is string | number | boolean {
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
