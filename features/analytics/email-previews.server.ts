import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import { listPeriods } from "../../shared/periods.ts";
import { describeArrivals } from "./arrival-figures.server.ts";
import { describeCallOutcomes } from "./call-figures.server.ts";
import { describeFunnel, describeSources } from "./page-view-figures.server.ts";
import { describeReplyTimes, describeKept } from "./reply-figures.server.ts";
import { describeStageTimes, hireWords } from "./stage-figures.server.ts";
import { renderWeeklyEmail, weeklyEmailKind } from "./weekly-email.server.tsx";

/** The weekly e-mail, for `npm run emails`. */
export const weeklyEmails: FeatureEmails = {
	kinds: [weeklyEmailKind],
	async createPreviews({ company, deskUrl, now }) {
		const today = now.toZonedDateTimeISO(company.timeZone).toPlainDate();
		const periods = listPeriods("week", 4, today.subtract({ weeks: 1 }));
		const within = periods.at(-1) ?? { first: today, end: today };
		const week = within.first.toString();
		const context = { unit: "week" as const, periods, within, today, locale: company.locale };
		const sums = [3, 4, 5, 6].map((kept) => ({
			answered: kept + 1,
			waiting: 0,
			kept,
			broken: 1,
			medianMinutes: 60 * kept,
			percentile90Minutes: 300 * kept,
		}));
		const visits = [
			{ value: "search.example", count: 1_204 },
			{ value: "direct", count: 310 },
			{ value: "news.example", count: 41 },
		];
		const figures = [
			{ key: "enquiries", ...describeArrivals(context, { name: "enquiry", names: "enquiries" }, [4, 5, 6, 7]) },
			{ key: "kept", ...describeKept(context, sums) },
			{ key: "answer-time", ...describeReplyTimes(context, sums, company.replyWithinBusinessHours * 60) },
			{
				key: "way-to-booking",
				...describeFunnel(context, { visits, opened: [{ value: "form", count: 64 }], booked: 9 }),
			},
			{
				key: "call-outcomes",
				...describeCallOutcomes(
					context,
					[6, 5, 8, 9].map((held) => ({ held, noShow: 1, cancelled: 2, unsaid: 0, moved: 2 })),
				),
			},
			{
				key: "time-to-hire",
				...describeStageTimes(context, {
					words: hireWords,
					sums: [0, 1, 0, 1].map((count) => ({ count, medianDays: count === 0 ? undefined : 23 })),
					all: { count: 1, medianDays: 23 },
				}),
			},
			{ key: "sources", ...describeSources(context, visits) },
		];
		return [
			{
				about: "To an admin",
				email: {
					kind: weeklyEmailKind,
					reference: `week-${week}`,
					recipient: "sam@company.example",
					...(await renderWeeklyEmail({ week, figures }, { company, deskUrl })),
				},
			},
		];
	},
};
