import { randomUUID } from "node:crypto";
import { findMailboxOf } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { findLatestMessage } from "../../core/conversations/incoming/message-store.server.ts";
import { describeFileLimits } from "../../core/conversations/reply-files.server.ts";
import { listColleagues } from "../../core/people/list-colleagues.server.ts";
import { listAddressesOf } from "../../core/people/merged-addresses.server.ts";
import { listMembers } from "../../core/records/members.server.ts";
import { findStage, listFields, withStagesOf, type SentRecord } from "../../core/records/record-kind.ts";
import { listLinkedRecords } from "../../core/records/record-links.server.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { isInPool } from "../../core/records/talent-pool.server.ts";
import type { TimelinePage } from "../../core/records/timeline.server.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import { findBooking } from "../../features/booking/find-bookings.server.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { generalTitle } from "../../features/careers/applications/store.server.ts";
import { isStanding, nameInterview } from "../../features/careers/interviews/call-off.server.ts";
import { showOutcomes } from "../calls/show-outcomes.server.ts";
import { findClose } from "../forms/place-caret.ts";
import { mayRead } from "../guard/access.ts";
import { showInterview } from "../interviews/show-interview.server.ts";
import type { Standing } from "../interviews/standing-note.tsx";
import { showNoticeField } from "../notices/show-notice.server.ts";
import { showCompany } from "../people/show-company.server.ts";
import { showField, showStanding } from "../records/show-values.server.ts";
import type { beginWork } from "../work.server.ts";
import { showDraft } from "./compose.server.ts";
import { showAnswerFiles } from "./show-answer-files.server.ts";
import { showControls } from "./show-controls.server.ts";
import { showEntry } from "./show-entries.server.ts";
import { showQuoted } from "./show-message.server.ts";
import { showSamePerson } from "./show-same-person.server.ts";
import { readScorecards } from "./show-scorecards.server.ts";

type Work = ReturnType<typeof beginWork>;
type Found = {
	kind: Work["kinds"][number];
	record: StoredRecord;
	sent: SentRecord;
	timeline: TimelinePage;
	/** The sender's own address and those merged with it; empty where none is known. */
	senderEmails: readonly string[];
	/** Where the shown entries end; undefined for the latest. */
	before: string | undefined;
};

const entriesAtOnce = 50;

/** The sender's other open records that a message suggests. */
const mostOthers = 3;

/** More are on the page of the person. */
const mostColleagues = 4;

/** Loads the page of a record, and marks its notifications as read, unless it is only fetched ahead; undefined where there is none. */
export async function loadRecordPage(
	work: Work,
	{
		kind,
		reference,
		before,
		isAhead,
	}: { kind: Found["kind"]; reference: string; before: string | undefined; isAhead: boolean },
) {
	const { deps, signedIn, source } = work;
	const { records } = deps;
	const [record, sent, timeline] = await Promise.all([
		records.find(reference),
		kind.findSent(source.database.db, [reference]).then((found) => found.get(reference)),
		records.listTimeline(reference, { limit: entriesAtOnce, before }),
	]);
	if (!record || record.kind !== kind.name || !sent || !timeline) return undefined;
	const senderEmails = record.senderEmail === "" ? [] : await listAddressesOf(source.database.db, record.senderEmail);
	const found = { kind, record, sent, timeline, before, senderEmails };
	const [partsOfKind, form, people, activity, drafts, replyForm] = await Promise.all([
		loadPartsOfKind(work, found),
		loadSentForm(work, found),
		loadPeople(work, found),
		loadActivity(work, found),
		loadDrafts(work, found),
		loadReplyForm(work, found),
		isAhead ? undefined : records.notifications.markRead(signedIn.account.id, reference),
	]);
	return {
		names: kind.names,
		kind: kind.name,
		reference,
		name: record.senderName,
		version: record.version,
		isSpam: record.spam,
		formKey: randomUUID(),
		...partsOfKind,
		...form,
		...people,
		...activity,
		...drafts,
		...replyForm,
	};
}

/** Loads its stage with the choices of its kind: a call's outcomes, or an application's interviews, scorecards and talent pool. */
async function loadPartsOfKind(work: Work, { kind, record, sent }: Found) {
	const { deps, signedIn, source, now } = work;
	const { company } = deps;
	const { db } = source.database;
	const { reference } = record;
	const [{ stages }, members, call, interviews, scorecards, isPooled] = await Promise.all([
		withStagesOf(db, kind, record.topic),
		listMembers(db, kind),
		kind.name === bookingNames.name ? findBooking(db, reference) : undefined,
		kind.name === applicationNames.name ? deps.openInterviews().listOf(reference) : undefined,
		readScorecards(work, { kind, reference }),
		isInPool(db, reference, now),
	]);
	return {
		state: showStanding(record, { stages }),
		controls: showControls(record, { kind: { ...kind, stages }, members, me: signedIn.account.id, company, now }),
		outcomes: call && showOutcomes(kind, record, { call, now }),
		interviews: interviews?.map((interview) => showInterview(interview, { company, now })),
		standing: describeStanding(),
		isIncomplete: kind.name === applicationNames.name && (sent.file === undefined || sent.about === generalTitle),
		canOfferInterview: !record.spam && sent.email !== "" && kind.isWithdrawn?.(record) !== true,
		scorecards,
		isPooled,
	};

	function describeStanding(): Standing | undefined {
		const own = (interviews ?? []).filter((interview) => isStanding(interview, now));
		if (own.length === 0) return undefined;
		const stage = findStage({ stages }, record.stage);
		return {
			references: own.map((interview) => interview.reference),
			names: own.map(nameInterview),
			endedAs: stage.open ? undefined : stage.label,
		};
	}
}

/** Loads the sent form with its files and its notice. */
async function loadSentForm({ deps: { company }, source }: Work, { kind, record: { reference }, sent }: Found) {
	const { db } = source.database;
	const [answerFiles, noticeField] = await Promise.all([
		showAnswerFiles(db, { kind, reference }),
		showNoticeField(db, reference, company),
	]);
	return {
		fields: [...listFields(kind, sent).map((field) => showField(field, company)), ...noticeField],
		text: sent.text,
		answerFiles,
		hasFile: sent.file !== undefined,
	};
}

/** Loads other records of the sender, of their company, and those linked to this one. */
async function loadPeople(
	{ deps, kinds, signedIn, source, pathOf }: Work,
	{ kind, record, sent, senderEmails }: Found,
) {
	const { records, company } = deps;
	const { db } = source.database;
	const { reference } = record;
	const [linked, samePerson, colleagues] = await Promise.all([
		listLinkedRecords(db, reference),
		showSamePerson(db, record, { kind, kinds, records, company }),
		record.senderEmail === ""
			? undefined
			: listColleagues(db, { emails: [record.senderEmail], addresses: senderEmails, kinds, limit: mostColleagues }),
	]);
	return {
		linked: linked.flatMap((other) => {
			const path = pathOf(other);
			return path === undefined ? [] : [{ reference: other, path }];
		}),
		samePerson,
		sameCompany: showCompany(colleagues, { kinds, company }),
		personPath:
			sent.email !== "" && mayRead("routes/person", signedIn.account.roles) ? `/people/of/${reference}` : undefined,
	};
}

/** Loads the activity, with the records that its messages can move to. */
async function loadActivity(
	{ deps, kinds, signedIn, now }: Work,
	{ kind, record, timeline, before, senderEmails }: Found,
) {
	const { records, company } = deps;
	const { reference } = record;
	const { id: by } = signedIn.account;
	const others = await listOtherOpen();
	const opens = kinds.filter(({ isEntered }) => isEntered).map(({ name, names }) => ({ name, names }));
	return {
		opens,
		entries: timeline.entries
			.filter(({ type }) => type !== "sent")
			.map((entry) =>
				showEntry(entry, {
					company,
					now,
					accountId: by,
					kind: kind.name,
					path: `/${kind.names}/${reference}`,
					senderEmail: record.senderEmail,
					filing: { opens, others },
				}),
			),
		earlier: timeline.earlier,
		isLatest: before === undefined,
		written: { note: findWritten("note"), reply: findWritten("reply") },
	};

	/** The sender's other open records, to which a message may belong. */
	async function listOtherOpen() {
		if (senderEmails.length === 0) return [];
		const page = await records.list({ kinds, senderEmails, open: true }, { limit: mostOthers + 1 });
		return page.records.map((other) => other.reference).filter((other) => other !== reference);
	}

	function findWritten(type: "note" | "reply") {
		return timeline.entries
			.map((entry) => {
				if (entry.type === "note") return { id: entry.id, text: entry.text, type: entry.type, by: entry.accountId };
				if (entry.type !== "reply" || entry.state === "withdrawn" || entry.reply.isForward) return undefined;
				return { id: entry.id, text: entry.reply.text, type: entry.type, by: entry.reply.accountId };
			})
			.findLast((entry) => entry?.type === type && entry.by === by);
	}
}

/** Loads the member's drafts of a reply, which begins with a greeting, and of a note. */
async function loadDrafts({ deps: { records, company }, signedIn, source }: Work, { record }: Found) {
	const { reference } = record;
	const { id: by } = signedIn.account;
	const [note, reply, begun = { text: "" }, quotable] = await Promise.all([
		records.drafts.find(reference, { by, kind: "note" }),
		records.drafts.find(reference, { by, kind: "reply" }),
		records.replies.begin(reference, { by: signedIn.account }),
		findLatestMessage(source.database.db, record),
	]);
	return {
		drafts: {
			note: showDraft(note, { text: "" }),
			reply: showDraft(reply, { ...begun, quotedId: quotable?.id }),
		},
		close: findClose(begun.text),
		quoted: quotable && showQuoted(quotable, company),
		ownDrafts: `drafts:${by}:${record.id}:`,
	};
}

/** Loads the rest of the form for replies. */
async function loadReplyForm({ deps: { records }, source }: Work, { kind, record: { reference }, sent }: Found) {
	const [templates, cc, mailbox] = await Promise.all([
		records.templates.list(kind.name),
		records.replies.listOthers(reference),
		findMailboxOf(source.database.db, kind.mailbox),
	]);
	return {
		templates: templates.map(({ id, name }) => ({ id, name })),
		hasOthers: cc !== "",
		// Undefined if replies arrive here.
		mailbox: mailbox ? undefined : kind.mailbox,
		recipient: sent.email,
		fileLimits: describeFileLimits(),
	};
}
