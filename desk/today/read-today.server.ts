import { mayUse } from "../../core/accounts/roles.ts";
import { findHost, zoneOfHost } from "../../core/appointments/host-store.server.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import { listBookings } from "../../features/booking/find-bookings.server.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { interviewPurpose } from "../../features/careers/interviews/interview-record.ts";
import { namePlace } from "../../features/careers/interviews/interview-texts.ts";
import type { InterviewNeed } from "../../features/careers/interviews/needs.server.ts";
import { joinNames } from "../../shared/join-names.ts";
import type { Period } from "../../shared/periods.ts";
import { toInterval } from "../../shared/periods.ts";
import { countAffected, findAffected, listAbsences, formatDays, type Affected } from "../calls/affected.server.ts";
import { showValue, withHalfAsSlots } from "../records/show-values.server.ts";
import { readFirstSteps as readSteps } from "../studio/read-first-steps.server.ts";
import { listShownDocuments } from "../studio/show-documents.server.ts";
import type { beginWork } from "../work.server.ts";
import { describeLeft } from "./describe-left.ts";
import type { FirstStepsData } from "./first-steps-notice.tsx";
import type { SiteData } from "./site-part.tsx";
import type { ApplicationsData, CallsData, FollowUpsData, InterviewsData, WaitingData } from "./today-parts.tsx";
import type { CallOfToday, DueRecord, NewApplication } from "./today-tables.tsx";

type Work = ReturnType<typeof beginWork>;

/** Rows of each list; a link leads to all of it. */
const shownRows = 8;
/** More calls than a day has. */
const mostCalls = 50;

/** The lists of the page, each for those who work with it. */
export type TodayLists = {
	waiting?: WaitingData | undefined;
	followUps?: FollowUpsData | undefined;
	calls?: CallsData | undefined;
	interviews?: InterviewsData | undefined;
	applications?: ApplicationsData | undefined;
	site?: SiteData | undefined;
	firstSteps?: FirstStepsData | undefined;
};

/** Reads a member's tasks of a day. */
export async function readToday(work: Work, today: Temporal.PlainDate): Promise<TodayLists> {
	return {
		waiting: await readWaiting(work),
		followUps: await readFollowUps(work, today),
		calls: await readCalls(work, { first: today, end: today.add({ days: 1 }) }),
		interviews: await readInterviews(work, { first: today, end: today.add({ days: 1 }) }),
		applications: await readApplications(work, today),
		site: await readSite(work),
		firstSteps: await readFirstSteps(work),
	};
}

/** Counts the appointments during the member's own time off, and on closed days those that they may change. */
export async function readAffected(work: Work): Promise<{ text: string; path: string }[]> {
	const { deps, kinds, findKind, signedIn } = work;
	const mayChange = ({ purpose }: Affected) =>
		findKind(purpose === interviewPurpose ? applicationNames : bookingNames) !== undefined;
	const own = await listAbsences(work, signedIn.account.id);
	const closed = kinds.length > 0 ? await listAbsences(work, undefined) : [];
	const host = own.length === 0 ? undefined : await findHost(deps.database.db, signedIn.account.id);
	const affected = new Map([...(await findAffected(work, own)), ...(await findAffected(work, closed))]);
	return [...own, ...closed].flatMap((absence) => {
		const isOwn = absence.hostId !== undefined;
		const appointments = (affected.get(absence.id) ?? []).filter((one) => isOwn || mayChange(one));
		if (appointments.length === 0) return [];
		const when = isOwn ? "during your time off" : "on closed days";
		return {
			text: `${countAffected(appointments)} ${when}, ${formatDays(absence, zoneOfHost(isOwn ? host : undefined, deps.company))}`,
			path: `${isOwn ? "/my-calendar/time-off" : "/closures"}/${encodeURIComponent(absence.id)}`,
		};
	});
}

/** Reads the member's own and unassigned records without a first answer, earliest due first. */
async function readWaiting({ deps, kinds, signedIn, now, pathOf }: Work): Promise<WaitingData | undefined> {
	const promised = kinds.filter(({ isPromised }) => isPromised);
	const [kind] = promised;
	if (!kind) return undefined;
	const { promises } = deps.records;
	const all = { kinds: promised.map(({ name }) => name), showingAt: now };
	const mine = { ...all, ownerOrNobody: signedIn.account.id };
	const records = await promises.listUnanswered({ ...mine, now, limit: shownRows });
	const count = await promises.countUnanswered(mine);
	return {
		path: `/${kind.names}?show=unanswered`,
		count,
		late: await promises.countUnanswered({ ...mine, lateAt: now }),
		others: (await promises.countUnanswered(all)) - count,
		rows: records.map(({ dueAt, isLate, minutesLeft, ...record }): DueRecord => ({
			...showPerson(record, { signedIn, pathOf }),
			due: showValue(dueAt, deps.company),
			isLate,
			left: describeLeft({ minutesLeft, isLate, dueAt }, now),
		})),
	};
}

/** Reads the member's own and unassigned follow-ups that are due. */
async function readFollowUps(
	{ deps, kinds, signedIn, now, pathOf }: Work,
	today: Temporal.PlainDate,
): Promise<FollowUpsData | undefined> {
	if (kinds.length === 0) return undefined;
	const filter = { kinds, followUpBy: today, open: true, ownerOrNobody: signedIn.account.id, awakeAt: now };
	const { records } = await deps.records.list(filter, { limit: shownRows, sort: "follow-up" });
	return {
		links: kinds.map(({ names }) => ({ path: `/${names}?show=due&sort=follow-up`, names })),
		count: await deps.records.count(filter),
		rows: records.map((record): DueRecord => {
			const day = record.followUpOn ?? today;
			const isLate = Temporal.PlainDate.compare(day, today) < 0;
			return {
				...showPerson(record, { signedIn, pathOf }),
				due: showValue(day, deps.company),
				isLate,
				left: isLate ? "Overdue" : "Today",
			};
		}),
	};
}

/** Reads the calls of a day, with times in the company's zone. */
async function readCalls(work: Work, day: Period): Promise<CallsData | undefined> {
	const { deps, findKind } = work;
	const kind = findKind(bookingNames);
	if (!kind) return undefined;
	const { from, until } = toInterval(day, deps.company.timeZone);
	const bookings = await listBookings(deps.database.db, { from, before: until, states: ["booked"], limit: mostCalls });
	return {
		path: `/${kind.names}`,
		rows: bookings.map((booking): CallOfToday => {
			const { reference } = booking;
			return {
				...showTime(booking, work),
				path: `/${kind.names}/${encodeURIComponent(reference)}`,
				reference,
				name: `${booking.firstName} ${booking.lastName}`,
				domain: [...new Set([booking.callTitle, booking.domain])].filter(Boolean).join(" · "),
				isUnconfirmed: booking.confirmBy !== undefined,
			};
		}),
	};
}

/** Reads the interviews of a day, with times in the company's zone. */
async function readInterviews(work: Work, day: Period): Promise<InterviewsData | undefined> {
	const { deps, findKind } = work;
	if (!findKind(applicationNames)) return undefined;
	const { locale, timeZone } = deps.company;
	const { from, until } = toInterval(day, timeZone);
	const { listBetween, listOpen } = deps.openInterviews();
	const interviews = await listBetween(from, until);
	const open = await listOpen();
	const count = (wanted: InterviewNeed) => open.filter(({ need }) => need === wanted).length;
	return {
		needs: { expired: count("expired"), ended: count("ended"), outcome: count("outcome") },
		rows: interviews.map((interview): CallOfToday => {
			const { reference, applicant, jobTitle, place, names } = interview;
			return {
				...showTime(interview, work),
				path: `/interviews/${encodeURIComponent(reference)}`,
				reference,
				name: applicant,
				domain: [jobTitle, namePlace(place), joinNames(names, locale)].filter(Boolean).join(" · "),
				isUnconfirmed: false,
			};
		}),
	};
}

/** Shows when an appointment begins, in the company's zone, and whether it is over. */
function showTime(
	{ startsAt, durationMinutes }: { startsAt: Temporal.Instant; durationMinutes: number },
	{ deps, now }: Pick<Work, "deps" | "now">,
): Pick<CallOfToday, "time" | "isOver"> {
	const { locale, timeZone } = deps.company;
	return {
		time: {
			text: withHalfAsSlots(startsAt.toLocaleString(locale, { hour: "numeric", minute: "2-digit", timeZone })),
			dateTime: startsAt.toString(),
		},
		isOver: Temporal.Instant.compare(startsAt.add({ minutes: durationMinutes }), now) <= 0,
	};
}

/** Reads the applications of yesterday and today. */
async function readApplications(
	{ deps, findKind, now, pathOf }: Work,
	today: Temporal.PlainDate,
): Promise<ApplicationsData | undefined> {
	const work = findKind(applicationNames);
	if (!work) return undefined;
	const yesterday = { first: today.subtract({ days: 1 }), end: today };
	const { from: since } = toInterval(yesterday, deps.company.timeZone);
	const filter = { kinds: [work], kind: work, since, awakeAt: now };
	const { records } = await deps.records.list(filter, { limit: shownRows });
	const references = records.map(({ reference }) => reference);
	const sent = await work.findSent(deps.database.db, references);
	return {
		path: `/${work.names}`,
		count: await deps.records.count(filter),
		unanswered: await deps.records.count({ kinds: [work], kind: work, unanswered: true, awakeAt: now }),
		forgotten: await deps.records.countForgotten(work),
		replyWithinDays: work.replyWithinDays ?? 0,
		receivedLabel: `Received (${deps.company.timeZoneLabel})`,
		rows: records.map(({ reference, senderName, receivedAt }): NewApplication => ({
			path: pathOf(reference) ?? "/",
			reference,
			name: senderName,
			position: sent.get(reference)?.about ?? "",
			received: showValue(receivedAt, deps.company),
		})),
	};
}

function showPerson(
	{ reference, senderName, senderEmail, ownerId }: StoredRecord,
	{ signedIn, pathOf }: Pick<Work, "signedIn" | "pathOf">,
) {
	return {
		path: pathOf(reference) ?? "/",
		reference,
		name: senderName,
		email: senderEmail,
		isMine: ownerId === signedIn.account.id,
	};
}

/** Reads the drafts of the site, and its conflicts with files. */
async function readSite(work: Work): Promise<SiteData | undefined> {
	if (!mayUse(work.signedIn.account.roles, "content")) return undefined;
	const { site } = work.deps;
	if (!site) return undefined;
	const documents = await listShownDocuments({ ...work, site });
	const drafts = documents.filter(({ draft }) => draft);
	return {
		drafts: drafts.slice(0, shownRows),
		count: drafts.length,
		conflicts: documents.filter(({ isConflict }) => isConflict).length,
	};
}

/** Reads the progress of the first steps; undefined once they are done or hidden. */
async function readFirstSteps({ deps, signedIn }: Work): Promise<FirstStepsData | undefined> {
	if (!mayUse(signedIn.account.roles, "content") || !deps.site) return undefined;
	if ((await deps.accounts.own.findChoices(signedIn)).hidesFirstSteps) return undefined;
	const { steps } = await readSteps({ deps, site: deps.site });
	const next = steps.find(({ isDone }) => !isDone);
	if (!next) return undefined;
	return {
		done: steps.filter(({ isDone }) => isDone).length,
		all: steps.length,
		next: { path: next.path, title: next.title },
	};
}
