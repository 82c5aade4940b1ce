import { createSocket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** Records by name: texts, addresses and mail servers. */
export type Zone = Record<string, { txt?: string[]; a?: string[]; mx?: string[] }>;

const types = { a: 1, mx: 15, txt: 16 } as const;
const nameError = 3;

/**
 * Starts a name server on a free loopback port (RFC 1035), which stops with the test.
 * @param zone its records; other names do not exist
 * @param options a silent one never responds
 * @returns its address, as "127.0.0.1:5300", and the names that were asked for
 */
export async function startDnsServer(
	zone: Zone,
	{ silent = false } = {},
): Promise<{ address: string; asked: string[] }> {
	const asked: string[] = [];
	const socket = createSocket("udp4");
	socket.on("message", (message, { port, address }) => {
		const { name, type, end } = readQuestion(message);
		asked.push(name);
		if (!silent)
			socket.send(writeAnswer(message.subarray(0, end), findRecords(zone, name, type), name in zone), port, address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	onTestFinished(async () => {
		socket.close();
		await once(socket, "close");
	});
	return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function findRecords(zone: Zone, name: string, type: number): { type: number; content: Buffer }[] {
	const { txt = [], a = [], mx = [] } = zone[name] ?? {};
	if (type === types.txt)
		return txt.map((text) => ({ type, content: Buffer.concat((text.match(/.{1,200}/gs) ?? []).map(withLength)) }));
	if (type === types.a) return a.map((address) => ({ type, content: Buffer.from(address.split(".").map(Number)) }));
	if (type === types.mx)
		return mx.map((server) => ({ type, content: Buffer.concat([Buffer.from([0, 10]), writeName(server)]) }));
	return [];
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
	const labels: string[] = [];
	let at = 12;
	for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
		labels.push(message.toString("latin1", at + 1, at + 1 + length));
		at += length + 1;
	}
	return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(question: Buffer, records: { type: number; content: Buffer }[], isKnown: boolean): Buffer {
	const header = Buffer.alloc(12);
	question.copy(header, 0, 0, 2);
	header.writeUInt16BE(0x8180 | (isKnown ? 0 : nameError), 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(records.length, 6);
	return Buffer.concat([
		header,
		question.subarray(12),
		...records.map(({ type, content }) => {
			const head = Buffer.alloc(12);
			// The name of the question.
			head.writeUInt16BE(0xc00c, 0);
			head.writeUInt16BE(type, 2);
			head.writeUInt16BE(1, 4);
			head.writeUInt32BE(60, 6);
			head.writeUInt16BE(content.length, 10);
			return Buffer.concat([head, content]);
		}),
	]);
}

function writeName(name: string): Buffer {
	return Buffer.concat([...name.split(".").map(withLength), Buffer.from([0])]);
}

function withLength(text: string): Buffer {
	return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]);
}
