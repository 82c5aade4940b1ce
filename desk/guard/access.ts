import { mayUse, type Area } from "../../core/accounts/roles.ts";
import type { RecordNames } from "../../core/records/record-names.ts";
import type { Role } from "../../shared/roles.ts";
import { recordNames } from "./record-names.ts";

/** People who may request an address: everybody, everybody signed in, or roles that cover one of these areas. */
type Who = "anybody" | "signed-in" | readonly Area[];

export type Access = {
	/** For reading; nobody by default. */
	get?: Who;
	/** For sending its form. */
	post?: Who;
	/** The response is a file instead of a page. */
	isDownload?: true;
	/** A GET by somebody signed out counts against the limit of forms, because it stores something. */
	isCounted?: true;
	/** Its form may contain files: a reply's, pictures, or an import's. */
	takesFiles?: "reply" | "pictures" | "import";
	/** Needs a proof of identity from the last minutes; "post" only to send its form. */
	needsFreshProof?: true | "post";
};

const admin = ["administration"] as const;
const records = recordNames.map(({ area }) => area);
const entered = recordNames.filter(({ isEntered }: RecordNames) => isEntered).map(({ area }) => area);
const content = ["content"] as const;
const ownInterviews = ["own-interviews"] as const;

/** Access by the route's id. A missing route is refused to everybody, and the desk does not start with it. */
export const access: Readonly<Record<string, Access>> = {
	"routes/sign-in": { get: "anybody", post: "anybody" },
	"routes/sign-in-provider": { get: "anybody", isCounted: true },
	"routes/sign-in-provider-return": { get: "anybody" },
	"routes/join": { get: "anybody", post: "anybody" },
	"routes/ask-to-sign-in": { get: "anybody", post: "anybody" },
	"routes/logo": { get: "anybody", isDownload: true },
	"routes/app-icon": { get: "anybody", isDownload: true },
	"routes/manifest": { get: "anybody", isDownload: true },
	"routes/service-worker": { get: "anybody", isDownload: true },

	"routes/forbidden": { get: "signed-in", post: "signed-in" },
	"routes/unknown": { get: "signed-in" },
	"routes/sign-out": { post: "signed-in" },
	"routes/ask-to-prove": { get: "signed-in", post: "signed-in" },
	"routes/prove": { get: "signed-in", post: "signed-in" },
	"routes/account": { get: "signed-in", post: "signed-in" },
	"routes/account-password": { get: "signed-in", post: "signed-in", needsFreshProof: true },
	"routes/account-authenticator": { get: "signed-in", post: "signed-in", needsFreshProof: true },
	"routes/today": { get: "signed-in" },
	"routes/analytics": { get: [...records, ...content] },
	"routes/live": { get: "signed-in" },
	"routes/notifications": { get: "signed-in", post: "signed-in" },
	"routes/keyboard": { get: "signed-in" },
	"routes/go": { get: "signed-in", post: "signed-in" },
	"routes/go-find": { post: "signed-in" },
	"routes/settings": { get: "signed-in" },
	"routes/search": { get: "signed-in", post: "signed-in" },

	...Object.fromEntries(recordNames.flatMap(listRecordAccess)),

	"routes/call": { get: ["calls"], post: ["calls"] },
	"routes/call-enquiry": { post: ["calls"] },
	// Members see their own appointments in full, and of others only that somebody is busy.
	"routes/calendar-interview": { get: ["hiring"], post: ["hiring"] },
	"routes/calls": { get: ["calls", "hiring"] },
	"routes/calls-new": { get: ["calls"], post: ["calls"] },
	"my-calendar": { get: ["own-calendar"], post: ["own-calendar"] },
	"my-affected": { get: ["own-calendar"], post: ["own-calendar"] },
	"routes/hosts": { get: admin },
	host: { get: admin, post: admin },
	"host-affected": { get: admin, post: admin },
	"closure-affected": { get: ["calls", "hiring"], post: ["calls", "hiring"] },
	"routes/closures": { get: ["calls", "hiring"], post: ["calls", "hiring"] },
	"routes/calls-subscribe": { get: ["calls"], post: ["calls"], needsFreshProof: true },

	"routes/bulk-reply": { get: ["hiring"], post: ["hiring"] },
	"routes/bulk-replies": { get: ["hiring"], post: ["hiring"] },
	"application.file": { get: ["hiring"], isDownload: true },
	// Not a download, but other sites must not trigger its reading either.
	"routes/resume": { get: ["hiring"], isDownload: true },
	"routes/application-complete": { get: ["hiring"], post: ["hiring"], takesFiles: "reply" },
	"routes/interview-new": { get: ["hiring"], post: ["hiring"] },
	"routes/interviews": { get: ["hiring"] },
	// Links in e-mails and calendars lead interviewers on to their own page.
	"routes/interview": { get: ["hiring", ...ownInterviews], post: ["hiring"] },
	"routes/my-interviews": { get: ownInterviews },
	// The comments of a scorecard can be longer than a form without files may be.
	"routes/my-interview": { get: ownInterviews, post: ownInterviews, takesFiles: "reply" },
	"my-interview.file": { get: ownInterviews, isDownload: true },
	"my-interview.resume": { get: ownInterviews, isDownload: true },
	"routes/jobs": { get: ["hiring"] },
	"routes/job-new": { get: ["hiring"], post: ["hiring"] },
	"routes/job-preview": { post: ["hiring"] },
	"routes/job": { get: ["hiring"], post: ["hiring"] },
	"routes/job-export": { get: ["hiring"], needsFreshProof: true },
	"routes/job-applications-csv": { get: ["hiring"], isDownload: true, needsFreshProof: true },
	"routes/job-applications-zip": { get: ["hiring"], isDownload: true, needsFreshProof: true },
	"routes/job-stages": { get: ["hiring"], post: ["hiring"] },
	"routes/job-criteria": { get: ["hiring"], post: ["hiring"] },
	"routes/job-publish": { get: ["hiring"], post: ["hiring"] },
	"routes/source-links": { get: ["hiring"] },
	"source-link.new": { get: ["hiring"], post: ["hiring"] },
	"source-link": { get: ["hiring"], post: ["hiring"] },
	"routes/self-identification": { get: ["hiring"] },

	// Everybody sees the templates of the kinds of records that they may see.
	"routes/templates": { get: records, post: records },
	"template.new": { get: records, post: records },
	template: { get: records, post: records },

	"routes/studio-pictures": { get: content, post: content, takesFiles: "pictures" },
	"routes/studio-pictures-choose": { get: content, post: content, takesFiles: "pictures" },
	"routes/studio-pictures-library": { get: content, post: content, takesFiles: "pictures" },
	"routes/studio-picture": { get: content, post: content, takesFiles: "pictures" },
	"routes/picture-file": { get: content, isDownload: true },
	"routes/picture-master": { get: content, isDownload: true },
	"routes/studio": { get: content },
	"routes/studio-start": { get: content, post: content },
	"routes/studio-step": { get: content, post: content },
	"routes/studio-samples": { get: content, post: content },
	"routes/studio-document": { get: content, post: content },
	"routes/opening-hours": { get: content, post: content },
	"routes/studio-draft": { post: content },
	"routes/studio-markdown": { post: content },
	"routes/studio-preview": { get: content },
	"routes/studio-new": { get: content, post: content },
	"routes/studio-calendar": { get: content },
	"routes/studio-previews": { get: content, post: content },
	"routes/studio-rename": { get: content, post: content },
	"routes/studio-delete": { get: content, post: content },
	"routes/studio-publish": { get: content, post: content },
	"routes/studio-scheduled": { get: content, post: content },
	"routes/studio-history": { get: content, post: content },
	"routes/studio-conflicts": { get: content, post: content },

	"routes/newsletter": { get: content, post: content },
	"routes/newsletter-issue": { get: content, post: content },
	"routes/newsletter-preview": { get: content },

	"routes/operations": { get: admin, post: admin },
	// Members see of a person the kinds of records that they may see, and the people who sent any of them.
	"routes/contacts": { get: records, post: records },
	"routes/notice": { get: records },
	"routes/person": { get: records, post: records },
	"routes/person-export": { get: admin, needsFreshProof: true },
	"routes/person-zip": { post: admin, isDownload: true, needsFreshProof: true },
	"routes/person-erase": { get: admin, post: admin, needsFreshProof: true },
	"routes/emails": { get: admin, post: admin },
	// Everybody sees the messages of the mailboxes whose kinds of records they may see.
	"routes/messages": { get: entered, post: entered },
	"routes/message-file": { get: entered, isDownload: true },
	"routes/mailboxes": { get: admin },
	"mailbox.new": { get: admin, post: admin },
	mailbox: { get: admin, post: admin },
	// They carry data out, as exports do.
	"routes/webhooks": { get: admin },
	"webhook.new": { get: admin, post: admin, needsFreshProof: true },
	// These pages are live, so they stay open when the proof lapses; without one they show no secret but a new one.
	webhook: { get: admin, post: admin, needsFreshProof: "post" },
	"routes/api-tokens": { get: admin },
	"api-token.new": { get: admin, post: admin, needsFreshProof: true },
	"api-token": { get: admin, post: admin, needsFreshProof: "post" },
	"routes/api-reference": { get: admin },
	"routes/api-document": { get: admin, isDownload: true },
	"routes/incidents": { get: admin },
	"incident.new": { get: admin, post: admin },
	// Ending access and sending notices need a fresh proof; writing must not lose what was typed over one.
	incident: { get: admin, post: admin },
	"routes/incident-csv": { get: admin, isDownload: true, needsFreshProof: true },
	"routes/accounts": { get: admin, post: admin },
	"routes/account-of": { get: admin, post: admin },
	"routes/imports": { get: admin, post: admin, takesFiles: "import" },
	"routes/import": { get: admin, post: admin },
	// Before the import it holds every row of the file.
	"routes/import-report": { get: admin, isDownload: true, needsFreshProof: true },
	"routes/request-register": { get: admin },
	"routes/audit-log": { get: admin },
};

/** Lists the access of the pages that every kind of record has. */
function listRecordAccess({
	name,
	names,
	area,
	hasBoard,
	isEntered,
}: RecordNames): [routeId: string, access: Access][] {
	const its = [area] as const;
	return [
		[names, { get: its }],
		[`${names}.change`, { get: its, post: its }],
		[`${names}.views`, { get: its, post: its }],
		...(hasBoard ? listBoardAccess(names, its) : []),
		...(isEntered ? [[`${names}.new`, { get: its, post: its }] satisfies [string, Access]] : []),
		[`${names}.csv`, { get: its, isDownload: true, needsFreshProof: true }],
		[name, { get: its, post: its, takesFiles: "reply" }],
		[`${name}.draft`, { post: its, takesFiles: "reply" }],
		[`${name}.reply-file`, { get: its, isDownload: true }],
		// Not a download, but other sites must not trigger its reading either.
		[`${name}.message`, { get: its, isDownload: true }],
		[`${name}.forward`, { get: its, post: its, takesFiles: "reply" }],
	];
}

/** Lists the access of a board, and of what opens over it. */
function listBoardAccess(names: string, its: readonly Area[]): [routeId: string, access: Access][] {
	return [
		[`${names}.board`, { get: its, post: its }],
		[`${names}.board.answer`, { get: its, post: its }],
		[`${names}.board.record`, { get: its, post: its, takesFiles: "reply" }],
	];
}

/** Tells whether somebody with these roles may read a page, for links to it. */
export function mayRead(routeId: string, roles: readonly Role[]): boolean {
	const who = access[routeId]?.get;
	return who !== undefined && isOneOf(who, roles);
}

/** @param roles of the signed-in person; undefined without one */
export function isOneOf(who: Who, roles: readonly Role[] | undefined): boolean {
	if (who === "anybody") return true;
	if (!roles) return false;
	return who === "signed-in" || who.some((area) => mayUse(roles, area));
}
