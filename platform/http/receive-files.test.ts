import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../tests/support/listen.ts";
import type { HttpProblem } from "./problem.ts";
import { receiveFiles, type FileLimits } from "./receive-files.ts";

const megabyte = 1024 * 1024;

/** Serves one form, and answers with the bytes of its files and the names of those refused, or with the reason. */
async function serve(limits: FileLimits): Promise<(body: FormData) => Promise<{ status: number; answer: unknown }>> {
	const store = {
		async receive(stream: AsyncIterable<Uint8Array>) {
			let bytes = 0;
			for await (const { length } of stream) bytes += length;
			return { path: "", bytes, sha256: "" };
		},
		discard: async () => undefined,
	};
	const server = await listen(
		createServer((request, response) => {
			receiveFiles(request, store, limits).then(
				({ files, refused }) => response.end(JSON.stringify([...files.map(({ file }) => file.bytes), ...refused])),
				({ statusCode, message }: HttpProblem) => response.writeHead(statusCode).end(JSON.stringify(message)),
			);
		}),
	);
	const { port } = server.address() as AddressInfo;
	return async (body) => {
		const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
		return { status: response.status, answer: await response.json() };
	};
}

const withFile = (bytes: number): FormData => {
	const body = new FormData();
	body.append("files", new Blob([new Uint8Array(bytes)]), "leads.csv");
	return body;
};

test("a form that may hold more than 64 MB is read whole, and a larger one is refused by name", async () => {
	const send = await serve({ isField: () => true, maxFiles: 1, maxBytes: 70 * megabyte, maxTextBytes: 100 });
	expect((await send(withFile(69 * megabyte))).answer).toEqual([69 * megabyte]);
	expect((await send(withFile(71 * megabyte))).answer).toEqual(["leads.csv"]);
});

test("a form that may hold a file has as many fields as any other", async () => {
	const send = await serve({ isField: () => true, maxFiles: 1, maxBytes: megabyte, maxTextBytes: megabyte });
	const body = withFile(5);
	for (let field = 0; field < 200; field += 1) body.append(`question-${field}`, "An answer");
	expect(await send(body)).toEqual({ status: 200, answer: [5] });
	body.append("one-more", "");
	expect(await send(body)).toEqual({ status: 400, answer: "The form has too many parts." });
});
