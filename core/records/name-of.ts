import type { Member } from "./record-kind.ts";

/** Stands for a member whose account no longer exists. */
export const formerMember = "Former member";

/** Stands for the account of a person with a shell on the machine. */
export const commandAccount = "command";

/** Returns the name of an account, or a placeholder for a deleted one and for the command line. */
export function nameOf(members: readonly Member[], accountId: string): string {
	if (accountId === commandAccount) return "Command line";
	return members.find(({ id }) => id === accountId)?.name ?? formerMember;
}
