import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../tests/support/eventually.ts";
import { createLog } from "../log.ts";
import { createDrain } from "./drain-server.ts";

const responseMs = 300;

async function start(handler: RequestListener) {
	const lines: string[] = [];
	const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });
	const asked = Promise.withResolvers<void>();
	const server = createServer(handler).once("request", () => asked.resolve());
	const drain = createDrain(server, { log, responseMs });
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return { drain, port, lines, asked: asked.promise };
}

test("an upload goes on for as long as its bytes come, and then gets its answer", async () => {
	const silentAsked = Promise.withResolvers<void>();
	const { drain, port, lines, asked } = await start((incoming, response) => {
		if (incoming.url === "/silent") silentAsked.resolve();
		else void text(incoming).then((body) => response.end(String(body.length)));
	});
	const upload = request({ port, host: "127.0.0.1", method: "POST", headers: { "content-length": 100 } });
	const answered = once(upload, "response") as Promise<[IncomingMessage]>;
	upload.write("x".repeat(50));
	await asked;
	// It has arrived completely, so the time limit of the response runs out.
	const cutOff = once(request({ port, host: "127.0.0.1", path: "/silent" }).end(), "error");
	await silentAsked.promise;
	const drained = drain();
	await cutOff;
	upload.end("x".repeat(50));
	const [response] = await answered;
	expect(await text(response)).toBe("100");
	await drained;
	expect(lines.filter((line) => line.includes("cut off"))).toHaveLength(1);
});

test("a request that has come in full and is not answered in time is cut off", async () => {
	const { drain, port, lines, asked } = await start(() => undefined);
	const broken = once(request({ port, host: "127.0.0.1" }).end(), "error");
	await asked;
	await drain();
	expect(String(await broken)).toContain("hang up");
	expect(lines.join("")).toContain("cut off");
});

test("an idle connection is closed, whether it was used or not", async () => {
	const { drain, port, lines } = await start((_, response) => response.end("done"));
	const agent = new Agent({ keepAlive: true });
	onTestFinished(() => agent.destroy());
	const [response] = (await once(request({ port, host: "127.0.0.1", agent }).end(), "response")) as [IncomingMessage];
	await text(response);
	const silent = connect(port, "127.0.0.1").on("error", () => undefined);
	await once(silent, "connect");
	await eventually(() => expect(agent.freeSockets).not.toEqual({}));
	await drain();
	expect(lines.join("")).not.toContain("cut off");
});
