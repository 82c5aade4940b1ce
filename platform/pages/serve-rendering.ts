import type { MessagePort } from "node:worker_threads";
import type { MakeResponse } from "./made-response.ts";
import type { FromWorker, ToWorker } from "./rendering-threads.ts";

/** Makes responses for the thread at the other end of a port, which gets their bytes without a copy. */
export function serveRendering(
	port: Pick<MessagePort, "on" | "postMessage">,
	{
		make,
		announce,
	}: { make: MakeResponse; /** Called with announced change keys. */ announce(changeKeys: readonly string[]): void },
): void {
	const send = (message: FromWorker, transferred: ArrayBuffer[] = []) => port.postMessage(message, transferred);
	port.on("message", (message: ToWorker) => {
		if ("changeKeys" in message) return announce(message.changeKeys);
		const { id, url, options } = message;
		make(url, options).then(
			(made) => {
				if (made === "unchanged") return send({ id, made });
				// Small buffers share their memory with others, and are copied.
				const bodies = Object.fromEntries(
					Object.entries(made.bodies).map(([encoding, body]) => [encoding, new Uint8Array(body)]),
				) as typeof made.bodies;
				send(
					{ id, made: { ...made, bodies } },
					Object.values(bodies).map(({ buffer }) => buffer),
				);
			},
			(error: unknown) =>
				send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
		);
	});
	send({ ready: true });
}
