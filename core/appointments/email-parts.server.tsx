import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { z } from "zod";
import type { NotSent, RenderedEmail } from "../../platform/email/email.ts";
import {
	DeskLink,
	EmailLayout,
	EmailLines,
	EmailLink,
	emailText,
	renderEmail,
	type EmailCompany,
} from "../../platform/email/email-layout.server.tsx";
import { greetedName } from "../../platform/email/greeted-name.ts";
import type { Appointment } from "./appointment.ts";
import { byStaffSchema } from "./change-emails.ts";

/** What e-mails about appointments are rendered with; each kind has some of it, and may have more. */
export const emailDetailsSchema = z.object({
	/** Of the guest's private link. */
	token: z.string().optional(),
	/** Of the host whom it is for. */
	hostId: z.string().optional(),
	/** When it was before, as its kind writes it. */
	from: z.unknown().optional(),
	by: byStaffSchema.optional(),
	/** Whether anything was to take place, so that a calendar has an entry to be taken out. */
	hadTime: z.boolean().optional(),
});

/** Says why an e-mail to a host makes no sense any more; undefined while it does. */
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

type Head = Pick<RenderedEmail, "replyTo" | "subject" | "headers" | "attachments"> & {
	title: string;
	/** What a mail program shows beside the subject. */
	preview: string;
	company: EmailCompany;
};

/**
 * Renders an e-mail to a guest. Anybody can enter anybody's address, so nothing of what was typed is in it but a name that looks like one.
 */
export async function renderGuestEmail({
	name,
	title,
	preview,
	company,
	children,
	...email
}: Head & { name: string; children: ReactNode }): Promise<RenderedEmail> {
	const greeted = greetedName(name);
	return {
		...email,
		...(await renderEmail(
			<EmailLayout title={title} preview={preview} company={company}>
				<Text style={emailText}>{greeted ? `Hello ${greeted},` : "Hello,"}</Text>
				{children}
			</EmailLayout>,
		)),
	};
}

/** Renders an e-mail to somebody who works here: a sentence, the facts, what the guest wrote, and the way into the desk. */
export async function renderStaffEmail({
	title,
	preview,
	company,
	note,
	lines,
	message = "",
	url,
	...email
}: Head & { note?: string; lines: string[]; message?: string; url: string }): Promise<RenderedEmail> {
	return {
		...email,
		...(await renderEmail(
			<EmailLayout title={title} preview={preview} company={company}>
				{note !== undefined && <Text style={emailText}>{note}</Text>}
				<EmailLines lines={lines} />
				{message !== "" && <EmailLines lines={message.split("\n")} />}
				<DeskLink url={url} />
			</EmailLayout>,
		)),
	};
}

/** What somebody says to the guest, where they say something. */
export function SaidBy({ by }: { by: { message: string } | undefined }) {
	return by && by.message !== "" ? <EmailLines lines={by.message.split("\n")} /> : null;
}

/** What can be done by the private link, and the link. */
export function LinkText({ url, children }: { url: string; children: ReactNode }) {
	return (
		<Text style={emailText}>
			{children}
			<br />
			<EmailLink href={url} />
		</Text>
	);
}

/** Where a video call takes place, and what to do where somebody does not get in. */
export function VideoText({
	videoUrl,
	sender,
	company,
}: {
	videoUrl: string | undefined;
	/** "An engineer sends", where the link is not known yet. */
	sender: string;
	company: EmailCompany;
}) {
	const phone = company.phone.display;
	if (videoUrl === undefined)
		return (
			<Text style={emailText}>
				{`${sender} you the link to the video call by e-mail before it begins. If it has not come five minutes before, call ${phone}.`}
			</Text>
		);
	return (
		<Text style={emailText}>
			The video call takes place at this address: <EmailLink href={videoUrl} />
			<br />
			If you cannot get in, call {phone}.
		</Text>
	);
}
