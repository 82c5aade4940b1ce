import { scores, type ShownScorecards } from "../../core/records/scorecards.server.ts";
import { showScore } from "../records/show-values.server.ts";
import type { ShownScorecard } from "./scorecard-section.tsx";

/** Shows the scorecards that the member may see. */
export function showScorecards(
	{ criteria, own, otherCount, all, averages, average }: ShownScorecards,
	locale: string,
): ShownScorecard {
	const write = (value: number | undefined) => (value === undefined ? undefined : showScore(value, locale));
	const labelOf = (criterion: string) => criteria.find(({ key }) => key === criterion)?.label ?? criterion;
	return {
		criteria: criteria.map(({ key, label }) => {
			const given = own?.find(({ criterion }) => criterion === key);
			return { key, label, score: given?.score, text: given?.text ?? "", average: write(averages?.get(key)) };
		}),
		scores: [...scores],
		isGiven: own !== undefined,
		otherCount,
		average: write(average),
		others: (all ?? []).map(({ author, scores: given }) => ({
			author,
			scores: given.map(({ criterion, score, text }) => ({ label: labelOf(criterion), score, text })),
		})),
	};
}
