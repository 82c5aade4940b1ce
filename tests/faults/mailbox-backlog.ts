import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { constants, deflateRawSync } from "node:zlib";
import { readResidentBytes } from "../support/built-server.ts";
import { startDovecot } from "../support/dovecot.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { createFaultInstallation } from "../support/fault-installation.ts";
import { connectMailbox, createImapSettings } from "../support/imap-mailbox.ts";

/**
 * Tests that a mailbox with many earlier messages and a few monstrous ones is read in bounded memory, the latest first, while visitors are
 * served: samples the resident memory of the built server, and asks for a page all the time. Exits with 1 when a message is missing,
 * doubled or out of order, when a monster is taken without a word to staff, or when a limit is passed. Needs /proc, and so Linux.
 */
const sampleMs = 50;
const megabyte = 1024 * 1024;
const longestMs = 1_800_000;
const restMs = 3_000;
/** Before the mailbox was connected. */
const firstReceivedAt = Temporal.Now.instant().subtract({ hours: 240 });

const { values: options } = parseArgs({
	options: {
		messages: { type: "string", default: "10000" },
		/** The most that memory may rise above rest, in megabytes. */
		limit: { type: "string", default: "400" },
		/** The longest that 99 of 100 visitors may wait for a page. */
		"limit-ms": { type: "string", default: "1000" },
	},
});
const messages = Number(options.messages);

function compose(
	number: number,
	{ headers = [], body = "Can you help us?" }: { headers?: string[]; body?: string } = {},
): string {
	const usual = [
		`From: Visitor <visitor${number}@visitor.example>`,
		"To: sales@company.example",
		`Subject: Message ${number}`,
		`Message-ID: <m${number}@visitor.example>`,
		"MIME-Version: 1.0",
	];
	return [...usual, ...headers, "", body, ""].join("\r\n");
}

/** 4 GB of zeros in 4 MB. */
function createZipBomb(): Buffer {
	const block = deflateRawSync(Buffer.alloc(16 * megabyte), { finishFlush: constants.Z_FULL_FLUSH });
	return Buffer.concat([Buffer.from("PK\u0003\u0004"), ...Array.from({ length: 256 }, () => block)]);
}

function attach(name: string, content: Buffer): { headers: string[]; body: string } {
	const lines = content.toString("base64").replaceAll(/.{76}/g, "$&\r\n");
	return {
		headers: ["Content-Type: multipart/mixed; boundary=b"],
		body: `--b\r\n\r\nSee the file.\r\n--b\r\nContent-Disposition: attachment; filename=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n--b--`,
	};
}

function nest(depth: number): { headers: string[]; body: string } {
	let body = "Content-Type: text/plain\r\n\r\nWithin.";
	for (let level = depth; level > 0; level--)
		body = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--`;
	const [header = "", ...rest] = body.split("\r\n\r\n");
	return { headers: [header], body: rest.join("\r\n\r\n") };
}

const monsters: { name: string; isTold: boolean; content: { headers?: string[]; body?: string } }[] = [
	{ name: "50 MB", isTold: true, content: attach("big.bin", randomBytes(37 * megabyte)) },
	{
		name: "20,000 headers",
		isTold: true,
		content: { headers: Array.from({ length: 20_000 }, (_, n) => `X-Header-${n}: value`) },
	},
	{
		name: "2,000 parts",
		isTold: true,
		content: {
			headers: ["Content-Type: multipart/mixed; boundary=b"],
			body: `${Array.from({ length: 2_000 }, (_, n) => `--b\r\n\r\nPart ${n}`).join("\r\n")}\r\n--b--`,
		},
	},
	{ name: "300 within one another", isTold: true, content: nest(300) },
	// Nobody opens it: it is a file like any other.
	{ name: "4 GB in 4 MB", isTold: false, content: attach("zeros.zip", createZipBomb()) },
];

await endAllAfter(async (start) => {
	const dovecot = await start(startDovecot, ({ stop }) => stop());
	const { startServer, openStored } = await createFaultInstallation(start, "sqlite");
	const database = await start(openStored, ({ close }) => close());
	const all = messages + monsters.length;
	/** The monsters are among the others. */
	const monsterAt = new Map(
		monsters.map((monster, index) => [Math.floor(((index + 1) * all) / (monsters.length + 1)), monster]),
	);
	await dovecot.fill(
		"sales",
		Array.from({ length: all }, (_, number) => ({
			raw: () => compose(number, monsterAt.get(number)?.content),
			receivedAt: new Date(firstReceivedAt.add({ seconds: number }).epochMilliseconds),
		})),
	);
	const server = await startServer();
	await sleep(restMs);
	const rest = await readResidentBytes(server);
	let highest = rest;
	const waits: number[] = [];
	const ending = new AbortController();
	const sampling = setInterval(
		() => void readResidentBytes(server).then((bytes) => (highest = Math.max(highest, bytes))),
		sampleMs,
	);
	const visiting = visit();
	const begun = performance.now();
	const login = { with: "password", password: dovecot.password } as const;
	await connectMailbox(database, createImapSettings({ port: dovecot.port, login }), { readsEarlier: true });
	const count = async () =>
		Number(
			(
				await database.db
					.selectFrom("incomingMessages")
					.select((of) => of.fn.countAll().as("count"))
					.executeTakeFirstOrThrow()
			).count,
		);
	while ((await count()) < all && performance.now() - begun < longestMs) await sleep(200);
	const seconds = (performance.now() - begun) / 1_000;
	ending.abort();
	clearInterval(sampling);
	await visiting;
	const stored = await database.db
		.selectFrom("incomingMessages")
		.select(["subject", "details"])
		.orderBy("id")
		.execute();
	const numbers = stored.map(({ subject }) => Number(subject.replace("Message ", "")));
	const silent = [...monsterAt].filter(
		([number, { isTold }]) => isTold && !/"omissions":\["/.test(stored[numbers.indexOf(number)]?.details ?? ""),
	);
	const faults = {
		missing: all - new Set(numbers).size,
		doubled: numbers.length - new Set(numbers).size,
		outOfOrder: numbers.filter((number, index) => index > 0 && number > (numbers[index - 1] as number)).length,
		withoutAWord: silent.length,
	};
	const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
	const rise = (highest - rest) / megabyte;
	console.log(
		`${all} messages in ${seconds.toFixed(0)} s (${(all / seconds).toFixed(0)} a second); memory at rest ${toMegabytes(rest)}, highest ${toMegabytes(highest)}, rise ${rise.toFixed(0)} MB; ${waits.length} pages, 99 of 100 within ${p99.toFixed(0)} ms`,
	);
	console.log(JSON.stringify(faults));
	for (const [, { name }] of silent) console.log(`Nothing is said about the message with ${name}`);
	const isWithin = rise <= Number(options.limit) && p99 <= Number(options["limit-ms"]);
	process.exitCode = isWithin && Object.values(faults).every((fault) => fault === 0) ? 0 : 1;

	async function visit(): Promise<void> {
		while (!ending.signal.aborted) {
			const asked = performance.now();
			await (await fetch(server.url)).arrayBuffer();
			waits.push(performance.now() - asked);
			await sleep(20);
		}
	}
});

function toMegabytes(bytes: number): string {
	return (bytes / megabyte).toFixed(0);
}
