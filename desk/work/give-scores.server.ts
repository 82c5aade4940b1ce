import type { Records } from "../../core/records/records.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { TypedScores } from "./scorecard-section.tsx";

export const scoresSaved = "Scores saved.";

type Asked = { reference: string; form: URLSearchParams; by: string };

/** Stores the scorecard of a form; a refused one is returned with its errors. */
export async function giveScores(
	{ scorecards }: Records,
	{ reference, form, by }: Asked,
): Promise<{ errors: FieldError[]; typedScores: TypedScores } | undefined> {
	const scores = [...form].flatMap(([name, score]) => {
		const criterion = /^score-(.+)$/.exec(name)?.[1];
		return criterion === undefined
			? []
			: [{ criterion, score: Number(score), text: form.get(`text-${criterion}`) ?? "" }];
	});
	const recommendation = form.get("recommendation") ?? "";
	const result = await scorecards.give(reference, { scores, recommendation, by });
	if (result.ok) return undefined;
	const errors =
		result.why === "refused" ? result.errors : [{ field: "note", message: "This record no longer exists." }];
	return { errors, typedScores: Object.fromEntries(form) };
}
