import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { addressProofPath, checkAddress, proveAddress } from "./address-check.ts";

const now = Temporal.Instant.from("2026-11-24T06:00:00Z");
const secret = "a secret of this installation";

async function listen(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const prove =
	(own: string): RequestListener =>
	({ url = "" }, response) => {
		const proof = proveAddress(own, url.slice(`${addressProofPath}/`.length));
		response.writeHead(proof === undefined ? 404 : 200).end(proof);
	};

test("an address that leads to this installation is told from another one's, and from none", async () => {
	const judge = async (publicUrl: string) =>
		(await checkAddress({ publicUrl, secret }, now)).find(({ what }) => what === "Address");
	expect(await judge(await listen(prove(secret)))).toMatchObject({ isWell: true });
	expect(await judge(await listen(prove("another secret")))).toMatchObject({ isWell: false });
	expect(await judge(await listen((_request, response) => response.end("x".repeat(1_000_000))))).toMatchObject({
		isWell: false,
		advice: expect.stringContaining("PUBLIC_URL"),
	});
	expect(await judge("http://127.0.0.1:1")).toMatchObject({ isWell: false, text: expect.stringContaining("reached") });
});

test("an address without TLS is reported as insecure, with advice", async () => {
	const [finding] = await checkAddress({ publicUrl: await listen(prove(secret)), secret }, now);
	expect(finding).toMatchObject({ what: "TLS", isWell: false, advice: expect.stringContaining("TLS proxy") });
});

test("nothing but a challenge is answered", () => {
	for (const text of ["", "0".repeat(31), `${"0".repeat(31)}G`, "../secret"])
		expect(proveAddress(secret, text)).toBeUndefined();
	expect(proveAddress(secret, "0".repeat(32))).toMatch(/^[0-9a-f]{64}$/);
});
