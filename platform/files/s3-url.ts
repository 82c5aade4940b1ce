/** A folder in a bucket of an S3-compatible store, and how it is reached. */
export type S3Location = {
	/** Origin, without a slash at the end. */
	endpoint: string;
	bucket: string;
	/** What every key begins with: empty, or a folder with a slash at its end. */
	prefix: string;
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
};

export const s3UrlExample = "s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/BUCKET?region=eu-central-1";

/** What a name of a bucket or folder may hold: no character that stores and signatures write in different ways. */
const safeName = /^[\w.-]+$/;
const options = new Set(["region", "tls"]);

/**
 * Reads the address of a folder in an S3-compatible store: `s3://KEY:SECRET@HOST:PORT/BUCKET/FOLDER?region=REGION&tls=off`.
 *
 * Port, folder and options may be left out: region is us-east-1 then, and the store speaks TLS. Key and secret may come from elsewhere
 * too; in the address they are percent-encoded where needed.
 *
 * @returns undefined when it is no such address
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
