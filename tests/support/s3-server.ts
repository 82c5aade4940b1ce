import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { AwsClient } from "aws4fetch";
import type { S3Location } from "../../platform/files/s3-url.ts";
import { startSwiftServer } from "./swift-server.ts";

/** A real S3 server on a free loopback port, with its data in a temporary folder. */
export type S3Server = {
	port: number;
	accessKeyId: string;
	secretAccessKey: string;
	/** Creates an empty bucket and returns its address as in FILES_URL. */
	createBucket(name: string): Promise<string>;
	/** Stops the server and deletes its data. */
	stop(): Promise<void>;
};

/**
 * Starts an S3 server: `swift`, OpenStack Swift from Debian's packages, or one from npm; by default the one that TEST_S3_SERVER names, as
 * `npm run test:s3` does.
 */
export async function startS3Server(kind = process.env.TEST_S3_SERVER): Promise<S3Server> {
	const server = kind === "swift" ? await startSwiftServer() : await startS3rver();
	const { accessKeyId, secretAccessKey } = server;
	const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
	return {
		...server,
		async createBucket(name) {
			const response = await client.fetch(`http://127.0.0.1:${server.port}/${name}`, { method: "PUT" });
			if (!response.ok) throw new Error(`The bucket could not be made: ${response.status} ${await response.text()}`);
			const credentials = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}`;
			return `s3://${credentials}@127.0.0.1:${server.port}/${name}?tls=off`;
		},
	};
}

/** Puts content under a name as if it had changed in the store: with the hash of what was stored there before. */
export async function changeObject(
	{ endpoint, bucket, prefix, accessKeyId, secretAccessKey, region }: S3Location,
	name: string,
	{ content, sha256 }: { content: BodyInit; sha256: string },
): Promise<void> {
	const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region });
	const response = await client.fetch(`${endpoint}/${bucket}/${prefix}${name}`, {
		method: "PUT",
		body: content,
		headers: { "x-amz-meta-sha256": sha256 },
	});
	if (!response.ok) throw new Error(`The object could not be changed: ${response.status} ${await response.text()}`);
}

/** It checks signatures, but not that the content has the signed hash. */
async function startS3rver(): Promise<Omit<S3Server, "createBucket">> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-s3-"));
	const app = new S3rver({ directory, silent: true, vhostBuckets: false });
	const server: Server = await app.listen(0, "127.0.0.1");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The S3 server has no port");
	return {
		port: address.port,
		accessKeyId: "S3RVER",
		secretAccessKey: "S3RVER",
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
			await rm(directory, { recursive: true, force: true });
		},
	};
}
