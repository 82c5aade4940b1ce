import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../tests/support/listen.ts";
import { receiveFiles } from "./receive-files.ts";

const megabyte = 1024 * 1024;

test("a form that may hold more than 64 MB is read whole, and a larger one is refused by name", async () => {
	const store = {
		async receive(stream: AsyncIterable<Uint8Array>) {
			let bytes = 0;
			for await (const { length } of stream) bytes += length;
			return { path: "", bytes, sha256: "" };
		},
		discard: async () => undefined,
	};
	const limits = { isField: () => true, maxFiles: 1, maxBytes: 70 * megabyte, maxTextBytes: 100 };
	const server = await listen(
		createServer((request, response) => {
			void receiveFiles(request, store, limits).then(({ files, refused }) =>
				response.end(JSON.stringify([...files.map(({ file }) => file.bytes), ...refused])),
			);
		}),
	);
	const { port } = server.address() as AddressInfo;
	const send = async (megabytes: number) => {
		const body = new FormData();
		body.append("files", new Blob([new Uint8Array(megabytes * megabyte)]), "leads.csv");
		return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body })).json() as Promise<unknown>;
	};
	expect(await send(69)).toEqual([69 * megabyte]);
	expect(await send(71)).toEqual(["leads.csv"]);
});
