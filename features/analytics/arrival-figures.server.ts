import { capitalise } from "../../shared/capitalise.ts";
import type { Figure } from "./figures.ts";
import { areKept, findLastFull, headRows, tellWhen, toRows, type PeriodContext } from "./name-periods.server.ts";

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
		const all = counts.reduce((sum, count) => sum + count, 0);
		const last = findLastFull(context, counts);
		if (!areKept(context) && (!last || all === 0)) return `${write(all)} kept from this period`;
		if (all === 0) return `No ${names} in this period`;
		if (!last) return `${write(all)} so far`;
		const { value, before, period } = last;
		const finding = `${write(value)} ${tellWhen(unit, period)}`;
		if (before === undefined) return finding;
		if (value === before) return `${finding}, the same as the ${unit} before`;
		const difference = Math.abs(value - before).toLocaleString(locale);
		return `${finding}, ${difference} ${value > before ? "more" : "fewer"} than the ${unit} before`;
	}

	function write(count: number): string {
		return `${count === 0 ? "No" : count.toLocaleString(locale)} ${count === 1 ? name : names}`;
	}
}
