import { closeRestoredAccounts, readDisabledAccounts } from "../core/accounts/restored-accounts.server.ts";
import { readRevocations, repeatRevocations } from "../core/api-tokens/api-token-store.server.ts";
import type { ChangeOfTables, ReadableTables } from "../platform/backup/restore.ts";

/** Reads which accounts and API tokens are closed in a database, and returns the step that closes them in the one that replaces it. */
export async function keepAccessClosed(present: ReadableTables | undefined): Promise<ChangeOfTables> {
	const disabled = present?.tables.has("accounts") ? await readDisabledAccounts(present.db) : [];
	const revoked = present?.tables.has("api_tokens") ? await readRevocations(present.db) : [];
	return async (db, tables) => {
		if (tables.has("accounts")) await closeRestoredAccounts(db, tables, disabled);
		if (tables.has("api_tokens")) await repeatRevocations(db, revoked);
	};
}
