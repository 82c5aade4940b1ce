import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { CompanySettings } from "../../../core/company/current-settings.ts";
import type { Config } from "../../../platform/config.ts";
import type { Connection } from "../../../platform/database/database.ts";
import { careersSchema } from "../../../shared/careers.ts";
import { companySchema } from "../../../shared/company.ts";
import { deskSchema } from "../../../shared/desk.ts";
import { careersFile } from "../careers-file.server.ts";
import { callTypeSchema, serviceSchema } from "../content-schema.ts";
import {
	contentSourceFile,
	readContentFolder,
	readContentSource,
	type ContentSource,
} from "../documents/content-source.server.ts";
import { documentKinds, findDocumentKind } from "../documents/document-kinds.ts";
import { toCallSettings } from "../documents/to-call-type.ts";
import { toEnquiryForms } from "../documents/to-enquiry-forms.ts";
import { noticesSchema, toNotices } from "../notice-schema.ts";
import { pageSchemas } from "../page-schema.ts";
import { readYamlFile, YamlFileError } from "../yaml-file.server.ts";

/** Reads the documents that the server on this configuration was built of; where nothing is built, those of the content folder. */
export async function readContentBase({
	buildDirectory,
	contentDirectory,
}: Pick<Config, "buildDirectory" | "contentDirectory">): Promise<ContentSource> {
	const built = join(buildDirectory, contentSourceFile);
	return existsSync(built) ? readContentSource(built) : readContentFolder(contentDirectory);
}

/**
 * Returns what the server shows: what the studio has published, over the documents that the site was built of. A published document that
 * this release does not understand is left out, as the server leaves it out.
 *
 * @throws YamlFileError when a document of the base breaks the rules
 */
export async function readPublishedSettings(
	db: Connection,
	{ documents }: Pick<ContentSource, "documents">,
): Promise<CompanySettings> {
	const rows = await db
		.selectFrom("contentDocuments")
		.select(["path", "text"])
		.where((where) =>
			where.or([
				where("path", "in", [companyFile, careersFile, deskFile, contactFile, demoFile, noticesFile]),
				...[callTypeFolder, serviceFolder].map((folder) => where("path", "like", `${folder}/%`)),
			]),
		)
		.execute();
	const published = new Map(rows.map(({ path, text }) => [path, text]));
	/** @param otherwise the text of a document that the base lacks */
	function read<Schema extends z.ZodType>(path: string, schema: Schema, otherwise = ""): z.output<Schema> {
		const text = published.get(path);
		try {
			if (text !== undefined && text !== null) return readYamlFile(path, text, schema);
		} catch (error) {
			if (!(error instanceof YamlFileError)) throw error;
		}
		return readYamlFile(`content/${path}`, documents.get(path) ?? otherwise, schema);
	}
	/** Reads the documents of a folder; a document that was deleted in the studio has no text. */
	function readAll<Schema extends z.ZodType<object>>(wanted: "call-type" | "service", schema: Schema) {
		return [...new Set([...documents.keys(), ...published.keys()])].flatMap((path) => {
			const { name, slug } = findDocumentKind(path) ?? {};
			if (name !== wanted || slug === undefined || published.get(path) === null) return [];
			return { ...read(path, schema), slug };
		});
	}
	const company = read(companyFile, companySchema);
	const contact = documents.has(contactFile) ? read(contactFile, pageSchemas.contact) : undefined;
	const demo = documents.has(demoFile) ? read(demoFile, pageSchemas.demo) : undefined;
	const enquiryForms = toEnquiryForms(contact, readAll("service", serviceSchema), company);
	const notices = toNotices(read(noticesFile, noticesSchema, "{}"), company);
	return {
		company: {
			...company,
			...toCallSettings({ callPages: readAll("call-type", callTypeSchema), demo }, company),
			...(enquiryForms.length > 0 && { enquiryForms }),
			...(notices && { notices }),
		},
		careers: read(careersFile, careersSchema),
		deskSettings: read(deskFile, deskSchema),
	};
}

const companyFile = "company.yml";
const deskFile = "desk.yml";
const noticesFile = documentKinds.notices.file;
const contactFile = documentKinds["page-contact"].file;
const demoFile = documentKinds["page-demo"].file;
const callTypeFolder = documentKinds["call-type"].folder;
const serviceFolder = documentKinds.service.folder;
