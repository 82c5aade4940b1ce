import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
	createCompoundFile,
	createContentTypes,
	createDocx,
	createPdf,
	createWordStream,
	createZip,
} from "../../../tests/support/documents.ts";
import { recogniseFile } from "./recognise-file.server.ts";

const office = (type: string) =>
	createZip({
		"[Content_Types].xml": createContentTypes(`application/vnd.${type}.main+xml`),
		"_rels/.rels":
			'<Relationships><Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
		"word/document.xml": "",
	});
const openDocument = (type: string) =>
	createZip({ mimetype: `application/vnd.oasis.opendocument.${type}`, "content.xml": "" });
const compound = (...names: string[]) =>
	createCompoundFile(Object.fromEntries(names.map((name) => [name, createWordStream()])));

describe("a file is recognised by its content", () => {
	test.each([
		["a PDF", ["pdf"], createPdf()],
		["a DOCX", ["docx"], createDocx()],
		["an XLSX", ["xlsx"], office("openxmlformats-officedocument.spreadsheetml.sheet")],
		["a PPTX", ["pptx"], office("openxmlformats-officedocument.presentationml.presentation")],
		["an ODT", ["odt"], openDocument("text")],
		["an ODS", ["ods"], openDocument("spreadsheet")],
		["an ODP", ["odp"], openDocument("presentation")],
		["a DOC", ["doc"], compound("WordDocument")],
		["an XLS with a document in it, which its name decides", ["doc", "xls"], compound("Workbook", "WordDocument")],
		["a PPT", ["ppt"], compound("PowerPoint Document")],
		["an office document with a password", ["docx", "xlsx", "pptx"], compound("EncryptedPackage")],
		["a ZIP", ["zip"], createZip({ "README.md": "one", "readme.md": "another" })],
		["a ZIP that begins with a PDF", ["zip"], createZip({ "brief.pdf": createPdf() })],
		["an RTF document", ["rtf"], Buffer.from(String.raw`{\rtf1 brief}`)],
		["a JPEG", ["jpg", "jpeg"], Buffer.from("ffd8ffe000104a464946", "hex")],
		["a PNG", ["png"], Buffer.from("89504e470d0a1a0a0000000d", "hex")],
		["a text in UTF-8", ["txt", "md", "csv"], Buffer.from("Größe;Menge\r\nनमस्ते;2\n")],
		["a text in the code page of Windows", ["txt", "md", "csv"], Buffer.from("Größe", "latin1")],
		["a text about PDF", ["txt", "md", "csv"], Buffer.from("A PDF begins with %PDF- and its version.\n")],
		["a text in UTF-16", ["txt", "md", "csv"], Buffer.from("\ufeffGröße", "utf16le")],
	])("%s", async (_case, formats, content) => {
		expect(await recogniseFile(content)).toEqual({ formats });
	});

	test.each([
		["a picture of another kind", Buffer.from("00000018667479706865696300000000", "hex")],
		["a picture of another kind", Buffer.from("GIF89a")],
		["a web page", Buffer.from('<html xmlns:w="urn:schemas-microsoft-com:office:word">')],
		["a web page", Buffer.from("MIME-Version: 1.0\r\nContent-Type: multipart/related")],
		["an XML file", Buffer.from("<?xml version='1.0'?><svg/>")],
		["a program", Buffer.from("4d5a90000300000004", "hex")],
		["an archive", Buffer.from("526172211a0700", "hex")],
		["a document with macros", office("ms-excel.sheet.macroEnabled")],
		[
			"an office document of another kind, such as a template",
			office("openxmlformats-officedocument.wordprocessingml.template"),
		],
		["an OpenDocument file of another kind", openDocument("graphics")],
		["a Pages, Numbers or Keynote document", createZip({ "Index/Document.iwa": "" })],
		["something else", compound("__properties_version1.0")],
		["something else", Buffer.concat([Buffer.from("GIF89a"), createPdf()])],
		["something else", Buffer.concat([createPdf(), createZip({ "run.jar": "" })])],
		["something else", Buffer.from([1, 2, 3])],
	])("%s is of no format that is taken", async (other, content) => {
		const found = await recogniseFile(content);
		expect(found).toEqual({ other });
	});

	test("an archive of more entries than documents have is listed by nobody", async () => {
		const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, ""]));
		const type = createContentTypes("application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml");
		expect(await recogniseFile(createZip({ "[Content_Types].xml": type, "word/document.xml": "", ...many }))).toEqual({
			formats: ["zip"],
		});
	});

	test("an empty file, and those that were cut off", async () => {
		expect(await recogniseFile(Buffer.alloc(0))).toEqual({ fault: "empty" });
		expect(await recogniseFile(createDocx().subarray(0, 60))).toEqual({ fault: "damaged" });
		expect(await recogniseFile(compound("WordDocument").subarray(0, 600))).toEqual({ fault: "damaged" });
	});

	test.each([
		["libreoffice-odt-called-doc.doc", "odt"],
		["libreoffice-rtf-called-doc.doc", "rtf"],
		["libreoffice.doc", "doc"],
		["pandoc.docx", "docx"],
		["open-password.docx", "docx"],
		["libreoffice.pdf", "pdf"],
	])("%s", async (name, format) => {
		const content = await readFile(new URL(`../../../tests/fixtures/resumes/${name}`, import.meta.url));
		expect(await recogniseFile(content)).toMatchObject({ formats: expect.arrayContaining([format]) });
	});
});
