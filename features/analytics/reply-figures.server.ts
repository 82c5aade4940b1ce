import type { ReplyTimes } from "../../core/records/reply-times.server.ts";
import { writeValue, type Figure } from "./figures.ts";
import { findKeptShare } from "./headlines.server.ts";
import { findLastFull, headRows, tellNoneFull, tellWhen, toRows, type PeriodContext } from "./name-periods.server.ts";

/** The share answered in time; records that still have time are not counted. */
export function describeKept(
	context: PeriodContext & { locale: string },
	sums: readonly ReplyTimes[],
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	return {
		finding: findFinding(),
		about:
			"Share of records with a first reply within the promised business hours. Records that are not due yet are left out.",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "On time, %", unit: "percent" },
			{ heading: "On time", unit: "count" },
			{ heading: "Late", unit: "count" },
		],
		rows: toRows(context, (index) => {
			const { kept = 0, broken = 0 } = sums[index] ?? {};
			return [findKeptShare({ kept, broken }), kept, broken];
		}),
		plot: { kind: "periods", hasRange: false, mark: null },
	};

	function findFinding(): string {
		const last = findLastFull(context, sums);
		if (!last) return tellNoneFull(context);
		const { kept, broken } = last.value;
		const all = kept + broken;
		if (all === 0) return `No replies were due in the last full ${unit}`;
		const when = tellWhen(unit, last.period);
		if (broken === 0) return `All replies on time ${when}`;
		return `${kept.toLocaleString(locale)} of ${all.toLocaleString(locale)} replies on time ${when}`;
	}
}

export function describeReplyTimes(
	context: PeriodContext & { locale: string },
	sums: readonly ReplyTimes[],
	promisedMinutes: number,
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	const write = (minutes: number) => writeValue(minutes, "minutes", locale);
	return {
		finding: findFinding(),
		about: "Business hours from receipt to the first reply. Bars show the median, lines the 90th percentile (p90).",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Median", unit: "minutes" },
			{ heading: "p90", unit: "minutes" },
			{ heading: "Replied", unit: "count" },
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
		if (!last) return tellNoneFull(context);
		const { medianMinutes, percentile90Minutes } = last.value;
		if (medianMinutes === undefined || percentile90Minutes === undefined)
			return `No records of the last full ${unit} have a reply yet`;
		return `Median reply ${write(medianMinutes)} · p90 ${write(percentile90Minutes)} ${tellWhen(unit, last.period)}`;
	}
}
