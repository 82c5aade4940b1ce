import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import type { TLSSocket } from "node:tls";
import { dayMs } from "../../shared/zoned-time.ts";

/** Where a server proves that it is this installation, by a response that requires its secret. */
export const addressProofPath = "/.well-known/front-office";
const challengePattern = /^[0-9a-f]{32}$/;
const timeoutMs = 10_000;
const maxBytes = 1_000;
/** A certificate that ends sooner should have been renewed. */
const certificateDays = 14;

/** A finding about the site's public URL; `advice` says how to fix it. */
export type AddressFinding = { what: string; isWell: boolean; text: string; advice?: string };

/** Returns the proof for a challenge; undefined for an invalid challenge. */
export function proveAddress(secret: string, challenge: string): string | undefined {
	if (!challengePattern.test(challenge)) return undefined;
	return createHmac("sha256", secret).update(`address:${challenge}`).digest("hex");
}

/**
 * Requests the site at its public URL, as visitors do: checks that this installation responds, that browsers accept the certificate, and
 * that HTTP redirects to HTTPS. Never rejects: failures are findings.
 *
 * @param secret shared by all servers of the installation
 */
export async function checkAddress(
	{ publicUrl, secret }: { publicUrl: string; secret: string },
	now: Temporal.Instant,
): Promise<AddressFinding[]> {
	const url = new URL(publicUrl);
	const isSecure = url.protocol === "https:";
	const challenge = randomBytes(16).toString("hex");
	const findings: AddressFinding[] = [];
	if (!isSecure)
		findings.push({
			what: "TLS",
			isWell: false,
			text: `${publicUrl} is not encrypted.`,
			advice: "Put a TLS proxy in front of the server and set PUBLIC_URL to its https:// address.",
		});
	try {
		const { status, body, headers, certificateEnds } = await ask(new URL(`${addressProofPath}/${challenge}`, url));
		const expected = proveAddress(secret, challenge) ?? "";
		const isOurs =
			status === 200 && body.length === expected.length && timingSafeEqual(Buffer.from(body), Buffer.from(expected));
		findings.push(
			isOurs
				? { what: "Address", isWell: true, text: `${url.host} leads to this server.` }
				: {
						what: "Address",
						isWell: false,
						text: `Another server responds at ${url.host} (status ${status}).`,
						advice:
							"Point the domain’s A and AAAA records to this machine or its proxy, and set PUBLIC_URL to the domain.",
					},
		);
		if (certificateEnds) findings.push(judgeCertificate(certificateEnds, now));
		if (isSecure) {
			const hasPolicy = headers["strict-transport-security"] !== undefined;
			findings.push({
				what: "Always encrypted",
				isWell: hasPolicy,
				text: hasPolicy ? "Browsers are told to use HTTPS only." : "Browsers are not told to use HTTPS only.",
				...(!hasPolicy && { advice: "Let the proxy pass on the Strict-Transport-Security header." }),
			});
		}
	} catch (error) {
		findings.push({
			what: "Address",
			isWell: false,
			text: `${url.host} cannot be reached from here: ${(error as Error).message}.`,
			advice: "Check the domain’s DNS records, the firewall, the proxy and the certificate.",
		});
		return findings;
	}
	if (isSecure && url.port === "") findings.push(await checkRedirect(url));
	return findings;
}

function judgeCertificate(ends: Temporal.Instant, now: Temporal.Instant): AddressFinding {
	const days = Math.floor((ends.epochMilliseconds - now.epochMilliseconds) / dayMs);
	const isWell = days >= certificateDays;
	return {
		what: "Certificate",
		isWell,
		text: `Valid for ${days} more days.`,
		...(!isWell && { advice: "Renew it, and let the proxy renew it automatically." }),
	};
}

async function checkRedirect(url: URL): Promise<AddressFinding> {
	const plain = new URL(url);
	plain.protocol = "http:";
	try {
		const { status, headers } = await ask(plain);
		const isWell = status >= 300 && status < 400 && (headers.location ?? "").startsWith("https://");
		return {
			what: "Unencrypted requests",
			isWell,
			text: isWell ? "Redirected to HTTPS." : `Answered with status ${status} instead of a redirect.`,
			...(!isWell && { advice: "Let the proxy redirect http:// to https://." }),
		};
	} catch {
		return { what: "Unencrypted requests", isWell: true, text: "Not accepted." };
	}
}

type Answer = {
	status: number;
	headers: IncomingMessage["headers"];
	body: string;
	/** When the certificate expires; undefined without TLS. */
	certificateEnds: Temporal.Instant | undefined;
};

/** Sends one request, follows no redirect, and reads little. */
function ask(url: URL): Promise<Answer> {
	const request = url.protocol === "https:" ? requestSecure : requestPlain;
	return new Promise((resolve, reject) => {
		const asking = request(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
			const certificate = (response.socket as Partial<TLSSocket>).getPeerCertificate?.();
			const certificateEnds = certificate?.valid_to
				? Temporal.Instant.fromEpochMilliseconds(Date.parse(certificate.valid_to))
				: undefined;
			let body = "";
			response.setEncoding("utf8");
			response.on("data", (part: string) => {
				body += part;
				if (body.length > maxBytes) response.destroy();
			});
			response.on("error", reject);
			response.on("close", () =>
				resolve({ status: response.statusCode ?? 0, headers: response.headers, body, certificateEnds }),
			);
		});
		asking.on("error", reject);
		asking.end();
	});
}
