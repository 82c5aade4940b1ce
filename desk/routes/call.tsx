import { data, Form, redirect, useOutletContext } from "react-router";
import { z } from "zod";
import { findStage, listFields } from "../../core/records/record-kind.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import { describeStart } from "../../features/booking/booking-record.server.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea } from "../../ui/field.tsx";
import { keepCalendarQuery, type CalendarContext } from "../calls/calendar-day.ts";
import { changeAppointment } from "../calls/change-appointment.server.ts";
import { MessageField, readMessage } from "../calls/message-field.tsx";
import { OutcomeButtons } from "../calls/outcome-buttons.tsx";
import { openCallChanges } from "../calls/own-changes.server.ts";
import { showOutcomes } from "../calls/show-outcomes.server.ts";
import { readSlot, showTimes } from "../calls/slots.server.ts";
import { TimeChoice } from "../calls/time-choice.tsx";
import { Drawer } from "../layout/drawer.tsx";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { RecordFields } from "../records/record-fields.tsx";
import { SentText } from "../records/sent-text.tsx";
import { showField, showStanding } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { actOnRecord } from "../work/act-on-record.server.ts";
import { AttachedFiles } from "../work/attached-files.tsx";
import { showAnswerFiles } from "../work/show-answer-files.server.ts";
import { useLive } from "../work/use-live.ts";
import { SavedField } from "../work/work-controls.tsx";
import type { Route } from "./+types/call.ts";

/** The day whose free times are shown; an invalid one counts as absent. */
const callQuery = z.object({ on: z.string().max(10).catch("") });

/** A call beside the calendar, and its changes. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, findKind, now } = beginWork(context);
	const { company, records, database } = deps;
	const reference = params.reference.toUpperCase();
	const kind = findKind(bookingNames);
	const [choices, record, sent] = await Promise.all([
		deps.openCalls().findChoices(reference),
		records.find(reference),
		kind?.findSent(database.db, [reference]).then((found) => found.get(reference)),
	]);
	if (!kind || !choices || !record || !sent) throw data(null, { status: 404 });
	const { appointment: booking, fixed, free, hosts } = choices;
	const days = showTimes(free, company.timeZone);
	const { on } = callQuery.parse(readQuery(request));
	const { date } = toSlot(booking.startsAt.epochMilliseconds, company.timeZone);
	const day = [on, date].map((wanted) => days.find((one) => one.date === wanted)).find(Boolean) ?? days[0];
	return {
		reference,
		name: record.senderName,
		firstName: booking.firstName,
		when: describeStart(booking),
		state: showStanding(record, kind),
		version: record.version,
		fixed,
		isUnconfirmed: booking.confirmBy !== undefined,
		outcomes: showOutcomes(kind, record, { call: booking, now }),
		isOver: !findStage(kind, record.stage).open,
		hostIds: booking.hostIds,
		guests: (booking.guests ?? []).map(({ email }) => email).join("\n"),
		hosts: hosts.map(({ id, name, busy, closed }) => {
			const remark = busy ?? closed;
			return { id, label: remark === undefined ? name : `${name} (${remark})`, isBusy: busy !== undefined };
		}),
		days: days.map((one) => ({ date: one.date, name: formatShortDate(one.date), count: one.times.length })),
		chosen: day && { ...day, name: formatShortDate(day.date) },
		fields: listFields(kind, sent).map((field) => showField(field, company)),
		text: sent.text,
		files: await showAnswerFiles(database.db, { kind, reference }),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const work = beginWork(context);
	const { deps, findKind, signedIn, deskRequest } = work;
	const reference = params.reference.toUpperCase();
	const kind = findKind(bookingNames);
	if (!kind || !(await deps.openCalls().findChoices(reference))) throw data(null, { status: 404 });
	const form = await readForm(request);
	const path = `/calls/${encodeURIComponent(reference)}`;
	const { searchParams } = new URL(request.url);
	const isDragged = searchParams.has("drag");
	const kept = keepCalendarQuery(searchParams);
	const asked = form.get("do") ?? "";
	const outcome =
		asked === "stage" || asked === "undo"
			? await actOnRecord(context, { kind, reference, path, form, upload: { files: [], refused: [] } })
			: await changeAppointment(form, {
					...openCallChanges(work, reference),
					account: signedIn.account,
					company: deps.company,
				});
	if (!outcome) throw data(null, { status: 400 });
	if (!("notice" in outcome))
		return { asked, message: readMessage(form), guests: form.get("guests"), errors: outcome.errors };
	deps.onEmails();
	const writeSearch = () => (kept.size > 0 ? `?${kept.toString()}` : "");
	// The calendar goes with a call that moves to another week, and comes back with one whose move is undone.
	const undoSearch = isDragged ? `?${new URLSearchParams([...kept, ["drag", "yes"]]).toString()}` : writeSearch();
	const view = ["week", "day"].find((name) => kept.has(name));
	if (asked === "move" && view !== undefined && !isDragged) kept.set(view, readSlot(form).date);
	const search = writeSearch();
	deskRequest.notices.leave(
		outcome.notice,
		outcome.undo && { does: outcome.undo.does, id: outcome.undo.id, path: path + undoSearch },
	);
	throw redirect((isDragged ? "/calls" : path) + search, 303);
}

export default function CallPage(props: Route.ComponentProps) {
	// Typed text belongs to one call.
	return <CallDrawer key={props.loaderData.reference} {...props} />;
}

function CallDrawer({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
	const { reference, name, firstName, when, state, version, fixed, isUnconfirmed, hosts, hostIds, text } = loaderData;
	const { outcomes, days, chosen } = loaderData;
	const { calendarPath, search } = useOutletContext<CalendarContext>();
	const errors = actionData?.errors ?? [];
	const path = `/calls/${reference}`;
	const address = path + search;
	useLive((key) => key === `record:${reference}` || key === "record:*" || key === "hosts");
	const messageOf = (asked: string) => (actionData?.asked === asked ? actionData.message : "");
	return (
		<Drawer
			title={name}
			subtitle={
				<>
					<span className="number">{when}</span> <StateLabel state={state} />
				</>
			}
			closePath={`${calendarPath}#${reference}`}
			wholePage={{ path: `/bookings/${reference}`, title: "Open the whole booking" }}
		>
			<ErrorSummary errors={errors} idOf={(field) => (field === "hosts" ? "reassign" : field)} />
			{outcomes.stages.length > 0 && (
				<div className="inline-form" role="group" aria-label="Outcome">
					<span className="hint">How did it go?</span>
					<OutcomeButtons action={address} outcomes={outcomes} />
				</div>
			)}
			{fixed !== undefined && <p className="remark">{fixed} It can no longer be changed.</p>}
			{fixed === undefined &&
				hosts.length > 0 &&
				(hostIds.length > 0 ? hostIds : [""]).map((hostId, index) => (
					<HostField
						key={index}
						path={address}
						version={version}
						id={index === 0 ? "reassign" : `reassign-${index + 1}`}
						label={hostIds.length < 2 ? "Host" : `Host ${index + 1}`}
						hostId={hostId}
						// The others have it already.
						hosts={hosts.filter(({ id }) => id === hostId || !hostIds.includes(id))}
					/>
				))}
			<RecordFields fields={loaderData.fields} reference={reference} />
			{loaderData.files.length > 0 && <AttachedFiles files={loaderData.files} />}
			<SentText text={text} heading="h3" />
			{fixed === undefined && (
				<>
					<section aria-labelledby="invite">
						<h3 id="invite">Guests</h3>
						<details open={actionData?.asked === "invite"}>
							<summary>{loaderData.guests === "" ? "Invite guests" : "Change guests"}</summary>
							<Form method="post" action={address} className="form" preventScrollReset>
								<TextArea
									key={loaderData.guests}
									name="guests"
									label="E-mail addresses"
									hint={
										isUnconfirmed
											? "One a line. They get the invitation when the visitor has confirmed the call."
											: "One a line. They get the invitation, every change and the cancellation."
									}
									rows={3}
									defaultValue={actionData?.guests ?? loaderData.guests}
									errors={errors}
								/>
								<button name="do" value="invite">
									Save guests
								</button>
							</Form>
						</details>
					</section>
					<section aria-labelledby="move">
						<h3 id="move">Reschedule</h3>
						<TimeChoice
							action={address}
							days={days}
							chosen={chosen}
							hint={
								isUnconfirmed
									? `${firstName} has not confirmed the call yet. Nobody else is notified: 10 seconds later ${firstName} gets an e-mail that asks to confirm the new time, unless you undo it.`
									: `${firstName} and the host get an e-mail with the new time 10 seconds later, unless you undo it.`
							}
						>
							<details open={messageOf("move") !== ""}>
								<summary>Add a message</summary>
								<MessageField id="move-message" name={firstName} text={messageOf("move")} />
							</details>
						</TimeChoice>
					</section>
					<section aria-labelledby="cancel">
						<h3 id="cancel">Cancel</h3>
						<details open={messageOf("cancel") !== ""}>
							<summary>Cancel this call</summary>
							<Form method="post" action={address} className="form" preventScrollReset>
								{isUnconfirmed && <p className="hint">The visitor never confirmed it, so nobody is notified.</p>}
								{/* The summary of errors links to the field "message". */}
								<MessageField id="message" name={firstName} text={messageOf("cancel")} />
								<button name="do" value="cancel">
									Cancel call
								</button>
							</Form>
						</details>
					</section>
				</>
			)}
		</Drawer>
	);
}

type HostFieldProps = {
	path: string;
	version: number;
	id: string;
	label: string;
	/** Empty for a call without a host. */
	hostId: string;
	hosts: { id: string; label: string; isBusy: boolean }[];
};

/** A host of the call, who can be exchanged for anybody who is free. */
function HostField({ path, version, id, label, hostId, hosts }: HostFieldProps) {
	return (
		<SavedField path={path} version={version} field="reassign" id={id} label={label} value={hostId}>
			<input type="hidden" name="from" value={hostId} />
			<select id={id} name="value" defaultValue={hostId} data-key={id === "reassign" ? "a" : undefined}>
				{!hosts.some((host) => host.id === hostId) && (
					<option value={hostId}>{hostId === "" ? "No host" : "Former host"}</option>
				)}
				{hosts.map((host) => (
					<option key={host.id} value={host.id} disabled={host.isBusy && host.id !== hostId}>
						{host.label}
					</option>
				))}
			</select>
		</SavedField>
	);
}
