import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { readMessage } from "../../core/conversations/incoming/read-message.server.ts";
import { expectThat, fuzzTarget } from "./fuzz-target.ts";
import { changedFiles, textOf } from "./hostile-inputs.ts";

const folder = join(import.meta.dirname, "../fixtures/mail");
const messages = readdirSync(folder)
	.filter((file) => file.endsWith(".eml"))
	.map((file) => readFileSync(join(folder, file)));

const headerPieces = [
	"From: Asha <asha@client.example>\r\n",
	"To: ",
	"Subject: ",
	"=?utf-8?Q?=E0=A4?=",
	"=?iso-2022-jp?B?GyRC?=",
	"Auto-Submitted: auto-replied\r\n",
	"Return-Path: <>\r\n",
	"Content-Type: text/plain; charset=",
	"utf-7",
	"utf-16",
	"; format=flowed",
	"; name*0*=utf-8''%E0",
	"Content-Transfer-Encoding: base64\r\n",
	"Content-Transfer-Encoding: quoted-printable\r\n",
	"Content-Disposition: attachment; filename=",
	"\r\n ",
	"\r",
	"\n",
	'"',
	"<",
	"(",
	",",
	";",
];
const bodyPieces = [
	"> ",
	"\n",
	"\r\n",
	"-- \n",
	"On Tue, 24 Nov 2026 at 10:02, Asha <asha@client.example> wrote:\n",
	"From: Asha\nSent: today\nTo: all\nSubject: all\n",
	"---------- Forwarded message ---------\n",
	"begin 644 a.txt\n",
	"end\n",
	"Final-Recipient: rfc822; asha@client.example\n",
	"Action: failed\n\n",
	"Message-ID: <a@b>\n",
	"BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nUID:1\nATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.example\n",
	"<div class=gmail_quote>",
	"<blockquote>",
	"<table><tr><td>",
	"</td>",
	"<a href='javascript:x'>",
	"<img src=cid:a onerror=x>",
	"<p style='position:fixed;background:url(x)'>",
	"<script>",
	"<svg><style>",
	"<!--",
	"=E0=A4",
	"=\r\n",
	"QUJD",
	"\u001b$B",
];
const types = [
	"text/plain",
	"text/html",
	"text/calendar; method=REPLY",
	"message/rfc822",
	"message/delivery-status",
	"image/png",
	"application/pdf",
	"application/ms-tnef",
];
const leaf = fc
	.tuple(fc.constantFrom(...types), textOf(headerPieces, 2_000), textOf(bodyPieces, 20_000))
	.map(([type, headers, body]) => `Content-Type: ${type}\r\nContent-ID: <a>\r\n${headers}\r\n\r\n${body}`);
const { tree } = fc.letrec<{ tree: string; multipart: string }>((tie) => ({
	tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaf, tie("multipart")),
	multipart: fc
		.tuple(
			fc.constantFrom("mixed", "alternative", "related", "report; report-type=delivery-status", "digest", "signed"),
			fc.constantFrom("a", "b", "a--", "="),
			fc.array(tie("tree"), { maxLength: 4 }),
			fc.boolean(),
		)
		.map(
			([type, boundary, parts, isClosed]) =>
				`Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}${isClosed ? `--${boundary}--\r\n` : ""}`,
		),
}));
const built = fc
	.tuple(textOf(headerPieces, 5_000), tree)
	.map(([headers, parts]) => Buffer.from(`${headers}\r\n${parts}`));

function expectStill(html: string): void {
	const parser = new Parser({
		onopentag(name, attributes) {
			expectThat(
				!/^(?:script|style|form|input|iframe|object|embed|svg|math|link|meta|base)$/.test(name),
				`the HTML holds <${name}>`,
			);
			for (const [key, value] of Object.entries(attributes)) {
				expectThat(!key.startsWith("on"), `the HTML holds ${key}`);
				if (key === "src")
					expectThat(/^data:image\/(?:png|jpe?g|gif|webp);base64,/.test(value), `the HTML loads ${value}`);
				if (key === "href") expectThat(/^(?:https?|mailto|tel):/i.test(value), `the HTML leads to ${value}`);
				if (key === "style") expectThat(!/url|position|@|\\/i.test(value), `the HTML has the style ${value}`);
			}
		},
	});
	parser.end(html);
}

/** Messages that a mailbox receives. */
export const messageTargets = [
	fuzzTarget("incoming messages", fc.oneof(changedFiles(messages), built), async (raw) => {
		const { text, quoted, signature, html, files, omissions } = await readMessage(raw);
		for (const part of [text, quoted, signature])
			expectThat(part.length <= 100_000 && part.isWellFormed(), "a text is too long");
		expectThat(files.length <= 50, "there are too many files");
		for (const { name } of files) expectThat(name !== "" && !/[/\\\p{Cc}]/u.test(name), `a file is named ${name}`);
		expectThat(!omissions.includes("Only the headers of the message could be read."), "the reader failed");
		if (html !== undefined) {
			expectThat(html.length <= 500_000, "the HTML is too long");
			expectStill(html);
		}
	}),
];
