import type { Connection } from "../../platform/database/database.ts";
import { mayUse } from "../accounts/roles.ts";
import { listAccounts } from "../accounts/store.server.ts";
import { listApiTokens, nameApiToken } from "../api-tokens/api-token-store.server.ts";
import { nameOf } from "./name-of.ts";
import type { Member, RecordKind } from "./record-kind.ts";

/** Lists the members who may work with a kind of record, by name; without a kind, everybody with an account, so that past actions have names. */
export async function listMembers(db: Connection, kind?: Pick<RecordKind, "area">): Promise<Member[]> {
	const accounts = await listAccounts(db);
	return accounts
		.filter(({ roles, disabledAt }) => !kind || (mayUse(roles, kind.area) && disabledAt === undefined))
		.map(({ id, name, email }) => ({ id, name, email }));
}

/** Lists everybody who may have done something with records: members, former ones too, and the API's tokens. */
export async function listAuthors(db: Connection): Promise<Member[]> {
	const tokens = await listApiTokens(db);
	return [
		...(await listMembers(db)),
		...tokens.map((token) => ({ id: token.id, name: nameApiToken(token), email: "" })),
	];
}

/** Returns a function that names accounts by id, as in an audit log: deleted ones, tokens of the API and the command line too. */
export async function nameMembers(db: Connection): Promise<(id: string) => string> {
	const members = await listAuthors(db);
	return (id) => nameOf(members, id);
}
