import { z } from "zod";
import { sortings, type RecordsFilter, type Sorting } from "../../core/records/list.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { findDate } from "../../shared/zoned-time.ts";

/** Parameters of a list; invalid ones count as absent. */
export const listQuery = z.object({
	stage: z.string().max(60).catch(""),
	owner: z.string().max(60).catch(""),
	topic: z.string().max(200).catch(""),
	source: z.string().max(60).catch(""),
	show: z.string().max(20).catch(""),
	sort: z.enum(sortings).or(z.literal("")).catch(""),
	after: z.string().max(2_000).optional().catch(undefined),
});

export type ListQuery = z.infer<typeof listQuery>;

/** Converts the parameters to a filter and an order. */
export function readList(
	query: Omit<ListQuery, "after">,
	{
		kind,
		now,
		accountId,
		company,
	}: {
		kind: RecordKind;
		now: Temporal.Instant;
		/** The member. */
		accountId: string;
		company: Pick<CompanyTime, "timeZone">;
	},
): {
	filter: RecordsFilter;
	views: { key: string; label: string }[];
	today: Temporal.PlainDate;
	sort: Sorting;
	turned: boolean;
} {
	const today = Temporal.PlainDate.from(findDate(now.epochMilliseconds, company.timeZone));
	const startOfToday = today.toZonedDateTime(company.timeZone).toInstant();
	const views = listViews(kind);
	const view = views.find(({ key }) => key === query.show) ?? views[0];
	const { answerWithinDays = 0 } = kind;
	const usualSort = view?.shows === "coming" || view?.shows === "over" ? "moment" : "arrived";
	const sort = query.sort === "" ? usualSort : query.sort;
	return {
		filter: {
			kinds: [kind],
			kind,
			...(query.stage !== "" && { stages: [query.stage] }),
			...(query.owner !== "" && { owner: query.owner === "me" ? accountId : query.owner }),
			...(query.topic !== "" && { topic: query.topic }),
			...(query.source !== "" && { source: query.source }),
			...(view?.shows === "coming" && { momentFrom: startOfToday }),
			...(view?.shows === "over" && { momentBefore: startOfToday }),
			...(view?.shows === "unanswered" && { unanswered: true }),
			...(view?.shows === "forgotten" && { unanswered: true, before: now.subtract({ hours: 24 * answerWithinDays }) }),
			...(view?.shows === "due" && { followUpBy: today }),
			...(view?.shows === "spam" && { spam: "only" as const }),
			// Spam is listed as spam, snoozed or not.
			...(view?.shows === "snoozed" ? { snoozedAt: now } : view?.shows !== "spam" && { awakeAt: now }),
		},
		views: views.map(({ key, label }) => ({ key, label })),
		today,
		sort,
		turned: (sort === "moment" && view?.shows !== "coming") || (sort === "arrived" && view?.shows === "snoozed"),
	};
}

/** Lists the views of a kind's list, the default first; it needs no name in the address. */
function listViews({
	moment,
	isPromised,
	answerWithinDays,
}: Pick<RecordKind, "moment" | "isPromised" | "answerWithinDays">) {
	const all = { key: moment ? "all" : "", shows: "all", label: moment ? "All" : "Inbox" };
	return [
		...(moment
			? [
					{ key: "", shows: "coming", label: "Upcoming" },
					{ key: "over", shows: "over", label: "Past" },
				]
			: []),
		all,
		...(isPromised || answerWithinDays !== undefined
			? [{ key: "unanswered", shows: "unanswered", label: "Waiting for a reply" }]
			: []),
		...(answerWithinDays === undefined
			? []
			: [{ key: "forgotten", shows: "forgotten", label: `No reply for ${answerWithinDays} days` }]),
		{ key: "due", shows: "due", label: "Follow-up due" },
		{ key: "snoozed", shows: "snoozed", label: "Snoozed" },
		{ key: "spam", shows: "spam", label: "Spam" },
	];
}
