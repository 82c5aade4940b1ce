import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the system's ephemeral ports: a program that starts seconds later would sometimes find one of those taken. */
const firstPort = 20_000;
const lastPort = 32_000;

/** Finds a free loopback port that the system does not assign meanwhile. */
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
