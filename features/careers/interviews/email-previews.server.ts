import { listChangeEmails, type ChangeKind, type SignedBy } from "../../../core/appointments/change-emails.ts";
import type { EmailPreview, FeatureEmails } from "../../../platform/email/email-preview.ts";
import type { EmailIntent } from "../../../platform/email/email.ts";
import { parseClockTime } from "../../../shared/slot-times.ts";
import { findInstant } from "../../../shared/zoned-time.ts";
import { createSampleApplication } from "../applications/email-previews.server.ts";
import {
	createOfferEmail,
	declareInterviewEmails,
	interviewEmailKinds,
	type InterviewEmailKind,
} from "./email-intents.server.ts";
import { interviewParametersSchema, renderInterviewEmail } from "./emails.server.tsx";
import type { InterviewRecord } from "./interview-record.ts";

const daysAhead = 7;

export const interviewEmails: FeatureEmails = {
	kinds: interviewEmailKinds,
	async createPreviews({ company, publicUrl, deskUrl, now }) {
		const { careersEmail, timeZone, hours } = company;
		const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
		const dateAfter = (days: number) => today.add({ days }).toString();
		const startAfter = (days: number) =>
			Temporal.Instant.fromEpochMilliseconds(
				findInstant(dateAfter(days), parseClockTime(hours.opens), timeZone) ?? now.epochMilliseconds,
			);
		const application = createSampleApplication({ company, now });
		const [kim, dev] = [
			{ id: "1", name: "Kim Larsen", email: "kim@company.example" },
			{ id: "2", name: "Dev Shah", email: "dev@company.example" },
		];
		const offered: InterviewRecord = {
			id: "01a1fe0b-1f4b-734a-91e1-fbf9101dfbf4",
			reference: "INT-4M8P2VKT",
			application: application.reference,
			state: "offered",
			outcome: undefined,
			hostIds: [kim.id],
			firstIsFree: false,
			durationMinutes: 45,
			firstDate: dateAfter(3),
			lastDate: dateAfter(daysAhead + 3),
			startsMs: undefined,
			place: { kind: "video" },
			timeZone,
			startsAt: undefined,
			videoUrl: undefined,
			sequence: 0,
			moves: 0,
			offeredBy: kim.id,
			senderName: kim.name,
			subject: `Your application ${application.reference}`,
			text: `Hello Robin,\n\nThank you for writing to ${company.name}. When could we talk about your application?\n\n${kim.name}`,
			messageId: "",
			offeredAt: now,
			sendsAt: now,
			calledOff: undefined,
		};
		const booked: InterviewRecord = {
			...offered,
			state: "booked",
			startsAt: startAfter(daysAhead),
			videoUrl: "https://rooms.example/call-abcdefgh",
			sequence: 1,
		};
		const token = "0123456789abcdef";
		const guest = { email: application.answers.email, application };
		const render = async (emails: readonly EmailIntent[], interview: InterviewRecord) => {
			const rendered: EmailPreview["email"][] = [];
			for (const email of emails) {
				const parameters = interviewParametersSchema.parse(email.parameters);
				const read = { ...email, kind: email.kind as InterviewEmailKind, parameters };
				const about = { interview, application, hosts: [kim], thread: [], now };
				const text = await renderInterviewEmail(read, about, { company, careersEmail, publicUrl, deskUrl });
				if ("notSent" in text) throw new Error(`${email.kind} has no preview: ${text.notSent}`);
				rendered.push({ ...email, ...text });
			}
			return rendered;
		};
		const told = { guest, token, people: [kim, dev], now };
		const write = (before: InterviewRecord, after: InterviewRecord, change: { kind: ChangeKind; by?: SignedBy }) =>
			render(listChangeEmails(declareInterviewEmails(careersEmail), { before, after, change, ...told }), after);
		const isNoReminder = ({ kind }: EmailPreview["email"]) => !kind.includes("reminder");
		const by = { name: kim.name, message: "Our network is down in that hour.\nPlease excuse it." };
		const cancelled: InterviewRecord = { ...booked, state: "cancelled", sequence: 2 };
		const nameRecipient = (recipient: string) =>
			recipient === guest.email ? "To the applicant" : recipient === careersEmail ? "To careers" : "To an interviewer";
		const show = (emails: readonly EmailPreview["email"][], suffix = "") =>
			emails.map((email) => ({ about: `${nameRecipient(email.recipient)}${suffix}`, email }));
		const earlier: InterviewRecord = { ...booked, startsAt: startAfter(daysAhead - 1) };
		const ofDev: InterviewRecord = { ...booked, hostIds: [dev.id] };
		const led: InterviewRecord = {
			...booked,
			hostIds: [dev.id, kim.id],
			videoUrl: "https://rooms.example/call-hgfedcba",
		};
		const declined: InterviewRecord = { ...offered, state: "cancelled" };
		const moved = await write(earlier, booked, { kind: "moved", by });
		const handedOver = await write(ofDev, booked, { kind: "handed-over", by });
		const changed = await write(led, booked, { kind: "handed-over", by });
		return [
			...show(await render([createOfferEmail(offered, { email: guest.email, token })], offered)),
			...show(await write(offered, booked, { kind: "booked" })),
			...show(moved.filter(isNoReminder), ", changed by staff"),
			...show(handedOver.filter(isNoReminder), ", reassigned"),
			...show(
				changed.filter(({ kind }) => kind === "interview-host-changed"),
				", reassigned",
			),
			...show(await write(booked, cancelled, { kind: "cancelled" }), ", booked"),
			...show(await write(offered, declined, { kind: "declined" }), ", offered"),
			...show(await write(offered, declined, { kind: "cancelled", by }), ", offer withdrawn by staff"),
		];
	},
};
