import type { Connection } from "../database/database.ts";

/** What an e-mail is about, as a feature puts it into the outbox; its text is made when it leaves. */
export type EmailIntent<Kind extends string = string> = {
	/** What the e-mail is for, such as "enquiry-notice"; appears in logs. */
	kind: Kind;
	/** Reference of the record that the e-mail is about, such as ENQ-7K3F9QXM; appears in logs. */
	reference: string;
	recipient: string;
	/** What its text needs and its record does not hold, such as the token of a private link: JSON. It is forgotten once the e-mail has left. */
	parameters?: Readonly<Record<string, unknown>>;
	/** When it shall go out, if not at once. */
	notBefore?: Temporal.Instant;
	/** From when on it would tell its reader nothing any more; one that has not gone out by then is deleted. */
	expiresAt?: Temporal.Instant;
};

export type Attachment = {
	fileName: string;
	contentType: string;
	contentBase64: string;
	/** For an iCalendar file that mail programs shall act on (RFC 6047): its METHOD. */
	calendarMethod?: "REQUEST" | "CANCEL";
};

/** An e-mail as it is read. */
export type RenderedEmail = {
	/** Who writes, where it is a person: stands before the sender's address instead of the company's name. */
	senderName?: string;
	subject: string;
	html: string;
	text: string;
	replyTo?: string;
	attachments?: Attachment[];
	/** Further header fields of the mail, by name. */
	headers?: Record<string, string>;
};

/** Why an e-mail is not sent, for it makes no sense any more: half a sentence for staff, such as "the call is cancelled". */
export type NotSent = { notSent: string };

/** What an e-mail is rendered with. Its parameters may come from another release. */
export type EmailToRender = Pick<EmailIntent, "kind" | "reference" | "recipient"> & { parameters: unknown };

/**
 * Renders an e-mail as its record is now, or says why it makes no sense any more.
 *
 * @throws when it cannot be rendered now; it is tried again
 */
export type EmailRenderer = (
	email: EmailToRender,
	source: { db: Connection; now: Temporal.Instant },
) => Promise<RenderedEmail | NotSent>;

/** What renders each of some kinds. */
export type EmailRenderers<Kind extends string = string> = Readonly<Record<Kind, EmailRenderer>>;

/** What is said of an e-mail whose record is not there any more. */
export const recordGone: NotSent = { notSent: "what it was about is gone" };
