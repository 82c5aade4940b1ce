import { toInterval, type Period, type PeriodUnit } from "../../platform/staff/periods.ts";
import type { StaffRecords } from "../../platform/staff/records.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import type { Figure } from "./figures.ts";
import { describeAnswerTimes, describeKept, type AnswerSums } from "./answer-figures.server.ts";
import { describeArrivals } from "./arrival-figures.server.ts";
import { describeFunnel, describePages, describeSources, type VisitSum } from "./visit-figures.server.ts";

export type NumberSources = {
	company: Pick<Company, "locale" | "timeZone">;
	database: Database;
	/** What visitors send; the calls among it are where the way from page to booking ends. */
	kinds: readonly Pick<StaffRecords, "name" | "names" | "countReceived">[];
	calls: string;
	/** Answers to the kinds that are promised one, by their names. */
	answers: {
		kinds: readonly string[];
		promisedMinutes: number;
		listAnswerTimes(periods: readonly Period[], now: Temporal.Instant): Promise<AnswerSums[]>;
	};
	/** Sums openings of pages, or of the form of a call; the largest first. */
	sumVisits(
		by: "page" | "source",
		filter: { first: string; last: string; ofBookingForm?: boolean; fromOutside?: boolean },
	): Promise<VisitSum[]>;
};

/** What is asked for. */
export type NumbersQuery = {
	unit: PeriodUnit;
	/** They follow each other; those over time have a value for each. */
	periods: readonly Period[];
	/** What has no course in time is summed up over these days. */
	within: Period;
	now: Temporal.Instant;
	/** Plural names of the kinds of records that whoever asks works with. */
	names: readonly string[];
	/** Keys of figures; without it, all. */
	only?: readonly string[];
};

/** What every figure is made with. */
export type FigureContext = NumbersQuery & { locale: string; today: Temporal.PlainDate };

export type Numbers = { readFigures(query: NumbersQuery): Promise<Figure[]> };

/** Makes what reads the numbers of the company, each as a figure. One more is an entry in this list. */
export function createNumbers({ company, database, kinds, calls, answers, sumVisits }: NumberSources): Numbers {
	return {
		async readFigures(query) {
			const { periods, within, now, names, only } = query;
			const context: FigureContext = {
				...query,
				locale: company.locale,
				today: now.toZonedDateTimeISO(company.timeZone).toPlainDate(),
			};
			const days = { first: within.first.toString(), last: within.end.subtract({ days: 1 }).toString() };
			const sumBegun = () => sumVisits("source", { ...days, fromOutside: true });
			const countReceived = async (kind: (typeof kinds)[number], of: readonly Period[]) => {
				const counts: number[] = [];
				for (const period of of)
					counts.push(await kind.countReceived({ database, now }, toInterval(period, company.timeZone)));
				return counts;
			};
			let answerTimes: Promise<AnswerSums[]> | undefined;
			const listAnswerTimes = () => (answerTimes ??= answers.listAnswerTimes(periods, now));
			const mine = kinds.filter((kind) => names.includes(kind.names));
			const call = mine.find((kind) => kind.names === calls);
			const isPromised = mine.some((kind) => answers.kinds.includes(kind.names));

			const figures: [key: string, isOn: boolean, read: () => Promise<Omit<Figure, "key">>][] = [
				...mine.map((kind): (typeof figures)[number] => [
					kind.names,
					true,
					async () => describeArrivals(context, kind, await countReceived(kind, periods)),
				]),
				["kept", isPromised, async () => describeKept(context, await listAnswerTimes())],
				[
					"answer-time",
					isPromised,
					async () => describeAnswerTimes(context, await listAnswerTimes(), answers.promisedMinutes),
				],
				[
					"way-to-booking",
					call !== undefined,
					async () => {
						const [booked = 0] = call ? await countReceived(call, [within]) : [];
						const opened = await sumVisits("page", { ...days, ofBookingForm: true });
						return describeFunnel(context, { visits: await sumBegun(), opened, booked });
					},
				],
				["sources", true, async () => describeSources(context, await sumBegun())],
				["pages", true, async () => describePages(context, await sumVisits("page", days))],
			];
			const read: Figure[] = [];
			for (const [key, isOn, readFigure] of figures)
				if (isOn && (only?.includes(key) ?? true)) read.push({ key, ...(await readFigure()) });
			return read;
		},
	};
}
