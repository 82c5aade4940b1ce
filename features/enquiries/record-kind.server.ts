import { listQuestionFacets, writeFacet, type Facet } from "../../core/records/facets.ts";
import { createStateQuarantine } from "../../core/records/quarantine.server.ts";
import type { RecordDeclaration, SentRecord } from "../../core/records/record-kind.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { joinName } from "../../core/records/split-name.ts";
import type { Company } from "../../shared/company.ts";
import { describeSender } from "./describe-sender.server.ts";
import { enquiryFieldNames } from "./enquiry-fields.ts";
import { enquiryNames } from "./enquiry-names.ts";
import { enterEnquiry } from "./enter-enquiry.server.ts";
import { enquiryStore, type EnquiryRecord } from "./store.server.ts";

/** Declares enquiries as a kind of record: each is promised a reply. */
export function createEnquiryKind({
	company,
	salesEmail,
	keptMonths,
}: {
	company: Pick<Company, "timeZoneLabel" | "enquiryForms">;
	salesEmail: string;
	keptMonths: number;
}): RecordDeclaration {
	return {
		...enquiryNames,
		store: enquiryStore,
		columns: [`Received (${company.timeZoneLabel})`, "Name", "E-mail"],
		emptyListText: "No enquiries.",
		csv: {
			columns: [
				"reference",
				"receivedAt",
				"state",
				...enquiryFieldNames,
				"source",
				"consent",
				...(company.enquiryForms ? ["service", "questions"] : []),
			],
			toRow: ({ answers = [], ...enquiry }: EnquiryRecord) => ({ ...enquiry, questions: JSON.stringify(answers) }),
		},
		sources: Object.values(recordSources),
		facets: listFacets(company),
		isPromised: true,
		hasValue: true,
		confirmationKinds: ["enquiry-confirmation"],
		mailbox: salesEmail,
		enter: (transaction, entered, options) => enterEnquiry(transaction, entered, { ...options, salesEmail }),
		async findSent(db, references) {
			const enquiries = await enquiryStore.listOf(db, references);
			return new Map(enquiries.map((enquiry) => [enquiry.reference, toSentRecord(enquiry)]));
		},
		quarantine: createStateQuarantine(enquiryStore, { counted: "accepted" }),
		personalData: { keptMonths },
	};
}

function listFacets({ enquiryForms = [] }: Pick<Company, "enquiryForms">): Facet[] {
	const services = enquiryForms.flatMap(({ title }) =>
		title === "" ? [] : { key: writeFacet("service", title), label: title },
	);
	return [
		...(services.length > 0 ? [{ name: "service", label: "Service", values: services }] : []),
		...listQuestionFacets(enquiryForms.flatMap(({ questions }) => questions)),
	];
}

function toSentRecord(enquiry: EnquiryRecord): SentRecord {
	const { receivedAt, firstName, lastName, email, phone, message, state } = enquiry;
	return {
		receivedAt,
		firstName,
		lastName,
		email,
		phone,
		state,
		fields: describeSender(enquiry),
		text: { label: "Message", value: message },
		cells: [receivedAt, joinName(enquiry), email],
		stored: enquiry,
	};
}
