import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { renderEmailPage, renderFrontPage, type FrontPageFacts, type ShownAccount } from "./front-page.tsx";
import type { ArrivedEmail, Mailbox } from "./mailbox.ts";

const pagePolicy =
	"default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";
/** Links open in new tabs; nothing else in an e-mail does anything. */
const emailPolicy =
	"sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'";
/** Otherwise a website whose name resolves to this machine could read the codes. */
const localNames = new Set(["localhost", "127.0.0.1"]);

/**
 * Serves the demo's overview on loopback: addresses, sign-in codes and sent e-mails.
 * @param port 0 for a free one
 */
export async function serveFrontPage(
	facts: FrontPageFacts,
	{ port, mailbox, listAccounts }: { port: number; mailbox: Mailbox; listAccounts(): ShownAccount[] },
): Promise<{ url: string; close(): void }> {
	const server = createServer((request, response) => {
		const url = URL.parse(request.url ?? "/", `http://${request.headers.host ?? ""}`);
		if (!url || !localNames.has(url.hostname)) return answer(response, 421, "text/plain", "This is localhost.");
		if (url.pathname === "/")
			return answer(
				response,
				200,
				"text/html",
				renderFrontPage(facts, { accounts: listAccounts(), emails: mailbox.list() }),
			);
		const [, id = "", part, index] = /^\/emails\/(\d+)(?:\/(html|attachments)(?:\/(\d+))?)?$/.exec(url.pathname) ?? [];
		const email = mailbox.find(id);
		if (!email) return answer(response, 404, "text/plain", "There is no such e-mail.");
		if (part === undefined) return answer(response, 200, "text/html", renderEmailPage(email, facts));
		if (part === "html") return answer(response, 200, "text/html", openLinksBeside(email), emailPolicy);
		const attachment = email.attachments[Number(index)];
		if (!attachment) return answer(response, 404, "text/plain", "There is no such file.");
		response.setHeader("Content-Disposition", "attachment");
		return answer(response, 200, "application/octet-stream", Buffer.from(attachment.content as ArrayBuffer));
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

function answer(
	response: ServerResponse,
	status: number,
	type: string,
	body: string | Buffer,
	policy: string = pagePolicy,
): void {
	response
		.writeHead(status, {
			"Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
			"Content-Security-Policy": policy,
			"X-Content-Type-Options": "nosniff",
			"Cache-Control": "no-store",
		})
		.end(body);
}

function openLinksBeside({ html = "" }: ArrivedEmail): string {
	return `<!doctype html><base target="_blank">${html}`;
}
