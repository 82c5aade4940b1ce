/** How long a connection may stay idle. Longer than proxies keep theirs, so that the proxy closes it. */
export const keepAliveMs = 65_000;

/** A response of status 200 on a kept connection, with every byte ready except for its date. */
export type ReadyResponse = {
	body: Buffer;
	/** Of head and body. */
	byteLength: number;
	/** Head and body, dated now. The buffer is reused, so send it at once. */
	bytes(): Buffer;
};

/** @param headers all but Date, Connection and Keep-Alive; their order is kept */
export function createReadyResponse(headers: Record<string, string>, body: Buffer): ReadyResponse {
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

/** Header fields as sent, each with its line end. */
export function formatFields(headers: Record<string, string>): string {
	return Object.entries(headers)
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join("");
}
