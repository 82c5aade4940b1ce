/** Resolves when the browser is online, or when nobody waits any more. */
export async function whenOnline(signal: AbortSignal): Promise<void> {
	if (navigator.onLine || signal.aborted) return;
	const ended = new AbortController();
	await new Promise<void>((resolve) => {
		window.addEventListener("online", () => resolve(), { signal: ended.signal });
		signal.addEventListener("abort", () => resolve(), { signal: ended.signal });
	});
	ended.abort();
}
