import type { RecordKind } from "../../core/records/record-kind.ts";
import { recommendations, scores, type ShownScorecards } from "../../core/records/scorecards.server.ts";
import { listReviewers } from "../interviews/show-interview.server.ts";
import { showScore } from "../records/show-values.server.ts";
import type { ShownField } from "../records/values.ts";
import type { beginWork } from "../work.server.ts";
import type { ShownScorecard } from "./scorecard-section.tsx";

type Work = Pick<ReturnType<typeof beginWork>, "deps" | "signedIn">;

/** Reads the scorecards of a record as the member may see them; the applicant's interviewers are expected to give theirs. */
export async function readScorecards(
	{ deps, signedIn }: Work,
	{ kind, reference }: { kind: RecordKind; reference: string },
): Promise<ShownScorecard | undefined> {
	if (!kind.criteria && !kind.listCriteriaOf) return undefined;
	const reviewers = listReviewers(await deps.openInterviews().listOf(reference));
	const found = await deps.records.scorecards.find(reference, signedIn.account.id, reviewers);
	return found && showScorecards(found, deps.company.locale);
}

/** Shows the scorecards that the member may see. */
export function showScorecards(shown: ShownScorecards, locale: string): ShownScorecard {
	const { criteria, own, otherCount, all, average } = shown;
	return {
		criteria: criteria.map(({ key, label, question }) => {
			const given = own?.scores.find(({ criterion }) => criterion === key);
			return { key, label, question, score: given?.score, text: given?.text ?? "" };
		}),
		scores: [...scores],
		recommendations: recommendations.map(({ key, label }) => ({ key, label, isOwn: key === own?.recommendation })),
		isGiven: own !== undefined,
		otherCount,
		average: average === undefined ? undefined : showScore(average, locale),
		summary: summarize(shown, locale),
		all: (all ?? []).map(({ author, recommendation, scores: given }) => ({
			author,
			recommendation: recommendations.find(({ key }) => key === recommendation)?.label,
			scores: given.map(({ label, score, text }) => ({ label, score, text })),
		})),
	};
}

/** Sums up several scorecards, by how often each recommendation was given and by averages, and names missing reviewers. */
function summarize({ all = [], averages = [], missing }: ShownScorecards, locale: string): ShownField[] {
	const counts = recommendations.flatMap(({ key, label }) => {
		const count = all.filter(({ recommendation }) => recommendation === key).length;
		return count === 0 ? [] : [`${count} × ${label}`];
	});
	const toField = (label: string, text: string): ShownField => ({ label, value: { text } });
	const sums = [
		...(counts.length > 0 ? [toField("Recommendations", counts.join(", "))] : []),
		...averages.map(({ label, average }) => toField(label, `${showScore(average, locale)} average`)),
	];
	return [
		...(all.length > 1 ? sums : []),
		...(missing.length > 0 ? [toField("Scorecards missing", missing.join(", "))] : []),
	];
}
