import type { ImportKind } from "../core/imports/import-kind.ts";
import { createImports, type Imports } from "../core/imports/imports.server.ts";
import { createImportPlans } from "../core/imports/plan-import.server.ts";
import { createImportRunner, type ImportRunner } from "../core/imports/run-imports.server.ts";
import type { RecordKind } from "../core/records/record-kind.ts";
import { bookingNames } from "../features/booking/booking-names.ts";
import { createCalendarSource } from "../features/booking/calendar-source.server.ts";
import { createCallImport } from "../features/booking/import-calls.server.ts";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { createApplicationImport } from "../features/careers/applications/import-applications.server.ts";
import { createJobImport } from "../features/careers/jobs/import-jobs.server.ts";
import { enquiryNames } from "../features/enquiries/enquiry-names.ts";
import { createEnquiryImports } from "../features/enquiries/import-enquiries.server.ts";
import { createArticleImport } from "../features/publishing/import-articles.server.ts";
import type { PictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { readContentBase } from "../features/publishing/releases/published-settings.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Installation } from "../platform/installation/installation.ts";
import type { CareersSettings } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";
import { createHostDeps, findRecordOfEvent } from "./hosts.ts";
import { createJobCheck } from "./job-check.ts";
import { findMailboxes } from "./mailboxes.ts";
import { listPersonalRecords } from "./personal-data.ts";
import type { DeclarationConfig } from "./records.ts";

export type DeskImportsDeps = {
	config: DeclarationConfig & Parameters<typeof readContentBase>[0];
	company: Company;
	careers: CareersSettings;
	clock: Clock;
	database: Database;
	files: Pick<FileStore, "read" | "receive" | "keep" | "discard" | "remove" | "readErasureNotes">;
	installation: Pick<Installation, "id">;
	kinds: readonly RecordKind[];
	/** Of the pictures of articles. */
	processor: PictureProcessor;
};

/** Creates the imports of files from other tools, and what runs them. */
export function createDeskImports({ kinds, ...deps }: DeskImportsDeps): Imports & ImportRunner {
	const parts = { ...deps, kinds: listImportKinds({ ...deps, kinds }) };
	const plans = createImportPlans(parts);
	return { ...createImports({ ...parts, plans }), ...createImportRunner({ ...parts, plans }) };
}

/** Lists what files are imported as. */
function listImportKinds({
	config,
	company,
	careers,
	clock,
	kinds,
	processor,
}: Pick<DeskImportsDeps, "config" | "company" | "careers" | "clock" | "kinds" | "processor">): ImportKind[] {
	let base: ReturnType<typeof readContentBase> | undefined;
	const personalRecords = listPersonalRecords(config, company);
	const partsOf = (name: string) => {
		const kind = kinds.find((one) => one.name === name);
		const personal = personalRecords.find((one) => one.name === name);
		if (!kind || !personal) throw new Error(`There is no kind of record ${name}`);
		return { kind, personalRecords: personal, company };
	};
	const bookings = partsOf(bookingNames.name);
	return [
		...createEnquiryImports(partsOf(enquiryNames.name)),
		createApplicationImport(partsOf(applicationNames.name)),
		createJobImport({
			company,
			careers,
			checkJob: createJobCheck(careers),
			// It takes half a second to load.
			renderMarkdown: async (markdown) =>
				(await import("../features/publishing/markdown.server.ts")).renderMarkdown(markdown),
		}),
		createCallImport({
			...bookings,
			company,
			source: createCalendarSource({
				clock,
				timeZone: company.timeZone,
				keptMonths: bookings.kind.personalData.keptMonths,
			}),
			listPeople: createHostDeps({ config, company }).listPeople,
			ownAddresses: [company.email, ...Object.values(findMailboxes(config, company))],
			findRecordOfEvent,
		}),
		createArticleImport({ company, processor, readBase: () => (base ??= readContentBase(config)) }),
	];
}
