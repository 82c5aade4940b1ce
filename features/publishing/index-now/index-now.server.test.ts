import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { listen } from "../../../tests/support/listen.ts";
import { deriveIndexNowKey, queueIndexNow, readIndexNowState, sendIndexNow } from "./index-now.server.ts";

const publicUrl = "https://www.company.example";
const key = deriveIndexNowKey("a secret");

/** Starts a service that takes addresses, and a queue that is sent to it. */
async function startQueue(kind: DatabaseKind) {
	const received: unknown[] = [];
	let status = 200;
	const server = await listen(
		createServer((request, response) => {
			void json(request).then((body) => {
				received.push(body);
				response.writeHead(status).end();
			});
		}),
	);
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`;
	return {
		received,
		clock,
		database,
		answerWith: (next: number) => (status = next),
		queue: (...paths: string[]) => database.write((transaction) => queueIndexNow(transaction, paths, clock.now())),
		send: (to = endpoint) =>
			sendIndexNow({ database, clock, endpoint: to, publicUrl, key, stopping: new AbortController().signal }),
		/** With instants as texts, because instants have no fields to compare. */
		async read() {
			const { waiting, sentAt, failure } = await readIndexNowState(database.db);
			return {
				waiting,
				sentAt: sentAt?.toString(),
				failure: failure && { text: failure.text, retryAt: failure.retryAt.toString() },
			};
		},
		/** The clock after some time. */
		after: (duration: Temporal.DurationLike) => clock.now().add(duration).toString(),
	};
}

describe.each(databaseKinds)("changed pages for search engines, on %s", (kind) => {
	test("are sent once, in one request with the key and its place", async () => {
		const { queue, send, read, received, clock } = await startQueue(kind);
		await send();
		expect(received).toEqual([]);
		await queue("/blog/first", "/");
		await queue("/");
		await send();
		expect(received).toEqual([
			{
				host: "www.company.example",
				key,
				keyLocation: `${publicUrl}/indexnow-key.txt`,
				urlList: expect.arrayContaining([`${publicUrl}/`, `${publicUrl}/blog/first`]),
			},
		]);
		expect(await read()).toMatchObject({ waiting: 0, failure: undefined });
		clock.advance({ minutes: 2 });
		await send();
		expect(received).toHaveLength(1);
	});

	test("wait for a minute after a request", async () => {
		const { queue, send, received, clock } = await startQueue(kind);
		await queue("/one");
		await send();
		await queue("/two");
		await send();
		expect(received).toHaveLength(1);
		clock.advance({ minutes: 1 });
		await send();
		expect(received).toHaveLength(2);
	});

	test("do not wait for a time that a wrong clock has noted", async () => {
		const { queue, send, received, clock } = await startQueue(kind);
		clock.advance({ hours: 24 * 365 });
		await queue("/one");
		await send();
		clock.advance({ hours: -24 * 365 });
		await queue("/two");
		await send();
		expect(received).toHaveLength(2);
	});

	test("stay queued when the service refuses them, and are sent after growing pauses", async () => {
		const { queue, send, read, received, answerWith, clock, after } = await startQueue(kind);
		answerWith(503);
		await queue("/one");
		await send();
		expect(await read()).toEqual({
			waiting: 1,
			sentAt: undefined,
			failure: { text: "the service returns status 503", retryAt: after({ minutes: 2 }) },
		});
		clock.advance({ minutes: 1 });
		await send();
		expect(received).toHaveLength(1);
		clock.advance({ minutes: 1 });
		await send();
		expect((await read()).failure?.retryAt).toBe(after({ minutes: 4 }));
		answerWith(202);
		clock.advance({ minutes: 4 });
		await send();
		expect(await read()).toEqual({ waiting: 0, sentAt: after({ minutes: 0 }), failure: undefined });
	});

	test("are tried at least once a day", async () => {
		const { queue, send, read, answerWith, clock, after } = await startQueue(kind);
		answerWith(422);
		await queue("/one");
		for (let attempt = 0; attempt < 14; attempt++) {
			await send();
			clock.advance({ hours: 24 });
		}
		await send();
		expect((await read()).failure?.retryAt).toBe(after({ hours: 24 }));
	});

	test("stay queued when the service cannot be reached", async () => {
		const { queue, send, read } = await startQueue(kind);
		await queue("/one");
		await send("http://127.0.0.1:1/indexnow");
		expect(await read()).toMatchObject({
			waiting: 1,
			failure: { text: expect.stringMatching(/^the service cannot be reached/) },
		});
	});

	test("are sent by one of two servers", async () => {
		const { queue, send, received } = await startQueue(kind);
		await queue("/one");
		await Promise.all([send(), send()]);
		expect(received).toHaveLength(1);
	});
});

test("the key has the form that the protocol asks for, and does not reveal the secret", () => {
	expect(key).toMatch(/^[a-f0-9]{32}$/);
	expect(deriveIndexNowKey("another secret")).not.toBe(key);
});
