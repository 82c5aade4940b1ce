import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { z } from "zod";
import {
	DeskLink,
	EmailLines,
	type EmailLine,
	type EmailToWrite,
	EmailLink,
	emailText,
	renderEmail,
	type EmailCompany,
} from "../../platform/email/email-layout.server.tsx";
import type { NotSent, RenderedEmail } from "../../platform/email/email.ts";
import { greetedName } from "../../platform/email/greeted-name.ts";
import { isHeldBy, type Appointment } from "./appointment.ts";
import { byStaffSchema } from "./change-emails.ts";
import type { HostPerson } from "./host-store.server.ts";

/** Parameters that e-mails about appointments may have; each kind adds its own. */
export const emailDetailsSchema = z.object({
	/** Of the guest's private link. */
	token: z.string().optional(),
	/** The host who receives it. */
	hostId: z.string().optional(),
	/** The previous time, as its kind writes it. */
	from: z.unknown().optional(),
	/** The previous video link and hosts that the recipient knows. */
	fromVideoUrl: z.string().nullish(),
	fromHostIds: z.array(z.string()).optional(),
	by: byStaffSchema.optional(),
	/** Whether the recipient's calendar has an entry to remove. */
	hadTime: z.boolean().optional(),
});

/**
 * Returns the title and the sentence of an e-mail that tells a guest who holds an appointment now, where its hosts are those that the guest
 * knows; undefined where they are others.
 */
export function describeSameHosts(
	{ fromHostIds, fromVideoUrl }: z.infer<typeof emailDetailsSchema>,
	appointment: Pick<Appointment, "hostIds" | "videoUrl">,
	noun: string,
): [title: string, sentence: string] | undefined {
	if (!fromHostIds || !isHeldBy(appointment, fromHostIds)) return undefined;
	return fromVideoUrl === (appointment.videoUrl ?? null)
		? [`A message about your ${noun}`, "It takes place as planned:"]
		: [`Your ${noun} has a new video link`, "The time stays the same:"];
}

/**
 * Returns an appointment as the recipient knows it, for an e-mail that takes it away from them; in others it is as it is now.
 * @param startsAt the time that they know; undefined in e-mails of earlier releases
 */
export function asKnown<A extends Appointment>(
	kind: string,
	appointment: A,
	{ startsAt, fromVideoUrl }: { startsAt: Temporal.Instant | undefined; fromVideoUrl?: string | null | undefined },
): A {
	if (startsAt === undefined || !/-(?:cancelled|given-away)$/.test(kind)) return appointment;
	const videoUrl = fromVideoUrl === undefined ? appointment.videoUrl : (fromVideoUrl ?? undefined);
	return { ...appointment, startsAt, videoUrl };
}

/** Explains why an e-mail to a host is obsolete; undefined while it is not. */
export function explainWrongHost(
	kind: string,
	hostId: string | undefined,
	{ hostIds }: Pick<Appointment, "hostIds">,
	noun: string,
): NotSent | undefined {
	if (kind.endsWith("-host-cancelled")) return undefined;
	const isAway = kind.endsWith("-host-given-away");
	if (hostIds.includes(hostId ?? "") !== isAway) return undefined;
	return { notSent: isAway ? `they hold the ${noun} again` : `somebody else holds the ${noun}` };
}

/** Explains to a host that the video call of an appointment they keep has moved to another address, or no longer has one. */
export function explainChangedVideo({ videoUrl }: Pick<Appointment, "videoUrl">): string {
	const change = videoUrl === undefined ? "Its video link no longer applies" : "Its video call has a new link";
	return `${change}; the time stays the same. The attached file updates your calendar.`;
}

/** Explains why an e-mail to a host must not leave: they have lost the account or the role. Undefined when it may. */
export function explainFormerHost(
	kind: string,
	hostId: string | undefined,
	/** Everybody who may be a host now. */
	people: readonly HostPerson[],
	/** "calls" */
	names: string,
): NotSent | undefined {
	const isAllowed = !isForHost(kind) || people.some(({ id }) => id === hostId);
	return isAllowed ? undefined : { notSent: `they no longer take ${names}` };
}

/** Tells whether an e-mail of a kind goes to a host. */
export function isForHost(kind: string): boolean {
	return /^[^-]+-host-/.test(kind);
}

/** Renders an e-mail to a guest. It repeats no typed text except a name that looks like one, because anybody can enter any address. */
export async function renderGuestEmail({
	name,
	children,
	...email
}: EmailToWrite & { name: string; children: ReactNode }): Promise<RenderedEmail> {
	const greeted = greetedName(name);
	return renderEmail(
		email,
		<>
			<Text style={emailText}>{greeted ? `Hello ${greeted},` : "Hello,"}</Text>
			{children}
		</>,
	);
}

/** Renders an e-mail to a host or office: a sentence, the details, the guest's text, and a link to the desk. */
export async function renderStaffEmail({
	note,
	lines,
	message = "",
	url,
	...email
}: EmailToWrite & {
	note?: string;
	lines: readonly EmailLine[];
	message?: string;
	url: string;
}): Promise<RenderedEmail> {
	return renderEmail(
		email,
		<>
			{note !== undefined && <Text style={emailText}>{note}</Text>}
			<EmailLines lines={lines} />
			{message !== "" && <EmailLines lines={message.split("\n")} />}
			<DeskLink url={url} />
		</>,
	);
}

/** The member's message to the guest, if there is one. */
export function SaidBy({ by }: { by: { message: string } | undefined }) {
	return by && by.message !== "" ? <EmailLines lines={by.message.split("\n")} /> : null;
}

export function LinkText({ url, children }: { url: string; children: ReactNode }) {
	return (
		<Text style={emailText}>
			{children}
			<br />
			<EmailLink href={url} />
		</Text>
	);
}

/** Where a video call takes place, and what to do when it cannot be joined. */
export function VideoText({
	videoUrl,
	sender,
	company,
}: {
	videoUrl: string | undefined;
	/** "We" or a name, who sends the link if it is not known yet. */
	sender: string;
	company: EmailCompany;
}) {
	const phone = company.phone.display;
	if (videoUrl === undefined)
		return (
			<Text style={emailText}>
				{`${sender} will e-mail you the link to the video call before it begins. If it has not arrived five minutes before, call ${phone}.`}
			</Text>
		);
	return (
		<Text style={emailText}>
			Join the video call here: <EmailLink href={videoUrl} />
			<br />
			If you cannot join, call {phone}.
		</Text>
	);
}
