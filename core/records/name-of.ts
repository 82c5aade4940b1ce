import type { Colleague } from "./record-kind.ts";

/** Stands for a member whose account no longer exists. */
export const formerMember = "Former member";

/** Returns the name of an account, or a placeholder for a deleted one. */
export function nameOf(colleagues: readonly Colleague[], accountId: string): string {
	return colleagues.find(({ id }) => id === accountId)?.name ?? formerMember;
}
