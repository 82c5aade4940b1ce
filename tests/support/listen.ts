import { once } from "node:events";
import type { Server } from "node:http";
import { onTestFinished } from "vitest";

/** Lets a server listen on a free loopback port for this test. */
export async function listen(server: Server): Promise<Server> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return server;
}
