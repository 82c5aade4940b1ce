import type { Connection } from "../database/database.ts";

/** The subject matter of an e-mail, as a feature puts it into the outbox; the text is rendered when it leaves. */
export type EmailIntent<Kind extends string = string> = {
	/** The purpose of the e-mail, such as "enquiry-notice"; appears in logs. */
	kind: Kind;
	/** Reference of the e-mail's record, such as ENQ-7K3F9QXM; appears in logs. */
	reference: string;
	recipient: string;
	/** Values of the text that the record does not hold, such as the token of a private link, as JSON. Cleared once the e-mail has left. */
	parameters?: Readonly<Record<string, unknown>>;
	/** When to send it, if not at once. */
	notBefore?: Temporal.Instant;
	/** When it becomes useless; an e-mail that is still waiting then is deleted. */
	expiresAt?: Temporal.Instant;
};

export type Attachment = {
	fileName: string;
	contentType: string;
	contentBase64: string;
	/** METHOD of an iCalendar file that mail programs process (RFC 6047). */
	calendarMethod?: CalendarMethod;
};

/** How a mail program processes a calendar file (RFC 5546). */
export type CalendarMethod = "REQUEST" | "CANCEL" | "PUBLISH";

/** A rendered e-mail. */
export type RenderedEmail = {
	/** The writer, if a person: replaces the company's name before the sender's address. */
	senderName?: string;
	subject: string;
	html: string;
	text: string;
	replyTo?: string;
	/** The addresses that the e-mail names, where they are more than its recipient. */
	addressed?: { to: string; cc: string[] };
	attachments?: Attachment[];
	/** Further header fields, by name. */
	headers?: Record<string, string>;
};

/** Why a pointless e-mail is not sent: half a sentence for members, such as "the call is cancelled". */
export type NotSent = { notSent: string };

/** The input of a renderer. The parameters may come from another release. */
export type EmailToRender = Pick<EmailIntent, "kind" | "reference" | "recipient"> & { parameters: unknown };

/**
 * Renders an e-mail from the present state of its record, or says why it is pointless.
 *
 * @throws if it cannot be rendered now; it is tried again
 */
export type EmailRenderer = (
	email: EmailToRender,
	source: { db: Connection; now: Temporal.Instant },
) => Promise<RenderedEmail | NotSent>;

/** Renderers by kind. */
export type EmailRenderers<Kind extends string = string> = Readonly<Record<Kind, EmailRenderer>>;

/** The result for an e-mail whose record is gone. */
export const recordGone: NotSent = { notSent: "its record no longer exists" };
