import { request as askHttp, type IncomingMessage } from "node:http";
import { request as askHttps } from "node:https";
import { filterAddress, isAddressRefused, type AddressFilter } from "./filter-address.ts";

/** Why nothing came back from an address, without the address. */
export class UnreachableError extends Error {
	/** Whether the address is in a network that must not be asked. */
	readonly isRefused: boolean;

	constructor(message: string, isRefused: boolean) {
		super(message);
		this.name = "UnreachableError";
		this.isRefused = isRefused;
	}
}

/**
 * Posts to an address that somebody typed or a browser named, and returns the status of the response. Its body is not read, and no redirect
 * is followed.
 *
 * @throws UnreachableError when there is no response
 */
export async function postToAddress(
	url: URL,
	{ headers, body }: { headers: Readonly<Record<string, unknown>>; body: Buffer | string | null },
	{ signal, ...filter }: AddressFilter & { signal: AbortSignal },
): Promise<number> {
	try {
		const response = await new Promise<IncomingMessage>((resolve, reject) => {
			const ask = url.protocol === "https:" ? askHttps : askHttp;
			const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
			ask(url, { method: "POST", ...filterAddress(url, filter), headers: sent, signal }, resolve)
				.on("error", reject)
				.end(body);
		});
		response.destroy();
		return response.statusCode ?? 0;
	} catch (error) {
		// The driver's message may hold the address, which is often a secret.
		if (isAddressRefused(error)) throw new UnreachableError("the address is not public", true);
		const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
		throw new UnreachableError(`cannot be reached${code}`, false);
	}
}
