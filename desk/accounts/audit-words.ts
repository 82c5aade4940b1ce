import { capitalise } from "../../shared/capitalise.ts";

/** Of every kind of record. */
const recordWords: Record<string, string> = {
	stage: "Changed stage",
	owner: "Changed owner",
	"follow-up": "Changed follow-up",
	snooze: "Snoozed",
	unsnooze: "Ended snooze",
	value: "Changed value",
	reason: "Changed reason",
	quarantine: "Marked as spam",
	release: "Marked as not spam",
	undo: "Undid change",
	score: "Saved scorecard",
	note: "Added note",
	"edit-note": "Edited note",
	"remove-note": "Deleted note",
	enter: "Added record",
	reply: "Replied",
	withdraw: "Undid sending",
	answer: "Sent bulk reply",
	"answer-stopped": "Stopped bulk reply",
	email: "Added e-mail address",
	"emails-retry": "Sent e-mails again",
	"leave-pool": "Removed from talent pool",
	export: "Exported as CSV",
	"file-read": "Opened file",
	"resume-read": "Opened resume",
};

/** The first part of an action, and words for each second part. */
const words: Record<string, Record<string, string>> = {
	enquiry: recordWords,
	booking: {
		...recordWords,
		book: "Booked call",
		move: "Moved call",
		cancel: "Cancelled call",
		"hand-over": "Reassigned call",
		invite: "Sent invitation again",
		"take-back": "Undid change of call",
		enquiry: "Created follow-up enquiry",
	},
	application: {
		...recordWords,
		complete: "Completed application",
		"interview-offered": "Offered interview",
		"interview-taken-back": "Withdrew interview offer",
		"interview-scheduled": "Moved interview",
		"interview-handed-over": "Reassigned interview",
		"interview-cancelled": "Cancelled interview",
		"interview-invited": "Sent invitation to interview again",
		"interview-change-taken-back": "Undid change of interview",
		"interview-outcome": "Recorded interview outcome",
	},
	request: { ...recordWords, "kept-without-person": "Removed personal data" },
	account: {
		created: "Created account",
		invited: "Invited member",
		"invitation-withdrawn": "Withdrew invitation",
		linked: "Linked account to provider",
		"handed-to-provider": "Moved sign-in to provider",
		"left-groups": "Lost access through provider",
		"roles-changed": "Changed roles",
		disabled: "Disabled account",
		enabled: "Enabled account",
		removed: "Removed account",
		reset: "Reset sign-in",
		"reset-link-made": "Created reset link",
		"sessions-ended": "Signed member out everywhere",
		"session-ended": "Signed member out of one session",
		"mention-emails-on": "Turned on e-mails about mentions",
		"mention-emails-off": "Turned off e-mails about mentions",
		"device-notifications-on": "Turned on notifications on a device",
		"device-notifications-off": "Turned off notifications on a device",
		"device-notifications-changed": "Changed notifications on a device",
	},
	"sign-in": { "": "Signed in", refused: "Sign-in refused" },
	"sign-out": { "": "Signed out" },
	proof: { "": "Confirmed identity" },
	passkey: { added: "Added passkey", removed: "Removed passkey" },
	password: { set: "Set password" },
	authenticator: { set: "Set up authenticator app" },
	"recovery-codes": { renewed: "Renewed recovery codes" },
	session: { ended: "Ended session", "others-ended": "Ended other sessions" },
	signature: { changed: "Changed signature" },
	"weekly-email": { on: "Turned on weekly e-mail", off: "Turned off weekly e-mail" },
	"api-token": { add: "Created API token", revoke: "Revoked API token" },
	webhook: {
		add: "Added webhook",
		change: "Changed webhook",
		pause: "Paused webhook",
		resume: "Resumed webhook",
		rotate: "Renewed signing secret",
		test: "Sent test event",
		"send-again": "Sent event again",
		delete: "Deleted webhook",
	},
	mailbox: { add: "Added mailbox", change: "Changed mailbox", remove: "Removed mailbox", test: "Tested mailbox" },
	message: { delete: "Deleted message", move: "Moved message", "file-read": "Opened file" },
	emails: { retry: "Sent e-mails again" },
	template: {
		add: "Added template",
		change: "Changed template",
		move: "Moved template",
		remove: "Deleted template",
	},
	person: {
		read: "Opened contact",
		export: "Exported personal data",
		erase: "Erased person",
		merge: "Merged contacts",
		separate: "Separated contacts",
	},
	incident: {
		add: "Recorded incident",
		change: "Changed incident",
		draft: "Edited incident",
		read: "Opened incident",
		export: "Exported affected people",
		"authority-sent": "Recorded notice to authority",
		"authority-not-needed": "Recorded that authority need not be notified",
		"authority-open": "Reopened notice to authority",
		"notices-confirmed": "Sent notices to people affected",
	},
	import: {
		begin: "Started import",
		finish: "Finished import",
		undo: "Started undoing import",
		undone: "Undid import",
		report: "Downloaded import report",
	},
	job: {
		draft: "Saved draft of job",
		change: "Changed job",
		publish: "Published job",
		close: "Closed job",
		reopen: "Reopened job",
		extend: "Extended job",
		stages: "Changed stages of job",
		criteria: "Changed scorecard of job",
		plan: "Changed plan of job",
		"applications-csv": "Exported applications as CSV",
		"applications-zip": "Exported applications as ZIP",
	},
	"source-link": {
		add: "Added source link",
		change: "Changed source link",
		on: "Turned on source link",
		off: "Turned off source link",
	},
	host: {
		settings: "Changed calendar settings",
		"time-off": "Added time off",
		"time-off-removed": "Removed time off",
		"feed-renewed": "Created calendar address",
		"calendar-added": "Added busy calendar",
		"calendar-fetched": "Synced busy calendar",
		"calendar-removed": "Removed busy calendar",
	},
	closure: { added: "Added closed day", removed: "Removed closed day" },
	calendar: {
		read: "Opened address of all calls",
		renew: "Created address of all calls",
		"end-shared": "Ended shared address of all calls",
	},
	newsletter: {
		open: "Created newsletter",
		change: "Changed newsletter",
		test: "Sent test newsletter",
		send: "Sent newsletter",
		stop: "Stopped newsletter",
		resume: "Resumed newsletter",
		delete: "Deleted newsletter",
	},
	content: {
		publish: "Published content",
		schedule: "Scheduled content",
		"move-schedule": "Rescheduled content",
		"cancel-schedule": "Cancelled scheduled content",
		"schedule-met": "Scheduled content published",
		"schedule-failed": "Scheduled content not published",
		"move-end": "Changed end of content",
		"cancel-end": "Cancelled end of content",
		"end-met": "Content ended on schedule",
		"end-failed": "Content not ended on schedule",
		discard: "Discarded draft",
		keep: "Kept edited content",
		"share-preview": "Created preview link",
		"end-preview": "Ended preview link",
	},
	picture: {
		upload: "Uploaded picture",
		replace: "Replaced picture",
		cut: "Cropped picture",
		restore: "Restored picture",
		discard: "Discarded new version of picture",
		delete: "Deleted picture",
	},
	operations: {
		backup: "Started backup",
		"date-confirmed": "Confirmed date",
		"domain-checked": "Checked sending domain",
		"self-trial": "Started self-test",
		"test-email": "Sent test e-mail",
	},
	locked: { open: "Opened locked archive", delete: "Deleted locked archive" },
};

const detailNames: Record<string, string> = {
	passwordRight: "Password correct",
	factor: "Method",
	knownBrowser: "Known browser",
	endsAt: "Ends",
	sha256: "SHA-256",
	stageOn: "Stage",
	workedOn: "Changed records",
	of: "Export",
	forwardedFrom: "Forwarded from",
	cc: "Cc",
	with: "Other contact",
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/;

/** Says what an action of the audit log did, such as "Opened resume". */
export function describeAction(action: string, details: object = {}): string {
	// An earlier release wrote so of one session, too.
	if (action === "account.sessions-ended" && "session" in details) return describeAction("account.session-ended");
	return findWords(action) ?? spell(action.replace(".", " "));
}

/** Returns an action's own words, if it has any. */
export function findWords(action: string): string | undefined {
	const [area = "", deed = ""] = action.split(".");
	const ofArea = Object.hasOwn(words, area) ? words[area] : undefined;
	return ofArea && Object.hasOwn(ofArea, deed) ? ofArea[deed] : undefined;
}

/**
 * Says a detail of an entry, such as "Password correct: no".
 * @param formatInstant formats a point in time
 */
export function describeDetail(
	name: string,
	value: string | number | boolean,
	formatInstant: (at: Temporal.Instant) => string,
): string {
	const label = Object.hasOwn(detailNames, name) ? detailNames[name] : spell(name);
	if (typeof value === "boolean") return `${label}: ${value ? "yes" : "no"}`;
	const text = String(value);
	if (name === "factor") return `${label}: ${text.replaceAll("-", " ")}`;
	const shown = instant.test(text) ? formatInstant(Temporal.Instant.from(text)) : text.replaceAll(",", ", ");
	return `${label}: ${shown}`;
}

/** Names the subject of an action that is not a record, such as "Import 3" or "blog/post.md". */
export function describeSubject(action: string, subject: string): string {
	const [kind = "", id = ""] = subject.split(":");
	if (kind === "import") return `Import ${id}`;
	if (kind === "edition") return `Release ${id}`;
	if (kind === "preview") return "Preview link";
	return /^(?:content|picture)\./.test(action) ? subject.replaceAll(":", "/") : subject;
}

/** Writes a key as words. */
function spell(key: string): string {
	return capitalise(key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("-", " "));
}
