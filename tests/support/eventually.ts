import { vi } from "vitest";

/** Waits until `check` no longer throws; patient enough for a machine that is busy with other things. */
export function eventually<Result>(check: () => Result | Promise<Result>, timeoutMs = 15_000): Promise<Result> {
	return vi.waitFor(check, { timeout: timeoutMs, interval: 50 });
}
