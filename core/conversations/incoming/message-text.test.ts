import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText } from "../../../shared/clean-text.ts";
import { joinFlowedLines, marks, splitText } from "./message-text.ts";
import { isAttribution, readSeparator } from "./reply-openings.ts";

const pieces = [
	"> quoted",
	"",
	"own words",
	"-- ",
	"--",
	"Sent from my iPhone",
	"On Tue, 24 Nov 2026 at 10:02, Asha <asha@client.example>",
	"wrote:",
	"On 24/11/2026 10:02, Asha wrote:",
	"From: Asha",
	"Sent: Tuesday",
	"To: us",
	"Subject: all",
	"---------- Forwarded message ---------",
	"________________________________",
	"Am 24.11.2026 um 10:02 schrieb Asha:",
];

describe("a text is split into the writer's, the history and the signature", () => {
	test("and together they hold every line", () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (lines) => {
				const { text, quoted, signature } = splitText(lines.join("\n"));
				const count = (whole: string) =>
					whole
						.split("\n")
						.map((line) => line.trim())
						.filter(Boolean)
						.toSorted();
				expect(count([text, quoted, signature].join("\n"))).toEqual(count(cleanText(lines.join("\n"))));
			}),
			{ numRuns: 300, seed: 20_261_125 },
		);
	});

	test("the writer's last line directly above the program's is the writer's", () => {
		const { text, quoted } = splitText(
			"Thanks!\nOn Tue, 24 Nov 2026 at 10:02, Asha <asha@client.example> wrote:\n> Hello",
		);
		expect({ text, quoted }).toEqual({
			text: "Thanks!",
			quoted: "On Tue, 24 Nov 2026 at 10:02, Asha <asha@client.example> wrote:\n> Hello",
		});
	});

	test("a sentence that only begins as a program's line does is the writer's", () => {
		const text = "On Tuesday she wrote:\nplease call me.\nFrom: here on we agree.\n\nTo: do";
		expect(splitText(text)).toMatchObject({ text, quoted: "", signature: "" });
	});

	test.each([
		"From: Mumbai\nTo: Hamburg\nDate: 12 December 2026\nWeight: 4 t",
		"De : Paris\nÀ : Lyon\nDate : 12.12.2026",
		"Subject: Physics\nFrom: 2019\nTo: 2022",
		"Subject: Physics\nFrom: 2019\nTo: 2022\nSubject: Chemistry\nFrom: 2022\nTo: 2026",
		"From: Mumbai\nTo: Hamburg\nSubject: freight at 10:30",
		"From: Mumbai\nTo: Hamburg\nDate: 12.12.2026\nCall me at 10:30",
	])("lines that their writer labelled are the writer's: %j", (lines) => {
		const text = `Hello, please quote this:\n${lines}\n\nCan you collect on a Saturday?`;
		expect(splitText(text)).toMatchObject({ text, quoted: "", signature: "" });
	});

	const people = Array.from({ length: 5 }, (_, index) => `;\n Visitor ${index} <visitor${index}@client.example>`).join(
		"",
	);
	test.each([
		"From: Asha Rao\nSent: Tuesday, 24 November 2026 10:02\nTo: Front office\nSubject: Prices",
		"From: Asha Rao\nSent: 24.11.2026 10.02\nTo: Front office\nSubject: Prices",
		"From: Asha Rao\n <asha@client.example>\nTo: Front office\nSubject: Prices",
		"Date: 24/11/2026 10:02\nFrom: Asha Rao\nSubject: Prices",
		`From: Asha Rao\nSent: Tuesday, 24 November 2026 10:02\nTo: Front office${people}\nCc: Noor Khan${people}\nSubject: Prices`,
		"________________________________\nFrom: Asha Rao <asha@client.example>\nTo: Front office",
	])("lines that a mail program labelled begin the history: %j", (lines) => {
		const history = `${lines}\n\nWhat does it cost?`;
		const text = "Subject: see below";
		expect(splitText(`${text}\n${history}`)).toMatchObject({ text, quoted: history });
	});

	test.each([
		"we miss a parcel.\nSent from your warehouse on 3 November, tracking 1Z999.\nCan you find it?\nThanks, Asha",
		"we miss a parcel.\n\nSent with DHL on 3 November.\n\nAsha",
		"unser Paket fehlt.\n\nGesendet von Ihrem Lager am 3. November.\nAsha",
		"we miss this mail.\nSent via Outlook on 3 November.\nCan you find it?\nThanks, Asha",
		"my work is online.\n\nSent via Google Drive: https://drive.google.com/file/1 (portfolio)",
		"please answer there.\n\nSent from my old address, please use asha@new.example",
		"is the parcel there?\n\nSent via my colleague Ravi last week, did it arrive?",
		"a parcel came.\n\nSent by Samsung Electronics on 3 November",
	])("a sentence that begins as a program's note does is the writer's: %j", (text) => {
		expect(splitText(text)).toMatchObject({ text, quoted: "", signature: "" });
	});

	test.each([
		"Sent from my iPhone",
		"Sent from my Galaxy\nAsha Rao\nClient Ltd",
		"Sent from Mail for Windows",
		"Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows 10",
		"Gesendet von Mail<https://go.microsoft.com/fwlink/?LinkId=550986> für Windows",
		"Enviado desde Correo para Windows",
		"Envoyé à partir de Courrier pour Windows",
		"Inviato da Posta per Windows",
		"Enviado do Email para Windows",
		"Envoyé depuis l’application Mail Orange",
		"Sent with Proton Mail secure email.",
		"Sent via the Samsung Galaxy S21, an AT&T 5G smartphone",
		"Gesendet von meinem Fairphone",
		"Gesendet von Mail für Windows",
		"Envoyé de mon iPhone",
		"Enviado do meu Android",
		"Inviato da iPhone",
		"Skickat från min iPhone",
		"Отправлено с iPhone",
		"iPhone'umdan gönderildi",
		"Get Outlook for iOS",
	])("a program's note is a signature, with a name below it: %j", (signature) => {
		const text = "Thursday suits us.\nWe come at ten.";
		expect(splitText(`${text}\n\n${signature}`)).toMatchObject({ text, signature });
		const [note = ""] = signature.split("\n");
		expect(splitText(`${text}\n${note}\n\n> Hello`)).toMatchObject({ text, signature: note });
		const more = "Or do you come to us, at Gwalior, as you did in spring, with the large lorry?";
		expect(splitText(`${text}\n\n${note}\n\n${more}`)).toMatchObject({ text: `${text}\n\n${more}`, signature: note });
	});

	test.each([
		"On 12 May 2026 our auditor wrote:",
		"On 24.11 our auditor wrote:",
		"Am 24.11 schrieb der Prüfer:",
		"2026-05-12, the auditor wrote:",
		"Am 12.05.2026 schrieb der Prüfer:",
	])("a date before who wrote is a program's line only above marked lines: %s", (line) => {
		const text = `Hello,\n\n${line}\n\nThe books are in order.`;
		expect(splitText(text)).toMatchObject({ text, quoted: "" });
		const answered = { text: "Hello,", quoted: `${line}\n\n> The books are in order.` };
		expect(splitText(`Hello,\n\n${line}\n\n> The books are in order.`)).toMatchObject(answered);
		const marked = `Hello,\n\n${line}\n\n${marks.quote}\nThe books are in order.`;
		expect(splitText(marked)).toMatchObject({ text: "Hello,", quoted: `${line}\n\nThe books are in order.` });
	});

	test.each([
		"On 24/11/2026 10:02, Asha Rao wrote:",
		"On 24 Nov 2026, Asha Rao <asha@client.example> wrote:",
		"Am 24.11.26 um 10:02 schrieb Asha Rao:",
		"Le 24 nov. 2026 à 10 h 02, Asha Rao a écrit :",
		"Den 24.11.2026 kl. 10.02 skrev Asha Rao:",
	])("%s begins the history without marked lines", (line) => {
		const quoted = `${line}\n\nWould Thursday suit you?`;
		expect(splitText(`Fine.\n\n${quoted}`)).toMatchObject({ text: "Fine.", quoted });
	});

	test("an answer without words of its own is not empty", () => {
		expect(splitText("> Hello").text).toBe("> Hello");
	});

	test.each([
		"El mar, 24 nov 2026 a las 10:02, Asha (<asha@client.example>) escribió:",
		"Il giorno mar 24 nov 2026 alle ore 10:02 Asha <asha@client.example> ha scritto:",
		"Op di 24 nov 2026 om 10:02 schreef Asha <asha@client.example>:",
		"W dniu wt., 24 lis 2026 o 10:02 Asha <asha@client.example> napisał(a):",
		"Den tis 24 nov. 2026 kl 10:02 skrev Asha <asha@client.example>:",
		"вт, 24 нояб. 2026 г. в 10:02, Asha <asha@client.example>:",
		"24 Kas 2026 Sal, 10:02 tarihinde Asha <asha@client.example> şunu yazdı:",
		"2026년 11월 24일 (화) 오전 10:02, Asha <asha@client.example>님이 작성:",
		"út 24. 11. 2026 v 10:02 odesílatel Asha <asha@client.example> napsal:",
		"Vào Th 3, 24 thg 11, 2026 vào lúc 10:02 Asha <asha@client.example> đã viết:",
	])("knows %s", (line) => {
		const { text, quoted } = splitText(`Fine.\n\n${line}\n> Hello`);
		expect({ text, quoted }).toEqual({ text: "Fine.", quoted: `${line}\n> Hello` });
	});

	test.each([
		"-----Ursprüngliche Nachricht-----",
		"-------- Message transféré --------",
		"Begin forwarded message:",
		"---------- 转发的邮件 ---------",
	])("knows %s", (line) => expect(readSeparator(line)).toBeDefined());

	test("a long line is no attribution", () => {
		expect(isAttribution(`On 24/11/2026 ${"x".repeat(500)} wrote:`)).toBeUndefined();
	});
});

describe("lines broken for display", () => {
	test("are joined within the same depth of quotation, and the signature's mark is kept", () => {
		expect(joinFlowedLines("a \nb\n> c \n> d\n>> e\n-- \nAsha", false)).toBe("a b\n> c d\n>> e\n-- \nAsha");
	});

	test("lose their last space where it only marks the break", () => {
		expect(joinFlowedLines("日本 \n語", true)).toBe("日本語");
	});
});
