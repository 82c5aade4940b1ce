import type { DataKind, Manner } from "../../core/read-log/shown-data.ts";
import type { RecordNames } from "../../core/records/record-names.ts";
import { recordNames } from "./record-names.ts";

/** Personal data that a response shows, for the log of reads. */
export type ShownData = {
	manner: Manner;
	/** Of the record whose reference is in the address; also what lists beside it show of it. */
	opened: readonly DataKind[];
	/** Of every other record whose reference is in the response. */
	listed: readonly DataKind[];
};

const listed = ["name", "email"] as const;
/** A row of a list begins the latest message. */
const listedWithText = [...listed, "messages"] as const;
/** A card of a board names the occupation. */
const cards = [...listed, "answers"] as const;
/** Any form may have questions of the company's own. */
const whole = ["name", "email", "phone", "messages", "answers"] as const;
const opened = [...whole, "notes"] as const;

/** Pages about which no more is known show names, addresses and messages of every record that they name. */
const byDefault: ShownData = { manner: "read", opened, listed };

/** Responses that name records but show nothing about the people who sent them. */
const nothing: ShownData = { manner: "read", opened: [], listed: [] };

const exported = (...kinds: DataKind[]): ShownData => ({ manner: "exported", opened: kinds, listed: kinds });

/** One file of a record: what is in it is not searched for others. */
const file = (kind: DataKind): ShownData => ({ manner: "exported", opened: [kind], listed: [] });

/** By the route's id. A route that is missing here counts as byDefault, so that a forgotten one is logged. */
const shownByRoute: Readonly<Record<string, ShownData>> = {
	"routes/live": nothing,
	"routes/audit-log": nothing,
	...Object.fromEntries(recordNames.flatMap(listShownOfKind)),
	"routes/notifications": { manner: "read", opened: [], listed: [...listed, "messages", "notes"] },
	"routes/person": { manner: "read", opened, listed: opened },
	"routes/person-zip": exported(...whole, "resume", "files", "notes"),
	"application.file": file("resume"),
	"my-interview.file": file("resume"),
	"routes/resume": { manner: "read", opened: ["resume"], listed: [] },
	"my-interview.resume": { manner: "read", opened: ["resume"], listed: [] },
	"routes/my-interview": {
		manner: "read",
		opened: ["name", "phone", "messages", "answers", "notes"],
		listed: ["name"],
	},
	"routes/job-applications-csv": exported(...whole),
	"routes/job-applications-zip": exported(...whole, "resume"),
	"routes/import-report": exported("name", "email", "phone", "messages"),
	"routes/incident-csv": exported("name", "email"),
};

/** Finds what a route shows of the people whose records its response names. */
export function findShownData(routeId: string): ShownData {
	return shownByRoute[routeId] ?? byDefault;
}

function listShownOfKind({ name, names }: RecordNames): [routeId: string, shown: ShownData][] {
	const ofList: ShownData = { manner: "read", opened, listed: listedWithText };
	const ofBoard: ShownData = { manner: "read", opened, listed: cards };
	return [
		[names, ofList],
		// Begun from a message, the form holds its text.
		[`${names}.new`, ofList],
		[name, { manner: "read", opened, listed: listedWithText }],
		[`${names}.board`, ofBoard],
		[`${names}.board.answer`, ofBoard],
		[`${names}.board.record`, ofBoard],
		[`${name}.reply-file`, file("files")],
		[`${names}.csv`, exported(...whole)],
	];
}

/** Finds what a path of the API shows: lists name people, one record has all of it. */
export function findShownByApi(path: string): ShownData {
	if (path.endsWith("/messages")) return { manner: "read", opened: ["name", "email", "messages"], listed };
	if (path.endsWith("/people/:reference"))
		return { manner: "read", opened: ["name", "email", "phone"], listed: ["name", "email", "phone"] };
	return { manner: "read", opened: whole, listed };
}
