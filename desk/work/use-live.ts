import { startTransition, useEffect, useRef, useState } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";

/** Changes within this time are shown together. */
const gatherMs = 150;
/** Name of the lock and of the channel that a browser's tabs share. */
const sharedName = "desk-change-keys";

/** Live updates in the data of every page. */
export type LiveData = {
	/** The moment before it was read: later changes are sent first. */
	readAfter: string;
};

type Listener = (changeKeys: readonly string[]) => void;

/** Change keys for all tabs, or the moment after which a tab that has come needs them. */
type Message = { changeKeys: readonly string[] } | { since: string };

const listeners = new Set<Listener>();
let stop: (() => void) | undefined;

const tell: Listener = (changeKeys) => listeners.forEach((listener) => listener(changeKeys));

/** Listens while there is a listener. */
function listen(listener: Listener, since: string): () => void {
	listeners.add(listener);
	// Browsers have no locks on a page that came unencrypted from another machine.
	stop ??= "locks" in navigator ? shareSource(since) : openSource(since, { onChangeKeys: tell }).close;
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		stop?.();
		stop = undefined;
	};
}

type Opening = {
	onChangeKeys: Listener;
	/** The server no longer sends this browser anything. */
	onRefused?: () => void;
	/** Changes may have been missed before it opens. */
	isLate?: boolean;
};

function openSource(since: string, { onChangeKeys, onRefused, isLate = false }: Opening) {
	const source = new EventSource(`/live?${new URLSearchParams({ since })}`);
	let hasMissed = isLate;
	source.addEventListener("message", ({ data }) => onChangeKeys(JSON.parse(String(data)) as string[]));
	source.addEventListener("open", () => {
		// Changes without a listener were not reported.
		if (hasMissed) onChangeKeys(["*"]);
		hasMissed = true;
	});
	source.addEventListener("error", () => {
		if (source.readyState === EventSource.CLOSED) onRefused?.();
	});
	return { close: () => source.close(), isOpen: () => source.readyState === EventSource.OPEN };
}

/**
 * Listens on the browser's only connection: over HTTP/1.1 a browser opens six to a server. The tab that holds a lock has the connection and
 * tells the others; when it is closed, another takes over.
 */
function shareSource(since: string): () => void {
	const channel = new BroadcastChannel(sharedName);
	const ending = new AbortController();
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
	const send = (message: Message) => channel.postMessage(message);
	const onChangeKeys: Listener = (changeKeys) => {
		tell(changeKeys);
		send({ changeKeys });
	};
	let source: ReturnType<typeof openSource> | undefined;
	let reopen = (_moment: string) => {};
	channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
		if ("changeKeys" in data) tell(data.changeKeys);
		else reopen(data.since);
	});
	send({ since });

	async function takeTurn() {
		const { held = [] } = await navigator.locks.query();
		const isLate = held.some(({ name }) => name === sharedName);
		await navigator.locks.request(
			sharedName,
			{ signal: ending.signal },
			() =>
				new Promise<void>((release) => {
					const open = (moment: string, opening: Pick<Opening, "isLate"> = {}) => {
						source?.close();
						source = openSource(moment, { onChangeKeys, onRefused: release, ...opening });
					};
					// Two tabs that come at once need changes after different moments: an unknown moment stands for all.
					reopen = (moment) => open(source?.isOpen() ? moment : "");
					ending.signal.addEventListener("abort", () => release());
					open(since, { isLate });
				}),
		);
	}

	takeTurn()
		.catch((error: unknown) => {
			if (!ending.signal.aborted) throw error;
		})
		.finally(() => {
			source?.close();
			reopen = () => {};
		});
	return () => {
		ending.abort();
		channel.close();
	};
}

/** One for all that a page shows, such as a list and the record beside it. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** Parts of the page that can have it read again, the one that came first in front. */
const readers = new Set<() => void>();
let readingAgain = 0;

/** Tells whether pages are being read again because of a change that was announced. */
export const isReadingAgain = () => readingAgain > 0;

/** Nobody sees a hidden page, and reading it again would mark notifications as read. */
function readWhenSeen(): void {
	if (document.hidden) document.addEventListener("visibilitychange", readWhenSeen, { once: true });
	else [...readers][0]?.();
}

/** Reads a page's data again when a change key that it shows is announced, once the page is seen. Text typed into forms stays. */
export function useLive(shows: (changeKey: string) => boolean, { isOn = true }: { isOn?: boolean } = {}): void {
	const { revalidate } = useRevalidator();
	const { readAfter = "" } = useRouteLoaderData<LiveData>("root") ?? {};
	const [changes, setChanges] = useState(0);
	const latest = useRef({ shows, revalidate, readAfter });
	useEffect(() => {
		latest.current = { shows, revalidate, readAfter };
	}, [shows, revalidate, readAfter]);
	useEffect(() => {
		if (!isOn) return;
		// A transition, as the router's own updates are: the answer to a form is drawn, and so kept, before the page is read again.
		const read = () => startTransition(() => setChanges((count) => count + 1));
		readers.add(read);
		const stopListening = listen((changeKeys) => {
			if (!changeKeys.some((changeKey) => changeKey === "*" || latest.current.shows(changeKey))) return;
			clearTimeout(timer);
			// The part that heard of it, such as a drawer, may be gone by then.
			timer = setTimeout(readWhenSeen, gatherMs);
		}, latest.current.readAfter);
		return () => {
			readers.delete(read);
			stopListening();
		};
	}, [isOn]);
	useEffect(() => {
		if (changes === 0) return;
		readingAgain += 1;
		void latest.current.revalidate().finally(() => (readingAgain -= 1));
	}, [changes]);
}
