import { ServerBusyError } from "../http/server-busy-error.ts";

/** Runs work when its turn has come. */
export type RenderLimit = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes the bound on what is rendered for requests: rendering keeps the processor busy, and everybody else waiting, for as long as
 * somebody asks for pages that are not ready.
 *
 * The returned function rejects with ServerBusyError when too many wait already, and with the signal's reason when whoever asked has
 * gone before the turn came.
 *
 * @param atOnce pages that are rendered at the same time
 * @param mostWaiting further ones that wait for their turn
 */
export function createRenderLimit({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): RenderLimit {
	let running = 0;
	const waiting: (() => void)[] = [];

	return async function render(signal, work) {
		if (running >= atOnce) {
			if (waiting.length >= mostWaiting) throw new ServerBusyError();
			// Whoever ends hands the place on, so that nobody who comes meanwhile takes it.
			await new Promise<void>((resolve) => waiting.push(resolve));
		} else running++;
		try {
			signal.throwIfAborted();
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}
