import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { startTestServer } from "../support/test-server.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("../support/post-large-bodies.ts", import.meta.url));

/** The result of each body of 5 MB that another process posts. */
async function postLargeBodies(url: string, times: number, kind = "whole"): Promise<string[]> {
	const { stdout } = await run(process.execPath, [script, `${url}/contactus/submit`, String(times), kind]);
	return JSON.parse(stdout) as string[];
}

test("a body of some megabytes is refused with 413, which reaches its sender each of sixty times", async () => {
	const { url } = await startTestServer("sqlite");
	const outcomes = await postLargeBodies(url, 60);
	expect(Object.groupBy(outcomes, (outcome) => outcome)).toEqual({ "413 413": outcomes });
	expect(outcomes).toHaveLength(60);
});

test("so it is when its length is not said beforehand, and while the server stops", async () => {
	const { url, drain } = await startTestServer("sqlite");
	const outcomes = await postLargeBodies(url, 20, "stream");
	drain();
	outcomes.push(...(await postLargeBodies(url, 20)));
	expect(Object.groupBy(outcomes, (outcome) => outcome)).toEqual({ "413 413": outcomes });
});

test("a refused body is read no further than an application may be long", async () => {
	const { url } = await startTestServer("sqlite");
	const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
	socket.write(
		"POST /contactus/submit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n",
	);
	expect(String((await once(socket, "data"))[0])).toContain("413");
	const piece = Buffer.alloc(1_000_000, "x");
	let sent = 0;
	const send = () => {
		while (!socket.destroyed && sent < 1_000_000_000 && socket.write(piece)) sent += piece.length;
	};
	socket.on("drain", send);
	send();
	await eventually(() => expect(socket.destroyed).toBe(true));
	expect(sent).toBeLessThan(50_000_000);
});
