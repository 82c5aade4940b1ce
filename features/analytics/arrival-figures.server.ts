import { capitalise } from "../../shared/capitalise.ts";
import type { Figure } from "./figures.ts";
import { findLastFull, headRows, tellWhen, toRows, type PeriodContext } from "./name-periods.server.ts";

export function describeArrivals(
	context: PeriodContext & { locale: string },
	{ name, names }: { name: string; names: string },
	counts: readonly number[],
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	const heading = capitalise(names);
	return {
		finding: findFinding(),
		about: `${heading} received, without spam and erased records.`,
		rowHeading: headRows(unit),
		columns: [{ heading, unit: "count" }],
		rows: toRows(context, (index) => [counts[index]]),
		plot: { kind: "periods", hasRange: false, mark: null },
	};

	function findFinding(): string {
		const last = findLastFull(context, counts);
		if (!last || counts.every((count) => count === 0)) return `No ${names} in this period`;
		const { value, before = 0 } = last;
		const difference = Math.abs(value - before).toLocaleString(locale);
		const than = `than the ${unit} before`;
		const comparison =
			value === before
				? `the same as the ${unit} before`
				: `${difference} ${value > before ? "more" : "fewer"} ${than}`;
		const count = value === 0 ? "No" : value.toLocaleString(locale);
		return `${count} ${value === 1 ? name : names} ${tellWhen(unit, last.period)}, ${comparison}`;
	}
}
