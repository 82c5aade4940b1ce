import type { Member } from "./record-kind.ts";

/** Stands for a member whose account no longer exists. */
export const formerMember = "Former member";

/** Returns the name of an account, or a placeholder for a deleted one. */
export function nameOf(members: readonly Member[], accountId: string): string {
	return members.find(({ id }) => id === accountId)?.name ?? formerMember;
}
