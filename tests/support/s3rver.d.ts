declare module "@20minutes/s3rver" {
	import type { Server } from "node:http";

	/** An S3 server with its buckets in a folder. */
	export default class S3rver {
		constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean });
		listen(port: number, host: string): Promise<Server>;
	}
}
