/** Starts something that is ended after the run, last started first; refuses once that has begun. */
export type Start = <Thing>(begin: () => Promise<Thing>, end: (thing: Thing) => Promise<unknown>) => Promise<Thing>;

/**
 * Runs a program's work and ends everything that it started: when it is done, when it rejects, and on SIGTERM or SIGINT, even what was
 * still starting then.
 * @throws what the work throws, or the interruption
 */
export async function endAllAfter(run: (start: Start) => Promise<void>): Promise<void> {
	const interrupted = Promise.withResolvers<never>();
	const interrupt = (signal: NodeJS.Signals) => interrupted.reject(new Error(`Told to stop by ${signal}`));
	process.once("SIGTERM", interrupt).once("SIGINT", interrupt);
	const started = new AsyncDisposableStack();
	function start<Thing>(begin: () => Promise<Thing>, end: (thing: Thing) => Promise<unknown>): Promise<Thing> {
		let begun: Promise<Thing> | undefined;
		started.defer(async () => {
			const thing = await begun?.catch(() => undefined);
			if (thing !== undefined) await end(thing);
		});
		return (begun = begin());
	}
	try {
		await Promise.race([run(start), interrupted.promise]);
	} finally {
		await started.disposeAsync();
	}
}
