import type { WriteTransaction } from "../../platform/database/database.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import type { StoredImport } from "./import-store.server.ts";

/** Writes to the audit log what was done with an import, by default by the person who added it. */
export function noteImport(
	transaction: WriteTransaction,
	{ number, kind, accountId }: Pick<StoredImport, "number" | "kind" | "accountId">,
	{
		deed,
		details = {},
		by = accountId,
		at,
	}: { deed: string; details?: Record<string, string | number>; by?: string; at: Temporal.Instant },
): Promise<void> {
	return writeAuditEntry(
		transaction,
		{ actor: by, action: `import.${deed}`, subject: `import:${number}`, details: { kind, ...details } },
		at,
	);
}
