import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FileStore } from "../../../server/files/file-store.ts";
import { receiveForm } from "./receive-form.server.ts";
import { maxResumeBytes } from "./rules.ts";

const head = '--b\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n';
const piece = Buffer.alloc(1024 * 1024, "x");

function createRequest(): PassThrough & IncomingMessage {
	return Object.assign(new PassThrough(), { headers: { "content-type": "multipart/form-data; boundary=b" } }) as unknown as PassThrough & IncomingMessage;
}

/** A store that begins to write when the disk does. */
function createStore(disk: Promise<void>): Pick<FileStore, "receive" | "discard"> {
	return {
		async receive(stream) {
			await disk;
			const content = await buffer(stream);
			return { path: "", bytes: content.length, sha256: "" };
		},
		discard: async () => undefined,
	};
}

test("an upload that waits for the disk is not refused for waiting", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const disk = Promise.withResolvers<void>();
	const request = createRequest();
	const form = receiveForm(request, createStore(disk.promise));

	request.write(head);
	request.write(piece);
	await turn();
	for (let seconds = 0; seconds < 300; seconds += 20) vi.advanceTimersByTime(20_000);
	disk.resolve();
	request.end("\r\n--b--\r\n");

	expect(await form).toMatchObject({ resume: { name: "cv.pdf", bytes: piece.length } });
});

test("what still comes after a refusal is taken, up to 64 MB", async () => {
	const request = createRequest();
	const outcome = receiveForm(request, createStore(Promise.resolve()));
	request.write(head);
	for (let sent = 0; sent <= maxResumeBytes; sent += piece.length) request.write(piece);
	await expect(outcome).rejects.toMatchObject({ statusCode: 413 });

	const send = async (megabytes: number) => {
		for (let sent = 0; sent < megabytes; sent++) request.write(piece);
		await turn();
	};
	await send(50);
	expect(request.destroyed).toBe(false);
	await send(20);
	await vi.waitFor(() => expect(request.destroyed).toBe(true));
});
