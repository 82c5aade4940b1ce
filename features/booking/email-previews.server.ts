import type { ByStaff } from "../../core/appointments/appointment-kind.ts";
import { listChangeEmails, type ChangeKind } from "../../core/appointments/change-emails.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import type { EmailPreview, FeatureEmails } from "../../platform/email/email-preview.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { listSlotLabels } from "./availability.ts";
import { confirmWithinMinutes } from "./booking-limits.server.ts";
import { ofDemoType, type BookingRecord } from "./booking-record.server.ts";
import {
	bookingEmailKinds,
	createConfirmRequest,
	declareBookingEmails,
	type BookingEmailKind,
} from "./email-intents.server.ts";
import { renderBookingEmail } from "./emails.server.tsx";

const daysAhead = 7;

export const bookingEmails: FeatureEmails = {
	kinds: bookingEmailKinds,
	async createPreviews({ company, publicUrl, deskUrl, now }) {
		const { timeZone, demo, hours } = company;
		const { callMinutes } = demo;
		const [first = "", second = first] = listSlotLabels({ hours, callMinutes, stepMinutes: callMinutes });
		const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
		const startAt = (days: number, time: string) =>
			Temporal.Instant.fromEpochMilliseconds(startOfSlot(today.add({ days }).toString(), time, timeZone));
		const booking: BookingRecord = {
			id: "01a1fe0b-1f4b-734a-91e1-fbf9101dfbf3",
			reference: "BKG-7K3F9QXM",
			bookedAt: now,
			sequence: 0,
			moves: 0,
			state: "booked",
			firstName: "Robin",
			lastName: "Meyer",
			email: "robin@visitor.example",
			phone: "+1 555 0100",
			message: "We have outgrown our spreadsheets.\n\nCan you show us how orders reach the warehouse?",
			domain: demo.domains[0],
			...ofDemoType,
			durationMinutes: callMinutes,
			startsAt: startAt(daysAhead, first),
			timeZone,
			hostIds: [],
		};
		const token = "0123456789abcdef";
		const { salesEmail } = company;
		const deps = { company, salesEmail, publicUrl, deskUrl, now };
		const [host, formerHost] = [
			{ id: "1", name: "Kim Larsen", email: "kim@company.example" },
			{ id: "2", name: "Dev Shah", email: "dev@company.example" },
		];
		const people = [host, formerHost];
		const render = async (emails: readonly EmailIntent[], record: BookingRecord, holder?: HostPerson) => {
			const rendered: EmailPreview["email"][] = [];
			for (const email of emails) {
				const known = { parameters: {}, ...email, kind: email.kind as BookingEmailKind };
				const text = await renderBookingEmail(known, record, { ...deps, host: holder });
				if ("notSent" in text) throw new Error(`${email.kind} has no preview: ${text.notSent}`);
				rendered.push({ ...email, ...text });
			}
			return rendered;
		};
		const write = (
			kind: ChangeKind,
			after: BookingRecord,
			{ before, by }: { before?: BookingRecord; by?: ByStaff | undefined } = {},
		) =>
			render(
				listChangeEmails(declareBookingEmails(salesEmail), {
					before,
					after,
					guest: after,
					change: { kind, by },
					token,
					people,
					now,
				}),
				after,
				after.hostIds.length > 0 ? host : undefined,
			);
		const isNoReminder = ({ kind }: EmailPreview["email"]) => !kind.includes("reminder");
		const unconfirmed = { ...booking, confirmBy: now.add({ minutes: confirmWithinMinutes }) };
		const request = createConfirmRequest(unconfirmed, { token, confirmCode: "fedcba9876543210" });
		const earlier = { ...booking, startsAt: startAt(daysAhead - 1, second) };
		const [moved, cancelled] = [
			{ ...booking, sequence: 1 },
			{ ...booking, state: "cancelled" as const, sequence: 1 },
		];
		const by = { id: host.id, name: host.name, message: "Our network is down in that hour.\nPlease excuse it." };
		const hosted = {
			...booking,
			hostIds: [host.id],
			videoUrl: "https://rooms.example/call-abcdefgh",
			sequence: 1,
		};
		const guest = { email: "guest@visitor.example", isOurs: false };
		const invited = { ...booking, guests: [guest] };
		const isForGuest = ({ kind }: EmailPreview["email"]) => kind.startsWith("booking-guest-");
		const names: Record<string, string> = {
			[booking.email]: "To the visitor",
			[salesEmail]: "To sales",
			[guest.email]: "To a guest",
		};
		const nameRecipient = (recipient: string) => names[recipient] ?? "To the host";
		const show = (emails: readonly EmailPreview["email"][], suffix = "") =>
			emails.map((email) => ({ about: `${nameRecipient(email.recipient)}${suffix}`, email }));
		// Reminders of a changed call read like any others.
		return [
			...show(await render([request], unconfirmed)),
			...show(await write("booked", booking)),
			...show((await write("moved", moved, { before: earlier })).filter(isNoReminder)),
			...show(await write("cancelled", cancelled, { before: booking })),
			...show((await write("moved", moved, { before: earlier, by })).filter(isNoReminder), ", changed by staff"),
			...show(await write("cancelled", cancelled, { before: booking, by }), ", changed by staff"),
			...[
				...(await write("booked", hosted)),
				...(await write("moved", hosted, { before: { ...hosted, startsAt: earlier.startsAt } })).filter(isNoReminder),
				...(await write("handed-over", hosted, { before: { ...hosted, hostIds: [formerHost.id] } })).filter(
					(email) => isNoReminder(email) && email.kind !== "booking-host-notice",
				),
				...(
					await write("handed-over", hosted, {
						before: {
							...hosted,
							hostIds: [formerHost.id, host.id],
							videoUrl: "https://rooms.example/call-hgfedcba",
						},
					})
				).filter(({ kind }) => kind === "booking-host-changed"),
				...(await write("cancelled", { ...hosted, state: "cancelled" }, { before: hosted })),
			].flatMap((email) => show([email], ", with a host")),
			...show(
				[
					...(await write("booked", invited)),
					...(await write(
						"moved",
						{ ...invited, sequence: 1 },
						{ before: { ...invited, startsAt: earlier.startsAt } },
					)),
					...(await write("cancelled", { ...cancelled, guests: [guest] }, { before: invited })),
				].filter(isForGuest),
			),
		];
	},
};
