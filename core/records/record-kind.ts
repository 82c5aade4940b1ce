import type { RawBuilder } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { Attachment } from "../../platform/email/email.ts";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { Stage } from "../../shared/desk.ts";
import type { DeletedRecords, DescribedRecord, PersonalRecords } from "../people/personal-records.ts";
import type { Facet } from "./facets.ts";
import type { RecordField, Value } from "./record-fields.ts";
import type { RecordNames } from "./record-names.ts";
import type { SentStore } from "./sent-store.server.ts";

/** A visitor's message, as staff read it. */
export type SentRecord = {
	receivedAt: Temporal.Instant;
	/** Given name, for greetings. */
	firstName: string;
	lastName: string;
	/** As it was typed; replies go there. */
	email: string;
	/** As it was typed; empty for none. */
	phone: string;
	/** The feature's own state, such as "accepted" or "booked". */
	state: string;
	/** Everything known except the receipt; records with a moment include it. */
	fields: RecordField[];
	text: { label: string; value: string };
	/** Shown in list rows, where the kind has it (RecordKind.about). */
	about?: string;
	/** The sender's country, as they chose it. */
	country?: string;
	/** The sender's occupation, such as their latest job; for cards of a board. */
	occupation?: string;
	/** The attached file: its name in the file store and of the upload. */
	file?: { storedAs: string; name: string; bytes: number };
	/** Values of RecordDeclaration.columns. */
	cells: Value[];
	/** Everything stored except secrets. */
	stored: object;
};

/** The differences between kinds of records. A feature declares each of its kinds once; server/ lists the declarations. */
export type RecordDeclaration = RecordNames & {
	/** Its records as they were sent. */
	store: SentStore<unknown>;
	/** Column headings in commands, between reference and state; and the text of an empty list. */
	columns: readonly string[];
	emptyListText: string;
	/** A record of its store as a row of CSV. */
	csv: { columns: readonly string[]; toRow(sent: unknown): object };
	/** Finds a topic's own stages, by topic. */
	listStagesOf?(db: Connection, topics: readonly string[]): Promise<ReadonlyMap<string, readonly Stage[]>>;
	/**
	 * Conditions on a row of `records`: its topic has stages of its own; it is at one of them that is final. The key of the first of them, null
	 * without any. And queries for the keys (`key`) of all final and of all first stages of topics. Beside listStagesOf.
	 */
	ownStages?: {
		exist: RawBuilder<boolean>;
		areFinal: RawBuilder<boolean>;
		firstKey: RawBuilder<string | null>;
		finalKeys: RawBuilder<unknown>;
		firstKeys: RawBuilder<unknown>;
	};
	/** Finds a topic's own criteria of reviewers' scores, by topic. */
	listCriteriaOf?(db: Connection, topics: readonly string[]): Promise<ReadonlyMap<string, readonly Criterion[]>>;
	/** Lists the accounts that are notified of messages about a topic's records, besides each record's owner. */
	listTeamOf?(db: Connection, topic: string): Promise<string[]>;
	/** Lists the accounts that are notified of messages about a record without an owner, such as the hosts of a call. */
	listHostsOf?(db: Connection, reference: string): Promise<string[]>;
	/** Label of what its records are about, such as "Position". */
	about?: string;
	/** Lists what records are about, for filters and boards; the latest first. */
	listTopics?(db: Connection): Promise<Topic[]>;
	/** Lists what new records can be about, where it has subjects. */
	listSubjects?(db: Connection): Promise<Topic[]>;
	/** Properties besides topic and source by which its lists are filtered. */
	facets?: readonly Facet[];
	/** Sources for filters and forms, the usual one first; records of earlier releases are of that one without a key. */
	sources?: readonly Topic[];
	/** Whether records can have source links as their sources. */
	hasSourceLinks?: boolean;
	/** Address of the private pages, without the token, at which senders join the talent pool and leave it; absent where there is none. */
	poolUrl?: string;
	/** Whether members note what each is worth. */
	hasValue?: boolean;
	/** Whether members reply to several at once, such as to everybody who is rejected. */
	canReplyToMany?: boolean;
	/** Whether visitors are promised a reply to each. */
	isPromised: boolean;
	/** The e-mails to the visitor that begin a thread. */
	confirmationKinds: readonly string[];
	/** Gets visitors' replies and the digest of quarantine. */
	mailbox: string;
	/**
	 * Creates a record that did not come through the site's form, with its e-mails, and returns its reference.
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	enter?(transaction: WriteTransaction, entered: EnteredRecord, options: EnterOptions): Promise<string>;
	/** Finds records by reference; unknown ones are left out. */
	findSent(db: Connection, references: readonly string[]): Promise<Map<string, SentRecord>>;
	/** When each takes place, if that differs from the receipt: lists show it and can sort by it. */
	moment?: {
		label: string;
		/** The table with the same references as `records`, and its indexed column with the stored instant. */
		table: RawBuilder<unknown>;
		column: RawBuilder<unknown>;
	};
	/**
	 * Other people of a record, such as the guests of a call: the table with the same references as `records`, and its condition that one of
	 * them has one of these addresses, which are in lower case.
	 */
	guests?: {
		table: RawBuilder<unknown>;
		isAmong(emails: readonly string[]): RawBuilder<unknown>;
	};
	/** Counts received records, if not all outside quarantine count. */
	countReceived?(db: Connection, interval: { from: Temporal.Instant; until: Temporal.Instant }): Promise<number>;
	/** Finds remarks for lists, by reference; most records have none. */
	findRemarks?(db: Connection, references: readonly string[], now: Temporal.Instant): Promise<Map<string, string>>;
	/** Lists the kind's own events of a record, for its history. */
	listEvents?(db: Connection, reference: string, now: Temporal.Instant): Promise<TimelineEvent[]>;
	/** Lists other records of the same sender, each with what it has in common, in words; only where one person may have several. */
	listOfSamePerson?(db: Connection, reference: string): Promise<{ reference: string; shares: string[] }[]>;
	/** Whether the sender has withdrawn it and is to get no more e-mails. */
	isWithdrawn?(record: { stage: string | undefined }): boolean;
	/** Days within which each record must get a reply; lists show overdue ones. */
	replyWithinDays?: number;
	/** Finds when the first and the latest e-mail left that are no replies but count as one. */
	findOtherReplies?(
		db: Connection,
		reference: string,
	): Promise<{ first: Temporal.Instant; latest: Temporal.Instant } | undefined>;
	/** Explains why a record cannot move to a stage, such as an outcome before the call; undefined when it can. */
	checkStage?(
		db: Connection,
		reference: string,
		stage: { key: string; /** Whether new records start in it. */ isFirst: boolean },
		now: Temporal.Instant,
	): Promise<string | undefined>;
	/** Appointments with the sender, such as interviews; a reply with a final stage calls them off. */
	appointments?: Appointments;
	quarantine: Quarantine;
	personalData: PersonalData;
};

/** A record that came by e-mail, or that a member entered. */
export type EnteredRecord = {
	/** As the sender writes it; their address where they gave no name. */
	senderName: string;
	/** Empty if unknown: a person who telephoned. */
	email: string;
	phone: string;
	text: string;
	/** Key of one of the kind's sources. */
	source: string;
	/** How the person agreed that their data is stored, in the member's words; empty for an e-mail of their own. */
	consent: string;
	/** Key of its topic, such as a job's id; empty for none. */
	topic: string;
	/** A resume that is already in the file store. */
	file?: { storedAs: string; name: string; bytes: number; sha256: string } | undefined;
	/** Quarantined as suspected spam. */
	isSpam: boolean;
	/** Whether its sender gets the kind's confirmation. */
	isConfirmed: boolean;
};

export type EnterOptions = {
	now: Temporal.Instant;
	messageIdDomain: string;
	/** The member whose it is, if anybody's. */
	ownerId?: string | undefined;
};

/** Lists the keys under which records of a source are stored. */
export function listSourceKeys({ sources = [] }: Pick<RecordDeclaration, "sources">, key: string): string[] {
	return key === sources[0]?.key ? [key, ""] : [key];
}

/** A kind of record: its declaration with the company's content. */
export type RecordKind = RecordDeclaration & {
	/** In order; records begin at the first. */
	stages: readonly Stage[];
	/** Criteria of reviewers' scores, where its records are reviewed. */
	criteria?: readonly Criterion[] | undefined;
	/** Countries, as senders choose them, whose senders may be told of their scores. */
	feedbackCountries?: readonly string[] | undefined;
	/** Months for which senders who agree are kept for later; 0 for not at all. */
	talentPoolMonths?: number | undefined;
	/** Whether the form offers it. */
	talentPoolInForm?: boolean | undefined;
};

/** How records of a kind enter and leave quarantine. core/records moves their mark and their e-mails. */
export type Quarantine = {
	/** Quarantines the feature's own side of a record. */
	enter(transaction: WriteTransaction, reference: string, now: Temporal.Instant): Promise<QuarantineStep>;
	/**
	 * Releases it.
	 * @param options `sender` is set when the sender asked for it, with their address
	 */
	leave(
		transaction: WriteTransaction,
		reference: string,
		options: { now: Temporal.Instant; sender?: { client: string | undefined } | undefined },
	): Promise<QuarantineStep>;
	/** Whether a failure was a conflict, so that a retry may help. */
	isConflict?(error: unknown): boolean;
	/** Texts of commands, where they differ from the usual ones. */
	words?: { entered: string; left: string; emailsLeave: string };
};

export type QuarantineStep =
	/**
	 * `confirm`: it counts once its sender has confirmed by an e-mail that the feature has sent. `note`: a whole sentence about the e-mails, in
	 * place of the number of those that are let go.
	 */
	| { kind: "done"; confirm?: boolean; note?: string }
	/** Only the mark changes; `why` explains it. */
	| { kind: "mark-only"; why: string }
	/** Nothing changes. `why` continues a sentence that begins with the record; `toSender` is a whole sentence for the visitor. */
	| { kind: "refused"; why: string; toSender?: string; isLimit?: true };

/** How long records of a kind are kept, and what is deleted with them. */
export type PersonalData = Pick<PersonalRecords, "forget" | "listNamed"> & {
	/** Calendar months from the receipt, or from the instant in another column of its table. */
	keptMonths: number;
	keptFromColumn?: string;
	/** Lists expired records, where more than the months decides. */
	listExpired?(
		db: Connection,
		options: { receivedBefore: Temporal.Instant; now: Temporal.Instant; limit: number },
	): Promise<string[]>;
	/** Deletes what belongs to records before their own rows; returns files and remarks. */
	deleteBelongings?(
		transaction: WriteTransaction,
		references: readonly string[],
		now: Temporal.Instant,
	): Promise<Omit<DeletedRecords, "count">>;
	/** Adds to the export of records. */
	extend?(db: Connection, described: DescribedRecord[]): Promise<DescribedRecord[]>;
	/** The files of its records; without it, they have none of their own. */
	files?: FileOwner;
};

/** Appointments with the senders of a kind's records. */
export type Appointments = {
	/** Their table, and its columns with their record's reference, their own, and when they were offered. */
	events: Readonly<Record<"table" | "record" | "id" | "at", RawBuilder<unknown>>>;
	/** Lists upcoming appointments by reference; most records have none. */
	listStanding(
		db: Connection,
		references: readonly string[],
		now: Temporal.Instant,
	): Promise<Map<string, Appointment[]>>;
	/** Calls off a record's appointments once an e-mail has left; if it never leaves, they stay. */
	callOff(
		transaction: WriteTransaction,
		reference: string,
		options: { messageId: string; by: { id: string; name: string }; leavesAt: Temporal.Instant },
	): Promise<void>;
	/** Keeps appointments whose e-mail was stopped. */
	keep(transaction: WriteTransaction, messageId: string): Promise<void>;
	/** Lists the files with which an e-mail removes its appointments from calendars. */
	listFiles(db: Connection, messageId: string, now: Temporal.Instant): Promise<Attachment[]>;
};

export type Appointment = {
	/** Such as "Interview on Monday, 23 November 2026 at 10:00 AM". */
	name: string;
	/** Undefined until a time is chosen. */
	startsAt: Temporal.Instant | undefined;
	/** The sentence of a reply that calls it off. */
	cancellationText: string;
};

/** A subject or a source of records: its stored key and its label. */
export type Topic = { key: string; label: string };

/** A criterion of reviewers' scores, with the question that guides them. */
export type Criterion = Topic & { question?: string | undefined };

/** An event of a record: the rest of a sentence that begins with a name. */
export type TimelineEvent = {
	id: string;
	at: Temporal.Instant;
	/** Undefined for the record's sender. */
	accountId: string | undefined;
	event: string;
	/** Their message to the other side. */
	text?: string | undefined;
	isUndone: boolean;
};

/** A member, as records name them. */
export type Member = { id: string; name: string; email: string };

/** Lists the fields of a record, with its receipt unless its kind includes that. */
export function listFields({ moment }: Pick<RecordDeclaration, "moment">, sent: SentRecord): RecordField[] {
	return moment ? sent.fields : [{ label: "Received", value: sent.receivedAt }, ...sent.fields];
}

/** Explains why a record of a kind cannot move to a stage; undefined when it can. */
export async function explainRefusedStage(
	db: Connection,
	kind: RecordKind,
	{ reference, stage: key }: { reference: string; stage: string },
	now: Temporal.Instant,
): Promise<string | undefined> {
	return kind.checkStage?.(db, reference, { key, isFirst: kind.stages[0]?.key === key }, now);
}

/** Returns a kind with the stages of a topic, where it has its own. */
export async function withStagesOf(db: Connection, kind: RecordKind, topic: string): Promise<RecordKind> {
	return withOwnStages(kind, (await kind.listStagesOf?.(db, [topic]))?.get(topic));
}

/** Returns a kind with a topic's own stages, which have the reasons of the kind's. */
export function withOwnStages(kind: RecordKind, own: readonly Stage[] | undefined): RecordKind {
	if (!own) return kind;
	const reasonsOf = new Map(kind.stages.map(({ key, reasons }) => [key, reasons]));
	return { ...kind, stages: own.map((stage) => ({ ...stage, reasons: reasonsOf.get(stage.key) })) };
}

/** Finds the criteria of a topic's records, its own or the kind's; undefined where nothing is reviewed. */
export async function findCriteria(
	db: Connection,
	kind: RecordKind,
	topic: string,
): Promise<readonly Criterion[] | undefined> {
	return (await kind.listCriteriaOf?.(db, [topic]))?.get(topic) ?? kind.criteria;
}

/** Finds the kind that a reference names by its prefix. */
export function findKindOf<Kind extends Pick<RecordNames, "prefix">>(
	kinds: readonly Kind[],
	reference: string,
): Kind | undefined {
	return kinds.find(({ prefix }) => reference.startsWith(`${prefix}-`));
}

/** Finds a kind by its names; undefined when it is not among them. */
export function findKindNamed<Kind extends Pick<RecordNames, "name">>(
	kinds: readonly Kind[],
	{ name }: Pick<RecordNames, "name">,
): Kind | undefined {
	return kinds.find((kind) => kind.name === name);
}

/**
 * Returns the kind of these names.
 * @throws when it is not among them
 */
export function getKindNamed<Kind extends Pick<RecordNames, "name">>(
	kinds: readonly Kind[],
	names: Pick<RecordNames, "name" | "names">,
): Kind {
	const kind = findKindNamed(kinds, names);
	if (!kind) throw new Error(`There is no kind of record for ${names.names}`);
	return kind;
}

/** Returns a stage. A stage that content no longer has is open and named by its key. */
export function findStage({ stages }: Pick<RecordKind, "stages">, key: string | undefined): Stage {
	const [first] = stages;
	if (!first) throw new Error("A kind of record has no stages");
	if (key === undefined) return first;
	return stages.find((stage) => stage.key === key) ?? { key, label: key, open: true };
}

/** Tells whether the senders of a kind's records are promised, or expect, a first reply. */
export function expectsReply({
	isPromised,
	replyWithinDays,
}: Pick<RecordDeclaration, "isPromised" | "replyWithinDays">): boolean {
	return isPromised || replyWithinDays !== undefined;
}

/** Lists the keys of final stages. */
export function listDoneKeys({ stages }: Pick<RecordKind, "stages">): string[] {
	return stages.filter(({ open }) => !open).map(({ key }) => key);
}
