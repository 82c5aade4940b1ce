import { z } from "zod";
import { MailboxError } from "./imap-connection.ts";

const timeoutMs = 20_000;
const tokenSchema = z.object({ access_token: z.string() });
const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Exchanges a refresh token for an access token (RFC 6749, section 6).
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
}): Promise<string> {
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
	if (response.ok && token.success) return token.data.access_token;
	const refusal = refusalSchema.safeParse(body).data;
	throw new MailboxError(
		`${host} refused the refresh token${refusal ? `: ${refusal.error_description ?? refusal.error}` : ""}. Connect the mailbox again.`,
	);
}
