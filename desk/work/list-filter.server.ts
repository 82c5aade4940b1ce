import { z } from "zod";
import { whereForgotten, whereWaiting } from "../../core/records/count-waiting.server.ts";
import { sortings, type RecordsFilter, type Sorting } from "../../core/records/list.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import { findPoolMonths } from "../../core/records/talent-pool.server.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { findDate } from "../../shared/zoned-time.ts";

/** Parameters of a list; invalid ones count as absent. */
export const listQuery = z.object({
	stage: z.string().max(60).catch(""),
	owner: z.string().max(60).catch(""),
	topic: z.string().max(200).catch(""),
	source: z.string().max(60).catch(""),
	service: z.string().max(400).catch(""),
	answer: z.string().max(200).catch(""),
	show: z.string().max(20).catch(""),
	sort: z.enum(sortings).or(z.literal("")).catch(""),
	after: z.string().max(2_000).optional().catch(undefined),
});

export type ListQuery = z.infer<typeof listQuery>;

type ListOf = {
	kind: RecordKind;
	now: Temporal.Instant;
	/** The member. */
	accountId: string;
	company: Pick<CompanyTime, "timeZone">;
};

/** A view, as its kind's list offers it; its counts leave out what nobody works on. */
export type View = {
	key: string;
	label: string;
	filter: Partial<RecordsFilter>;
	isCounted: boolean;
	isByMoment: boolean;
	/** Said of a list without records. */
	empty: string;
};

/** Converts the parameters to a filter and an order. */
export function readList(
	asked: Omit<ListQuery, "after">,
	list: ListOf,
): {
	filter: RecordsFilter;
	/** The parameters that count: a view of one owner's records drops another's. */
	query: Omit<ListQuery, "after">;
	/** Whether the view leaves the owner open. */
	hasAnyOwner: boolean;
	views: View[];
	/** Said of the view without records. */
	empty: string;
	today: Temporal.PlainDate;
	sort: Sorting;
	turned: boolean;
} {
	const { kind, accountId } = list;
	const today = findToday(list);
	const views = listViews(list, today);
	const view = views.find(({ key }) => key === asked.show) ?? views[0];
	const hasAnyOwner = view?.filter.owner === undefined;
	const query = hasAnyOwner ? asked : { ...asked, owner: "" };
	const sort = query.sort === "" ? (view?.isByMoment ? "moment" : "arrived") : query.sort;
	return {
		filter: {
			kinds: [kind],
			kind,
			...(query.owner !== "" && { owner: query.owner === "me" ? accountId : query.owner }),
			...(query.topic !== "" && { topic: query.topic }),
			...(query.source !== "" && { source: query.source }),
			facets: [query.service, query.answer].filter((facet) => facet !== ""),
			...view?.filter,
			...(sort === "follow-up" && { hasFollowUp: true }),
			// A stage is open or final by itself.
			...(query.stage !== "" && { stages: [query.stage], open: undefined }),
		},
		query,
		hasAnyOwner,
		views,
		empty: view?.empty ?? "",
		today,
		sort,
		turned:
			(sort === "moment" && view?.filter.momentFrom === undefined) ||
			(sort === "arrived" && view?.filter.snoozedAt !== undefined),
	};
}

function findToday({ now, company }: Pick<ListOf, "now" | "company">): Temporal.PlainDate {
	return Temporal.PlainDate.from(findDate(now.epochMilliseconds, company.timeZone));
}

/** Declares the views of a kind's list, the default first; it needs no name in the address. */
function listViews({ kind, now, accountId, company }: ListOf, today: Temporal.PlainDate): View[] {
	const { moment, replyWithinDays, names } = kind;
	const comeHere = "New ones appear here as soon as they arrive.";
	const startOfToday = today.toZonedDateTime(company.timeZone).toInstant();
	const offered: (Pick<View, "key" | "label" | "filter" | "empty"> & Partial<View> & { isOffered?: boolean })[] = [
		{
			key: "",
			label: "Upcoming",
			filter: { momentFrom: startOfToday },
			isByMoment: true,
			isOffered: moment !== undefined,
			empty: `No upcoming ${names}. ${comeHere}`,
		},
		{
			key: "",
			label: "Inbox",
			filter: { open: true },
			isOffered: moment === undefined,
			empty: `No open ${names}. ${comeHere}`,
		},
		{
			key: "mine",
			label: "Mine",
			filter: { open: true, owner: accountId },
			empty: `No open ${names} are assigned to you.`,
		},
		{
			key: "unassigned",
			label: "Unassigned",
			filter: { open: true, owner: "nobody" },
			empty: `No unassigned ${names}.`,
		},
		{ key: "unanswered", label: "Waiting", filter: whereWaiting(kind), empty: `No ${names} are waiting for a reply.` },
		{
			key: "forgotten",
			label: `No reply for ${replyWithinDays} days`,
			filter: replyWithinDays === undefined ? {} : whereForgotten(replyWithinDays, now),
			isOffered: replyWithinDays !== undefined,
			empty: `No ${names} have waited ${replyWithinDays} days for a reply.`,
		},
		{
			key: "due",
			label: "Follow-up due",
			filter: { open: true, followUpBy: today },
			empty: "No follow-ups are due.",
		},
		{
			key: "snoozed",
			label: "Snoozed",
			filter: { open: true, snoozedAt: now, awakeAt: undefined },
			empty: `No snoozed ${names}.`,
		},
		{
			key: "over",
			label: "Past",
			filter: { momentBefore: startOfToday },
			isByMoment: true,
			isCounted: false,
			isOffered: moment !== undefined,
			empty: `No past ${names}.`,
		},
		{
			key: "pool",
			label: "Talent pool",
			filter: { pooledAt: now, awakeAt: undefined },
			isOffered: findPoolMonths(kind) > 0,
			empty: "The talent pool is empty.",
		},
		{
			key: "done",
			label: "Done",
			filter: { open: false, awakeAt: undefined },
			isCounted: false,
			empty: `No ${names} are done yet.`,
		},
		{
			key: "all",
			label: "All",
			filter: {},
			isCounted: false,
			isOffered: moment !== undefined,
			empty: `No ${names} yet. ${comeHere}`,
		},
		{ key: "spam", label: "Spam", filter: { spam: "only", awakeAt: undefined }, empty: "No spam." },
	];
	return offered
		.filter(({ isOffered = true }) => isOffered)
		.map(({ key, label, filter, empty, isCounted = true, isByMoment = false }) => ({
			key,
			label,
			empty,
			// Snoozed records are in no other list but those of spam and of what is done.
			filter: { awakeAt: now, ...filter },
			isCounted,
			isByMoment,
		}));
}
