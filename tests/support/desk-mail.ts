import { openFileStore } from "../../platform/files/file-store.ts";
import { endSubscriptionOfEmail } from "../../server/end-subscription.ts";
import type { Role } from "../../shared/roles.ts";
import type { DatabaseKind } from "./databases.ts";
import { createTestReceiver, writeMessage } from "./incoming-mail.ts";
import { createTestKinds } from "./records.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const host = "localhost:3001";

/** Opens a desk with a mailbox for a member, whose pages and forms need no browser. */
export async function openDeskWithMail(kind: DatabaseKind, role: Role, mailboxKind: "enquiry" | "application") {
	const server = await startTestServer(kind);
	const { files, receive } = await openMailbox(server, mailboxKind);
	const desk = await server.openDesk({ roles: [role] });
	const post = (url: string, payload: string | Buffer, contentType: string) =>
		desk.inject({
			method: "POST",
			url,
			headers: { host, "sec-fetch-site": "same-origin", "content-type": contentType },
			payload,
		});
	return {
		server,
		files,
		accountId: desk.accountId,
		db: server.database.db,
		get: async (url: string) => (await desk.inject({ url, headers: { host } })).body,
		send: (url: string, fields: Record<string, string>) =>
			post(url, new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded"),
		/** Finds the id of the undo that the response of a form left. */
		findUndo(response: Awaited<ReturnType<typeof post>>): string {
			const [, , , id = ""] = /desk-notice=([^;]*)/.exec(String(response.headers["set-cookie"]))?.[1]?.split("|") ?? [];
			return decodeURIComponent(id);
		},
		/** Sends a form with a file in its field "files". */
		async upload(url: string, fields: Record<string, string>, file: { name: string; content: Buffer }) {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			form.append("files", new File([new Uint8Array(file.content)], file.name));
			const request = new Request(`http://${host}${url}`, { method: "POST", body: form });
			const body = Buffer.from(await request.arrayBuffer());
			return post(url, body, request.headers.get("content-type") ?? "");
		},
		receive,
	};
}

/** Opens a mailbox beside a server; its messages come by a function. */
export async function openMailbox({ database, clock }: TestServer, kind: "enquiry" | "application") {
	const files = await openFileStore({ ...database, filesReserveBytes: 0 });
	const receiveMail = createTestReceiver(
		{ database, files, clock, kinds: createTestKinds() },
		{ endSubscription: endSubscriptionOfEmail },
	);
	return {
		files,
		/** Receives an e-mail of Asha Rao with a file, and returns the record that it becomes or continues, and its id. */
		async receive(
			text: string,
			{ headers = {}, files: attached = { "plan.txt": Buffer.from("Plan") } }: ReceivedOptions = {},
		) {
			const parts = Object.entries(attached).flatMap(([name, content]) => [
				"--part",
				`Content-Disposition: attachment; filename=${name}`,
				"Content-Transfer-Encoding: base64",
				"",
				content.toString("base64"),
			]);
			const mixed = { "Content-Type": "multipart/mixed; boundary=part", ...headers };
			const raw = writeMessage(mixed, ["--part", "", text, ...parts, "--part--"].join("\r\n"));
			const mailbox = { id: "mailbox", address: "mailbox@narangi.example", kind, trustedAuthserv: "" };
			const receivedAt = clock.now();
			const taken = await receiveMail({ raw, bytes: raw.length, receivedAt, isOld: false, mailbox });
			const { id } = await database.db
				.selectFrom("incomingMessages")
				.select("id")
				.orderBy("id", "desc")
				.executeTakeFirstOrThrow();
			return { reference: (taken.kind === "stored" && taken.reference) || "", id };
		},
	};
}

type ReceivedOptions = { headers?: Record<string, string>; files?: Record<string, Buffer> };
