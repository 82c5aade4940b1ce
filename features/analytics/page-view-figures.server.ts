import type { Figure, FigureRow } from "./figures.ts";
import { sumCounts } from "./sum-counts.ts";

/** Page views of one page or source. */
export type PageViewSum = { value: string; count: number };

/** Rows with names of their own; the rest is summed up. */
const namedRows = 8;
const noSite = "direct";
const sourceNames: Record<string, string> = { [noSite]: "Direct or unknown", other: "Other sites" };

/** How many visitors open the booking form, and how many send it; `booked` is undefined where some calls are no longer kept. */
export function describeFunnel(
	{ locale }: { locale: string },
	{
		visits,
		opened,
		booked,
	}: { visits: readonly PageViewSum[]; opened: readonly PageViewSum[]; booked: number | undefined },
): Omit<Figure, "key"> {
	const begun = sumCounts(visits);
	const forms = sumCounts(opened);
	const share = (count: number) => (begun > 0 ? (100 * count) / begun : null);
	const write = (count: number) => count.toLocaleString(locale);
	const steps = [
		["Visits", begun],
		["Booking form opened", forms],
		...(booked === undefined ? [] : [["Calls booked", booked] as const]),
	] as const;
	return {
		finding: findFinding(),
		about:
			"Each step is counted separately, without tracking visitors. A visit starts when someone comes from another site.",
		rowHeading: "Step",
		columns: [
			{ heading: "Count", unit: "count" },
			{ heading: "Share of visits", unit: "percent" },
		],
		rows: steps.map(([label, count]) => ({ ...toRow(label, count), values: [count, share(count)] })),
		plot: { kind: "ranking" },
	};

	function findFinding(): string {
		if (begun + forms + (booked ?? 0) === 0) return "No visits in this period";
		const from = `${write(begun)} ${begun === 1 ? "visit" : "visits"}`;
		if (booked === undefined) return `${from}, calls not kept that long`;
		return `${write(booked)} ${booked === 1 ? "call" : "calls"} booked from ${from}`;
	}
}

export function describeSources({ locale }: { locale: string }, visits: readonly PageViewSum[]): Omit<Figure, "key"> {
	const all = sumCounts(visits);
	const first = visits.find(({ value }) => sourceNames[value] === undefined);
	return {
		finding:
			all === 0
				? "No visits in this period"
				: first
					? `Top source ${first.value}: ${first.count.toLocaleString(locale)} of ${all.toLocaleString(locale)} visits`
					: "No visits from other sites",
		about: "Visits by the site that linked here. Typed addresses and links in e-mails count as direct.",
		rowHeading: "Site",
		columns: [{ heading: "Visits", unit: "count" }],
		rows: toRanking(visits.map(({ value, count }) => ({ value: sourceNames[value] ?? value, count }))),
		plot: { kind: "ranking" },
	};
}

export function describePages({ locale }: { locale: string }, openings: readonly PageViewSum[]): Omit<Figure, "key"> {
	const [first] = openings;
	return {
		finding: first
			? `Most viewed: ${namePage(first.value)}, ${first.count.toLocaleString(locale)} of ${sumCounts(openings).toLocaleString(locale)} page views`
			: "No page views in this period",
		about: "Page views, from any source.",
		rowHeading: "Page",
		columns: [{ heading: "Page views", unit: "count" }],
		rows: toRanking(openings.map(({ value, count }) => ({ value: namePage(value), count }))),
		plot: { kind: "ranking" },
	};
}

function namePage(path: string): string {
	return path === "/" ? "Home page" : path;
}

function toRanking(sums: readonly PageViewSum[]): FigureRow[] {
	const named = sums.slice(0, namedRows).map(({ value, count }) => toRow(value, count));
	const rest = sums.slice(namedRows);
	return rest.length === 0
		? named
		: [...named, toRow(rest.length === 1 ? "1 other" : `${rest.length} others`, sumCounts(rest))];
}

function toRow(label: string, count: number): FigureRow {
	return { label, short: label, isPartial: false, values: [count] };
}
