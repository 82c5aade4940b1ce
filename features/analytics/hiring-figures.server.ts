import type { AnswerTimes } from "../../core/records/reply-times.server.ts";
import { writeValue, type Figure, type FigureRow } from "./figures.ts";
import { findLastFull, headRows, namePeriod, toRows, type PeriodContext } from "./name-periods.server.ts";

type Counted = { label: string; count: number };
/** Hires of one period, and the median days since their application. */
export type HireSums = { count: number; medianDays: number | undefined };

const minutesPerDay = 24 * 60;
const noApplications = "No applications in this time";

export function describeApplicationStages(
	{ locale }: { locale: string },
	stages: readonly (Counted & { isOpen: boolean })[],
): Omit<Figure, "key"> {
	const all = add(stages);
	const open = stages.filter(({ isOpen }) => isOpen);
	const largest = open.toSorted((a, b) => b.count - a.count)[0];
	const write = (count: number) => count.toLocaleString(locale);
	return {
		finding:
			all === 0
				? noApplications
				: add(open) === 0
					? `Nothing is left to be done about ${all === 1 ? "the one application" : `all ${write(all)} applications`}`
					: `${write(add(open))} of ${write(all)} applications ${add(open) === 1 ? "is" : "are"} open, most of them at “${largest?.label ?? ""}”`,
		about: "Applications of this time by where they stand now, in the order of the stages.",
		rowHeading: "Stage",
		columns: [
			{ heading: "Applications", unit: "count" },
			{ heading: "Of all", unit: "percent" },
		],
		rows: all === 0 ? [] : stages.map(({ label, count }) => toRow(label, count, all)),
		plot: { kind: "ranking" },
	};
}

export function describeApplicationSources(
	{ locale }: { locale: string },
	sources: readonly (Counted & { isReferral: boolean })[],
): Omit<Figure, "key"> {
	const all = add(sources);
	const referred = add(sources.filter(({ isReferral }) => isReferral));
	return {
		finding:
			all === 0
				? noApplications
				: `${referred === 0 ? "None" : referred.toLocaleString(locale)} of ${all.toLocaleString(locale)} applications came by a referral`,
		about: "A referral is what the applicant calls one: somebody who works here, with a name.",
		rowHeading: "Way",
		columns: [
			{ heading: "Applications", unit: "count" },
			{ heading: "Of all", unit: "percent" },
		],
		rows: all === 0 ? [] : sources.map(({ label, count }) => toRow(label, count, all)),
		plot: { kind: "ranking" },
	};
}

export function describeHeardAbout({ locale }: { locale: string }, answers: readonly Counted[]): Omit<Figure, "key"> {
	const [first] = answers;
	const all = add(answers);
	return {
		finding: first
			? `${first.label} was named most: ${first.count.toLocaleString(locale)} of ${all.toLocaleString(locale)} answers to where people heard of the position`
			: "No answer to where people heard of the position was given ten times",
		about:
			"The answers are voluntary, are counted by the quarter, apart from applications, and show from ten on. Quarters that this time touches count whole.",
		rowHeading: "Answer",
		columns: [
			{ heading: "Answers", unit: "count" },
			{ heading: "Of all", unit: "percent" },
		],
		rows: answers.map(({ label, count }) => toRow(label, count, all)),
		plot: { kind: "ranking" },
	};
}

/** In calendar days. */
export function describeApplicationAnswers(
	context: PeriodContext & { locale: string },
	sums: readonly AnswerTimes[],
	answerWithinDays: number,
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	const toDays = (minutes: number | undefined) => (minutes === undefined ? undefined : minutes / minutesPerDay);
	const write = (minutes: number) => writeValue(minutes / minutesPerDay, "days", locale);
	return {
		finding: findFinding(),
		about:
			"Days from the application until the first answer: half were answered within the bar, nine of ten within its line.",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Half within", unit: "days" },
			{ heading: "Nine of ten within", unit: "days" },
			{ heading: "Answered", unit: "count" },
			{ heading: "Waiting", unit: "count" },
			{ heading: `Later than ${answerWithinDays} days`, unit: "count" },
		],
		rows: toRows(context, (index) => {
			const { medianMinutes, percentile90Minutes, answered, waiting, broken } = sums[index] ?? {};
			return [toDays(medianMinutes), toDays(percentile90Minutes), answered, waiting, broken];
		}),
		plot: {
			kind: "periods",
			hasRange: true,
			mark: { value: answerWithinDays, name: `nobody waits longer than ${answerWithinDays} d` },
		},
	};

	function findFinding(): string {
		const last = findLastFull(context, sums);
		const { medianMinutes, percentile90Minutes } = last?.value ?? {};
		if (!last || medianMinutes === undefined || percentile90Minutes === undefined)
			return `No application of the last full ${unit} has been answered`;
		return `Half of the applicants were answered within ${write(medianMinutes)}, nine of ten within ${write(percentile90Minutes)}, of those of ${namePeriod(unit, last.period)}`;
	}
}

export function describeTimeToHire(
	context: PeriodContext & { locale: string },
	{ sums, all }: { sums: readonly HireSums[]; all: HireSums },
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	const count = all.count.toLocaleString(locale);
	return {
		finding:
			all.medianDays === undefined
				? "Nobody was hired in this time"
				: all.count === 1
					? `1 person was hired, ${writeValue(all.medianDays, "days", locale)} after the application`
					: `${count} people were hired, half of them within ${writeValue(all.medianDays, "days", locale)} of their application`,
		about: "Days from the application until it was moved to hired, by when that was.",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Half within", unit: "days" },
			{ heading: "Hired", unit: "count" },
		],
		rows: toRows(context, (index) => [sums[index]?.medianDays, sums[index]?.count ?? 0]),
		plot: { kind: "periods", hasRange: false, mark: null },
	};
}

function toRow(label: string, count: number, all: number): FigureRow {
	return { label, short: label, isRunning: false, values: [count, (100 * count) / all] };
}

function add(counts: readonly Counted[]): number {
	return counts.reduce((sum, { count }) => sum + count, 0);
}
