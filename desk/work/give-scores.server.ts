import type { RecordKind } from "../../core/records/record-kind.ts";
import type { Records } from "../../core/records/records.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";

export const scoresSaved = "Scores saved.";

type Asked = { kind: RecordKind; reference: string; form: URLSearchParams; by: string };

/** Stores the scorecard of a form, and returns its errors, or undefined on success. */
export async function giveScores(
	{ scorecards }: Records,
	{ kind, reference, form, by }: Asked,
): Promise<FieldError[] | undefined> {
	const scores = (kind.criteria ?? []).map(({ key }) => ({
		criterion: key,
		score: Number(form.get(`score-${key}`)),
		text: form.get(`text-${key}`) ?? "",
	}));
	const result = await scorecards.give(reference, { scores, recommendation: form.get("recommendation") ?? "", by });
	if (result.ok) return undefined;
	return result.why === "refused" ? result.errors : [{ field: "note", message: "This record no longer exists." }];
}
