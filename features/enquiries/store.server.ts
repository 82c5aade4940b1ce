import type { Generated, Selectable } from "kysely";
import { listAnswerFacets, writeFacet } from "../../core/records/facets.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { registerRecord, type NewRecord, type RecordStart } from "../../core/records/record-store.server.ts";
import { createSentStore } from "../../core/records/sent-store.server.ts";
import { joinName } from "../../core/records/split-name.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { listDigits } from "../../shared/latin-digits.ts";
import type { AnsweredQuestion } from "../../shared/question-answers.ts";
import { enquiryNames } from "./enquiry-names.ts";
import type { Enquiry } from "./rules.ts";

/** quarantined: suspected spam; its e-mails are held until it is released. */
export type EnquiryState = "accepted" | "quarantined";

type EnquiriesTable = {
	id: string;
	reference: string;
	receivedAt: string;
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	message: string;
	state: EnquiryState;
	/** Null in enquiries of earlier releases, which came by the site. */
	source: Generated<string | null>;
	consent: Generated<string | null>;
	/** Title of the service whose form it was; null for the general one. */
	service: Generated<string | null>;
	/** JSON of the answers to the company's own questions; null for none. */
	answers: Generated<string | null>;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		enquiries: EnquiriesTable;
	}
}

/** An enquiry as it is stored. Without the site's form it may lack a name, an address or a number. */
export type EnquiryRecord = Enquiry & {
	reference: string;
	receivedAt: Temporal.Instant;
	state: EnquiryState;
	/** Key of its source. */
	source: string;
	/** How the sender agreed to the storage, in a member's words; empty where they sent it themselves. */
	consent: string;
	/** Title of the service whose form it was; absent for the general one. */
	service?: string;
	/** To the company's own questions; absent for none. */
	answers?: AnsweredQuestion[];
};

/** Stores a new enquiry with staff's side of it. */
export async function insertEnquiry(
	transaction: WriteTransaction,
	{ answers, ...enquiry }: EnquiryRecord,
	start: RecordStart = {},
): Promise<void> {
	await transaction
		.insertInto("enquiries")
		.values({
			...enquiry,
			...(answers && { answers: JSON.stringify(answers) }),
			id: createOrderedId(),
			receivedAt: toInstantText(enquiry.receivedAt),
		})
		.execute();
	await registerRecord(transaction, toNewRecord({ ...enquiry, ...(answers && { answers }) }), start);
}

function toNewRecord(enquiry: EnquiryRecord): NewRecord {
	const { reference, receivedAt, email, phone, message, state, source, service = "", answers = [] } = enquiry;
	return {
		kind: enquiryNames.name,
		reference,
		receivedAt,
		senderName: joinName(enquiry),
		senderEmail: email,
		spam: state === "quarantined",
		texts: [phone, listDigits(phone), message, service, ...answers.map(({ answer }) => answer)],
		source,
		facets: [...(service === "" ? [] : [writeFacet("service", service)]), ...listAnswerFacets(answers)],
	};
}

function toEnquiryRecord({
	id,
	receivedAt,
	source,
	consent,
	service,
	answers,
	...row
}: Selectable<EnquiriesTable>): EnquiryRecord {
	return {
		...row,
		...(service !== null && { service }),
		...(answers !== null && { answers: JSON.parse(answers) as AnsweredQuestion[] }),
		receivedAt: Temporal.Instant.from(receivedAt),
		source: source ?? recordSources.site.key,
		consent: consent ?? "",
	};
}

export const enquiryStore = createSentStore("enquiries", {
	receivedColumn: "receivedAt",
	toSent: toEnquiryRecord,
	toNewRecord,
});
