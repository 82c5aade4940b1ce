import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { closeToSummary } from "../layout/close-details.ts";
import { DataTable } from "../layout/data-table.tsx";
import { RecordFields } from "../records/record-fields.tsx";
import type { ShownField } from "../records/values.ts";
import { countOf } from "../words.ts";
import { useListSearch } from "./list-search.ts";

/** The scorecards of a record, as its page shows them. */
export type ShownScorecard = {
	criteria: { key: string; label: string; question: string | undefined; score: number | undefined; text: string }[];
	scores: number[];
	recommendations: { key: string; label: string; isOwn: boolean }[];
	isGiven: boolean;
	otherCount: number;
	average: string | undefined;
	/** Recommendations, averages by criterion, and missing reviewers. */
	summary: ShownField[];
	all: {
		author: string;
		recommendation: string | undefined;
		scores: { label: string; score: number; text: string }[];
	}[];
};

/** The fields of a scorecard that was refused, by name. */
export type TypedScores = Partial<Record<string, string>>;

type ScorecardSectionProps = {
	path: string;
	card: ShownScorecard;
	/** Without scripts, the form comes back with what was typed. */
	typed: TypedScores | undefined;
	errors: FieldError[];
};

/** The member's own scores and, once they are given, everybody's. */
export function ScorecardSection({ path, card, typed, errors }: ScorecardSectionProps) {
	const { criteria, scores, recommendations, isGiven, otherCount, average, summary, all } = card;
	const labels = [...new Set(all.flatMap((one) => one.scores.map(({ label }) => label)))];
	const form = useRef<HTMLDetailsElement>(null);
	const isSent = useRef(false);
	useEffect(() => {
		if (isSent.current && errors.length === 0 && form.current) closeToSummary(form.current);
		isSent.current = false;
	}, [card, errors.length]);
	return (
		<section aria-labelledby="scorecards" className="scorecards">
			<h2 id="scorecards">
				Scorecards{" "}
				{average !== undefined && (
					<span className="number">
						· {average}
						{all.length > 1 && " average"}
					</span>
				)}
			</h2>
			{all.length === 0 && (
				<p className="hint">
					{otherCount === 0
						? "No other scores yet."
						: `${otherCount} other ${countOf(otherCount, "scorecards", "scorecard")}. You will see them after you submit yours.`}
				</p>
			)}
			{summary.length > 0 && <RecordFields fields={summary} reference="" />}
			{all.length > 0 && (
				<DataTable caption="All scores" columns={["Reviewer", ...labels]}>
					{all.map(({ author, recommendation, scores: given }, index) => (
						<tr key={`${author} ${index}`}>
							<th scope="row" dir="auto">
								{author}
								{recommendation !== undefined && <span className="aside">{recommendation}</span>}
							</th>
							{labels.map((label) => {
								const one = given.find((score) => score.label === label);
								return (
									<td key={label} data-label={label}>
										{one && (
											<div>
												<span className="number">{one.score}</span>
												{one.text !== "" && (
													<span className="aside" dir="auto">
														{one.text}
													</span>
												)}
											</div>
										)}
									</td>
								);
							})}
						</tr>
					))}
				</DataTable>
			)}
			<details ref={form} open={errors.length > 0}>
				<summary>{isGiven ? "Change your scores" : "Add your scores"}</summary>
				<Form
					method="post"
					action={path + useListSearch()}
					encType="multipart/form-data"
					className="form form-wide"
					preventScrollReset
					onSubmit={() => {
						isSent.current = true;
					}}
				>
					{criteria.map(({ key, label, question, score, text }) => (
						<fieldset
							key={key}
							className="field"
							aria-describedby={question === undefined ? undefined : `question-${key}`}
						>
							<legend>{label}</legend>
							{question !== undefined && (
								<p className="hint" id={`question-${key}`} dir="auto">
									{question}
								</p>
							)}
							<div className="score-choice" id={`score-${key}`}>
								{scores.map((one) => (
									<label key={one}>
										<input
											type="radio"
											name={`score-${key}`}
											value={one}
											defaultChecked={typed ? typed[`score-${key}`] === String(one) : one === score}
										/>
										<span>{one}</span>
									</label>
								))}
							</div>
							<label className="sr-only" htmlFor={`text-${key}`}>
								Comment on {label}
							</label>
							<input
								id={`text-${key}`}
								name={`text-${key}`}
								dir="auto"
								placeholder="Comment (optional)"
								defaultValue={typed?.[`text-${key}`] ?? text}
								maxLength={2_000}
							/>
						</fieldset>
					))}
					<fieldset className="field">
						<legend>Recommendation</legend>
						<div className="score-choice score-choice-words" id="recommendation">
							{recommendations.map(({ key, label, isOwn }) => (
								<label key={key}>
									<input
										type="radio"
										name="recommendation"
										value={key}
										defaultChecked={typed ? typed["recommendation"] === key : isOwn}
									/>
									<span>{label}</span>
								</label>
							))}
						</div>
					</fieldset>
					<button name="do" value="score">
						{isGiven ? "Save" : "Submit"} scores
					</button>
				</Form>
			</details>
		</section>
	);
}
