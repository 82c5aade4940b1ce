import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { IncomingMessage } from "./incoming-message.ts";
import { readMessage } from "./read-message.server.ts";

const folder = join(import.meta.dirname, "../../../tests/fixtures/mail");
const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<string, unknown>;
const files = readdirSync(folder).filter((file) => file.endsWith(".eml"));

/** The fields that every message of the corpus is compared by; those that are empty are left out. */
function summarise(message: IncomingMessage): unknown {
	const {
		sort,
		from,
		subject,
		text,
		quoted,
		signature,
		ancestors,
		aboutMessageIds,
		forwardedFrom,
		list,
		protection,
		omissions,
	} = message;
	const named = (address: IncomingMessage["from"]) => address && `${address.name} <${address.address}>`.trim();
	const whole = {
		sort,
		from: named(from),
		subject,
		text,
		quoted,
		signature,
		ancestors,
		aboutMessageIds,
		forwardedFrom: named(forwardedFrom),
		list,
		files: message.files.map(({ name, contentType, bytes }) => `${name}, ${contentType}, ${bytes.length} bytes`),
		protection,
		omissions,
	};
	return Object.fromEntries(
		Object.entries(whole).filter(
			([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
		),
	);
}

describe("the corpus of messages", () => {
	test("has an expectation for every message, and no other", () => {
		expect(Object.keys(expected).toSorted()).toEqual(files.map((file) => file.replace(/\.eml$/, "")).toSorted());
	});

	test.each(files)("%s is read as expected", async (file) => {
		const message = await readMessage(readFileSync(join(folder, file)));
		expect(summarise(message)).toEqual(expected[file.replace(/\.eml$/, "")]);
	});
});

test.each(["constructor", "__proto__"])("a charset named %s is unknown like any other", async (charset) => {
	const message = await readMessage(
		Buffer.from(`${head}Content-Type: text/plain; charset=${charset}\r\n\r\nViele Grüße`),
	);
	expect(message).toMatchObject({
		text: "Viele Grüße",
		omissions: [`Part of the text could not be read: its charset ${charset} is not known.`],
	});
});

const head = "From: Asha Rao <asha.rao@client.example>\r\nSubject: Limits\r\n";
const read = (text: string) => readMessage(Buffer.from(text));

describe("limits", () => {
	test("10,000 headers are read, and more are left out", async () => {
		const text = (count: number) => `${head}${"X-Filler: x\r\n".repeat(count - 2)}\r\nText`;
		expect(await read(text(10_000))).toMatchObject({ text: "Text", omissions: [] });
		expect(await read(text(20_000))).toMatchObject({
			text: "Text",
			omissions: ["The message has more than 10,000 headers; the others were left out."],
		});
	});

	test("1,000 parts are read, and more are left out", async () => {
		const text = (count: number) => {
			const parts = Array.from({ length: count - 1 }, (_, at) => `--b\r\n\r\nPart ${at + 1}\r\n`);
			return `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join("")}--b--\r\n`;
		};
		const whole = await read(text(1_000));
		expect(whole.text).toContain("Part 999");
		expect(whole.omissions).toEqual([]);
		const more = await read(text(3_000));
		expect(more.text).toContain("Part 999");
		expect(more.text).not.toContain("Part 1000");
		expect(more.omissions).toEqual(["The message has more than 1,000 parts; the others were left out."]);
	});

	test("parts nested 200 deep are read, and deeper ones as they stand", async () => {
		const text = (depth: number) => {
			const opening = Array.from(
				{ length: depth },
				(_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
			);
			return `${head}${opening.join("")}Content-Type: text/plain\r\n\r\nDeep within\r\n`;
		};
		expect(await read(text(200))).toMatchObject({ text: "Deep within", omissions: [] });
		const deeper = await read(text(1_000));
		expect(deeper.text).toContain("Deep within");
		expect(deeper.omissions).toEqual(["The message has parts nested more than 200 deep, which were not read."]);
	});

	test("50 files are kept", async () => {
		const parts = `--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\nx\r\n`.repeat(53);
		const message = await read(`${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`);
		expect(message.files).toHaveLength(50);
		expect(message.omissions).toEqual(["3 more files were left out."]);
	});

	test("100,000 characters of text are kept, and no half of a character", async () => {
		const message = await read(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${"👩".repeat(60_000)}`);
		expect(message.text.length).toBe(100_000);
		expect(message.omissions).toEqual(["The text is longer than 100,000 characters; the rest was left out."]);
		const odd = await read(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\na${"👩".repeat(60_000)}`);
		expect(odd.text.isWellFormed()).toBe(true);
	});

	test("a zip is a file like any other, whatever is in it", async () => {
		const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(100_000)]).toString("base64");
		const message = await read(
			`${head}Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${zip}`,
		);
		expect(message.files.map(({ name, bytes }) => [name, bytes.length])).toEqual([["a.zip", 100_004]]);
	});

	test("HTML with tags by the ten thousand is read as text alone", async () => {
		const message = await read(`${head}Content-Type: text/html\r\n\r\n${"<b>bold".repeat(30_000)}`);
		expect(message.html).toBeUndefined();
		expect(message.text).toContain("bold bold");
		expect(message.omissions).toContain("The message's layout is too complicated to be shown; its text was read.");
	});

	test("quotations within quotations do not multiply", async () => {
		const html = `${"<blockquote>".repeat(400)}${"x<br>".repeat(10_000)}`;
		const message = await read(`${head}Content-Type: text/html\r\n\r\n${html}`);
		expect(message.text.split("\n").every((line) => line.length <= 21)).toBe(true);
	});
});
