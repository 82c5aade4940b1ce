import { maxApiTokens } from "../../core/api-tokens/api-token-store.server.ts";
import { cleanLine } from "../../shared/clean-text.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { apiAreas } from "../api/api-scopes.ts";
import { maxNameLength, termDays, type TypedToken } from "./token-fields.tsx";

/** Reads the form of a token as it was typed; unknown rights and terms are left out. */
export function readTokenForm(data: URLSearchParams): TypedToken {
	return {
		name: cleanLine(data.get("name") ?? "").replaceAll("\n", " "),
		days: termDays.find((days) => String(days) === data.get("days")) ?? termDays[1],
		scopes: apiAreas.flatMap(({ key, canChange }) => {
			const right = data.get(`area-${key}`);
			return right === "read" || (right === "change" && canChange) ? [`${key}:${right}` as const] : [];
		}),
	};
}

/** Lists what is wrong with a typed token. */
export function listTokenErrors({ name, scopes }: TypedToken): FieldError[] {
	const checks: [isGood: boolean, field: string, message: string][] = [
		[name !== "", "name", "Enter a name, such as the program that uses it"],
		[name.length <= maxNameLength, "name", `Use at most ${maxNameLength} characters`],
		[scopes.length > 0, `area-${apiAreas[0]?.key}`, "Choose what the token may read or change"],
	];
	return checks.filter(([isGood]) => !isGood).map(([, field, message]) => ({ field, message }));
}

/** Writes why a token could not be created. */
export function describeTokenFault(why: "taken" | "full"): FieldError {
	return why === "taken"
		? { field: "name", message: "Another token has this name. Choose another one" }
		: { field: "name", message: `There are ${maxApiTokens} tokens already. Revoke one first` };
}
