/** How long a connection may stay without a request. Longer than proxies keep theirs, so that it is they who close. */
export const keepAliveMs = 65_000;

/** An answer of status 200 on a connection that is kept, with every byte ready but for its date. */
export type ReadyAnswer = {
	body: Buffer;
	/** Of head and body. */
	byteLength: number;
	/** Head and body, dated now. The bytes are the same ones each time, so they are for sending at once. */
	bytes(): Buffer;
};

/** @param headers all but Date, Connection and Keep-Alive; their order is kept */
export function createReadyAnswer(headers: Record<string, string>, body: Buffer): ReadyAnswer {
	const beforeDate = Buffer.from(`HTTP/1.1 200 OK\r\n${formatFields(headers)}Date: `, "latin1");
	// Dates in this form have one length.
	const date = Buffer.from(new Date(0).toUTCString());
	const afterDate = Buffer.from(`\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n\r\n`);
	const bytes = Buffer.concat([beforeDate, date, afterDate, body]);
	let datedAt = 0;
	return {
		body: bytes.subarray(bytes.length - body.length),
		byteLength: bytes.length,
		bytes() {
			const second = Math.floor(Date.now() / 1_000);
			if (second !== datedAt) {
				bytes.write(new Date().toUTCString(), beforeDate.length);
				datedAt = second;
			}
			return bytes;
		},
	};
}

/** Header fields as they travel, each with the end of its line. */
export function formatFields(headers: Record<string, string>): string {
	return Object.entries(headers)
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join("");
}
