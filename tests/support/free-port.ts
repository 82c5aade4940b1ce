import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to whoever asks for any: a program that starts seconds later would find one of these taken now and then. */
const firstPort = 20_000;
const lastPort = 32_000;

/** Finds a loopback port that nobody listens on at this moment, and that the system gives to nobody meanwhile. */
export async function findFreePort(): Promise<number> {
	for (;;) {
		const port = randomInt(firstPort, lastPort);
		const probe = createServer();
		try {
			await once(probe.listen(port, "127.0.0.1"), "listening");
		} catch {
			continue;
		}
		await new Promise((resolve) => probe.close(resolve));
		return port;
	}
}
