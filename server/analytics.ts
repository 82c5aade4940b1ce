import { calendarTime } from "../core/records/calendar-time.ts";
import type { Promises } from "../core/records/promise.server.ts";
import {
	countByLink,
	countByReason,
	countBySource,
	countByStage,
	listStageTimes,
	nameReasons,
} from "../core/records/record-counts.server.ts";
import { type RecordKind, findKindNamed, findStage, listDoneKeys } from "../core/records/record-kind.ts";
import { recordSources } from "../core/records/record-sources.ts";
import { createReplyTimes } from "../core/records/reply-times.server.ts";
import { nameSourceLink } from "../core/records/source-links.server.ts";
import { createAnalytics, type Analytics, type AnalyticsSources } from "../features/analytics/analytics.server.ts";
import { bookingNames } from "../features/booking/booking-names.ts";
import { listCallOutcomes } from "../features/booking/call-outcomes.server.ts";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { countAnswersTo } from "../features/careers/applications/self-identification.server.ts";
import { sumWithdrawals } from "../features/careers/applications/withdrawal-counts.server.ts";
import { findFirstKeptDay, sumPageViews } from "../features/page-views/store.server.ts";
import type { Database } from "../platform/database/database.ts";
import type { Company } from "../shared/company.ts";
import { applicationOutcomes } from "../shared/desk.ts";

/** Combines the features' figures. */
export function createDeskAnalytics({
	company,
	database,
	records,
}: {
	company: Company;
	database: Database;
	records: { kinds: readonly RecordKind[]; promises: Promises };
}): Analytics {
	const { promises } = records;
	const { db } = database;
	const { timeZone } = company;
	const promised = records.kinds.filter(({ isPromised }) => isPromised);
	return createAnalytics({
		company,
		database,
		kinds: records.kinds,
		calls: {
			names: "bookings",
			async listOutcomes(periods, now) {
				const firstStage = findKindNamed(records.kinds, bookingNames)?.stages[0]?.key ?? "";
				return listCallOutcomes(db, periods, { now, timeZone, firstStage });
			},
		},
		hiring: createHiringAnalytics(findKindNamed(records.kinds, applicationNames), { database, timeZone }),
		answers: {
			kinds: promised.map(({ names }) => names),
			promisedMinutes: promises.promisedMinutes,
			listReplyTimes: promises.listReplyTimes,
			listResolutions: (periods) =>
				listStageTimes(
					db,
					promised.map((kind) => ({ kind, stages: listDoneKeys(kind) })),
					periods,
					timeZone,
				),
		},
		findFirstPageViewDay: findFirstKeptDay,
		sumPageViews: (by, filter) => sumPageViews(database.db, by, filter),
	});
}

/** Combines the figures of applications; undefined without their kind. */
function createHiringAnalytics(
	kind: RecordKind | undefined,
	{ database, timeZone }: { database: Database; timeZone: string },
): AnalyticsSources["hiring"] {
	const { db } = database;
	const replyWithinDays = kind?.replyWithinDays ?? 0;
	const promisedMinutes = replyWithinDays * 24 * 60;
	const kinds = kind ? [kind] : [];
	const listReplyTimes = createReplyTimes({ db, kinds, timeZone, businessHours: calendarTime, promisedMinutes });
	return {
		names: "applications",
		replyWithinDays,
		listStages: async (within) => (kind ? countByStage(db, kind, within, timeZone) : []),
		async listSources(within) {
			const sources = kind ? await countBySource(db, kind, { within, stage: applicationOutcomes.hired, timeZone }) : [];
			return sources.map(({ key, label, count, reached }) => ({
				label,
				count,
				hires: reached,
				isReferral: key === recordSources.referral.key,
			}));
		},
		async listLinkResults() {
			const results = kind ? await countByLink(db, kind, applicationOutcomes.hired) : [];
			return results.flatMap(({ link, count, reached }) =>
				link.cost === undefined
					? []
					: [{ label: nameSourceLink(link), count, hires: reached, cost: link.cost, currency: link.currency }],
			);
		},
		listRejectionReasons: async (within) =>
			kind ? countByReason(db, kind, { within, stage: applicationOutcomes.rejected, timeZone }) : [],
		async listWithdrawalReasons({ first, end }) {
			const counts = await sumWithdrawals(db, { first: first.toString(), end: end.toString() });
			return kind ? nameReasons(findStage(kind, applicationOutcomes.withdrawn), counts) : [];
		},
		listHeardAbout: ({ first, end }) =>
			countAnswersTo(database, "heardAbout", { first, last: end.subtract({ days: 1 }) }),
		listReplyTimes: (periods, now) => listReplyTimes(periods, now.subtract({ minutes: promisedMinutes })),
		listHires: (periods) =>
			listStageTimes(
				db,
				kinds.map((one) => ({ kind: one, stages: [applicationOutcomes.hired] })),
				periods,
				timeZone,
			),
	};
}
