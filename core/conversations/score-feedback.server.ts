import type { Connection } from "../../platform/database/database.ts";
import { joinNames } from "../../shared/join-names.ts";
import type { RecordKind, SentRecord } from "../records/record-kind.ts";

/** Averages from which a criterion counts as a strength, and below which others were stronger. */
const strongFrom = 4;
const weakBelow = 3;

/**
 * Writes what senders may be told of their scorecards, by reference: their strengths, and the criteria in which others were stronger. Nobody
 * is told anything outside the countries that the company has chosen, or without a scorecard.
 */
export async function writeScoreFeedback(
	db: Connection,
	{ feedbackCountries = [], criteria = [] }: Pick<RecordKind, "feedbackCountries" | "criteria">,
	{ sent, locale }: { sent: ReadonlyMap<string, Pick<SentRecord, "country">>; locale: string },
): Promise<Map<string, string>> {
	const told = [...sent].flatMap(([reference, { country = "" }]) =>
		feedbackCountries.includes(country) ? [reference] : [],
	);
	if (told.length === 0) return new Map();
	const rows = await db
		.selectFrom("scorecards")
		.select(["reference", "criterion", "label", "score"])
		.where("reference", "in", told)
		.orderBy("at")
		.execute();
	const nameOf = (key: string) => criteria.find((criterion) => criterion.key === key)?.label ?? key;
	return new Map(
		[...Map.groupBy(rows, ({ reference }) => reference)].map(([reference, given]) => {
			const averages = [...Map.groupBy(given, ({ criterion }) => criterion)].map(([key, scores]) => ({
				name: uncapitalize(scores.at(-1)?.label ?? nameOf(key)),
				average: scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
			}));
			const namesOf = (isMeant: (average: number) => boolean) =>
				averages.filter(({ average }) => isMeant(average)).map(({ name }) => name);
			const strong = namesOf((average) => average >= strongFrom);
			const weak = namesOf((average) => average < weakBelow);
			const sentences = [
				strong.length > 0 && `We saw your strengths in ${joinNames(strong, locale)}.`,
				weak.length > 0 && `Other applicants were stronger in ${joinNames(weak, locale)}.`,
			];
			return [reference, sentences.filter(Boolean).join(" ")];
		}),
	);
}

/** Begins a name inside a sentence: "Working together" in lower case, "SQL" as it is. */
function uncapitalize(name: string): string {
	return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
