import type { z } from "zod";

const wantedTypes: Readonly<Record<string, string>> = {
	string: "must be text",
	number: "must be a number",
	int: "must be a whole number",
	boolean: "must be true or false",
	array: "must be a list",
	object: "must be a group of fields",
};

/** Error messages of content fields for schemas without their own, as editors see them. */
export const fieldWords: z.core.$ZodErrorMap = (issue) => {
	if (issue.code === "invalid_type") {
		if (issue.input === undefined) return "is missing";
		return issue.input === null ? "must not be empty" : wantedTypes[issue.expected];
	}
	if (issue.code === "too_small") return writeBound(issue.origin, Number(issue.minimum), "at least");
	if (issue.code === "too_big") return writeBound(issue.origin, Number(issue.maximum), "at most");
	if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
	if (issue.code === "invalid_format" && issue.format === "email") return "must be an e-mail address";
	if (issue.code === "invalid_key") return "has an entry with an invalid key";
	if (issue.code === "unrecognized_keys") return `has unknown fields: ${issue.keys.join(", ")}`;
	return undefined;
};

function writeBound(origin: string, bound: number, side: "at least" | "at most"): string {
	if (origin === "string")
		return side === "at least" && bound === 1 ? "must not be empty" : `must have ${side} ${bound} characters`;
	if (origin === "array") return `must have ${side} ${bound} ${bound === 1 ? "entry" : "entries"}`;
	return `must be ${side} ${bound}`;
}
