import type { Records } from "../../core/records/records.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";

export const scoresSaved = "Scores saved.";

type Asked = { reference: string; form: URLSearchParams; by: string };

/** Stores the scorecard of a form, and returns its errors, or undefined on success. */
export async function giveScores(
	{ scorecards }: Records,
	{ reference, form, by }: Asked,
): Promise<FieldError[] | undefined> {
	const scores = [...form].flatMap(([name, score]) => {
		const criterion = /^score-(.+)$/.exec(name)?.[1];
		return criterion === undefined
			? []
			: [{ criterion, score: Number(score), text: form.get(`text-${criterion}`) ?? "" }];
	});
	const result = await scorecards.give(reference, { scores, recommendation: form.get("recommendation") ?? "", by });
	if (result.ok) return undefined;
	return result.why === "refused" ? result.errors : [{ field: "note", message: "This record no longer exists." }];
}
