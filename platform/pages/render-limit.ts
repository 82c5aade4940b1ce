import { ServerBusyError } from "../http/server-busy-error.ts";

/** A page that somebody looks at, or one that answers what somebody has sent. */
type Kind = "page" | "form";

/** Runs work when its turn has come. */
export type RenderLimit = <Result>(
	asking: { /** Who asks, such as an address. */ client: string; signal: AbortSignal; kind?: Kind },
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
 * @param mostFormsWaiting the same for those that answer a form, which are counted apart
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
	/** What each client waits for, whose turn is next first. */
	const queues = new Map<string, { kind: Kind; turns: (() => void)[] }>();

	function waitForTurn(client: string, kind: Kind): Promise<void> {
		const key = `${kind} ${client}`;
		const queue = queues.get(key) ?? { kind, turns: [] };
		if (waiting[kind] >= most[kind] || queue.turns.length >= most[kind] / 2) throw new ServerBusyError();
		waiting[kind]++;
		queues.set(key, queue);
		return new Promise((resolve) => queue.turns.push(resolve));
	}

	/** Hands the place on, so that nobody who comes meanwhile takes it. */
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
