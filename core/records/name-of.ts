import type { Colleague } from "./record-kind.ts";

/** The name of whoever did something: of somebody whose account is gone, what there is to say. */
export function nameOf(colleagues: readonly Colleague[], accountId: string): string {
	return colleagues.find(({ id }) => id === accountId)?.name ?? "Former member";
}
