import type { Colleague } from "./record-kind.ts";

/** Returns the name of an account, or a placeholder for a deleted one. */
export function nameOf(colleagues: readonly Colleague[], accountId: string): string {
	return colleagues.find(({ id }) => id === accountId)?.name ?? "Former member";
}
