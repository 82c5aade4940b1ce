import { createStateQuarantine } from "../../core/records/quarantine.server.ts";
import type { RecordDeclaration, SentRecord } from "../../core/records/record-kind.ts";
import { describeEntry, letterSource, recordSources } from "../../core/records/record-sources.ts";
import { splitName } from "../../core/records/split-name.ts";
import type { Company } from "../../shared/company.ts";
import { formatDate } from "../../shared/format-date.ts";
import { enterRequest } from "./enter-request.server.ts";
import { nameRequestKind, requestKindKeys, requestKinds } from "./request-kinds.ts";
import { requestNames } from "./request-names.ts";
import { findResponseDays, findLastDay } from "./response-days.ts";
import { registerErasedRequests } from "./settled-requests.server.ts";
import { requestStore, type PrivacyRequest } from "./store.server.ts";

const sources = [recordSources.site, recordSources.email, recordSources.phone, letterSource, recordSources.other];

const topics = requestKindKeys.map((key) => ({ key, label: requestKinds[key].label }));

/** Declares requests about people's own data as a kind of record. Of an erased one, an entry without the person stays. */
export function createRequestKind({
	company,
	keptMonths,
}: {
	company: Pick<Company, "timeZone" | "timeZoneLabel" | "privacyContact" | "privacyRequests">;
	keptMonths: number;
}): RecordDeclaration {
	const privacyEmail = company.privacyContact.email;
	const { timeZone } = company;
	return {
		...requestNames,
		store: requestStore,
		columns: [`Received (${company.timeZoneLabel})`, "Request", "Name", "E-mail"],
		emptyListText: "No requests.",
		csv: {
			columns: [
				"reference",
				"receivedAt",
				"state",
				"requestKind",
				"name",
				"email",
				"phone",
				"message",
				"source",
				"consent",
			],
			toRow: (request: PrivacyRequest) => request,
		},
		about: "Type of request",
		listTopics: async () => topics,
		listSubjects: async () => topics,
		sources,
		isPromised: false,
		replyWithinDays: findResponseDays(company),
		confirmationKinds: ["privacy-request-receipt"],
		mailbox: privacyEmail,
		enter: (transaction, entered, options) => enterRequest(transaction, entered, { ...options, privacyEmail }),
		async findSent(db, references) {
			const requests = await requestStore.listOf(db, references);
			return new Map(requests.map((request) => [request.reference, toSentRecord(request, company)]));
		},
		quarantine: createStateQuarantine(requestStore, { counted: "received" }),
		personalData: {
			keptMonths,
			async deleteBelongings(transaction, references, now) {
				await registerErasedRequests(transaction, references, { now, timeZone });
				return {};
			},
		},
	};
}

function toSentRecord(request: PrivacyRequest, company: Pick<Company, "timeZone" | "privacyRequests">): SentRecord {
	const { receivedAt, requestKind, name, phone, message, state } = request;
	const about = nameRequestKind(requestKind);
	return {
		receivedAt,
		...splitName(name),
		email: request.email,
		phone,
		state,
		fields: [
			{ label: "Request", value: about },
			{ label: "Answer by", value: formatDate(findLastDay(receivedAt, company)) },
			{ label: "Name", value: name },
			{
				label: "E-mail",
				value: request.email || "not given",
				...(request.email !== "" && { as: "email" as const }),
			},
			{ label: "Phone", value: phone || "not given" },
			...describeEntry(request),
		],
		text: { label: "Message", value: message },
		about,
		cells: [receivedAt, about, name, request.email],
		stored: request,
	};
}
