import { mayUse } from "../../core/accounts/roles.ts";
import type { Account } from "../../core/accounts/store.server.ts";
import { isUsable, type ApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import { formerMember } from "../../core/records/name-of.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { describeScopes } from "../api/api-scopes.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownState, ShownValue } from "../records/values.ts";

/** A token, as its page and the list show it. */
export type ShownToken = {
	id: string;
	name: string;
	scopes: string;
	createdBy: string;
	createdAt: ShownValue;
	endsAt: ShownValue;
	usedAt: ShownValue;
	state: ShownState;
	isUsable: boolean;
	/** Whether who created it may no longer do so, though the token works. */
	hasLostCreator: boolean;
};

type Creator = Pick<Account, "id" | "name" | "roles" | "disabledAt">;

/** Shows a token, in the company's zone. */
export function showToken(
	token: ApiToken,
	{
		accounts,
		company,
		now,
	}: { accounts: readonly Creator[]; company: Pick<CompanyTime, "locale" | "timeZone">; now: Temporal.Instant },
): ShownToken {
	const creator = accounts.find(({ id }) => id === token.createdBy);
	const mayCreate = creator && !creator.disabledAt && mayUse(creator.roles, "administration");
	const works = isUsable(token, now);
	return {
		id: token.id,
		name: token.name,
		scopes: describeScopes(token.scopes),
		createdBy: creator?.name ?? formerMember,
		createdAt: showValue(token.createdAt, company),
		endsAt: showValue(token.endsAt, company),
		usedAt: token.usedAt ? showValue(token.usedAt, company) : { text: "Never" },
		state: showTokenState(token, works, mayCreate === true),
		isUsable: works,
		hasLostCreator: works && !mayCreate,
	};
}

function showTokenState({ revokedAt }: ApiToken, works: boolean, mayCreate: boolean): ShownState {
	if (revokedAt) return { state: "held", name: "Revoked" };
	if (!works) return { state: "held", name: "Ended" };
	return mayCreate ? { state: "sent", name: "Active" } : { state: "late", name: "Check" };
}
