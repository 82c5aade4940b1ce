import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMessageReader, readMessageAside } from "./read-message-aside.server.ts";
import { readMessage } from "./read-message.server.ts";

const readFixture = (name: string) =>
	readFileSync(join(import.meta.dirname, "../../../tests/fixtures/mail", `${name}.eml`));

test("a message is read on another thread as on this one, with its files", async () => {
	const raw = readFixture("several-files");
	const [aside, here] = [await readMessageAside(raw), await readMessage(raw)];
	expect({ ...aside, files: [] }).toEqual({ ...here, files: [] });
	expect(aside.files.map(({ bytes }) => Buffer.from(bytes).toString("hex"))).toEqual(
		here.files.map(({ bytes }) => Buffer.from(bytes).toString("hex")),
	);
	expect(raw.length).toBeGreaterThan(0);
});

test("a message that takes too long has its headers and a note", async () => {
	const read = createMessageReader({ timeoutMs: 1, maxMemoryMb: 512 });
	expect(await read(readFixture("gmail-english"))).toMatchObject({
		from: { address: "asha.rao@client.example" },
		ancestors: ["enq-1.2@company.example", "enq-1.1@company.example"],
		subject: "Re: Your enquiry ENQ-7K3F9QXM",
		sort: { sort: "person" },
		text: "",
		omissions: ["The message could not be read safely."],
	});
});

test("a message that takes too much memory has its headers and a note, and the next is read", async () => {
	const read = createMessageReader({ timeoutMs: 60_000, maxMemoryMb: 8 });
	const subject = "Subject: Large\r\n";
	const large = Buffer.from(`${subject}Content-Type: text/html\r\n\r\n${"<p>a</p>".repeat(20_000)}`);
	expect(await read(large)).toMatchObject({ subject: "Large", omissions: ["The message could not be read safely."] });
});
