import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { mayUse } from "../core/accounts/roles.ts";
import { writeAuditEntry, type AuditEntry } from "../core/accounts/audit-log.server.ts";
import type { NoteJob } from "../features/careers/jobs/job-writing.server.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import { deskContext, getSignedIn, visitContext } from "./guard/context.server.ts";

/** The longest that the audit log names. */
export const longestSubject = 100;

/** What reading and changing works with. */
type WorkSource = { database: Database; now: Temporal.Instant };

/** What a loader or an action finds in its context, in the name of whoever is signed in. */
export function beginWork(context: Readonly<RouterContextProvider>) {
	const deps = context.get(deskContext);
	const visit = context.get(visitContext);
	const signedIn = getSignedIn(visit);
	const { account } = signedIn;
	const now = deps.clock.now();
	/** The kinds of record that this person works with. */
	const kinds = deps.records.kinds.filter(({ area }) => mayUse(account.roles, area));
	const source: WorkSource = { database: deps.database, now };
	const nameActor = (entry: Omit<AuditEntry, "actor">): AuditEntry => ({ ...entry, actor: account.id });

	return {
		deps,
		visit,
		signedIn,
		now,
		kinds,
		source,
		/** Path of a record's page; undefined for what the desk has no page of, or this person may not read. */
		pathOf(reference: string): string | undefined {
			const kind = kinds.find(({ prefix }) => reference.startsWith(`${prefix}-`));
			return kind && `/${kind.names}/${encodeURIComponent(reference)}`;
		},
		/**
		 * A source whose write also says in the audit log what was done, in the same transaction. A write that gives false, or 0 for how
		 * many, has done nothing and leaves no entry.
		 */
		noting: (entry: UnsignedEntry): WorkSource => ({
			...source,
			database: noteWrite(
				deps.database,
				(result) => (result === false || result === 0 ? undefined : nameActor(entry)),
				now,
			),
		}),
		/** The same for what makes a record, whose reference is the entry's subject; a form that was sent once more makes none, and leaves no entry. */
		notingNew: (action: string): Database =>
			noteWrite(
				deps.database,
				(result) => {
					const made = madeSchema.parse(result);
					return made?.isNew ? nameActor({ action, subject: made.reference }) : undefined;
				},
				now,
			),
		/** Says in the audit log what is done to a job, in the transaction that does it. */
		noteJob: ((transaction, deed, id) =>
			writeAuditEntry(
				transaction,
				nameActor({ action: `job.${deed}`, subject: id.slice(0, longestSubject) }),
				now,
			)) satisfies NoteJob as NoteJob,
		/** Gives what says in the audit log what was done, at the end of a transaction. */
		noteIn: (entry: Omit<AuditEntry, "actor">) => (transaction: WriteTransaction) =>
			writeAuditEntry(transaction, nameActor(entry), now),
		/** Writes in the audit log what is about to be read. */
		note: (entry: Omit<AuditEntry, "actor">) => deps.accounts.noteRead(signedIn, entry),
	};
}

/**
 * Finds the kind of record that an address is of: its first part names it.
 *
 * @throws an answer of 404 when there is none
 */
export function getKind<Kind extends { names: string }>(kinds: readonly Kind[], request: Request): Kind {
	const [, first = ""] = new URL(request.url).pathname.toLowerCase().split(/[/.]/);
	const kind = kinds.find(({ names }) => names === first);
	if (!kind) throw data(null, { status: 404 });
	return kind;
}

type UnsignedEntry = Omit<AuditEntry, "actor">;

/** What comes of making a record; undefined where it could not be made. */
const madeSchema = z.object({ reference: z.string(), isNew: z.boolean() }).optional();

function noteWrite(
	database: Database,
	entryOf: (result: unknown) => AuditEntry | undefined,
	now: Temporal.Instant,
): Database {
	return {
		...database,
		write: (work) =>
			database.write(async (transaction) => {
				const result = await work(transaction);
				const entry = entryOf(result);
				if (entry) await writeAuditEntry(transaction, entry, now);
				return result;
			}),
	};
}
