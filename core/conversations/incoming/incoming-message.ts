/** An address of a message's header. */
export type MailAddress = { name: string; address: string };

/** A file of a message. */
export type IncomingFile = { name: string; contentType: string; bytes: Uint8Array };

/** Why an address did not get an e-mail. */
export type BouncedRecipient = {
	address: string;
	/** Whether the server gave up; false while it keeps trying. */
	isPermanent: boolean;
	/** In the server's words, on one line. */
	reason: string;
};

/** The kind of sender or program that wrote a message. Only a `person` opens records again and gets e-mails. */
export type IncomingSort =
	| { sort: "person" }
	/** A report that an e-mail was not delivered. */
	| { sort: "bounce"; recipients: BouncedRecipient[] }
	/** A recipient's report of spam (ARF). */
	| { sort: "complaint" }
	/** An out-of-office reply. */
	| { sort: "out-of-office" }
	/** A calendar program's answer to an invitation. */
	| {
			sort: "calendar-reply";
			eventUid: string;
			attendee: string;
			answer: "accepted" | "declined" | "tentative" | "proposed";
			/** The time that it proposes, as an instant; undefined if it proposes none, or names no time zone that is known. */
			proposedAt: string | undefined;
	  }
	/** Any other message of a program: receipts, ticket systems, newsletters. */
	| { sort: "automatic" };

/** A message as a mailbox received it. Every text is bounded; what was left out is said in `omissions`. */
export type IncomingMessage = {
	/** Without angle brackets; undefined if it has none that can be used. */
	messageId: string | undefined;
	/** Message-IDs of In-Reply-To and References without angle brackets, the nearest ancestor first, without duplicates. */
	ancestors: string[];
	/** The Message-IDs that a bounce, a complaint or an automatic reply names in the part that it returns. */
	aboutMessageIds: string[];
	from: MailAddress | undefined;
	/** Where the writer wants replies, if elsewhere. */
	replyTo: MailAddress[];
	to: MailAddress[];
	cc: MailAddress[];
	/** Addresses to which it was delivered, from Delivered-To, X-Original-To, Envelope-To and To, lower-cased. */
	deliveredTo: string[];
	/** Decoded, on one line. */
	subject: string;
	sort: IncomingSort;
	/** The list that sent it on, from List-Id. */
	list: string | undefined;
	/** The first sender of a forwarded message, as its text names them. */
	forwardedFrom: MailAddress | undefined;
	/** Plain text without the quoted history and the signature. */
	text: string;
	/** The quoted history and what follows it. */
	quoted: string;
	signature: string;
	/** Cleaned HTML for a frame without scripts, whose pictures are data URLs of the message's own; undefined for plain text. */
	html: string | undefined;
	files: IncomingFile[];
	/** Such as "encrypted with PGP" or "signed with S/MIME": half a sentence for members. */
	protection: string | undefined;
	/** Whole sentences for members: what was left out or could not be read, and why. */
	omissions: string[];
};
