import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { receiveForm } from "./receive-form.server.ts";
import { maxResumeBytes } from "./rules.ts";

const head = '--b\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n';
const piece = Buffer.alloc(1024 * 1024, "x");

function createRequest(): PassThrough & IncomingMessage {
	return Object.assign(new PassThrough(), {
		headers: { "content-type": "multipart/form-data; boundary=b" },
	}) as unknown as PassThrough & IncomingMessage;
}

/** A store that writes when the disk does. */
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

test("the rest of a refused upload is read, up to 64 MB", async () => {
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
	await expect.poll(() => request.destroyed).toBe(true);
});

const anyText = fc.string({ unit: "binary", maxLength: 20 });
const sound = fc
	.tuple(
		fc.constantFrom("resume", "jobId", "city", "photo"),
		fc.constantFrom("", '; filename="cv.pdf"', '; filename=""'),
	)
	.map(([name, file]) => `; name="${name}"${file}`);
const odd = fc.oneof(
	fc
		.tuple(fc.constantFrom("name", "filename", "filename*", "x"), anyText)
		.map(([name, value]) => `; ${name}="${value}"`),
	fc.constantFrom("", ";", "; name", "; name=", "; name*", '; name="city', "; filename*=utf-8''%ff"),
);
const disposition = fc
	.oneof({ weight: 4, arbitrary: sound }, { weight: 1, arbitrary: odd })
	.map((attributes) => `Content-Disposition: form-data${attributes}`);
const otherHeader = fc.constantFrom(
	"Content-Type: application/octet-stream",
	"Content-Type: text/plain; charset=utf-16le",
	"Content-Type: ;",
	"Content-Type: x/y; charset=x",
	"Content-Transfer-Encoding: base64",
	"no header",
	" folded",
	":",
);
const content = fc.oneof(
	anyText,
	fc.constantFrom(1_000, 140_000).map((length) => "x".repeat(length)),
);
const part = fc
	.tuple(disposition, fc.array(otherHeader, { maxLength: 2 }), content)
	.map(([first, others, body]) => `--b\r\n${[first, ...others].join("\r\n")}\r\n\r\n${body}\r\n`);
const form = fc
	.tuple(
		fc.constantFrom("", "preamble\r\n"),
		fc.array(part, { maxLength: 4 }),
		fc.constantFrom("--b--\r\n", "--b--\r\nmore", "--b\r\n", ""),
	)
	.map((pieces) => pieces.flat().join(""));
/** A position in a form, as a share of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const changes = fc.oneof(
	{ weight: 3, arbitrary: fc.constant([]) },
	{ weight: 1, arbitrary: fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { maxLength: 3 }) },
);

test("no form, however odd, changed, cut short or cut into pieces, meets with more than a refusal", async () => {
	const uncaught: unknown[] = [];
	const note = (error: unknown) => uncaught.push(error);
	process.on("uncaughtException", note).on("unhandledRejection", note);
	onTestFinished(() => void process.off("uncaughtException", note).off("unhandledRejection", note));

	const property = fc.asyncProperty(
		form,
		changes,
		fc.option(place, { freq: 2 }),
		fc.array(place, { maxLength: 3 }),
		async (text, changed, end, pieceEnds) => {
			const body = Buffer.from(text);
			for (const [share, byte] of changed) body[Math.floor(share * body.length)] = byte;
			const sent = body.subarray(0, (end ?? 1) * body.length);
			const request = createRequest();
			const outcome = receiveForm(request, createStore(Promise.resolve())).catch((error: unknown) => error);
			let start = 0;
			for (const share of [...pieceEnds.toSorted((a, b) => a - b), 1]) {
				const until = Math.floor(share * sent.length);
				request.write(sent.subarray(start, until));
				start = until;
				await turn();
			}
			request.end();
			const result = await outcome;
			await turn();
			if (result instanceof Error) expect(result).toBeInstanceOf(HttpProblem);
			expect(uncaught.splice(0)).toEqual([]);
		},
	);
	await fc.assert(property, { numRuns: 2_000, interruptAfterTimeLimit: 8_000 });
});
