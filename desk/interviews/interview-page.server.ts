import { data, redirect, type RouterContextProvider } from "react-router";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import type { InterviewChoices } from "../../features/careers/interviews/desk-interviews.server.ts";
import { whoeverIsFree } from "../../features/careers/interviews/rules.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { keepCalendarQuery } from "../calls/calendar-day.ts";
import { changeAppointment } from "../calls/change-appointment.server.ts";
import { readMessage } from "../calls/message-field.tsx";
import { openInterviewChanges } from "../calls/own-changes.server.ts";
import { readSlot, showTimes } from "../calls/slots.server.ts";
import { readForm } from "../read-form.server.ts";
import type { ShownField } from "../records/values.ts";
import { beginWork } from "../work.server.ts";
import { interviewOutcomes } from "./interview-outcomes.ts";
import { describeWhen, showInterviewFields, showInterviewState } from "./show-interview.server.ts";

/**
 * Reads an interview and what can be done with it, for its page and for the calendar.
 * @param on the day whose free times are shown
 * @throws a redirect for a member who sees only their own interviews; a response of 404 for an unknown one
 */
export async function readInterview(context: Readonly<RouterContextProvider>, reference: string, on: string) {
	const { deps, findKind, now } = beginWork(context);
	if (!findKind(applicationNames)) throw redirect(`/my-interviews/${encodeURIComponent(reference)}`, 303);
	const { locale, timeZone } = deps.company;
	const choices = await deps.openInterviews().findChoices(reference.toUpperCase());
	if (!choices) throw data(null, { status: 404 });
	const { appointment: interview, guest, names, fixed, free, hosts, canUndoOffer, hasBegun } = choices;
	const { application } = guest;
	const fields: ShownField[] = [
		{ label: "Applicant", value: { text: application.answers.fullName } },
		{ label: "Position", value: { text: application.jobTitle } },
		...showInterviewFields({ ...interview, names }, { phone: application.answers.phone, locale }),
	];
	const days = showTimes(free, timeZone);
	const own = interview.startsAt && toSlot(interview.startsAt.epochMilliseconds, timeZone).date;
	const day = days.find(({ date }) => date === on) ?? days.find(({ date }) => date === own) ?? days[0];
	return {
		reference: interview.reference,
		application: application.reference,
		name: application.answers.fullName,
		when: describeWhen(interview),
		state: showInterviewState(interview, now),
		isBooked: interview.state === "booked",
		outcome: interview.outcome,
		canSayOutcome: interview.state === "booked" && hasBegun,
		canUndoOffer,
		canOfferAgain: choices.need === "expired",
		note: describeStanding(choices),
		lead: interview.firstIsFree ? whoeverIsFree : (interview.hostIds[0] ?? whoeverIsFree),
		fixed,
		fields,
		days: days.map(({ date, times }) => ({ date, name: formatShortDate(date), count: times.length })),
		chosen: day && { ...day, name: formatShortDate(day.date) },
		hosts: hosts.map((host) => ({ ...host, isOwn: interview.hostIds.includes(host.id) })),
	};
}

export type ReadInterview = Awaited<ReturnType<typeof readInterview>>;

/**
 * Handles the forms of an interview, on its page or beside the calendar.
 * @param path of where the form stands, without a query
 * @returns the errors of a refused form
 * @throws a redirect once it is done; a response of 404 for an unknown interview, and of 400 for an unknown form
 */
export async function changeInterview(
	request: Request,
	context: Readonly<RouterContextProvider>,
	{ reference, path }: { reference: string; path: string },
): Promise<{ asked: string; message: string; errors: FieldError[] }> {
	const work = beginWork(context);
	const { deps, signedIn, deskRequest, noting } = work;
	const choices = await deps.openInterviews().findChoices(reference);
	if (!choices) throw data(null, { status: 404 });
	const form = await readForm(request);
	const asked = form.get("do") ?? "";
	const { account } = signedIn;
	const { application } = choices.appointment;
	const { searchParams } = new URL(request.url);
	const isDragged = searchParams.has("drag");
	const kept = keepCalendarQuery(searchParams);
	const write = (query: URLSearchParams) => (query.size > 0 ? `?${query.toString()}` : "");
	const open = (what: string) =>
		deps.openInterviews(noting({ action: `application.interview-${what}`, subject: application }).database);
	if (asked === "undo-offer") {
		const isUndone = await open("taken-back").undoOffer(reference, account);
		deskRequest.notices.leave(
			isUndone
				? "Offer undone. Nothing was sent; your text is below."
				: "It is too late to undo: the offer has been sent.",
		);
		throw redirect(
			isUndone ? `/applications/${encodeURIComponent(application)}/interview?again=${reference}` : path + write(kept),
			303,
		);
	}
	const outcome = interviewOutcomes.find(({ key }) => key === form.get("value"))?.key;
	const done =
		asked === "outcome"
			? toResult(await open("outcome").setOutcome(reference, outcome, account))
			: await changeAppointment(form, {
					...openInterviewChanges(work, choices.appointment),
					account,
					company: deps.company,
				});
	if (!done) throw data(null, { status: 400 });
	if ("errors" in done) return { asked, message: readMessage(form), errors: done.errors };
	deps.onEmails();
	const undo = "undo" in done ? done.undo : undefined;
	const undoQuery = new URLSearchParams([...kept, ...(isDragged ? [["drag", "yes"]] : [])]);
	deskRequest.notices.leave(done.notice, undo && { ...undo, path: path + write(undoQuery) });
	// The calendar goes with an interview that moves to another week.
	const view = ["week", "day"].find((name) => kept.has(name));
	if (asked === "move" && view !== undefined && !isDragged) kept.set(view, readSlot(form).date);
	throw redirect((isDragged ? "/calls" : path) + write(kept), 303);
}

function toResult(errors: FieldError[] | undefined) {
	return errors ? { errors } : { notice: "Outcome saved." };
}

/** Describes the state of an interview and what to do about it. */
function describeStanding({ appointment, need }: InterviewChoices): string | undefined {
	if (appointment.calledOff)
		return `It is cancelled once the reply by ${appointment.calledOff.by.name} is sent. Stop the reply to keep it.`;
	if (need === "expired") return "The offered days have passed and no time was picked.";
	if (need === "ended") return "The application has ended, but this is still scheduled. Cancel it below, or keep it.";
	return undefined;
}
