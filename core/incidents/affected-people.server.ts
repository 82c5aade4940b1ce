import { splitIntoBatches } from "../../platform/database/batches.ts";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { listReadEntries } from "../read-log/read-log-store.server.ts";
import { dataKinds, type DataKind } from "../read-log/shown-data.ts";
import type { Incident } from "./incident.ts";

/** Entries of the audit log that are read at once. */
const entriesAtOnce = 500;

/** How often something was done, from when to when. */
export type Touch = { count: number; first: Temporal.Instant; last: Temporal.Instant };

/** Everything that was done with records. */
export type Touches = {
	read?: Touch;
	changed?: Touch;
	exported?: Touch;
	/** Kinds of personal data that were shown or exported, in their order. */
	data: DataKind[];
};

/** A person whose records were touched. */
export type AffectedPerson = Touches & {
	/** Reference of their latest touched record, which names the person. */
	reference: string;
	name: string;
	/** In lower case, the one of the latest record first; empty if unknown. */
	emails: string[];
	records: (Touches & { reference: string; kind: string })[];
};

/** Everything that the logs say of an incident's accounts and tokens in its time. */
export type Affected = {
	/** By when they were first touched. */
	people: AffectedPerson[];
	/** References whose records were erased since. */
	erased: string[];
	/** Actions in the audit log with their numbers, also about other things than records, such as whole exports; the most frequent first. */
	actions: { action: string; count: number }[];
};

const reference = /^[A-Z]{2,5}-[0-9A-Z]{8}$/;

/**
 * Finds the people whose records the accounts and tokens of an incident read, changed or exported in its time.
 *
 * Reads come from the log of reads, to its interval of ten minutes; changes and files from the audit log.
 * @param now nothing later counts
 */
export async function findAffected(
	db: Connection,
	{ actors, from, until }: Pick<Incident, "actors" | "from" | "until">,
	now: Temporal.Instant,
): Promise<Affected> {
	const touched = new Map<string, Touches>();
	const actions = new Map<string, number>();
	const range = { actors, from, until: until ? earlier(until, now) : now };

	for await (const { at, manner, data, subjects } of listReadEntries(db, range))
		for (const subject of subjects.filter(Boolean)) touch(touched, subject, manner, at, data);
	for await (const { at, action, subject } of listActions(db, range)) {
		actions.set(action, (actions.get(action) ?? 0) + 1);
		const manner = judgeAction(action);
		if (!manner || !reference.test(subject)) continue;
		// The log of reads has it already, unless it was done before that log began.
		if (manner !== "changed" && touched.get(subject)?.[manner]) continue;
		touch(touched, subject, manner, at, []);
	}
	return {
		...(await groupByPerson(db, touched)),
		actions: [...actions]
			.map(([action, count]) => ({ action, count }))
			.toSorted((a, b) => b.count - a.count || a.action.localeCompare(b.action)),
	};
}

/** Tells what an action of the audit log did with a record; undefined for actions on other things. */
function judgeAction(action: string): "changed" | "exported" | "read" | undefined {
	if (/(?:^|[.-])(?:export|csv|zip|report)$|\.file-read$/.test(action)) return "exported";
	if (/(?:^|[.-])read$/.test(action)) return "read";
	return /^(?:account|incident|operations|api-token|webhook|mailbox|host|template|content|newsletter)\b/.test(action)
		? undefined
		: "changed";
}

function touch(
	touched: Map<string, Touches>,
	subject: string,
	manner: "read" | "changed" | "exported",
	at: Temporal.Instant,
	data: readonly DataKind[],
): void {
	const before = touched.get(subject) ?? { data: [] };
	touched.set(subject, {
		...before,
		[manner]: addTouch(before[manner], { count: 1, first: at, last: at }),
		data: joinData(before.data, data),
	});
}

function addTouch(one: Touch | undefined, other: Touch | undefined): Touch | undefined {
	if (!one || !other) return one ?? other;
	return {
		count: one.count + other.count,
		first: earlier(one.first, other.first),
		last: Temporal.Instant.compare(one.last, other.last) < 0 ? other.last : one.last,
	};
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
	return Temporal.Instant.compare(one, other) <= 0 ? one : other;
}

function joinData(one: readonly DataKind[], other: readonly DataKind[]): DataKind[] {
	return dataKinds.filter((kind) => one.includes(kind) || other.includes(kind));
}

/** When records were first touched. */
function findFirst({ read, changed, exported }: Touches): Temporal.Instant {
	return [read, changed, exported].flatMap((one) => (one ? [one.first] : [])).reduce(earlier);
}

type FoundRecord = { reference: string; kind: string; name: string; email: string; receivedAt: string };

/** Groups touched records by their senders; merged addresses are one person's. A record without an address is a person of its own. */
async function groupByPerson(
	db: Connection,
	touched: ReadonlyMap<string, Touches>,
): Promise<Pick<Affected, "people" | "erased">> {
	const found = new Map<string, FoundRecord>();
	const references = [...touched.keys()];
	for (const batch of splitIntoBatches(references)) {
		const rows = await db
			.selectFrom("records")
			.select(["reference", "kind", "senderName as name", "senderEmail as email", "receivedAt"])
			.where("reference", "in", batch)
			.execute();
		for (const row of rows) found.set(row.reference, row);
	}
	const nameGroup = await readMerges(db);
	const groups = Map.groupBy(found.values(), ({ reference: own, email }) => (email === "" ? own : nameGroup(email)));
	const people = [...groups.values()].map((group): AffectedPerson => {
		const latestFirst = group.toSorted(
			(a, b) => b.receivedAt.localeCompare(a.receivedAt) || b.reference.localeCompare(a.reference),
		);
		const records = latestFirst.map(({ reference: own, kind }) => ({
			...(touched.get(own) ?? { data: [] }),
			reference: own,
			kind,
		}));
		return {
			reference: latestFirst[0]?.reference ?? "",
			name: latestFirst.find(({ name }) => name !== "")?.name ?? "",
			emails: [...new Set(latestFirst.map(({ email }) => email))].filter(Boolean),
			records,
			...joinTouches(records),
		};
	});
	return {
		people: people
			.map((person) => ({ person, first: findFirst(person).epochMilliseconds }))
			.toSorted((a, b) => a.first - b.first || a.person.name.localeCompare(b.person.name))
			.map(({ person }) => person),
		erased: references.filter((one) => !found.has(one)),
	};
}

function joinTouches(all: readonly Touches[]): Touches {
	return all.reduce<Touches>(
		(sum, one) => {
			const joined: Touches = { data: joinData(sum.data, one.data) };
			for (const manner of ["read", "changed", "exported"] as const) {
				const touches = addTouch(sum[manner], one[manner]);
				if (touches) joined[manner] = touches;
			}
			return joined;
		},
		{ data: [] },
	);
}

/** Reads which addresses are one person's. Returns a function that names the person by one of the addresses. */
async function readMerges(db: Connection): Promise<(email: string) => string> {
	const rows = await db.selectFrom("mergedAddresses").select(["address", "other"]).execute();
	const leaders = new Map<string, string>();
	const lead = (address: string): string => {
		const next = leaders.get(address);
		return next === undefined || next === address ? address : lead(next);
	};
	for (const { address, other } of rows) leaders.set(lead(address), lead(other));
	return lead;
}

async function* listActions(
	db: Connection,
	{ actors, from, until }: { actors: readonly string[]; from: Temporal.Instant; until: Temporal.Instant },
) {
	if (actors.length === 0) return;
	let after = 0;
	for (;;) {
		const rows = await db
			.selectFrom("auditLog")
			.select(["sequence", "at", "action", "subject"])
			.where("actor", "in", actors)
			.where("at", ">=", toInstantText(from))
			.where("at", "<=", toInstantText(until))
			.where("sequence", ">", after)
			.orderBy("sequence")
			.limit(entriesAtOnce)
			.execute();
		for (const { sequence, at, action, subject } of rows) {
			after = sequence;
			yield { at: Temporal.Instant.from(at), action, subject };
		}
		if (rows.length < entriesAtOnce) return;
	}
}
