import type { AnswerTimes } from "../../core/records/reply-times.server.ts";
import { writeValue, type Figure } from "./figures.ts";
import { findLastFull, headRows, namePeriod, toRows, type PeriodContext } from "./name-periods.server.ts";

/** The share answered in time; records that still have time are not counted. */
export function describeKept(
	context: PeriodContext & { locale: string },
	sums: readonly AnswerTimes[],
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	return {
		finding: findFinding(),
		about:
			"The share of what came in that got its first answer in the promised business hours. What still has time counts neither way.",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Kept", unit: "percent" },
			{ heading: "In time", unit: "count" },
			{ heading: "Too late", unit: "count" },
		],
		rows: toRows(context, (index) => {
			const { kept = 0, broken = 0 } = sums[index] ?? {};
			return [kept + broken > 0 ? (100 * kept) / (kept + broken) : undefined, kept, broken];
		}),
		plot: { kind: "periods", hasRange: false, mark: null },
	};

	function findFinding(): string {
		const last = findLastFull(context, sums);
		const { kept, broken } = last?.value ?? { kept: 0, broken: 0 };
		const all = kept + broken;
		if (!last || all === 0) return "No answer was due in the last full " + unit;
		const from = `what came in ${namePeriod(unit, last.period)}`;
		if (broken === 0) return `Everything was answered in time of ${from}`;
		return `${kept.toLocaleString(locale)} of ${all.toLocaleString(locale)} were answered in time of ${from}`;
	}
}

export function describeAnswerTimes(
	context: PeriodContext & { locale: string },
	sums: readonly AnswerTimes[],
	promisedMinutes: number,
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	const write = (minutes: number) => writeValue(minutes, "minutes", locale);
	return {
		finding: findFinding(),
		about:
			"Business hours from when it came in until the first answer: half were answered within the bar, nine of ten within its line.",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Half within", unit: "minutes" },
			{ heading: "Nine of ten within", unit: "minutes" },
			{ heading: "Answered", unit: "count" },
			{ heading: "Waiting", unit: "count" },
		],
		rows: toRows(context, (index) => {
			const { medianMinutes, percentile90Minutes, answered, waiting } = sums[index] ?? {};
			return [medianMinutes, percentile90Minutes, answered, waiting];
		}),
		plot: {
			kind: "periods",
			hasRange: true,
			mark: { value: promisedMinutes, name: `promised ${write(promisedMinutes)}` },
		},
	};

	function findFinding(): string {
		const last = findLastFull(context, sums);
		const { medianMinutes, percentile90Minutes } = last?.value ?? {};
		if (!last || medianMinutes === undefined || percentile90Minutes === undefined)
			return `Nothing of the last full ${unit} has been answered`;
		return `Half was answered within ${write(medianMinutes)}, nine of ten within ${write(percentile90Minutes)}, of what came in ${namePeriod(unit, last.period)}`;
	}
}
