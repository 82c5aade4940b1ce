import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResumeSample } from "../../../scripts/make-resume-corpus.ts";
import {
	createCompoundFile,
	createContentTypes,
	createDocx,
	createPdf,
	createWordStream,
	createZip,
} from "../../../tests/support/documents.ts";
import { checkResume } from "./resume-check.server.ts";
import type { ResumeVerdict } from "./resume-inspection.server.ts";

const fixtures = new URL("../../../tests/fixtures/resumes/", import.meta.url);
const samples = JSON.parse(await readFile(new URL("manifest.json", fixtures), "utf8")) as ResumeSample[];
const read = (file: string) => readFile(new URL(file, fixtures));

type Refusal = Exclude<ResumeSample["expected"], "pdf" | "doc" | "docx">;

const refusals: Record<Refusal | "damaged" | "complicated" | "controls" | "program", RegExp> = {
	protected: /^Your resume is protected with a password\. Save it without one and choose it again$/,
	program: /^Your resume holds a program or a script as a file of its own\. /,
	macros: /^Your resume holds macros\. Save it as a DOCX or PDF file and choose it again$/,
	remote: /^Your resume loads a part of itself, such as its template, from elsewhere\. /,
	controls: /^Your resume holds controls that run programs\. /,
	other: /^Your resume must be a PDF, DOC or DOCX file; what this one holds is /,
	damaged: /^Your resume is damaged or was cut off\. /,
	complicated: /^Your resume is built in a way that we cannot check\. /,
};

function expectRefusal(verdict: ResumeVerdict, reason: keyof typeof refusals): void {
	expect(verdict).toEqual({ ok: false, message: expect.stringMatching(refusals[reason]) });
}

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "resume-check-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Checks bytes as a file on disk. */
async function check(content: Buffer): Promise<ResumeVerdict> {
	const path = join(folder, "resume");
	await writeFile(path, content);
	return checkResume(path);
}

describe("of the resumes of common producers", () => {
	test.each(samples)("$file, $producer, $made: $expected", async ({ file, expected }) => {
		const verdict = await check(await read(file));
		if (expected === "pdf" || expected === "doc" || expected === "docx")
			expect(verdict).toEqual({ ok: true, kind: expected });
		else expectRefusal(verdict, expected);
	});

	test("every file is in the manifest, and in the documents", async () => {
		const listed = samples.map(({ file }) => file);
		const files = await readdir(fixtures);
		expect(files.toSorted()).toEqual([".gitattributes", "manifest.json", ...listed].toSorted());
		const document = await readFile(new URL("../../../docs/resumes.md", import.meta.url), "utf8");
		for (const file of listed) expect(document).toContain(`\`${file}\``);
	});
});

const accepted = samples.filter(({ expected }) => ["pdf", "doc", "docx"].includes(expected));
const acceptedPdfs = accepted.filter(({ expected }) => expected === "pdf");
const acceptedWordFiles = accepted.filter(({ expected }) => expected !== "pdf");
const acceptedPackages = accepted.filter(({ expected }) => expected === "docx");
const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919 + (index >> 3)) % 251));

describe("accepted files pass", () => {
	test.each<[string, (content: Buffer) => Buffer]>([
		["with a line before its header", (pdf) => Buffer.concat([Buffer.from("\r\n"), pdf])],
		["with 1,023 bytes before its header", (pdf) => Buffer.concat([noise.subarray(0, 1_023), pdf])],
		["with a web server's warning before its header", (pdf) => Buffer.concat([Buffer.from("<b>Warning</b>:\n"), pdf])],
		["with a byte after its end", (pdf) => Buffer.concat([pdf, Buffer.from("\n")])],
		["with 2 KB after its end", (pdf) => Buffer.concat([pdf, noise.subarray(0, 2_048)])],
	])("a PDF %s, unless its objects are compressed and encrypted", async (_case, change) => {
		for (const { file } of acceptedPdfs.filter((pdf) => !pdf.file.startsWith("qpdf-owner-password-")))
			expect({ file, ...(await check(change(await read(file)))) }).toEqual({ file, ok: true, kind: "pdf" });
	});

	test.each<[string, (content: Buffer) => Buffer]>([
		["with 200 KB after its end", (pdf) => Buffer.concat([pdf, noise])],
		["with 200 KB of zeros after its end", (pdf) => Buffer.concat([pdf, Buffer.alloc(200_000)])],
		["without the last line of its end", (pdf) => pdf.subarray(0, pdf.lastIndexOf("%%EOF"))],
		["with a place of its cross-references that is wrong", (pdf) => misplace(pdf)],
	])("a PDF %s, unless its objects are compressed and encrypted", async (_case, change) => {
		for (const { file } of acceptedPdfs.filter((pdf) => !pdf.file.startsWith("qpdf-owner-password-")))
			expect({ file, ...(await check(change(await read(file)))) }).toEqual({ file, ok: true, kind: "pdf" });
	});

	test.each<[string, (content: Buffer) => Buffer]>([
		["a byte", (docx) => Buffer.concat([docx, Buffer.from("\n")])],
		["2 KB", (docx) => Buffer.concat([docx, noise.subarray(0, 2_048)])],
		["60 KB", (docx) => Buffer.concat([docx, noise.subarray(0, 60_000)])],
	])("a DOCX with %s after its end", async (_case, change) => {
		for (const { file } of acceptedPackages)
			expect({ file, ...(await check(change(await read(file)))) }).toEqual({ file, ok: true, kind: "docx" });
	});

	test("a DOC with bytes after its end", async () => {
		for (const { file } of accepted.filter(({ expected }) => expected === "doc"))
			expect(await check(Buffer.concat([await read(file), noise]))).toEqual({ ok: true, kind: "doc" });
	});

	test("a DOC called DOCX and a DOCX called DOC, as what they are", async () => {
		for (const { file, expected } of acceptedWordFiles)
			expect(await check(await read(file))).toEqual({
				ok: true,
				kind: expected,
			});
	});
});

/** Overwrites the offset of the cross-references. */
function misplace(pdf: Buffer): Buffer {
	const at = pdf.lastIndexOf("startxref");
	const text = pdf.toString("latin1", at).replace(/\d+/, (place) => "7".repeat(place.length));
	return Buffer.concat([pdf.subarray(0, at), Buffer.from(text, "latin1")]);
}

describe("refused files have a reason", () => {
	test("a PDF whose header comes after more than the first 1,024 bytes", async () => {
		for (const { file } of acceptedPdfs)
			expectRefusal(await check(Buffer.concat([noise.subarray(0, 1_024), await read(file)])), "other");
	});

	test.each([0.25, 0.5, 0.75])("any resume cut to %d", async (part) => {
		for (const { file } of accepted) {
			const content = await read(file);
			const verdict = await check(content.subarray(0, Math.floor(content.length * part)));
			expect({ file, ...verdict }).toEqual({ file, ok: false, message: expect.stringMatching(refusals.damaged) });
		}
	});

	test("a DOC or DOCX with something before it", async () => {
		for (const { file } of acceptedWordFiles)
			expectRefusal(await check(Buffer.concat([noise.subarray(0, 16), await read(file)])), "other");
	});

	test("the content decides, whatever the name", async () => {
		expect(await check(await read("chromium.pdf"))).toEqual({ ok: true, kind: "pdf" });
		expect(await check(await read("pandoc.docx"))).toEqual({ ok: true, kind: "docx" });
		expect(await check(await read("libreoffice.doc"))).toEqual({ ok: true, kind: "doc" });
	});

	test.each<[string, Buffer | (() => Promise<Buffer>)]>([
		["an OpenDocument file", () => read("libreoffice-odt-called-doc.doc")],
		["an RTF document", () => read("libreoffice-rtf-called-doc.doc")],
		["a spreadsheet", createCompoundFile({ Workbook: Buffer.alloc(5_000) })],
		["a presentation", createCompoundFile({ "PowerPoint Document": Buffer.alloc(5_000) })],
		["a Pages document", createZip({ "Index/Document.iwa": "x" })],
		[
			"a Word template",
			createZip({
				"[Content_Types].xml": createContentTypes().replace("document.main", "template.main"),
				"_rels/.rels": relationships(relationship("officeDocument", "word/document.xml")),
				"word/document.xml": "",
			}),
		],
		[
			"a spreadsheet",
			createZip({
				"[Content_Types].xml": createContentTypes().replace("wordprocessingml.document", "spreadsheetml.sheet"),
				"_rels/.rels": relationships(relationship("officeDocument", "word/document.xml")),
				"word/document.xml": "",
			}),
		],
		["a picture", Buffer.from("ffd8ffe000104a464946", "hex")],
		["a program", Buffer.from("4d5a90000300000004", "hex")],
		["an archive", Buffer.from("526172211a0700", "hex")],
		["a web page", Buffer.from("<!DOCTYPE html><html><body>Asha Rao</body></html>")],
		["an XML file", Buffer.from('\u{feff}<?xml version="1.0"?><resume/>')],
		["a PostScript file", Buffer.from("%!PS-Adobe-3.0\n")],
		["plain text", Buffer.from("Asha Rao\nEngineer\n")],
		["something else", Buffer.from([1, 2, 3])],
		["something else", Buffer.concat([Buffer.from("GIF89a"), createPdf()])],
		["something else", Buffer.concat([createPdf(), createDocx()])],
	])("%s", async (what, content) => {
		const verdict = await check(Buffer.isBuffer(content) ? content : await content());
		expect(verdict).toEqual({
			ok: false,
			message: `Your resume must be a PDF, DOC or DOCX file; what this one holds is ${what}`,
		});
	});
});

const relationship = (kind: string, target: string, mode = "") =>
	`<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`;
const relationships = (...all: string[]) =>
	`<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;

/** The beginning of a packaged file (MS-OLEDS, 2.3.6, and Word's own). */
function createPackage(shown: string, origin = shown, target = origin): Buffer {
	const names = Buffer.from(`${shown}\0${origin}\0\0\0\u0003\0\0\0\0\0${target}\0`, "latin1");
	const head = Buffer.alloc(6);
	head.writeUInt32LE(names.length + 5_000);
	head.writeUInt16LE(2, 4);
	return Buffer.concat([head, names, Buffer.alloc(5_000)]);
}

const packedProgram = "\u0001Ole10Native";

describe("a DOC or DOCX that runs something is refused, with its reason", () => {
	const embedding = (content: Buffer) =>
		createZip({
			...wordParts,
			"word/_rels/document.xml.rels": Buffer.from(
				relationships(relationship("oleObject", "embeddings/oleObject1.bin")),
			),
			"word/embeddings/oleObject1.bin": content,
		});
	const withLink = (kind: string, target: string) =>
		createDocx({ "word/_rels/settings.xml.rels": relationships(relationship(kind, target, "External")) });
	const utf16 = (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le");

	test.each<[string, keyof typeof refusals, Buffer]>([
		[
			"macros in a part of another name",
			"macros",
			createDocx({
				"word/x.dat": "m",
				"word/_rels/document.xml.rels": relationships(relationship("vbaProject", "x.dat")),
			}),
		],
		[
			"controls",
			"controls",
			createDocx({ "word/_rels/document.xml.rels": relationships(relationship("control", "activeX/activeX1.xml")) }),
		],
		["a template on a server", "remote", withLink("attachedTemplate", "https://x.example/a.dotm")],
		["a template on a server in the network", "remote", withLink("attachedTemplate", "\\\\server\\a.dotm")],
		["a template on a server, as a file", "remote", withLink("attachedTemplate", "file://server/share/a.dotm")],
		[
			"a template on a server, as a file with more slashes",
			"remote",
			withLink("attachedTemplate", "file:///\\\\server\\share\\a.dotm"),
		],
		[
			"a template on a server, its address escaped",
			"remote",
			withLink("attachedTemplate", "&#104;ttp&#x3a;//x.example/a.dotm"),
		],
		["an object on a server", "remote", withLink("oleObject", "mhtml:http://x.example/a!x-usc:http://x.example/a")],
		[
			"a template on a server, in UTF-16 and with other prefixes",
			"remote",
			createZip({
				...wordParts,
				"word/_rels/settings.xml.rels": utf16(
					relationships(relationship("attachedTemplate", "http://x.example/", "External"))
						.replaceAll("<R", "<a:R")
						.replaceAll('"', "'"),
				),
			}),
		],
		["a program as an object", "program", embedding(createCompoundFile({ [packedProgram]: createPackage("cv.exe") }))],
		[
			"a program as an object that is shown as a text",
			"program",
			embedding(createCompoundFile({ [packedProgram]: createPackage("cv.txt", "C:\\cv.txt", "C:\\x\\cv.js") })),
		],
		[
			"a small program as an object",
			"program",
			embedding(createCompoundFile({ [packedProgram]: createPackage(`${"a".repeat(300)}.exe`).subarray(0, 1_000) })),
		],
		[
			"an object with macros",
			"macros",
			embedding(createCompoundFile({ Workbook: Buffer.alloc(10), _VBA_PROJECT_CUR: Buffer.alloc(10) })),
		],
		[
			"a program as a package",
			"program",
			createDocx({
				"word/embeddings/a.exe": "MZ",
				"word/_rels/document.xml.rels": relationships(relationship("package", "embeddings/a.exe")),
			}),
		],
		[
			"an embedded document with macros",
			"program",
			createDocx({
				"word/embeddings/a.docm": "",
				"word/_rels/document.xml.rels": relationships(relationship("package", "embeddings/a.docm")),
			}),
		],
		["relationships with a document type", "damaged", createDocx({ "_rels/.rels": "<!DOCTYPE a><Relationships/>" })],
		["two parts with one name", "damaged", createDocx({ "WORD/document.xml": "" })],
	])("a DOCX with %s", async (_case, reason, content) => {
		expectRefusal(await check(content), reason);
	});

	test.each<[string, keyof typeof refusals, Record<string, Buffer>]>([
		["a program as an object", "program", { [packedProgram]: createPackage("cv.exe") }],
		["a small program as an object", "program", { [packedProgram]: createPackage("cv.scr").subarray(0, 100) }],
		["macros", "macros", { _VBA_PROJECT: Buffer.alloc(10) }],
	])("a DOC with %s", async (_case, reason, streams) => {
		const content = createCompoundFile({ WordDocument: createWordStream(), ...streams });
		expectRefusal(await check(content), reason);
	});

	test.each<[string, Buffer]>([
		["a template of the writer's own", withLink("attachedTemplate", "file:///C:\\Users\\Asha\\Resume.dotx")],
		["links to the web", withLink("hyperlink", "https://asha.example/")],
		["a picture on the web", withLink("image", "https://asha.example/asha.png")],
		[
			"a certificate as an object",
			embedding(createCompoundFile({ [packedProgram]: createPackage("certificate.pdf") })),
		],
		["a drawing as an object", embedding(createCompoundFile({ [packedProgram]: Buffer.from("BM picture") }))],
		[
			"a table of figures as an object",
			createDocx({
				"word/embeddings/a.xlsx": "x",
				"word/_rels/document.xml.rels": relationships(relationship("package", "embeddings/a.xlsx")),
			}),
		],
		[
			"a main part that only its type tells",
			createZip({
				"[Content_Types].xml": createContentTypes().replace("/word/document.xml", "/Main/a.xml"),
				"main/A.xml": "<w:document/>",
			}),
		],
		[
			"names with slashes in front and backward",
			createZip({ "/[Content_Types].xml": createContentTypes(), "word\\document.xml": "<w:document/>" }),
		],
	])("a DOCX with %s is accepted", async (_case, content) => {
		expect(await check(content)).toEqual({ ok: true, kind: "docx" });
	});

	test("a DOC with a certificate as an object is accepted", async () => {
		const content = createCompoundFile({
			WordDocument: createWordStream(),
			[packedProgram]: createPackage("certificate.pdf"),
		});
		expect(await check(content)).toEqual({ ok: true, kind: "doc" });
	});
});

const wordParts = {
	"[Content_Types].xml": Buffer.from(createContentTypes()),
	"word/document.xml": Buffer.from("<w:document/>"),
};

const megabyte = 1024 * 1024;
/** A resume of the largest size that repeats a unit after a start. */
const fill = (start: string, unit: string, end = "") =>
	Buffer.concat([Buffer.from(start), Buffer.alloc(9 * megabyte, unit, "latin1"), Buffer.from(end)]);
const trailer = "\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n";
const header = "%PDF-1.7\n";
const answer = expect.toSatisfy(
	(verdict: ResumeVerdict) => verdict.ok || verdict.message.startsWith("Your resume "),
	"is accepted or refused",
);

/** A PDF of one page with these entries, and of these objects from number 4 on, each with its stream. */
function createPdfWith(page: string, streams: readonly [entries: string, content: Buffer][]): Buffer {
	const objects = streams.map(([entries, content], index) => [
		Buffer.from(`${index + 4} 0 obj<<${entries}/Length ${content.length}>>stream\n`),
		content,
		Buffer.from("\nendstream endobj\n"),
	]);
	return Buffer.concat([
		Buffer.from(
			`${header}1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n`,
		),
		Buffer.from(`3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${page}>>endobj\n`),
		...objects.flat(),
		Buffer.from(trailer),
	]);
}

describe("a file that is made to keep us busy is answered, and resumes after it are accepted", () => {
	const part = deflateSync(Buffer.alloc(2 ** 28, " "));
	const bomb = deflateSync(part, { level: 9 });

	test.each<[string, Buffer]>([
		["arrays in one another", fill(`${header}1 0 obj\n`, "[", trailer)],
		["dictionaries in one another", fill(`${header}1 0 obj\n`, "<</A", trailer)],
		["a string without an end", fill(`${header}1 0 obj\n(`, "x", trailer)],
		["a million objects", fill(header, "1 0 obj 1 endobj\n", trailer)],
		["a million trailers", fill(header, "trailer ", trailer)],
		["a million ends", fill(header, "startxref 9\n")],
		[
			"pages that are each other's parents",
			Buffer.from(
				`${header}1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj${trailer}`,
			),
		],
		[
			"contents that unpack to a gigabyte",
			createPdfWith("/Contents[4 0 R 4 0 R 4 0 R 4 0 R]", [["/Filter[/FlateDecode/FlateDecode]", bomb]]),
		],
		[
			"an object stream that unpacks to gigabytes",
			createPdfWith("/Contents 9 0 R", [["/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]", bomb]]),
		],
	])("a PDF with %s", async (_case, content) => {
		const before = process.memoryUsage().rss;
		expect(await check(content)).toEqual(answer);
		expect(process.memoryUsage().rss - before).toBeLessThan(400 * megabyte);
		expect(await check(createPdf())).toEqual({ ok: true, kind: "pdf" });
	});

	test("a PDF that takes more memory than a check may have is refused as such", async () => {
		const contents = createPdfWith("/Contents[4 0 R 4 0 R 4 0 R 4 0 R]", [["/Filter[/FlateDecode/FlateDecode]", bomb]]);
		expectRefusal(await check(contents), "complicated");
	});

	const oneByte = Buffer.from("x");
	const manyParts = (count: number, suffix = "") =>
		createZip(Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/${index}${suffix}`, oneByte])));
	test.each<[string, keyof typeof refusals, Buffer]>([
		["60,000 parts", "complicated", manyParts(60_000)],
		["1,900 parts with names of 5 KB", "complicated", manyParts(1_900, "x".repeat(5_000))],
		[
			"a part that claims to unpack to 300 MB",
			"complicated",
			createDocx({ "word/a.xml": "" }, { claimedBytes: 100 * megabyte }),
		],
		["relationships of 2 MB", "complicated", createDocx({ "_rels/.rels": relationships(" ".repeat(2 * megabyte)) })],
		["relationships in one another", "damaged", createDocx({ "_rels/.rels": `${"<a>".repeat(300_000)}<` })],
		[
			"a million ends",
			"damaged",
			Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(9 * megabyte, "PK\x05\x06", "latin1")]),
		],
		["an end that names more parts than there are", "damaged", claimParts(createDocx(), 2_000)],
		["an end that names a place beyond the file", "damaged", claimPlace(createDocx(), 0x7fffffff)],
	])("a DOCX with %s", async (_case, reason, content) => {
		expectRefusal(await check(content), reason);
	});
});

function claimParts(zip: Buffer, count: number): Buffer {
	zip.writeUInt16LE(count, zip.length - 12);
	return zip;
}

function claimPlace(zip: Buffer, place: number): Buffer {
	zip.writeUInt32LE(place, zip.length - 6);
	return zip;
}

describe("whatever a file holds, the check ends with an answer", () => {
	test.each([
		["anything", ""],
		["the header of a PDF", header],
		["the start of a ZIP", "PK\x03\x04"],
		["the start of a compound file", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
	])("random bytes behind %s", async (_case, start) => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 4_000, size: "max" }), async (bytes) => {
				expect(await check(Buffer.concat([Buffer.from(start, "latin1"), bytes]))).toEqual(answer);
			}),
			{ numRuns: 100 },
		);
	});
});
