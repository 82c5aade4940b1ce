import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A private link in an e-mail: the address of a page, and after it 160 random bits. */
const privateLink = /https?:\/\/[^/\s]+(\/[a-z/-]+\/)[0-9a-f]{40}\b/g;
const waitMs = 60_000;

export type PrivateLinks = {
	/** For SMTP_URL. */
	smtpUrl: string;
	/**
	 * Waits until e-mails have brought as many links of each kind as are expected, and gives the first of each by recipient, as a path.
	 *
	 * @param expected how many persons get a link, by what stands before its random part, such as "/demo/booking/"
	 * @throws when they have not come within a minute
	 */
	waitForFirst(expected: Record<string, number>): Promise<{ kind: string; path: string }[]>;
	close(): Promise<void>;
};

/** Starts a mail server that keeps of every e-mail nothing but the private links in it. */
export async function collectPrivateLinks(): Promise<PrivateLinks> {
	/** Paths by kind and recipient. */
	const found = new Map<string, Map<string, string>>();
	let check = () => {};
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		closeTimeout: 100,
		onData(stream, { envelope }, callback) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				const { text = "" } = await PostalMime.parse(Buffer.concat(chunks));
				for (const [link, kind = ""] of text.matchAll(privateLink)) {
					const ofKind = found.get(kind) ?? new Map<string, string>();
					ofKind.set(envelope.rcptTo[0]?.address ?? "", new URL(link).pathname);
					found.set(kind, ofKind);
				}
				callback();
				check();
			});
		},
	});
	await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
	// A client that leaves in the middle of a connection is none of our business.
	server.on("error", () => undefined);
	return {
		smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
		async waitForFirst(expected) {
			const kinds = Object.entries(expected);
			const arrived = Promise.withResolvers<void>();
			check = () => {
				if (kinds.every(([kind, count]) => (found.get(kind)?.size ?? 0) >= count)) arrived.resolve();
			};
			const timer = setTimeout(() => {
				const counts = kinds.map(([kind, count]) => `${found.get(kind)?.size ?? 0} of ${count} for ${kind}`);
				arrived.reject(new Error(`E-mails brought too few private links: ${counts.join(", ")}`));
			}, waitMs);
			check();
			await arrived.promise.finally(() => clearTimeout(timer));
			return kinds.map(([kind]) => {
				const [, path = ""] =
					[...(found.get(kind) ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1))[0] ?? [];
				return { kind, path };
			});
		},
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}
