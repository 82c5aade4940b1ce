import { sql } from "kysely";
import { intervalOf } from "../../core/appointments/appointment.ts";
import { readAppointmentId } from "../../core/appointments/event-uid.ts";
import type { ListHostPeople } from "../../core/appointments/host-store.server.ts";
import { listReservations } from "../../core/appointments/reservation-store.server.ts";
import { readHtml } from "../../core/conversations/incoming/html-text.ts";
import { cutText, markCharacter } from "../../core/conversations/incoming/message-text.ts";
import type { ImportKind, ReadOptions, ReadRow, RowValues } from "../../core/imports/import-kind.ts";
import type { ImportField } from "../../core/imports/match-columns.ts";
import { readDate } from "../../core/imports/read-date.ts";
import type { RowSource } from "../../core/imports/read-table.server.ts";
import { createRecordRemoval, type RecordImportDeps } from "../../core/imports/record-import.server.ts";
import { findCompanyDomain } from "../../core/people/company-domain.server.ts";
import { subtractMonths } from "../../core/people/personal-records.ts";
import { listMembers } from "../../core/records/members.server.ts";
import { importRecordWork } from "../../core/records/record-store.server.ts";
import { splitName } from "../../core/records/split-name.ts";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { cleanLine, cleanText, toOneLine } from "../../shared/clean-text.ts";
import { maxCallMinutes, type Company } from "../../shared/company.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { overlap, type Interval } from "../../shared/interval.ts";
import { dayMs } from "../../shared/zoned-time.ts";
import { demoCallPurpose, mostGuestsOfCall, ofDemoType, type BookingRecord } from "./booking-record.server.ts";
import { isPrivate, unusualTimes } from "./calendar-rows.ts";
import { insertAgreedBooking } from "./store.server.ts";
import { visitorFields } from "./visitor-fields.ts";

const maxLine = 200;
const maxLink = 1_000;
const maxNote = 10_000;

/** The columns of events. */
const fields: readonly ImportField[] = [
	{ key: "externalId", label: "ID", synonyms: [] },
	{ key: "start", label: "Start", synonyms: [] },
	{ key: "end", label: "End", synonyms: [] },
	{ key: "times", label: "Times", synonyms: [] },
	{ key: "status", label: "Status", synonyms: [] },
	{ key: "visibility", label: "Visibility", synonyms: [] },
	{ key: "organizer", label: "Organizer", synonyms: [] },
	{ key: "invited", label: "Invited", synonyms: [] },
	{ key: "title", label: "Title", synonyms: [] },
	{ key: "description", label: "Description", synonyms: [] },
	{ key: "place", label: "Place", synonyms: [] },
	{ key: "links", label: "Links", synonyms: [] },
	{ key: "created", label: "Created", synonyms: [] },
];

/** Rooms of video calls, by their hosts; a link elsewhere is none. */
const videoHosts =
	/(?:^|\.)(?:meet\.google\.com|zoom\.us|zoomgov\.com|teams\.microsoft\.com|teams\.live\.com|webex\.com|gotomeeting\.com|whereby\.com|meet\.jit\.si|chime\.aws|skype\.com)$/i;

export type CallImportDeps = Omit<RecordImportDeps, "company"> & {
	company: Company;
	source: RowSource;
	listPeople: ListHostPeople;
	/** Addresses of the company: people of their domains are its own, unless the domain is a mail provider's. */
	ownAddresses: readonly string[];
	/** Finds the record of an appointment of this installation by the UID of its event. */
	findRecordOfEvent(db: Connection, eventUid: string): Promise<string | undefined>;
};

/** Somebody who is invited. */
type Invited = { address: string; hasDeclined: boolean; name: string };

/** The people and addresses of the company. */
type Own = {
	/** Members by address; those who cannot be hosts of calls have no id. */
	members: ReadonlyMap<string, string | undefined>;
	addresses: ReadonlySet<string>;
	domains: readonly string[];
};

/** A call, and the event that it was. */
type CallRow = ReadRow & { eventId: string; booking: Omit<BookingRecord, "reference"> };

/** Declares the import of calendar files, whose events with somebody outside the company become calls. */
export function createCallImport({
	kind,
	personalRecords,
	company,
	source,
	listPeople,
	ownAddresses,
	findRecordOfEvent,
}: CallImportDeps): ImportKind {
	const { timeZone } = company;
	const { keptMonths } = kind.personalData;

	return {
		...createRecordRemoval({
			kind,
			personalRecords,
			isWorkedOn: sql`exists (select 1 from bookings where bookings.reference = records.reference and bookings.sequence > 0)`,
		}),
		key: "calls",
		name: "Calls",
		about: "Each event of a calendar file (.ics) with somebody outside the company becomes a call.",
		becomes: ["call", "calls"],
		path: "calls",
		fields,
		source,
		async createReader(db, options) {
			const own = await findOwn(db);
			const oldest = subtractMonths(options.at, keptMonths, timeZone);
			/** Upcoming calls of the file so far, by host and day. */
			const upcoming = new Map<string, Interval[]>();
			return {
				read: (values) => readRow(values, { options, own, oldest, upcoming }),
				findStored: (of, rows: readonly CallRow[]) => findStored(of, rows, options.number),
				findRemarks: (of, rows: readonly CallRow[]) => findClashes(of, rows, options),
			};
		},
	};

	async function findOwn(db: Connection): Promise<Own> {
		const hosts = await listPeople(db, demoCallPurpose);
		const members = await listMembers(db);
		const domains = await Promise.all(ownAddresses.map((address) => findCompanyDomain(address)));
		return {
			members: new Map(
				members.map(({ id, email }) => [email.toLowerCase(), hosts.some((host) => host.id === id) ? id : undefined]),
			),
			addresses: new Set(ownAddresses.map((address) => address.toLowerCase())),
			domains: domains.filter((domain) => domain !== undefined),
		};
	}

	function readRow(
		values: RowValues,
		{
			options,
			own,
			oldest,
			upcoming,
		}: { options: ReadOptions; own: Own; oldest: Temporal.Instant; upcoming: Map<string, Interval[]> },
	): CallRow | { refused: string } {
		const { line } = values;
		const remarks: string[] = [];
		const notes: string[] = [];

		const unusual = line("times");
		if (unusual === unusualTimes.wholeDay) return { refused: "It has no time of day." };
		if (unusual === unusualTimes.unreadableSeries) return { refused: "Its repetitions cannot be read." };
		if (isPrivate(line("visibility"))) return { refused: "It is marked as private." };
		const startsAt = readInstant(line("start"), options)?.round({ smallestUnit: "minute", roundingMode: "floor" });
		if (!startsAt) return { refused: "Its times cannot be read." };
		if (Temporal.Instant.compare(startsAt, oldest) < 0)
			return { refused: `It is older than the ${keptMonths} months that calls are kept.` };
		if (unusual === unusualTimes.unknownZone)
			remarks.push("Its time zone is unknown, so its time is read in that of the calendar or the company.");

		const invited = listInvited(values);
		const outside = invited.filter(({ address }) => !isOwn(address, own));
		const [visitor, ...guests] = outside.filter(({ hasDeclined }) => !hasDeclined);
		if (!visitor)
			return {
				refused:
					outside.length > 0
						? "Everybody outside the company has declined."
						: "Nobody outside the company is invited with an e-mail address.",
			};
		if (guests.length > mostGuestsOfCall)
			return { refused: `More than ${mostGuestsOfCall + 1} people outside the company are invited.` };

		const colleagues = invited.filter(({ address, hasDeclined }) => isOwn(address, own) && !hasDeclined);
		const hostIds = colleagues.flatMap(({ address }) => own.members.get(address.toLowerCase()) ?? []);
		const unknown = colleagues.filter(({ address }) => own.members.get(address.toLowerCase()) === undefined);
		if (unknown.length > 0) notes.push(`Also invited: ${unknown.map(({ address }) => address).join(", ")}`);
		if (hostIds.length === 0) remarks.push("No one invited from the company takes calls here, so it has no host.");
		else if (unknown.length > 0)
			remarks.push("Colleagues who take no calls here are invited too; they are in the notes.");

		const end = readInstant(line("end"), options);
		const minutes = end && Math.ceil(startsAt.until(end).total("minutes"));
		if (minutes !== undefined && minutes > maxCallMinutes)
			return { refused: `It is longer than ${maxCallMinutes / 60} hours.` };
		if (minutes === undefined || minutes <= 0) remarks.push("It has no end, so it is as long as a demo call.");
		const durationMinutes = minutes !== undefined && minutes > 0 ? minutes : company.demo.callMinutes;

		const title = line("title");
		const written = readDescription(values.of["description"] ?? "");
		if (title.length > maxLine || written.length > visitorFields.message.maxLength)
			remarks.push("Its text is too long, so its end is cut.");
		const { place, videoUrl } = findPlace(values, written);
		if (place !== "" && videoUrl !== undefined) notes.push(`Place: ${place}`);
		const isCancelled = line("status").toLowerCase() === "cancelled";
		const { firstName, lastName } = splitName(visitor.name || visitor.address);
		const bookedAt = findBookedAt(readInstant(line("created"), options), { startsAt, oldest, at: options.at });
		const booking: CallRow["booking"] = {
			...ofDemoType,
			id: createOrderedId(),
			bookedAt,
			firstName,
			lastName,
			email: visitor.address,
			phone: "",
			domain: cutText(title, maxLine) || company.demo.domains[0],
			message: cutText(written, visitorFields.message.maxLength),
			startsAt,
			timeZone,
			durationMinutes,
			place: videoUrl === undefined ? place : "",
			hostIds,
			...(videoUrl !== undefined && { videoUrl }),
			...(guests.length > 0 && { guests: guests.map(({ address }) => ({ email: address, isOurs: false })) }),
			sequence: 0,
			moves: 0,
			state: isCancelled ? "cancelled" : "booked",
		};
		const isUpcoming = Temporal.Instant.compare(startsAt, options.at) > 0;
		if (isUpcoming && !isCancelled && takesTimeTwice(booking, upcoming))
			remarks.push("It overlaps another call of its host in this file.");
		const address = visitor.address.toLowerCase();
		return {
			eventId: line("externalId"),
			booking,
			address,
			others: guests.map((guest) => guest.address.toLowerCase()),
			duplicateKey: toKey(booking),
			remarks,
			async write(transaction, reference) {
				const note = cutText(cleanText(notes.join("\n")), maxNote);
				await insertAgreedBooking(
					transaction,
					{ ...booking, reference },
					// Nobody gets the private link.
					{ tokenHash: hashToken(createToken()), note, company, now: options.at },
				);
				await importRecordWork(
					transaction,
					{ reference, receivedAt: bookedAt },
					{
						importNumber: options.number,
						stage: isCancelled ? callOutcomes.cancelled : "",
						ownerId: undefined,
						followUpOn: undefined,
						value: undefined,
						note,
						by: options.by,
					},
				);
			},
		};
	}

	function readInstant(text: string, { dateOrder }: ReadOptions): Temporal.Instant | undefined {
		return readDate(text, { order: dateOrder, timeZone });
	}

	/** Finds calls of the same visitor at the same time, and appointments whose invitations the events are. */
	async function findStored(db: Connection, rows: readonly CallRow[], number: number): Promise<Map<string, string>> {
		const found = new Map<string, string>();
		if (rows.length === 0) return found;
		const starts = [...new Set(rows.map(({ booking }) => toInstantText(booking.startsAt)))];
		const stored = await db
			.selectFrom("bookings")
			.innerJoin("records", "records.reference", "bookings.reference")
			.select(["bookings.email", "bookings.startsAt", "bookings.state", "bookings.reference"])
			.where("bookings.startsAt", "in", starts)
			.where((where) =>
				where.or([where("records.importNumber", "is", null), where("records.importNumber", "<>", number)]),
			)
			.execute();
		for (const { email, startsAt, state, reference } of stored)
			found.set(toKey({ email, startsAt: Temporal.Instant.from(startsAt), state }), reference);
		for (const { eventId, duplicateKey } of rows) {
			if (readAppointmentId(eventId) === undefined) continue;
			const reference = await findRecordOfEvent(db, eventId);
			if (reference !== undefined) found.set(duplicateKey, reference);
		}
		return found;
	}

	/** Tells which upcoming calls overlap other appointments of their hosts. */
	async function findClashes(
		db: Connection,
		rows: readonly CallRow[],
		{ at, number }: ReadOptions,
	): Promise<Map<ReadRow, string>> {
		const clashes = new Map<ReadRow, string>();
		for (const row of rows) {
			const { state, hostIds, startsAt } = row.booking;
			if (state !== "booked" || hostIds.length === 0 || Temporal.Instant.compare(startsAt, at) <= 0) continue;
			const reserved = (await listReservations(db, intervalOf(row.booking), { now: at })).filter(({ hostId }) =>
				hostIds.includes(hostId),
			);
			if (reserved.length === 0) continue;
			const imported = await db
				.selectFrom("records")
				.select("reference")
				.where(
					"reference",
					"in",
					reserved.map(({ reference }) => reference),
				)
				.where("importNumber", "=", number)
				.execute();
			// The row has told of calls of this file.
			if (reserved.some((one) => !imported.some(({ reference }) => reference === one.reference)))
				clashes.set(row, "It overlaps another appointment of its host.");
		}
		return clashes;
	}

	/** Remembers the time of an upcoming call for its hosts; true if one of them has it already. */
	function takesTimeTwice(
		booking: Pick<BookingRecord, "startsAt" | "durationMinutes" | "hostIds">,
		upcoming: Map<string, Interval[]>,
	): boolean {
		const interval = intervalOf(booking);
		let isTaken = false;
		for (const hostId of booking.hostIds)
			for (let day = Math.floor(interval.startMs / dayMs); day * dayMs < interval.endMs; day++) {
				const taken = upcoming.get(`${hostId} ${day}`) ?? [];
				isTaken ||= taken.some((one) => overlap(one, interval));
				upcoming.set(`${hostId} ${day}`, [...taken, interval]);
			}
		return isTaken;
	}
}

/** Lists who is invited, the organizer first, without calendars and rooms of Google. */
function listInvited({ of }: RowValues): Invited[] {
	const byAddress = new Map<string, Invited>();
	for (const line of `${of["organizer"] ?? ""}\n${of["invited"] ?? ""}`.split("\n")) {
		const [address = "", status = "", ...name] = line.trim().split(" ");
		if (!isEmailAddress(address) || /[@.]calendar\.google\.com$/i.test(address)) continue;
		const known = byAddress.get(address.toLowerCase());
		byAddress.set(address.toLowerCase(), {
			address: known?.address ?? address,
			hasDeclined: known?.hasDeclined === true || status === "declined",
			name: known?.name || cutText(toOneLine(cleanLine(name.join(" "))), maxLine),
		});
	}
	return [...byAddress.values()];
}

function isOwn(address: string, { members, addresses, domains }: Own): boolean {
	const lower = address.toLowerCase();
	const host = lower.slice(lower.lastIndexOf("@") + 1);
	return (
		members.has(lower) ||
		addresses.has(lower) ||
		domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
	);
}

/** Reads a description, which Google and Outlook may write as HTML. */
function readDescription(text: string): string {
	const isHtml = /<(?:a|b|br|div|em|html|i|li|ol|p|span|strong|u|ul)\b[^<>]*>/i.test(text);
	const plain = isHtml
		? readHtml(text)
				.split("\n")
				.filter((line) => !line.startsWith(markCharacter))
				.join("\n")
		: text;
	return cleanText(plain).trim();
}

/** Finds the place of an event, and the room of its video call, which programs write in different properties or into its text. */
function findPlace({ of, line }: RowValues, description: string): { place: string; videoUrl: string | undefined } {
	const written = line("place");
	const videoUrl = [...`${of["links"] ?? ""} ${written} ${description}`.matchAll(/https:\/\/[^\s<>"'()]+/gi)]
		.map(([address]) => address.replace(/[.,;:!?]$/, ""))
		.find(
			(address) => address.length <= maxLink && URL.canParse(address) && videoHosts.test(new URL(address).hostname),
		);
	const isLink = videoUrl !== undefined && written.includes(videoUrl);
	return { place: isLink ? "" : cutText(written, maxLine), videoUrl };
}

/** Returns when a call was booked: when its event was created, if that makes sense, or else when it began or the import did. */
function findBookedAt(
	created: Temporal.Instant | undefined,
	{ startsAt, oldest, at }: { startsAt: Temporal.Instant; oldest: Temporal.Instant; at: Temporal.Instant },
): Temporal.Instant {
	const latest = Temporal.Instant.compare(startsAt, at) < 0 ? startsAt : at;
	const isUsable =
		created && Temporal.Instant.compare(created, oldest) >= 0 && Temporal.Instant.compare(created, latest) <= 0;
	return isUsable ? created : latest;
}

/** A cancelled call is not about the same as a call that takes place. */
function toKey({ email, startsAt, state }: Pick<BookingRecord, "email" | "startsAt" | "state">): string {
	return `${email.toLowerCase()} ${toInstantText(startsAt)} ${state === "cancelled" ? state : ""}`.trim();
}
