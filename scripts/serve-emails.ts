import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { createServer as createViteServer } from "vite";
import { contentPlugin } from "../features/publishing/content-plugin.server.ts";
import { readConfig } from "../platform/config.ts";
import type { EmailPreview } from "../platform/email/email-preview.ts";
import { toMessage } from "../platform/email/transport.ts";
import type { Company } from "../shared/company.ts";
import type { ShownEmail } from "./emails-page.tsx";

const root = fileURLToPath(new URL("..", import.meta.url));

export type EmailsServer = { url: string; stop(): Promise<void> };

/**
 * Serves every e-mail with sample data on loopback. Each request reads the current code and content, so reloading shows a saved file.
 * @param port 0 for a free one
 */
export async function serveEmails({ port }: { port: number }): Promise<EmailsServer> {
	const { publicUrl, deskUrl, mailFrom, contentDirectory } = readConfig();
	// Node runs no JSX.
	const vite = await createViteServer({
		configFile: false,
		root,
		logLevel: "error",
		appType: "custom",
		server: { middlewareMode: true, ws: false },
		optimizeDeps: { noDiscovery: true },
		plugins: [contentPlugin(contentDirectory)],
	});

	async function render(path: string): Promise<string | undefined> {
		const { createEmailPreviews } =
			await load<typeof import("../server/email-previews.ts")>("/server/email-previews.ts");
		const { content } = await load<{ content: { company: Company } }>("/features/publishing/content.server.ts");
		const { pathOf, renderEmailList, renderEmailPage } =
			await load<typeof import("./emails-page.tsx")>("/scripts/emails-page.tsx");
		const { company } = content;
		const previews = await createEmailPreviews({ company, publicUrl, deskUrl, now: Temporal.Now.instant() });
		if (path === "/") return renderEmailList(previews);
		const preview = previews.find((candidate) => pathOf(candidate) === path);
		const from = mailFrom ?? { name: company.name, address: company.email };
		return preview && renderEmailPage(await toShownEmail(preview, from));
	}

	async function load<Module>(path: string): Promise<Module> {
		return (await vite.ssrLoadModule(path)) as Module;
	}

	const server = createServer((request, response) => {
		render(new URL(request.url ?? "/", "http://localhost").pathname).then(
			(page) =>
				response
					.writeHead(page === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8" })
					.end(page ?? "There is no such e-mail."),
			(error: Error) => {
				vite.ssrFixStacktrace(error);
				response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end(error.stack);
			},
		);
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async stop() {
			server.close();
			server.closeAllConnections();
			await vite.close();
		},
	};
}

/** Composes the e-mail as it would be sent, and parses it as a mail program would. */
async function toShownEmail(preview: EmailPreview, from: { name: string; address: string }): Promise<ShownEmail> {
	const { email } = preview;
	const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
		toMessage(
			{
				...email,
				reference: "ENQ-00000001",
				messageId: "<01a1fe0b-1f4b-734a-91e1-fbf9101dfbf3@preview.invalid>",
			},
			from,
		),
	);
	const { headers, attachments } = await PostalMime.parse(message as Buffer);
	return {
		preview,
		headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
		attachments: attachments.map(({ filename, mimeType, content }) => {
			const bytes = Buffer.from(content as ArrayBuffer);
			return {
				name: filename ?? "Beside text and HTML",
				type: mimeType,
				bytes: bytes.length,
				text: mimeType.startsWith("text/") ? bytes.toString() : undefined,
			};
		}),
	};
}
