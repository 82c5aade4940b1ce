import { ServerBusyError } from "../http/server-busy-error.ts";

/** A page to look at, or a form's response. */
type Kind = "page" | "form";

/** Runs work when its turn has come. */
export type RenderLimit = <Result>(
	asking: { /** The sender, such as an address. */ client: string; signal: AbortSignal; kind?: Kind },
	work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Creates the limit of rendering for requests: rendering blocks the processor, and with it everybody, while pages are requested that are
 * not ready. Clients take turns, so a client with many requests waits longer than others.
 *
 * The returned function rejects with ServerBusyError if too many wait already, and with the signal's reason if the client has gone before
 * its turn.
 *
 * @param atOnce pages rendered at the same time
 * @param mostWaiting further ones that wait; at most half of them for one client
 * @param mostFormsWaiting the same for pages that answer a form, counted separately
 */
export function createRenderLimit({
	atOnce,
	mostWaiting,
	mostFormsWaiting = mostWaiting,
}: {
	atOnce: number;
	mostWaiting: number;
	mostFormsWaiting?: number;
}): RenderLimit {
	const most: Record<Kind, number> = { page: mostWaiting, form: mostFormsWaiting };
	const waiting: Record<Kind, number> = { page: 0, form: 0 };
	let running = 0;
	/** The waiting work of each client, in the order of their next turns. */
	const queues = new Map<string, { kind: Kind; turns: (() => void)[] }>();

	function waitForTurn(client: string, kind: Kind): Promise<void> {
		const key = `${kind} ${client}`;
		const queue = queues.get(key) ?? { kind, turns: [] };
		if (waiting[kind] >= most[kind] || queue.turns.length >= most[kind] / 2) throw new ServerBusyError();
		waiting[kind]++;
		queues.set(key, queue);
		return new Promise((resolve) => queue.turns.push(resolve));
	}

	/** Passes the place on, so that no newcomer takes it. */
	function passOn(): void {
		const [next] = queues;
		if (!next) {
			running--;
			return;
		}
		const [key, queue] = next;
		const begin = queue.turns.shift();
		queues.delete(key);
		if (queue.turns.length > 0) queues.set(key, queue);
		waiting[queue.kind]--;
		begin?.();
	}

	return async function render({ client, signal, kind = "page" }, work) {
		if (running >= atOnce) await waitForTurn(client, kind);
		else running++;
		try {
			signal.throwIfAborted();
			return await work();
		} finally {
			passOn();
		}
	};
}
