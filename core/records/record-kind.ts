import type { RawBuilder } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { Attachment } from "../../platform/email/email.ts";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { Stage } from "../../shared/desk.ts";
import type { DeletedRecords, DescribedRecord } from "../people/personal-records.ts";
import type { RecordField, Value } from "./record-fields.ts";
import type { RecordNames } from "./record-names.ts";
import type { SentStore } from "./sent-store.server.ts";

/** What a visitor sent, as staff read it. */
export type SentRecord = {
	receivedAt: Temporal.Instant;
	/** Given name, for greetings. */
	firstName: string;
	lastName: string;
	/** The address as it was typed, which replies go to. */
	email: string;
	/** What its feature calls its state, such as "accepted" or "booked". */
	state: string;
	/** All that is known of it but when it was received; what has a moment of its own says that, too. */
	fields: RecordField[];
	/** What was written at length. */
	text: { label: string; value: string };
	/** What it is about, where its kind has that (RecordKind.about): a row of a list says it. */
	about?: string;
	/** What came with it: its name in the file store, and what its sender called it. */
	file?: { storedAs: string; name: string; bytes: number };
	/** A value for each of its kind's columns (RecordDeclaration.columns). */
	cells: Value[];
	/** All that is stored of it, but for secrets. */
	stored: object;
};

/** All that differs between kinds of records. A feature declares each of its kinds once; the roof lists the declarations. */
export type RecordDeclaration = RecordNames & {
	/** Where its records are stored as they were sent. */
	store: SentStore<unknown>;
	/** Headings of lists by commands, between those of reference and state; and what an empty list says. */
	columns: readonly string[];
	none: string;
	/** All records as a table for other programs. */
	csv: { columns: readonly string[]; listRows(db: Connection): AsyncIterable<object> };
	/** Finds the stages of what records are about, by topic, where it has its own. */
	listStagesOf?(db: Connection, topics: readonly string[]): Promise<ReadonlyMap<string, readonly Stage[]>>;
	/** Heading of what its records are about, where each is about something, such as a position. */
	about?: string;
	/** What records of it are about by now, for filters and boards; those that the latest record is about first. */
	listTopics?(db: Connection): Promise<Topic[]>;
	/** The ways by which records of it come, for filters; the usual one first. */
	sources?: readonly Topic[];
	/** Whether visitors are promised an answer to each. */
	isPromised: boolean;
	/** The e-mail to the visitor that a thread begins with. */
	confirmationKinds: readonly string[];
	/** Where the answers of visitors go, and the digest of what is in quarantine. */
	mailbox: string;
	/** Finds what visitors sent, by reference; what is gone is left out. */
	findSent(db: Connection, references: readonly string[]): Promise<Map<string, SentRecord>>;
	/** When each takes place, where that is another time than the one it came at: lists show it, and can be sorted by it. */
	moment?: {
		label: string;
		/** The table that has it, by the same references as `records`, and its column with the instant as it is stored, which has an index. */
		table: RawBuilder<unknown>;
		column: RawBuilder<unknown>;
	};
	/** Counts what came in, where less counts than all that is not in quarantine. */
	countReceived?(db: Connection, interval: { from: Temporal.Instant; until: Temporal.Instant }): Promise<number>;
	/** Finds what lists say of some beside their stages, by reference; most have nothing. */
	findRemarks?(db: Connection, references: readonly string[], now: Temporal.Instant): Promise<Map<string, string>>;
	/** Lists what was done with one beside what can be done with every record, for its history. */
	listDeeds?(db: Connection, reference: string, now: Temporal.Instant): Promise<Deed[]>;
	/** Lists the other records of whoever sent one, and what each has in common with it, in words; only where one person may have several. */
	listOfSamePerson?(db: Connection, reference: string): Promise<{ reference: string; shares: string[] }[]>;
	/** Whether whoever sent it has taken it back, and is to hear no more of it. */
	isTakenBack?(record: { stage: string | undefined }): boolean;
	/** Within so many days each is to get an answer, whichever it is; lists show those that did not. */
	answerWithinDays?: number;
	/** Finds when whoever sent a record was first answered in another way than by a reply. */
	findFirstAnswer?(db: Connection, reference: string): Promise<Temporal.Instant | undefined>;
	/** Says why a record cannot be moved to a stage yet, such as to an outcome before there can be one. */
	checkStage?(db: Connection, reference: string, stage: string, now: Temporal.Instant): Promise<string | undefined>;
	/** What is agreed with whoever sent one, such as interviews: an answer that ends the matter calls it off. */
	appointments?: Appointments;
	quarantine: Quarantine;
	personalData: PersonalData;
};

/** A kind of record: its declaration, with what the company's content says of it. */
export type RecordKind = RecordDeclaration & {
	/** Where its records can stand, the first one's first. */
	stages: readonly Stage[];
	/** What reviewers give scores for, where its records are judged. */
	criteria?: readonly Topic[] | undefined;
};

/** How records of a kind come into quarantine and out of it. core/records moves their mark and their e-mails. */
export type Quarantine = {
	/** Puts the feature's own side of a record into quarantine. */
	enter(transaction: WriteTransaction, reference: string, now: Temporal.Instant): Promise<QuarantineStep>;
	/**
	 * Takes it out.
	 *
	 * @param options `sender`: whoever sent it says that a person did, and from which address
	 */
	leave(
		transaction: WriteTransaction,
		reference: string,
		options: { now: Temporal.Instant; sender?: { client: string | undefined } | undefined },
	): Promise<QuarantineStep>;
	/** Whether either failed because something changed at the same moment, so that trying again may help. */
	isConflict?(error: unknown): boolean;
	/** What commands say of a record afterwards, where that is more than the usual. */
	words?: { entered: string; left: string; emailsLeave: string };
};

/** What comes of a step into quarantine or out of it. */
export type QuarantineStep =
	/** `confirm`: it counts once its sender has confirmed it by an e-mail, which the feature has sent. */
	| { kind: "done"; confirm?: boolean }
	/** Its mark changes; the feature's side and its e-mails stay as they are, and why. */
	| { kind: "mark-only"; why: string }
	/** Nothing changes. `why` goes on a sentence that begins with the record; `toSender` is whole, for the visitor. */
	| { kind: "refused"; why: string; toSender?: string; isLimit?: true };

/** How long records of a kind are kept, and what goes with them. */
export type PersonalData = FileOwner & {
	/** Months of the calendar from when a record came, or from the instant in another column of its table. */
	keptMonths: number;
	keptFromColumn?: string;
	/** Lists records whose term has ended, where more than the months decides it. */
	listExpired?(db: Connection, options: { receivedBefore: Temporal.Instant; limit: number }): Promise<string[]>;
	/** Deletes what goes with records, before their own rows are deleted; gives files and remarks. */
	deleteBelongings?(
		transaction: WriteTransaction,
		references: readonly string[],
		now: Temporal.Instant,
	): Promise<Omit<DeletedRecords, "count">>;
	/** Adds to what is exported of records. */
	extend?(db: Connection, described: DescribedRecord[]): Promise<DescribedRecord[]>;
};

/** What is agreed with those who sent records of a kind. */
export type Appointments = {
	/** Lists what stands of some records, by reference; most have nothing. */
	listStanding(
		db: Connection,
		references: readonly string[],
		now: Temporal.Instant,
	): Promise<Map<string, Appointment[]>>;
	/** Calls off what stands of a record once an e-mail has left; when it never does, nothing is called off. */
	callOff(
		transaction: WriteTransaction,
		reference: string,
		options: { messageId: string; by: { id: string; name: string }; leavesAt: Temporal.Instant },
	): Promise<void>;
	/** Lets stand what was to be called off with an e-mail, for it is stopped. */
	keep(transaction: WriteTransaction, messageId: string): Promise<void>;
	/** Lists the files by which an e-mail takes out of calendars what it calls off. */
	listFiles(db: Connection, messageId: string, now: Temporal.Instant): Promise<Attachment[]>;
};

/** Something that is agreed with whoever sent a record. */
export type Appointment = {
	/** What it is and when, such as "Interview on Monday, 23 November 2026 at 10:00 AM". */
	name: string;
	/** Undefined until a time is chosen. */
	startsAt: Temporal.Instant | undefined;
	/** The sentence by which an answer says that it is called off. */
	farewell: string;
};

/** What records can be about, or a way by which they come: as it is stored with them, and as people call it. */
export type Topic = { key: string; label: string };

/** What somebody did with a record: the rest of a sentence that begins with their name. */
export type Deed = {
	id: string;
	at: Temporal.Instant;
	/** Undefined for whoever sent the record. */
	accountId: string | undefined;
	deed: string;
	/** What they said to the other side. */
	text?: string | undefined;
	isUndone: boolean;
};

/** Somebody who works here, as records name them. */
export type Colleague = { id: string; name: string; email: string };

/** Those who may work with a kind of record, by name; without a kind, everybody who ever could, so that what they did has a name. */
export type ListColleagues = (db: Connection, kind?: string) => Promise<Colleague[]>;

/** Lists what is known of a record: when it was received, unless its kind says that by itself, and all else. */
export function listFields({ moment }: Pick<RecordDeclaration, "moment">, sent: SentRecord): RecordField[] {
	return moment ? sent.fields : [{ label: "Received", value: sent.receivedAt }, ...sent.fields];
}

/** Gives a kind with the stages of what a record is about, where that has its own. */
export async function withStagesOf(db: Connection, kind: RecordKind, topic: string): Promise<RecordKind> {
	const stages = (await kind.listStagesOf?.(db, [topic]))?.get(topic);
	return stages ? { ...kind, stages } : kind;
}

/** Finds the stage of a record: one that content does not name any more is open, and called by its key. */
export function findStage({ stages }: Pick<RecordKind, "stages">, key: string | undefined): Stage {
	const [first] = stages;
	if (!first) throw new Error("A kind of record has no stages");
	if (key === undefined) return first;
	return stages.find((stage) => stage.key === key) ?? { key, label: key, open: true };
}

/** The keys of the stages in which nothing is left to be done. */
export function listDoneKeys({ stages }: Pick<RecordKind, "stages">): string[] {
	return stages.filter(({ open }) => !open).map(({ key }) => key);
}

/** The keys under which records of some stages are stored; those that nobody has changed are stored without one. */
export function listStageKeys({ stages }: Pick<RecordKind, "stages">, keys: readonly string[]): string[] {
	return keys.flatMap((key) => (key === stages[0]?.key ? [key, ""] : [key]));
}
