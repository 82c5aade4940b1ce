import type { Figure } from "./figures.ts";
import { findLastFull, headRows, tellNoneFull, tellWhen, toRows, type PeriodContext } from "./name-periods.server.ts";

export type CallSums = { held: number; noShow: number; cancelled: number; unsaid: number; moved: number };

export function describeCallOutcomes(
	context: PeriodContext & { locale: string },
	sums: readonly CallSums[],
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	return {
		finding: findFinding(),
		about: "Past calls by date and outcome. Moved calls are also counted under their outcome.",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Held", unit: "count" },
			{ heading: "No-show", unit: "count" },
			{ heading: "Cancelled", unit: "count" },
			{ heading: "No outcome", unit: "count" },
			{ heading: "Moved", unit: "count" },
		],
		rows: toRows(context, (index) => {
			const { held = 0, noShow = 0, cancelled = 0, unsaid = 0, moved = 0 } = sums[index] ?? {};
			return [held, noShow, cancelled, unsaid, moved];
		}),
		plot: { kind: "periods", hasRange: false, mark: null },
	};

	function findFinding(): string {
		const last = findLastFull(context, sums);
		if (!last) return tellNoneFull(context);
		const { held, noShow, cancelled, unsaid, moved } = last.value;
		const all = held + noShow + cancelled + unsaid;
		if (all === 0) return `No calls in the last full ${unit}`;
		const write = (count: number) => count.toLocaleString(locale);
		const others = [
			noShow > 0 ? `${write(noShow)} no-show${noShow === 1 ? "" : "s"}` : "",
			cancelled > 0 ? `${write(cancelled)} cancelled` : "",
			unsaid > 0 ? `${write(unsaid)} without an outcome` : "",
			moved > 0 ? `${write(moved)} moved` : "",
		].filter(Boolean);
		const when = tellWhen(unit, last.period);
		return [`${write(held)} of ${write(all)} ${all === 1 ? "call" : "calls"} held ${when}`, ...others].join(", ");
	}
}
