/** Resolves when the browser is online, or when nobody waits any more. */
export async function whenOnline(signal: AbortSignal): Promise<void> {
	if (navigator.onLine || signal.aborted) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	const ended = new AbortController();
	for (const [on, type] of [
		[window, "online"],
		[signal, "abort"],
	] as const)
		on.addEventListener(type, () => resolve(), { signal: ended.signal });
	await promise;
	ended.abort();
}
