import { ServerBusyError } from "../http/server-busy-error.ts";

/** Runs work when its turn has come. */
export type RenderLimit = <Result>(
	asking: { /** Who asks, such as an address. */ client: string; signal: AbortSignal },
	work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Makes the bound on what is rendered for requests: rendering keeps the processor busy, and everybody else waiting, for as long as
 * somebody asks for pages that are not ready. Those who wait take turns, so that one who asks for much waits longer than others.
 *
 * The returned function rejects with ServerBusyError when too many wait already, and with the signal's reason when whoever asked has
 * gone before the turn came.
 *
 * @param atOnce pages that are rendered at the same time
 * @param mostWaiting further ones that wait for their turn; half of them may be one client's
 */
export function createRenderLimit({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): RenderLimit {
	let running = 0;
	let waiting = 0;
	/** What each client waits for, whose turn is next first. */
	const queues = new Map<string, (() => void)[]>();

	function waitForTurn(client: string): Promise<void> {
		const queue = queues.get(client) ?? [];
		if (waiting >= mostWaiting || queue.length >= mostWaiting / 2) throw new ServerBusyError();
		waiting++;
		queues.set(client, queue);
		return new Promise((resolve) => queue.push(resolve));
	}

	/** Hands the place on, so that nobody who comes meanwhile takes it. */
	function passOn(): void {
		const [next] = queues;
		if (!next) {
			running--;
			return;
		}
		const [client, queue] = next;
		const begin = queue.shift();
		queues.delete(client);
		if (queue.length > 0) queues.set(client, queue);
		waiting--;
		begin?.();
	}

	return async function render({ client, signal }, work) {
		if (running >= atOnce) await waitForTurn(client);
		else running++;
		try {
			signal.throwIfAborted();
			return await work();
		} finally {
			passOn();
		}
	};
}
