import { z } from "zod";
import type { Connection } from "../../platform/database/database.ts";
import type { EmailRenderers, NotSent, RenderedEmail } from "../../platform/email/email.ts";
import { pushMessageKind } from "../../platform/email/emails-table.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { findAlarm } from "../alarms/alarm-store.server.ts";
import { nameMembers } from "../records/members.server.ts";
import { findKindOf, type RecordKind } from "../records/record-kind.ts";
import type { PushSubject } from "./enqueue-push.server.ts";
import { findPushChoices } from "./push-choices.server.ts";
import { findSubscription } from "./subscriptions.server.ts";

/** The text of a message, as JSON, which the service worker shows. */
type PushPayload = { title: string; body?: string; path: string; tag: string };

/** How appointments of a purpose are called, and where they have their pages. */
export type AppointmentPages = Readonly<Record<string, { noun: string; path: string }>>;

type PushRenderersDeps = {
	kinds: readonly Pick<RecordKind, "prefix" | "name" | "names">[];
	appointmentPages: AppointmentPages;
	timeZone: string;
};

/** How long a push service keeps a message for a device that is off. */
const keptForSeconds = 24 * 60 * 60;

const subjectSchema = z.union([
	z.object({ topic: z.literal("alarm"), cause: z.string(), isOver: z.boolean() }),
	z.object({ topic: z.enum(["mention", "record"]), cause: z.string() }),
	z.object({ topic: z.enum(["record", "appointment"]), purpose: z.string(), startsAt: z.string() }),
]) satisfies z.ZodType<PushSubject>;

/** Creates the renderer of messages to devices: their text is the payload. */
export function createPushRenderers(deps: PushRenderersDeps): EmailRenderers {
	return {
		[pushMessageKind]: async ({ reference, recipient, parameters }, { db, now }) => {
			const subject = subjectSchema.parse(parameters);
			const subscription = await findSubscription(db, recipient);
			if (!subscription) return { notSent: "the device no longer gets notifications" };
			const { accountId } = subscription;
			if (!(await findPushChoices(db, accountId)).includes(subject.topic))
				return { notSent: "the member has turned this off" };
			if (subject.topic === "alarm") return renderAlarm(db, subject);
			return "cause" in subject
				? renderNotification(db, { accountId, reference, ...subject }, deps)
				: renderAppointment(db, { accountId, reference, ...subject }, { ...deps, now });
		},
	};
}

async function renderAlarm(
	db: Connection,
	{ cause, isOver }: { cause: string; isOver: boolean },
): Promise<RenderedEmail | NotSent> {
	const alarm = await findAlarm(db, cause);
	if (!alarm) return { notSent: "the alarm no longer exists" };
	const title = isOver ? "Solved" : "Needs attention";
	return render({ title, body: alarm.text, path: "/operations", tag: `alarm:${cause}` }, keptForSeconds);
}

async function renderNotification(
	db: Connection,
	{ accountId, reference, cause }: { accountId: string; reference: string; cause: string },
	{ kinds }: PushRenderersDeps,
): Promise<RenderedEmail | NotSent> {
	const found = await db
		.selectFrom("notifications")
		.leftJoin("recordNotes", "recordNotes.id", "notifications.noteId")
		.leftJoin("recordChanges", "recordChanges.id", "notifications.noteId")
		.select([
			"notifications.kind",
			"readAt",
			"recordNotes.accountId as notedBy",
			"recordChanges.accountId as changedBy",
		])
		.where("notifications.accountId", "=", accountId)
		.where("noteId", "=", cause)
		.executeTakeFirst();
	const kind = findKindOf(kinds, reference);
	// Nobody is told of messages on a device.
	if (!found || !kind || found.kind === "message") return { notSent: "its notification no longer exists" };
	if (found.readAt !== null) return { notSent: "the member has read it" };
	const author = (await nameMembers(db))(found.notedBy ?? found.changedBy ?? "");
	const titles = {
		mention: `${author} mentioned you`,
		owner: `${author} assigned you a record`,
		new: `New ${kind.name}`,
	};
	return render(
		{
			title: titles[found.kind],
			body: reference,
			path: `/${kind.names}/${reference}`,
			tag: cause,
		},
		keptForSeconds,
	);
}

async function renderAppointment(
	db: Connection,
	{
		accountId,
		reference,
		topic,
		purpose,
		startsAt,
	}: { accountId: string; reference: string; topic: string; purpose: string; startsAt: string },
	{ appointmentPages, timeZone, now }: PushRenderersDeps & { now: Temporal.Instant },
): Promise<RenderedEmail | NotSent> {
	const page = appointmentPages[purpose];
	const reservation = await db
		.selectFrom("hostReservations")
		.select("id")
		.where("hostId", "=", accountId)
		.where("purpose", "=", purpose)
		.where("reference", "=", reference)
		.where("startsAt", "=", startsAt)
		.where("heldUntil", "is", null)
		.executeTakeFirst();
	if (!reservation || !page) return { notSent: "the appointment has changed" };
	const start = Temporal.Instant.from(startsAt);
	const seconds = Math.floor(now.until(start).total("seconds"));
	if (seconds <= 0) return { notSent: "the appointment has begun" };
	const { date, time } = toSlot(start.epochMilliseconds, timeZone);
	const payload = { path: `${page.path}/${reference}`, tag: `${topic}:${reference}`, body: reference };
	return topic === "appointment"
		? render({ ...payload, title: `${page.noun} at ${time}` }, seconds)
		: render(
				{ ...payload, title: `New ${page.noun.toLowerCase()}: ${formatShortDate(date)}, ${time}` },
				Math.min(seconds, keptForSeconds),
			);
}

function render(payload: PushPayload, ttlSeconds: number): RenderedEmail {
	return {
		subject: "",
		html: "",
		text: JSON.stringify(payload),
		headers: { TTL: String(ttlSeconds), Urgency: "high" },
	};
}
