/**
 * Posts bodies of 5 MB from a separate process, as a client that sends while the server responds, and prints each result.
 * Arguments: the address, how often, and "stream" for bodies without a declared length.
 */
const [url = "", times = "1", kind] = process.argv.slice(2);
const piece = Buffer.alloc(100_000, "x");

function createBody(): RequestInit["body"] {
	if (kind !== "stream") return Buffer.concat(Array.from({ length: 50 }, () => piece));
	return new ReadableStream({
		start(controller) {
			for (let count = 0; count < 50; count++) controller.enqueue(piece);
			controller.close();
		},
	});
}

const outcomes: string[] = [];
for (let round = 0; round < Number(times); round++) {
	const init = {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: createBody() ?? null,
		duplex: "half",
	};
	outcomes.push(
		await fetch(url, init).then(
			async (response) => `${response.status} ${((await response.json()) as { status: number }).status}`,
			(error: Error) => (error.cause instanceof Error ? error.cause : error).message,
		),
	);
}
console.log(JSON.stringify(outcomes));
