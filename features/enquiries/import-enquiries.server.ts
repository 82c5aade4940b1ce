import { sql } from "kysely";
import type { ImportKind } from "../../core/imports/import-kind.ts";
import type { ImportField } from "../../core/imports/match-columns.ts";
import {
	createRecordImport,
	readText,
	type ImportedPerson,
	type RecordImportDeps,
} from "../../core/imports/record-import.server.ts";
import { contactSource, recordSources } from "../../core/records/record-sources.ts";
import { enquiryNames } from "./enquiry-names.ts";
import { hubspotPreset } from "./import-presets.ts";
import { insertEnquiry } from "./store.server.ts";

const messageField: ImportField = {
	key: "message",
	label: "Message",
	synonyms: ["enquiry", "inquiry", "request", "question", "text", "body", "how can we help", "details"],
};

/** Declares the import of leads, which become enquiries, and of contacts, which become closed ones. */
export function createEnquiryImports(parts: RecordImportDeps): ImportKind[] {
	const shared = { ...parts, presets: [hubspotPreset], insert: insertImported };
	return [
		createRecordImport({
			...shared,
			key: "leads",
			name: "Leads",
			about: "Each row becomes an enquiry.",
			fields: [messageField],
			needsEmail: false,
			source: recordSources.other.key,
			keepsSource: true,
			stage: "",
			matches: sql`kind = ${enquiryNames.name} and source <> ${contactSource.key}`,
			createOwnReader: async () => readMessage,
		}),
		createRecordImport({
			...shared,
			key: "contacts",
			name: "Contacts",
			about: "Each row becomes a person in Contacts, with a closed enquiry.",
			fields: [],
			needsEmail: true,
			source: contactSource.key,
			keepsSource: false,
			matches: sql`1 = 1`,
			stage: parts.kind.stages.findLast(({ open }) => !open)?.key ?? "",
			createOwnReader: async () => () => ({ own: "" }),
		}),
	];
}

function readMessage(values: Parameters<typeof readText>[0]): { own: string } | { refused: string } {
	const message = readText(values, "message");
	return message === undefined ? { refused: "The message is longer than 10,000 characters." } : { own: message };
}

async function insertImported(
	transaction: Parameters<typeof insertEnquiry>[0],
	{ note, ...person }: ImportedPerson,
	message: string,
): Promise<void> {
	await insertEnquiry(transaction, { ...person, message, state: "accepted" }, { note });
}
