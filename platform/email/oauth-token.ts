import { z } from "zod";
import { MailboxError } from "./imap-connection.ts";

const timeoutMs = 20_000;
const tokenSchema = z.object({ access_token: z.string(), refresh_token: z.string().optional() });
const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Exchanges a refresh token for an access token (RFC 6749, section 6). Some providers give another refresh token with each and refuse the
 * one before from then on, so the returned one must be kept.
 * @throws MailboxError when the provider cannot be reached or refuses it
 */
export async function fetchAccessToken({
	tokenUrl,
	clientId,
	clientSecret,
	refreshToken,
}: {
	tokenUrl: string;
	clientId: string;
	clientSecret: string;
	refreshToken: string;
}): Promise<{ accessToken: string; refreshToken: string }> {
	const { host } = new URL(tokenUrl);
	let response: Response;
	let body: unknown;
	try {
		response = await fetch(tokenUrl, {
			method: "POST",
			redirect: "error",
			signal: AbortSignal.timeout(timeoutMs),
			body: new URLSearchParams({
				grant_type: "refresh_token",
				refresh_token: refreshToken,
				client_id: clientId,
				...(clientSecret !== "" && { client_secret: clientSecret }),
			}),
		});
		body = await response.json();
	} catch (error) {
		throw new MailboxError(`${host} did not give an access token.`, error);
	}
	const token = tokenSchema.safeParse(body);
	if (response.ok && token.success)
		return { accessToken: token.data.access_token, refreshToken: token.data.refresh_token ?? refreshToken };
	const refusal = refusalSchema.safeParse(body).data;
	throw new MailboxError(
		`${host} refused the refresh token${refusal ? `: ${refusal.error_description ?? refusal.error}` : ""}. Connect the mailbox again.`,
	);
}
