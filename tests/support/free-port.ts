import { createServer, type AddressInfo } from "node:net";

/** Finds a loopback port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
	const probe = createServer();
	await new Promise<void>((resolve, reject) => probe.once("error", reject).listen(0, "127.0.0.1", resolve));
	const { port } = probe.address() as AddressInfo;
	await new Promise((resolve) => probe.close(resolve));
	return port;
}
