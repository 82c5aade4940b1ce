import { hash, randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { giveToOtherUser, listOfOthers } from "../../tests/support/folder-owner.ts";
import { listen } from "../../tests/support/listen.ts";
import { changeObject, startS3Server, type S3Server } from "../../tests/support/s3-server.ts";
import { startTcpProxy } from "../../tests/support/tcp-proxy.ts";
import { isStorageUnavailable } from "../database/storage-errors.ts";
import { openFileStore, type FilesConfig, type FileStore } from "./file-store.ts";
import { FilesUnavailableError, visitorLimits } from "./s3-requests.ts";
import { parseS3Url, type S3Location } from "./s3-url.ts";

let server: S3Server;
beforeAll(async () => {
	server = await startS3Server();
});
afterAll(() => server.stop());

async function createConfig(kind: "folder" | "s3", folder = "office/files"): Promise<FilesConfig> {
	const dataDirectory = await createTestDirectory();
	if (kind === "folder") return { dataDirectory };
	return { dataDirectory, s3: await createLocation(folder) };
}

async function createLocation(folder = ""): Promise<S3Location> {
	const url = new URL(await server.createBucket(`test-${randomUUID()}`));
	url.pathname += `/${folder}`;
	const location = parseS3Url(url.href);
	if (!location || "missing" in location) throw new Error("The address of the bucket cannot be read");
	return location;
}

async function keep(files: FileStore, name: string, content: Buffer | string, changedAt?: Temporal.Instant) {
	await files.keep(await files.receive(Readable.from([Buffer.from(content)])), name, changedAt);
}

async function readAll(files: FileStore, name: string): Promise<Buffer | undefined> {
	const content = await files.read(name);
	return content && Buffer.concat(await content.toArray());
}

async function listAll<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
	const all: Item[] = [];
	for await (const page of pages) all.push(...page);
	return all;
}

test("everything that a command of root stores belongs to the owner of DATA_DIR, whose server has to read it", async () => {
	const { dataDirectory } = await createConfig("folder");
	const owner = await giveToOtherUser(dataDirectory);
	const files = await openFileStore({ dataDirectory });
	await files.writeMark("whose");
	await files.writeErasureNote("erased.json", "a person");
	for (const name of ["kept.pdf", "aside.pdf", "trashed.pdf"]) await keep(files, name, name);
	await files.moveAside("aside.pdf", "20261123");
	await files.moveToTrash("trashed.pdf", "2026-11-23");
	await files.receive(Readable.from(["on its way"]));
	expect(await listOfOthers(dataDirectory, owner)).toEqual([]);
});

describe.each(["folder", "s3"] as const)("files in a store of the kind %s", (kind) => {
	test("are given back byte by byte, also when they are large or empty", async () => {
		const files = await openFileStore(await createConfig(kind));
		const large = randomBytes(10 * 1_024 * 1_024);
		await keep(files, "APP-7K3F9QXM.pdf", large);
		await keep(files, "APP-00000000.pdf", "");
		const read = await readAll(files, "APP-7K3F9QXM.pdf");
		expect(hash("sha256", read ?? "", "hex")).toBe(hash("sha256", large, "hex"));
		expect(await readAll(files, "APP-00000000.pdf")).toHaveLength(0);
		expect(await readAll(files, "APP-11111111.pdf")).toBeUndefined();
	});

	test("are listed without the mark and the trash, however many they are", async () => {
		const files = await openFileStore(await createConfig(kind));
		expect(await listAll(files.list())).toEqual([]);
		await files.writeMark("whose");
		const names = Array.from({ length: 12 }, (_, index) => `APP-${String(index).padStart(8, "0")}.pdf`);
		for (const name of names) await keep(files, name, name);
		await keep(files, "trashed.pdf", "trashed");
		expect(await files.moveToTrash("trashed.pdf", "2026-11-23")).toBe(true);
		expect((await listAll(files.list())).toSorted()).toEqual(names);
	});

	test("are moved to a day's trash and back, and never over another", async () => {
		const files = await openFileStore(await createConfig(kind));
		await keep(files, "same.pdf", "first");
		expect(await files.moveToTrash("same.pdf", "2026-11-23")).toBe(true);
		expect(await files.moveToTrash("same.pdf", "2026-11-24")).toBe(false);
		await keep(files, "same.pdf", "second");
		expect(await files.moveToTrash("same.pdf", "2026-11-23")).toBe(false);
		await files.takeFromTrash({ name: "same.pdf", day: "2026-11-23" });
		expect(String(await readAll(files, "same.pdf"))).toBe("second");
		expect(await listAll(files.listTrash())).toEqual([{ name: "same.pdf", day: "2026-11-23" }]);
		await files.remove("same.pdf");
		expect(await listAll(files.list())).toEqual([]);
		expect(await listAll(files.listTrash())).toEqual([]);
		await files.remove("same.pdf");
	});

	test("come out of the trash as they went in", async () => {
		const files = await openFileStore(await createConfig(kind));
		await keep(files, "back.pdf", "content");
		await files.moveToTrash("back.pdf", "2026-11-23");
		await files.takeFromTrash({ name: "back.pdf", day: "2026-11-23" });
		expect(String(await readAll(files, "back.pdf"))).toBe("content");
		await files.moveToTrash("back.pdf", "2026-11-24");
		await files.removeFromTrash({ name: "back.pdf", day: "2026-11-24" });
		expect(await listAll(files.listTrash())).toEqual([]);
	});

	test("have the time at which they came, in the trash and back too", async () => {
		const files = await openFileStore(await createConfig(kind));
		const before = Temporal.Now.instant().subtract({ seconds: 1 });
		await keep(files, "new.pdf", "new");
		const time = await files.findTimeOf("new.pdf");
		expect(Temporal.Instant.compare(time as Temporal.Instant, before)).toBe(1);
		const lastYear = Temporal.Instant.from("2025-11-23T10:00:00Z");
		await keep(files, "old.pdf", "old", lastYear);
		await files.moveToTrash("old.pdf", "2026-11-23");
		await files.takeFromTrash({ name: "old.pdf", day: "2026-11-23" });
		expect(String(await files.findTimeOf("old.pdf"))).toBe(String(lastYear));
		expect(await files.findTimeOf("none.pdf")).toBeUndefined();
	});

	test("carry a mark that is read as it was written last", async () => {
		const config = await createConfig(kind);
		const files = await openFileStore(config);
		expect(await files.readMark()).toBeUndefined();
		await files.writeMark("first");
		await files.writeMark("zweite Zeile: ä\n");
		expect(await (await openFileStore(config)).readMark()).toBe("zweite Zeile: ä\n");
	});

	test("leave nothing incoming when they are discarded", async () => {
		const config = await createConfig(kind);
		const files = await openFileStore(config);
		await files.discard(await files.receive(Readable.from(["a"])));
		expect(await readdir(join(config.dataDirectory, "files", "incoming"))).toEqual([]);
	});
});

describe("a bucket", () => {
	/** A store that always fails and counts the requests. */
	async function startBrokenStore(answer: (request: { method: string; url: string }) => [number, string] | undefined) {
		const requests: string[] = [];
		const { port } = (
			await listen(
				createServer((request, response) => {
					const { method = "", url = "" } = request;
					requests.push(`${method} ${url}`);
					const [status, body] = answer({ method, url }) ?? [];
					// Without a status, the request hangs.
					if (status !== undefined) response.writeHead(status).end(body);
				}),
			)
		).address() as AddressInfo;
		const s3: S3Location = {
			endpoint: `http://127.0.0.1:${port}`,
			bucket: "b",
			prefix: "",
			region: "us-east-1",
			accessKeyId: "k",
			secretAccessKey: "s",
		};
		return { requests, s3 };
	}

	const opens = ({ method, url }: { method: string; url: string }): [number, string] | undefined =>
		method === "GET" && url.startsWith("/b?") ? [200, "<ListBucketResult/>"] : undefined;

	test("is listed to its end when it gives its names in several answers", async () => {
		const list = (name: string, more: string) =>
			`<ListBucketResult><Contents><Key>${name}</Key></Contents>${more}</ListBucketResult>`;
		const { s3 } = await startBrokenStore(({ url }) => {
			const { searchParams } = new URL(url, "http://127.0.0.1");
			return searchParams.get("continuation-token") === "a+/= token"
				? [200, list("second.pdf", "<IsTruncated>false</IsTruncated>")]
				: [
						200,
						list(
							"first.pdf",
							"<IsTruncated>true</IsTruncated><NextContinuationToken>a+/= token</NextContinuationToken>",
						),
					];
		});
		const files = await openFileStore({ dataDirectory: await createTestDirectory(), s3 });
		expect(await listAll(files.list())).toEqual(["first.pdf", "second.pdf"]);
	});

	test("is refused at once with a wrong secret, when it is missing, and with versioning", async () => {
		const dataDirectory = await createTestDirectory();
		const s3 = await createLocation();
		const wrongSecret = openFileStore({ dataDirectory, s3: { ...s3, secretAccessKey: "wrong" } });
		await expect(wrongSecret).rejects.toThrow(/refused a request for test-\S+: 403 SignatureDoesNotMatch/);
		await expect(openFileStore({ dataDirectory, s3: { ...s3, bucket: "not-there" } })).rejects.toThrow(
			/refused a request for not-there: 404 NoSuchBucket/,
		);
		const versioned = await startBrokenStore(({ url }) =>
			url.includes("versioning")
				? [200, "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"]
				: [200, "<ListBucketResult/>"],
		);
		await expect(openFileStore({ dataDirectory, s3: versioned.s3 })).rejects.toThrow("keeps old versions");
	});

	test("is asked again while it is overloaded, but not to write the mark a second time", async () => {
		let refusals = 0;
		const { requests, s3 } = await startBrokenStore(
			(request) => opens(request) ?? (refusals++ % 2 === 0 ? [503, "<Error><Code>SlowDown</Code></Error>"] : [200, ""]),
		);
		const files = await openFileStore({ dataDirectory: await createTestDirectory(), s3 });
		await keep(files, "a.pdf", "a");
		expect(requests.filter((request) => request === "PUT /b/a.pdf")).toHaveLength(2);
		await expect(files.writeMark("mark")).rejects.toThrow("503 SlowDown");
		expect(requests.filter((request) => request === "PUT /b/installation.json")).toHaveLength(1);
	});

	test("that answers 200 and fails has stored nothing, and nobody is told otherwise", async () => {
		const { s3 } = await startBrokenStore(
			(request) => opens(request) ?? [200, "<Error><Code>InternalError</Code></Error>"],
		);
		const files = await openFileStore({ dataDirectory: await createTestDirectory(), s3 });
		await expect(keep(files, "a.pdf", "a")).rejects.toThrow("answered 200, and failed: InternalError");
		await expect(files.writeMark("mark")).rejects.toThrow(FilesUnavailableError);
	});

	test.each([
		["an error", "<Error><Code>InternalError</Code></Error>"],
		["a proxy's page", "<!doctype html><title>Sign in</title>"],
		["nothing", ""],
		[
			"the same page again and again",
			"<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>",
		],
	])("whose list is %s is away, and not empty", async (_case, body) => {
		let isOpen = false;
		const { s3 } = await startBrokenStore((request) => (isOpen ? [200, body] : opens(request)));
		const files = await openFileStore({ dataDirectory: await createTestDirectory(), s3 });
		isOpen = true;
		await expect(listAll(files.list())).rejects.toThrow(FilesUnavailableError);
	});

	test("that does not answer is given up in time, as storage that is away", async () => {
		const { s3 } = await startBrokenStore(opens);
		const files = await openFileStore(
			{ dataDirectory: await createTestDirectory(), s3 },
			{ ...visitorLimits, putMs: 300 },
		);
		// Each attempt ends in time, so the whole would take longer than a visitor waits only with many of them.
		const error = await keep(files, "a.pdf", "a").catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(FilesUnavailableError);
		expect(isStorageUnavailable(error)).toBe(true);
		expect((error as Error).message).toContain("does not answer");
	});

	test("that goes away in the middle of a file breaks its stream, and serves the next one when it is back", async () => {
		const s3 = await createLocation();
		const proxy = await startTcpProxy(server.port);
		const files = await openFileStore({
			dataDirectory: await createTestDirectory(),
			s3: { ...s3, endpoint: `http://127.0.0.1:${proxy.port}` },
		});
		await keep(files, "large.pdf", randomBytes(8 * 1_024 * 1_024));
		const content = (await files.read("large.pdf")) as Readable;
		let bytes = 0;
		const reading = (async () => {
			for await (const piece of content) {
				bytes += (piece as Buffer).length;
				proxy.cut();
			}
		})();
		await expect(reading).rejects.toThrow(/terminated|aborted|other bytes/);
		expect(bytes).toBeLessThan(8 * 1_024 * 1_024);
		await expect(keep(files, "next.pdf", "next")).rejects.toThrow(FilesUnavailableError);
		await proxy.restore();
		await keep(files, "next.pdf", "next");
		expect(String(await readAll(files, "next.pdf"))).toBe("next");
	});

	test("that gives other bytes than it was given is found out at the end of the file", async () => {
		const s3 = await createLocation();
		const files = await openFileStore({ dataDirectory: await createTestDirectory(), s3 });
		await keep(files, "a.pdf", "right");
		await changeObject(s3, "a.pdf", { content: "wrong", sha256: hash("sha256", "right", "hex") });
		await expect(readAll(files, "a.pdf")).rejects.toThrow("other bytes for a.pdf than it was given");
		const unchecked = await files.read("a.pdf", { isChecked: false });
		expect(String(Buffer.concat((await unchecked?.toArray()) ?? []))).toBe("wrong");
		expect(await files.hash("a.pdf")).toBe(hash("sha256", "wrong", "hex"));
	});

	test("whose reader leaves lets go of the connection", async () => {
		const files = await openFileStore({ dataDirectory: await createTestDirectory(), s3: await createLocation() });
		await keep(files, "large.pdf", randomBytes(4 * 1_024 * 1_024));
		for (let round = 0; round < 20; round++) (await files.read("large.pdf"))?.destroy();
		expect(await readAll(files, "large.pdf")).toHaveLength(4 * 1_024 * 1_024);
	});
});

// oxlint-disable-next-line vitest/no-conditional-tests -- what s3rver cannot do is tried by npm run test:s3, which brings a whole store
if (process.env.TEST_S3_SERVER === "swift")
	describe("a bucket of a store that s3rver is too simple for", () => {
		test("refuses a file that arrives changed", async () => {
			const files = await openFileStore({ dataDirectory: await createTestDirectory(), s3: await createLocation() });
			const received = await files.receive(Readable.from(["right"]));
			const changed = { ...received, sha256: hash("sha256", "wrong", "hex") };
			await expect(files.keep(changed, "a.pdf")).rejects.toThrow(/400 (?:BadDigest|XAmzContentSHA256Mismatch)/);
			expect(await listAll(files.list())).toEqual([]);
		});

		test("lists more names than fit into one answer", async () => {
			const files = await openFileStore(await createConfig("s3", ""));
			const names = Array.from({ length: 620 }, (_, index) => `APP-${String(index).padStart(8, "0")}.pdf`);
			const received = await files.receive(Readable.from(["a"]));
			for (let start = 0; start < names.length; start += 20)
				await Promise.all(names.slice(start, start + 20).map((name) => files.keep(received, name)));
			const pages: number[] = [];
			const listed: string[] = [];
			for await (const page of files.list()) {
				pages.push(page.length);
				listed.push(...page);
			}
			expect(pages).toEqual([500, 120]);
			expect(listed).toEqual(names);
		});
	});
