import { vi } from "vitest";

/** Waits until `check` no longer throws. The limit is for hangs: a machine may be ten times slower than another, and busy. */
export function eventually<Result>(check: () => Result | Promise<Result>, timeoutMs = 60_000): Promise<Result> {
	return vi.waitFor(check, { timeout: timeoutMs, interval: 50 });
}
