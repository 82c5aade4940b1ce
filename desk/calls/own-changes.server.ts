import { findBooking } from "../../features/booking/find-bookings.server.ts";
import type { InterviewRecord } from "../../features/careers/interviews/interview-record.ts";
import type { beginWork } from "../work.server.ts";
import type { AppointmentTarget } from "./change-appointment.server.ts";

const callActions = { move: "move", reassign: "hand-over", cancel: "cancel", invite: "invite", undo: "take-back" };
const interviewActions = {
	move: "scheduled",
	reassign: "handed-over",
	cancel: "cancelled",
	invite: "invited",
	undo: "change-taken-back",
};

/** Returns the changes of a call, with their entries in the audit log. */
export function openCallChanges({ deps, noting }: ReturnType<typeof beginWork>, reference: string): AppointmentTarget {
	return {
		reference,
		noun: "call",
		open: (deed) => deps.openCalls(noting({ action: `booking.${callActions[deed]}`, subject: reference }).database),
		isUnconfirmed: async () => (await findBooking(deps.database.db, reference))?.confirmBy !== undefined,
		async hasGuests(addresses) {
			const { email, guests = [] } = (await findBooking(deps.database.db, reference)) ?? {};
			const own = email?.toLowerCase();
			const toSet = (list: readonly string[]) =>
				new Set(list.map((one) => one.toLowerCase()).filter((one) => one !== own));
			return toSet(addresses).symmetricDifference(toSet(guests.map((guest) => guest.email))).size === 0;
		},
		readHosts: (typed) => ({ from: typed.get("from") ?? "", to: typed.get("value") ?? "" }),
	};
}

/** Returns the changes of an interview, with their entries in the audit log. */
export function openInterviewChanges(
	{ deps, noting }: ReturnType<typeof beginWork>,
	{ reference, application, hostIds, state }: Pick<InterviewRecord, "reference" | "application" | "hostIds" | "state">,
): AppointmentTarget {
	return {
		reference,
		noun: "interview",
		hasNoTime: state === "offered",
		open: (deed) =>
			deps.openInterviews(
				noting({ action: `application.interview-${interviewActions[deed]}`, subject: application }).database,
			),
		readHosts(typed) {
			const given = typed.get("value");
			if (given === null) return { first: typed.get("lead") ?? "", hostIds: typed.getAll("host") };
			// One takes the place of another; somebody who is on the panel already takes nobody's.
			const from = hostIds.includes(given) ? undefined : typed.get("from");
			return { first: "", hostIds: hostIds.map((id) => (id === from ? given : id)) };
		},
	};
}
