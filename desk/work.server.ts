import { data, type RouterContextProvider } from "react-router";
import { writeAuditEntry, type AuditEntry } from "../core/accounts/audit-log.server.ts";
import { noteNew, noteWrites } from "../core/accounts/note-writes.server.ts";
import { mayUse } from "../core/accounts/roles.ts";
import { findKindNamed, findKindOf } from "../core/records/record-kind.ts";
import type { RecordNames } from "../core/records/record-names.ts";
import type { NoteJob } from "../features/careers/jobs/job-writing.server.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import { deskContext, getSignedIn, deskRequestContext } from "./guard/context.server.ts";

/** The longest subject in the audit log. */
export const longestSubject = 100;

/** Dependencies of reading and changing. */
type WorkSource = { database: Database; now: Temporal.Instant };

/** Returns the context of a loader or action, on behalf of the signed-in member. */
export function beginWork(context: Readonly<RouterContextProvider>) {
	const deps = context.get(deskContext);
	const deskRequest = context.get(deskRequestContext);
	const signedIn = getSignedIn(deskRequest);
	const { account } = signedIn;
	const now = deps.clock.now();
	/** The kinds of records that the member may see. */
	const kinds = deps.records.kinds.filter(({ area }) => mayUse(account.roles, area));
	const source: WorkSource = { database: deps.database, now };
	const nameActor = (entry: Omit<AuditEntry, "actor">): AuditEntry => ({ ...entry, actor: account.id });

	return {
		deps,
		deskRequest,
		signedIn,
		now,
		kinds,
		/** Finds a kind by its names; undefined when the member may not see it. */
		findKind: (names: RecordNames) => findKindNamed(kinds, names),
		source,
		/** The member, for saved views. */
		viewer: { id: account.id, isAdmin: mayUse(account.roles, "administration") },
		/** Path of a record's page; undefined where there is none or the member may not read it. */
		pathOf(reference: string): string | undefined {
			const kind = findKindOf(kinds, reference);
			return kind && `/${kind.names}/${encodeURIComponent(reference)}`;
		},
		/**
		 * A source whose writes add an entry to the audit log in the same transaction. A write that returns false or 0 did nothing and adds
		 * none.
		 */
		noting: (entry: UnsignedEntry): WorkSource => ({
			...source,
			database: noteWrites(
				deps.database,
				(result) => (result === false || result === 0 ? undefined : nameActor(entry)),
				now,
			),
		}),
		/** A source for creating a record, whose reference is the entry's subject; a repeated form creates none and adds no entry. */
		notingNew: (action: string): Database => noteNew(deps.database, { actor: account.id, action }, now),
		/** Adds an entry about a job to the audit log within the transaction. */
		noteJob: ((transaction, deed, id) =>
			writeAuditEntry(
				transaction,
				nameActor({ action: `job.${deed}`, subject: id.slice(0, longestSubject) }),
				now,
			)) satisfies NoteJob as NoteJob,
		/** Returns a function that adds an entry to the audit log at the end of a transaction. */
		noteIn: (entry: Omit<AuditEntry, "actor">) => (transaction: WriteTransaction) =>
			writeAuditEntry(transaction, nameActor(entry), now),
		/** Adds an entry to the audit log before something is read. */
		note: (entry: Omit<AuditEntry, "actor">) => deps.accounts.noteRead(signedIn, entry),
	};
}

/**
 * Finds the kind of record in the first part of an address.
 * @throws a 404 response when there is none
 */
export function getKind<Kind extends { names: string }>(kinds: readonly Kind[], request: Request): Kind {
	const [, first = ""] = new URL(request.url).pathname.toLowerCase().split(/[/.]/);
	const kind = kinds.find(({ names }) => names === first);
	if (!kind) throw data(null, { status: 404 });
	return kind;
}

type UnsignedEntry = Omit<AuditEntry, "actor">;
