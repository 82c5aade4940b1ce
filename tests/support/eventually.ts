import { vi } from "vitest";

/** Waits until `check` no longer throws. The limit is for what hangs: a machine may be a tenth as fast as another, and busy with other things. */
export function eventually<Result>(check: () => Result | Promise<Result>, timeoutMs = 60_000): Promise<Result> {
	return vi.waitFor(check, { timeout: timeoutMs, interval: 50 });
}
