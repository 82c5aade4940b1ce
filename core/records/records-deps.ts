import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Company } from "../../shared/company.ts";
import type { RecordKind } from "./record-kind.ts";

/** Dependencies of everything that members do with records. */
export type RecordsDeps = {
	company: Company;
	clock: Clock;
	database: Database;
	files: Pick<FileStore, "keep" | "remove">;
	kinds: readonly RecordKind[];
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	/** Called when an e-mail may have become due, or with when it will be. */
	onEmails(dueAt?: Temporal.Instant): void;
};
