import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { cleanLine, cleanText } from "../../shared/clean-text.ts";
import type { Company } from "../../shared/company.ts";
import type { Stage } from "../../shared/desk.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { listDigits } from "../../shared/latin-digits.ts";
import { eraseRecords } from "../people/erase-records.server.ts";
import { subtractMonths, type PersonalRecords } from "../people/personal-records.ts";
import { listMembers } from "../records/members.server.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { recordSources } from "../records/record-sources.ts";
import { importRecordWork, listRecordsOf } from "../records/record-store.server.ts";
import { joinName, splitName } from "../records/split-name.ts";
import type { ImportKind, KeptFile, ReadOptions, ReadRow, RowValues } from "./import-kind.ts";
import { simplify, type ImportField } from "./match-columns.ts";
import { readAmount } from "./read-amount.ts";
import { readDate } from "./read-date.ts";

const maxLine = 200;
const maxText = 10_000;

/** Fields of the person of a row. */
export const personFields: readonly ImportField[] = [
	{
		key: "fullName",
		label: "Full name",
		synonyms: ["name", "contact name", "lead name", "candidate", "candidate name", "display name"],
	},
	{ key: "firstName", label: "First name", synonyms: ["given name", "forename", "first", "candidate first name"] },
	{ key: "lastName", label: "Last name", synonyms: ["surname", "family name", "last", "candidate last name"] },
	{
		key: "email",
		label: "E-mail",
		synonyms: [
			"email",
			"e mail address",
			"email address",
			"mail",
			"primary email",
			"work email",
			"email addresses",
			"emails",
			"e mail 1 value",
		],
	},
	{
		key: "phone",
		label: "Phone",
		synonyms: [
			"phone number",
			"telephone",
			"tel",
			"mobile",
			"mobile phone",
			"mobile phone number",
			"cell",
			"phone numbers",
			"phones",
			"primary phone",
		],
	},
];

/** Fields of the work of staff in the other tool. */
export const workFields: readonly ImportField[] = [
	{
		key: "receivedAt",
		label: "Received",
		synonyms: [
			"date",
			"created",
			"created at",
			"created date",
			"create date",
			"created on",
			"creation date",
			"date created",
			"submitted",
			"submitted at",
			"date added",
			"received at",
			"timestamp",
			"date received",
		],
	},
	{
		key: "stage",
		label: "Stage",
		synonyms: ["status", "state", "pipeline stage", "deal stage", "lead status", "current stage", "stage name"],
	},
	{
		key: "owner",
		label: "Owner (e-mail)",
		synonyms: [
			"owner",
			"owner email",
			"assigned to",
			"assignee",
			"contact owner",
			"lead owner",
			"responsible",
			"account owner",
		],
	},
	{
		key: "source",
		label: "Source",
		synonyms: [
			"lead source",
			"original source",
			"original traffic source",
			"channel",
			"origin",
			"came from",
			"source name",
		],
	},
	{
		key: "consent",
		label: "Consent",
		synonyms: [
			"gdpr",
			"gdpr consent",
			"legal basis",
			"opt in",
			"marketing consent",
			"legal basis for processing contact s data",
		],
	},
	{
		key: "followUp",
		label: "Follow-up",
		synonyms: ["follow up date", "follow up on", "next step date", "next activity date", "due", "due date"],
	},
	{
		key: "externalId",
		label: "ID in the other tool",
		synonyms: ["id", "record id", "contact id", "lead id", "external id", "uuid", "deal id"],
	},
];

export const notesField: ImportField = {
	key: "notes",
	label: "Add to notes",
	synonyms: [
		"notes",
		"note",
		"comment",
		"comments",
		"internal notes",
		"remarks",
		"description",
		"company",
		"company name",
		"organisation",
		"organization",
		"account",
		"job title",
		"position title",
		"website",
		"website url",
		"city",
		"country",
		"country region",
		"industry",
		"lifecycle stage",
		"associated company",
		"tags",
		"labels",
	],
	many: true,
};

/** The same for every kind of record, cleaned and checked. */
export type ImportedPerson = {
	reference: string;
	receivedAt: Temporal.Instant;
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	source: string;
	consent: string;
	/** To be found by; "" for none. */
	note: string;
};

/** The values of a kind's own fields. */
export type OwnValues<Own> = {
	own: Own;
	/** Two rows of one address are about the same only if they share it too. */
	topic?: string;
	remarks?: string[];
	notes?: string[];
};

/** A kind of record that rows become, and the parts of the installation that its import needs. */
export type RecordImportDeps = {
	kind: RecordKind;
	personalRecords: PersonalRecords;
	company: Pick<Company, "timeZone">;
};

type RecordImportOptions<Own> = RecordImportDeps &
	Pick<ImportKind, "key" | "name" | "about" | "file" | "presets"> & {
		/** Fields besides those of every person. */
		fields: readonly ImportField[];
		/** Whether an address is needed, or a phone number is enough. */
		needsEmail: boolean;
		/** The source of rows without one; all rows have it where sources are not kept. */
		source: string;
		keepsSource: boolean;
		/** The stage of rows without one; "" for the first. */
		stage: string;
		/** Which stored records of an address are compared with rows. */
		matches: RawBuilder<SqlBool>;
		/** Creates what reads the fields of the kind. */
		createOwnReader(db: Connection): Promise<(values: RowValues) => OwnValues<Own> | { refused: string }>;
		insert(transaction: WriteTransaction, person: ImportedPerson, own: Own, file: KeptFile | undefined): Promise<void>;
	};

/**
 * Creates the part that all imports of records share: it finds stored ones and removes them.
 * @param options `isWorkedOn`: which of them somebody has worked on, besides those whose own row has changed
 */
export function createRecordRemoval({
	kind,
	personalRecords,
	isWorkedOn = sql`1 = 0`,
}: Pick<RecordImportDeps, "kind" | "personalRecords"> & { isWorkedOn?: RawBuilder<SqlBool> | undefined }): Pick<
	ImportKind,
	"prefix" | "exists" | "findWorkedOn" | "remove"
> {
	return {
		prefix: kind.prefix,
		exists: async (db, reference) => (await listRecordsOf(db, [reference])).length > 0,
		async findWorkedOn(db, references) {
			if (references.length === 0) return new Map();
			const { rows } = await sql<{ reference: string; name: string }>`
				select reference, sender_name as name from records
				where reference in (${sql.join(references)})
				and (version > 1 or changed_at <> received_at or ${isWorkedOn})`.execute(db);
			return new Map(rows.map(({ reference, name }) => [reference, name]));
		},
		async remove(transaction, references, { now }) {
			await eraseRecords(transaction, personalRecords, references, now);
		},
	};
}

/** Creates the import of rows that become records of a kind. */
export function createRecordImport<Own>({
	kind,
	personalRecords,
	company: { timeZone },
	fields,
	needsEmail,
	source: usualSource,
	keepsSource,
	stage: usualStage,
	matches,
	createOwnReader,
	insert,
	...declared
}: RecordImportOptions<Own>): ImportKind {
	const sources = new Map(
		Object.values(recordSources).flatMap(({ key, label }) => [
			[key, key],
			[simplify(label), key],
		]),
	);
	const appointments = kind.appointments?.events;
	return {
		...declared,
		...createRecordRemoval({
			kind,
			personalRecords,
			isWorkedOn:
				appointments &&
				sql`exists (select 1 from ${appointments.table} as event where ${appointments.record} = records.reference)`,
		}),
		becomes: [kind.name, kind.names],
		path: kind.names,
		fields: [
			...personFields,
			...fields,
			...workFields.filter(({ key }) => key !== "source" || kind.sources),
			...(kind.hasValue
				? [
						{
							key: "value",
							label: "Value",
							synonyms: ["amount", "deal value", "deal amount", "expected revenue", "revenue", "budget"],
						},
					]
				: []),
			notesField,
		],

		async listStages(db) {
			const labels = new Map(kind.stages.map(({ key, label }) => [key, label]));
			for (const { key, label } of [...(await listOwnStages(db)).values()].flat())
				if (!labels.has(key)) labels.set(key, label);
			return [...labels].map(([key, label]) => ({ key, label }));
		},

		async createReader(db, options) {
			const members = await listMembers(db, kind);
			const owners = new Map(members.map(({ id, email }) => [email.toLowerCase(), id]));
			const readOwn = await createOwnReader(db);
			const ownStages = await listOwnStages(db);
			const oldest = subtractMonths(options.at, kind.personalData.keptMonths, timeZone);
			return {
				read: (values) => readRow(values, { options, owners, readOwn, ownStages, oldest }),
				async findAddresses(of, references) {
					const records = await listRecordsOf(of, references);
					return new Map(records.map(({ reference, senderEmail }) => [reference, senderEmail]));
				},
				async findStored(of, rows) {
					const addresses = [...new Set(rows.map(({ address }) => address).filter((address) => address !== ""))];
					if (addresses.length === 0) return new Map();
					const { rows: found } = await sql<{ email: string; topic: string; reference: string }>`
						select sender_email as email, topic, reference from records
						where sender_email in (${sql.join(addresses)}) and ${matches}
						and (import_number is null or import_number <> ${options.number})`.execute(of);
					return new Map(
						found.flatMap(({ email, topic, reference }) => [
							[email, reference],
							[`${email} ${topic}`, reference],
						]),
					);
				},
			};
		},
	};

	function readRow(
		values: RowValues,
		{
			options,
			owners,
			readOwn,
			ownStages,
			oldest,
		}: {
			options: ReadOptions;
			owners: ReadonlyMap<string, string>;
			readOwn: (values: RowValues) => OwnValues<Own> | { refused: string };
			ownStages: ReadonlyMap<string, readonly Stage[]>;
			oldest: Temporal.Instant;
		},
	): ReadRow | { refused: string } {
		const remarks: string[] = [];
		const notes = values.notes.map(({ name, value }) =>
			simplify(name).startsWith("note") ? value : `${name}: ${value}`,
		);
		const { line } = values;
		const text = (key: string) => values.of[key] ?? "";

		const [email = "", ...otherEmails] = text("email")
			.split(/[\s;,]+/)
			.map(cleanLine)
			.filter(Boolean);
		if (email !== "" && !isEmailAddress(email)) return { refused: "The e-mail address is not valid." };
		const [phone = "", ...otherPhones] = line("phone")
			.split(/ ?[;|] ?/)
			.filter(Boolean);
		if (email === "" && (needsEmail || phone === ""))
			return {
				refused: needsEmail ? "There is no e-mail address." : "There is neither an e-mail address nor a phone number.",
			};
		if (otherEmails.length > 0) notes.push(`Other e-mail addresses: ${otherEmails.join(", ")}`);
		if (otherPhones.length > 0) notes.push(`Other phone numbers: ${otherPhones.join(", ")}`);

		const named = { firstName: line("firstName"), lastName: line("lastName") };
		const { firstName, lastName } = joinName(named) === "" ? splitName(line("fullName") || email || phone) : named;
		if (firstName.length > maxLine || lastName.length > maxLine || phone.length > maxLine || email.length > maxLine)
			return { refused: `A name, address or number is longer than ${maxLine} characters.` };

		const receivedAt = text("receivedAt").trim() === "" ? options.at : readInstant(text("receivedAt"), options);
		if (!receivedAt) return { refused: "The date cannot be read. Check the order of day and month." };
		if (Temporal.Instant.compare(receivedAt, options.at) > 0) return { refused: "The date is in the future." };
		if (Temporal.Instant.compare(receivedAt, oldest) < 0)
			return {
				refused: `The row is older than the ${kind.personalData.keptMonths} months that ${kind.names} are kept.`,
			};

		const own = readOwn(values);
		if ("refused" in own) return own;
		const stageName = line("stage").toLowerCase();
		const { key: stage, isUnknown } =
			stageName === ""
				? { key: usualStage, isUnknown: false }
				: findStageKey(stageName, ownStages.get(own.topic ?? ""), options);
		if (stage === undefined) {
			remarks.push("There is no such stage, so it starts in the first one.");
			notes.push(`Stage: ${line("stage")}`);
		}
		const ownerName = line("owner").toLowerCase();
		const ownerId = owners.get(ownerName.split(/[\s<>()]+/).find((part) => part.includes("@")) ?? "");
		if (ownerName !== "" && ownerId === undefined) {
			remarks.push("No member with this e-mail address, so it has no owner.");
			notes.push(`Owner: ${line("owner")}`);
		}
		const sourceName = line("source");
		const known = sourceName === "" ? usualSource : sources.get(simplify(sourceName));
		const source = keepsSource ? (known ?? recordSources.other.key) : usualSource;
		if (sourceName !== "" && (!keepsSource || known === undefined)) notes.push(`Source: ${sourceName}`);
		const value = Math.round(readAmount(line("value")) ?? NaN);
		const hasValue = Number.isSafeInteger(value);
		if (line("value") !== "" && !hasValue) {
			remarks.push("The value is not a number, so it is in the notes.");
			notes.push(`Value: ${line("value")}`);
		}
		const followUp = text("followUp").trim() === "" ? undefined : readInstant(text("followUp"), options);
		if (text("followUp").trim() !== "" && !followUp)
			remarks.push("The follow-up date cannot be read, so there is none.");

		remarks.push(...(own.remarks ?? []));
		const note = cleanText([...notes, ...(own.notes ?? [])].join("\n")).trim();
		if (note.length > maxText) return { refused: `The notes are longer than ${maxText} characters.` };
		const consent = line("consent");
		if (consent.length > maxText) return { refused: `The consent is longer than ${maxText} characters.` };
		const address = email.toLowerCase();
		return {
			address,
			duplicateKey: [address || listDigits(phone), own.topic].filter(Boolean).join(" "),
			remarks,
			unknownStage: isUnknown ? line("stage") : undefined,
			async write(transaction, reference, file) {
				const person = { reference, receivedAt, firstName, lastName, email, phone, source, consent, note };
				await insert(transaction, person, own.own, file);
				await importRecordWork(transaction, person, {
					importNumber: options.number,
					stage: stage ?? "",
					ownerId,
					followUpOn: followUp?.toZonedDateTimeISO(timeZone).toPlainDate(),
					value: hasValue ? value : undefined,
					note,
					by: options.by,
				});
			},
		};
	}

	function readInstant(text: string, { dateOrder }: ReadOptions): Temporal.Instant | undefined {
		return readDate(text, { order: dateOrder, timeZone });
	}

	/** Lists the stages of topics that have their own, by topic. */
	async function listOwnStages(db: Connection): Promise<ReadonlyMap<string, readonly Stage[]>> {
		const topics = (await kind.listSubjects?.(db)) ?? [];
		const own = await kind.listStagesOf?.(
			db,
			topics.map(({ key }) => key),
		);
		return own ?? new Map<string, readonly Stage[]>();
	}

	/**
	 * Finds the key of a stage by its name in the file; "" for the first, and undefined if there is none. An unknown name has one only by choice.
	 * @param own the stages of the row's topic, where it has its own: what is chosen for a name that other topics lack leaves them alone
	 */
	function findStageKey(
		name: string,
		own: readonly Stage[] | undefined,
		options: ReadOptions,
	): { key: string | undefined; isUnknown: boolean } {
		const stages = own ?? kind.stages;
		const wanted = Object.hasOwn(options.stages, name) ? options.stages[name] : undefined;
		const chosen = stages.find(({ key }) => key === wanted)?.key;
		const named = stages.find(({ key, label }) => key === name || simplify(label) === simplify(name))?.key;
		const key = own ? (named ?? chosen) : (chosen ?? named);
		return { key: key === stages[0]?.key ? "" : key, isUnknown: named === undefined };
	}
}

/** Reads a text of several lines; undefined when it is too long. */
export function readText(values: RowValues, key: string): string | undefined {
	const text = cleanText(values.of[key] ?? "").trim();
	return text.length > maxText ? undefined : text;
}
