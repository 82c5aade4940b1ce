/** A folder in a bucket of an S3-compatible store, and its credentials. */
export type S3Location = {
	/** Origin, without a trailing slash. */
	endpoint: string;
	bucket: string;
	/** The prefix of every key: empty, or a folder with a trailing slash. */
	prefix: string;
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
};

export const s3UrlExample = "s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/BUCKET?region=eu-central-1";

/** Characters of bucket and folder names: none that stores and signatures encode differently. */
const safeName = /^[\w.-]+$/;
const options = new Set(["region", "tls"]);

/**
 * Parses the URL of a folder in an S3-compatible store: `s3://KEY:SECRET@HOST:PORT/BUCKET/FOLDER?region=REGION&tls=off`.
 *
 * Port, folder and options are optional; by default the region is us-east-1, over TLS. Key and secret may also come from elsewhere; in
 * the URL they are percent-encoded where needed.
 *
 * @returns undefined if the URL is invalid
 */
export function parseS3Url(
	text: string,
	credentials: { accessKeyId?: string | undefined; secretAccessKey?: string | undefined } = {},
): S3Location | { missing: "credentials" } | undefined {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	const [bucket = "", ...folders] = url.pathname.split("/").filter((part) => part !== "");
	const tls = url.searchParams.get("tls") ?? "on";
	const region = url.searchParams.get("region") ?? "us-east-1";
	const isValid =
		url.protocol === "s3:" &&
		url.hostname !== "" &&
		[bucket, region, ...folders].every((name) => safeName.test(name) && !/^\.+$/.test(name)) &&
		["on", "off"].includes(tls) &&
		url.hash === "" &&
		[...url.searchParams.keys()].every((key) => options.has(key));
	const accessKeyId = decode(url.username);
	const secretAccessKey = decode(url.password);
	if (!isValid || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
	const found = {
		accessKeyId: accessKeyId || credentials.accessKeyId,
		secretAccessKey: secretAccessKey || credentials.secretAccessKey,
	};
	if (!found.accessKeyId || !found.secretAccessKey) return { missing: "credentials" };
	return {
		endpoint: `${tls === "on" ? "https" : "http"}://${url.host}`,
		bucket,
		prefix: folders.map((folder) => `${folder}/`).join(""),
		region,
		accessKeyId: found.accessKeyId,
		secretAccessKey: found.secretAccessKey,
	};
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
