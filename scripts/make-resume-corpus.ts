import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { chromiumFlags, findChromium } from "./chromium.ts";

/**
 * Makes the resumes of tests/fixtures/resumes with the programs and packages that people's resumes come from, their manifest, and the table
 * of them in docs/resumes.md. Nothing that is not from a registry is needed:
 *
 * apt-get install --no-install-recommends libreoffice-writer-nogui texlive-latex-base pandoc wkhtmltopdf qpdf ghostscript groff abiword \
 * librsvg2-bin img2pdf pdftk-java php-cli php-tcpdf python3-reportlab poppler-utils
 *
 * A sample whose program is missing keeps its file; the others are made anew, with other dates and identifiers in them.
 *
 * Usage: node scripts/make-resume-corpus.ts [--only PART-OF-A-NAME]
 */
const fixtures = join(import.meta.dirname, "../tests/fixtures/resumes");
const document = join(import.meta.dirname, "../docs/resumes.md");
const packages = {
	docx: "9.15.2",
	"html-to-docx": "1.8.0",
	jspdf: "4.2.1",
	jszip: "3.10.1",
	"officecrypto-tool": "0.0.19",
	pdfkit: "0.20.2",
	pdfmake: "0.3.11",
	"pdf-lib": "1.17.1",
} as const;

type PackageName = keyof typeof packages;

/** The check's verdict: the accepted kind, or the reason of a refusal. */
type Expected = "pdf" | "doc" | "docx" | "protected" | "macros" | "remote" | "other";

export type ResumeSample = {
	file: string;
	producer: string;
	version: string;
	/** How it was made, in a few words. */
	made: string;
	expected: Expected;
	/** Why, where that does not go without saying. */
	why: string;
};

type Recipe = Pick<ResumeSample, "file" | "producer" | "made"> & {
	/** By default "pdf". */
	expected?: Expected;
	why?: string;
	/** Prints the producer's version; the first number with dots counts. */
	version: { command: string; args: string[] } | { package: PackageName };
	/** Makes the file, in the folder where the sources lie and in which it works. */
	make(folder: string, file: string): void;
};

const { values: options } = parseArgs({ options: { only: { type: "string", default: "" } } });

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Asha Rao</title></head><body>
<h1>Asha Rao</h1><p>Engineer, Pune · asha@visitor.example · <a href="https://asha.example/">asha.example</a></p>
<h2>Experience</h2><ul><li>Kaveri Mills, 2019 to now: looms that report their own faults</li><li>River Works, 2016 to 2019</li></ul>
<h2>Skills</h2><table><tr><td>HTML/JavaScript</td><td>eight years</td></tr><tr><td>/Launch of products</td><td>three</td></tr></table>
</body></html>`;
const latex = String.raw`\documentclass{article}\begin{document}\section*{Asha Rao}Engineer, Pune.
\begin{itemize}\item Kaveri Mills, 2019 to now\item HTML/JavaScript (eight years)\end{itemize}\end{document}`;
const roff = `.TL\nAsha Rao\n.AU\nEngineer, Pune\n.NH\nExperience\n.PP\nKaveri Mills, 2019 to now. HTML/JavaScript.\n`;
const markdown = `# Asha Rao\n\nEngineer, Pune\n\n- Kaveri Mills, 2019 to now\n- [asha.example](https://asha.example/)\n`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><text x="20" y="60" font-size="28">Asha Rao</text><text x="20" y="100">Engineer, Pune</text></svg>`;

const run = (command: string, args: string[], folder: string): string =>
	execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });

/** Runs a program of a few lines with the packages at hand; `asha` is a line of text for it, `out` the file to be made. */
const runNode = (program: string) => (folder: string, file: string) => {
	const source = `import { readFileSync, writeFileSync } from "node:fs"; const asha = "Asha Rao, engineer, Pune"; const out = ${JSON.stringify(file)};\n`;
	writeFileSync(join(folder, "program.mjs"), source + program);
	run(process.execPath, ["program.mjs"], folder);
};

/** Converts a file with LibreOffice. */
const convert =
	(source: string, ending: string, filter = ending) =>
	(folder: string, file: string) => {
		const settings = ["--headless", "--norestore", `-env:UserInstallation=file://${folder}/profile`];
		run("soffice", [...settings, "--convert-to", filter, "--outdir", "converted", source], folder);
		copyFileSync(join(folder, "converted", source.replace(/\.\w+$/, `.${ending}`)), join(folder, file));
	};
const exportPdf = (settings: Record<string, string | boolean | number>) =>
	convert(
		"resume.html",
		"pdf",
		`pdf:writer_web_pdf_Export:${JSON.stringify(
			Object.fromEntries(
				Object.entries(settings).map(([name, value]) => [
					name,
					{ type: typeof value === "number" ? "long" : typeof value, value: String(value) },
				]),
			),
		)}`,
	);

const qpdf =
	(source: string, ...args: string[]) =>
	(folder: string, file: string) =>
		void run("qpdf", [...args, join(fixtures, source), file], folder);

/** Rewrites a DOCX: \`files\` maps names to contents, and can be changed. */
const rewriteDocx = (source: string, changes: string, zipOptions = "{}") =>
	runNode(`
import JSZip from "jszip";
const zip = await JSZip.loadAsync(readFileSync(${JSON.stringify(join(fixtures, source))}));
const files = new Map();
for (const [name, entry] of Object.entries(zip.files)) if (!entry.dir) files.set(name, await entry.async("nodebuffer"));
const change = (name, from, to) => {
	const text = files.get(name).toString();
	if (!text.includes(from)) throw new Error(name + " does not say " + from);
	files.set(name, Buffer.from(text.replaceAll(from, to)));
};
const rename = (from, to) => { files.set(to, files.get(from)); files.delete(from); };
${changes}
const made = new JSZip();
for (const [name, content] of files) made.file(name, content, { createFolders: false });
writeFileSync(out, await made.generateAsync({ type: "nodebuffer", compression: "DEFLATE", ...${zipOptions} }));`);

const libreOffice = { producer: "LibreOffice Writer", version: { command: "soffice", args: ["--version"] } };
const qpdfProducer = { producer: "qpdf", version: { command: "qpdf", args: ["--version"] } };
const pdfLib = { producer: "pdf-lib", version: { package: "pdf-lib" } } as const;
const jszip = { producer: "jszip", version: { package: "jszip" } } as const;

const withPdfLib = (lines: string) =>
	runNode(`
import { PDFDocument, PDFName, PDFString } from "pdf-lib";
const pdf = await PDFDocument.create();
const page = pdf.addPage([300, 200]);
page.drawText(asha, { x: 20, y: 150, size: 12 });
const annotate = (action) => page.node.set(PDFName.of("Annots"), pdf.context.obj([pdf.context.register(pdf.context.obj(
	{ Type: "Annot", Subtype: "Link", Rect: [20, 20, 90, 40], A: action }))]));
let options = {};
${lines}
writeFileSync(out, await pdf.save(options));`);

const recipes: Recipe[] = [
	// PDF, as programs for documents make it.
	{
		...libreOffice,
		file: "libreoffice.pdf",
		made: "exported from a web page",
		make: convert("resume.html", "pdf", "pdf:writer_web_pdf_Export"),
	},
	{
		...libreOffice,
		file: "libreoffice-archival.pdf",
		made: "exported as PDF/A-2",
		make: exportPdf({ SelectPdfVersion: 2 }),
	},
	{
		...libreOffice,
		file: "libreoffice-hybrid.pdf",
		made: "exported with the document itself attached",
		why: "an attached document runs nothing",
		make: exportPdf({ IsAddStream: true }),
	},
	{
		...libreOffice,
		file: "libreoffice-owner-password.pdf",
		made: "exported with a password for changes alone",
		why: "opens without a password",
		make: exportPdf({ RestrictPermissions: true, PermissionPassword: "owner", Changes: 0 }),
	},
	{
		...libreOffice,
		file: "libreoffice-open-password.pdf",
		made: "exported with a password to open it",
		expected: "protected",
		make: exportPdf({ EncryptFile: true, DocumentOpenPassword: "open" }),
	},
	{
		producer: "pdfTeX",
		version: { command: "pdflatex", args: ["--version"] },
		file: "latex.pdf",
		made: "pdflatex, object streams",
		make: (folder, file) => {
			run("pdflatex", ["-interaction=batchmode", "resume.tex"], folder);
			copyFileSync(join(folder, "resume.pdf"), join(folder, file));
		},
	},
	{
		producer: "dvips and Ghostscript",
		version: { command: "gs", args: ["--version"] },
		file: "latex-ghostscript.pdf",
		made: "latex, dvips, ps2pdf",
		make: (folder, file) => {
			run("latex", ["-interaction=batchmode", "resume.tex"], folder);
			run("dvips", ["-q", "-o", "resume.ps", "resume.dvi"], folder);
			run("ps2pdf", ["resume.ps", file], folder);
		},
	},
	{
		producer: "Chromium (Skia)",
		version: { command: findChromium() ?? "chromium", args: ["--version"] },
		file: "chromium.pdf",
		made: "printed from a web page",
		make: (folder, file) => {
			const flags = [...chromiumFlags, "--no-sandbox", "--headless", "--no-pdf-header-footer"];
			const command = findChromium() ?? "chromium";
			run(command, [...flags, `--print-to-pdf=${join(folder, file)}`, `file://${folder}/resume.html`], folder);
		},
	},
	{
		producer: "wkhtmltopdf (Qt)",
		version: { command: "wkhtmltopdf", args: ["--version"] },
		file: "wkhtmltopdf.pdf",
		made: "made from a web page",
		make: (folder, file) => void run("wkhtmltopdf", ["-q", "resume.html", file], folder),
	},
	{
		producer: "groff (gropdf)",
		version: { command: "groff", args: ["--version"] },
		file: "groff.pdf",
		made: "groff -T pdf",
		make: (folder, file) => {
			const content = execFileSync("groff", ["-ms", "-Tpdf", "resume.ms"], { cwd: folder, timeout: 60_000 });
			writeFileSync(join(folder, file), content);
		},
	},
	{
		producer: "librsvg (cairo)",
		version: { command: "rsvg-convert", args: ["--version"] },
		file: "cairo.pdf",
		made: "rsvg-convert -f pdf",
		make: (folder, file) => void run("rsvg-convert", ["-f", "pdf", "-o", file, "resume.svg"], folder),
	},
	{
		producer: "img2pdf",
		version: { command: "img2pdf", args: ["--version"] },
		file: "scan.pdf",
		made: "a picture of a page, as scanners make it",
		make: (folder, file) => {
			run("rsvg-convert", ["-f", "png", "-b", "white", "-o", "resume.png", "resume.svg"], folder);
			run("img2pdf", ["resume.png", "-o", file], folder);
		},
	},
	{
		producer: "AbiWord",
		version: { command: "abiword", args: ["--version"] },
		file: "abiword.pdf",
		made: "exported from a web page",
		make: (folder, file) => void run("abiword", ["--to=pdf", "-o", file, "resume.html"], folder),
	},
	{
		producer: "ReportLab",
		version: { command: "/usr/bin/python3", args: ["-c", "import reportlab; print(reportlab.Version)"] },
		file: "reportlab.pdf",
		made: "drawn with its canvas",
		make: (folder, file) => {
			const program = `from reportlab.pdfgen import canvas; c = canvas.Canvas("${file}"); c.drawString(90, 700, "Asha Rao, engineer, Pune"); c.save()`;
			run("/usr/bin/python3", ["-c", program], folder);
		},
	},
	{
		producer: "TCPDF",
		version: { command: "php", args: ["-r", 'require "tcpdf/tcpdf.php"; echo TCPDF_STATIC::getTCPDFVersion();'] },
		file: "tcpdf.pdf",
		made: "a cell of text",
		make: (folder, file) => {
			const program = `require "tcpdf/tcpdf.php"; $p = new TCPDF(); $p->AddPage(); $p->SetFont("helvetica"); $p->Cell(0, 10, "Asha Rao"); $p->Output("${folder}/${file}", "F");`;
			run("php", ["-r", program], folder);
		},
	},
	{
		producer: "TCPDF",
		version: { command: "php", args: ["-r", 'require "tcpdf/tcpdf.php"; echo TCPDF_STATIC::getTCPDFVersion();'] },
		file: "tcpdf-prints-itself.pdf",
		made: "with a script that opens the print dialogue",
		why: "PDFium draws its pages and runs nothing",
		make: (folder, file) => {
			const program = `require "tcpdf/tcpdf.php"; $p = new TCPDF(); $p->AddPage(); $p->SetFont("helvetica"); $p->Cell(0, 10, "Asha Rao"); $p->IncludeJS("print(true);"); $p->Output("${folder}/${file}", "F");`;
			run("php", ["-r", program], folder);
		},
	},
	{
		producer: "PDFKit",
		version: { package: "pdfkit" },
		file: "pdfkit.pdf",
		made: "a line of text",
		make: runNode(`import PDFDocument from "pdfkit"; import { createWriteStream } from "node:fs";
const pdf = new PDFDocument(); pdf.pipe(createWriteStream(out)); pdf.text(asha); pdf.end();`),
	},
	{
		producer: "PDFKit",
		version: { package: "pdfkit" },
		file: "pdfkit-owner-password.pdf",
		made: "with an owner's password (revision 3, RC4)",
		why: "opens without a password",
		make: runNode(`import PDFDocument from "pdfkit"; import { createWriteStream } from "node:fs";
const pdf = new PDFDocument({ ownerPassword: "owner", pdfVersion: "1.4" }); pdf.pipe(createWriteStream(out)); pdf.text(asha); pdf.end();`),
	},
	{
		producer: "pdfmake",
		version: { package: "pdfmake" },
		file: "pdfmake-owner-password.pdf",
		made: "with an owner's password (revision 6, AES-256)",
		why: "opens without a password",
		make: runNode(`import pdfmake from "pdfmake";
pdfmake.setFonts({ Helvetica: { normal: "Helvetica" } });
const made = pdfmake.createPdf({ content: asha, defaultStyle: { font: "Helvetica" }, version: "1.7ext3", ownerPassword: "owner" });
writeFileSync(out, await made.getBuffer());`),
	},
	{
		producer: "jsPDF",
		version: { package: "jspdf" },
		file: "jspdf.pdf",
		made: "a line of text",
		make: runNode(`import { jsPDF } from "jspdf"; const pdf = new jsPDF(); pdf.text(asha, 20, 20);
writeFileSync(out, Buffer.from(pdf.output("arraybuffer")));`),
	},
	{
		...pdfLib,
		file: "pdf-lib.pdf",
		made: "a line of text, object streams",
		make: withPdfLib(""),
	},
	{
		...pdfLib,
		file: "pdf-lib-plain.pdf",
		made: "a line of text, a table of cross-references",
		make: withPdfLib("options = { useObjectStreams: false };"),
	},
	{
		...pdfLib,
		file: "attached-xml.pdf",
		made: "with an XML file attached, as Europass CVs have it",
		why: "an attached document runs nothing",
		make: withPdfLib(`await pdf.attach(Buffer.from("<cv/>"), "europass.xml", { mimeType: "application/xml" });`),
	},
	{
		...pdfLib,
		file: "attached-program.pdf",
		made: "with a program attached",
		why: "PDFium draws its pages and runs nothing",
		make: withPdfLib(
			`await pdf.attach(Buffer.from("MZ"), "resume.pdf.exe", { mimeType: "application/octet-stream" });`,
		),
	},
	{
		...pdfLib,
		file: "script.pdf",
		made: "with a script that runs when it is opened",
		why: "PDFium draws its pages and runs nothing",
		make: withPdfLib(`pdf.addJavaScript("greet", "app.alert('hello')"); options = { useObjectStreams: false };`),
	},
	{
		...pdfLib,
		file: "launch.pdf",
		made: "with a link that starts a program",
		why: "PDFium draws its pages and runs nothing",
		make: withPdfLib(`annotate({ S: "Launch", F: PDFString.of("calc.exe") });`),
	},
	{
		...qpdfProducer,
		file: "qpdf-linearized.pdf",
		made: "for the web: the first page comes first",
		make: qpdf("libreoffice.pdf", "--linearize"),
	},
	{
		...qpdfProducer,
		file: "qpdf-object-streams.pdf",
		made: "with object streams",
		make: qpdf("latex-ghostscript.pdf", "--object-streams=generate"),
	},
	...(
		[
			["40-bit", "revision 2, RC4 with 40 bits", ["--allow-weak-crypto", "--encrypt", "", "owner", "40", "--"]],
			[
				"128-bit",
				"revision 3, RC4 with 128 bits",
				["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=n", "--"],
			],
			["aes-128", "revision 4, AES-128", ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--"]],
			[
				"aes-128-plain-metadata",
				"revision 4, AES-128, metadata in the clear",
				["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--cleartext-metadata", "--"],
			],
			[
				"aes-256-r5",
				"revision 5, AES-256",
				["--allow-weak-crypto", "--encrypt", "", "owner", "256", "--force-R5", "--"],
			],
			["aes-256", "revision 6, AES-256", ["--encrypt", "", "owner", "256", "--"]],
		] as const
	).map(([name, made, args]): Recipe => ({
		...qpdfProducer,
		file: `qpdf-owner-password-${name}.pdf`,
		made: `an owner's password: ${made}, object streams`,
		why: "opens without a password",
		make: qpdf("pdf-lib.pdf", "--object-streams=generate", ...args),
	})),
	...(
		[
			["40-bit", "revision 2", ["--allow-weak-crypto", "--encrypt", "open", "owner", "40", "--"]],
			["128-bit", "revision 3", ["--allow-weak-crypto", "--encrypt", "open", "owner", "128", "--use-aes=n", "--"]],
			["aes-128", "revision 4", ["--allow-weak-crypto", "--encrypt", "open", "owner", "128", "--use-aes=y", "--"]],
			["aes-256", "revision 6", ["--encrypt", "open", "owner", "256", "--"]],
		] as const
	).map(([name, made, args]): Recipe => ({
		...qpdfProducer,
		file: `qpdf-open-password-${name}.pdf`,
		made: `a password to open it: ${made}`,
		expected: "protected",
		make: qpdf("pdf-lib.pdf", ...args),
	})),
	{
		producer: "pdftk",
		version: { command: "pdftk", args: ["--version"] },
		file: "pdftk-owner-password.pdf",
		made: "with an owner's password",
		why: "opens without a password",
		make: (folder, file) =>
			void run(
				"pdftk",
				[join(fixtures, "reportlab.pdf"), "output", file, "owner_pw", "owner", "allow", "printing"],
				folder,
			),
	},
	{
		producer: "Ghostscript",
		version: { command: "gs", args: ["--version"] },
		file: "ghostscript.pdf",
		made: "another PDF written anew",
		make: (folder, file) =>
			void run(
				"gs",
				["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", `-o${file}`, join(fixtures, "chromium.pdf")],
				folder,
			),
	},
	{
		producer: "Ghostscript",
		version: { command: "gs", args: ["--version"] },
		file: "ghostscript-owner-password.pdf",
		made: "with an owner's password",
		why: "opens without a password",
		make: (folder, file) =>
			void run(
				"gs",
				[
					"-q",
					"-dBATCH",
					"-dNOPAUSE",
					"-sDEVICE=pdfwrite",
					"-sOwnerPassword=owner",
					"-dEncryptionR=3",
					"-dKeyLength=128",
					"-dPermissions=-4",
					`-o${file}`,
					join(fixtures, "chromium.pdf"),
				],
				folder,
			),
	},

	// DOC and DOCX.
	{
		...libreOffice,
		file: "libreoffice.docx",
		made: "saved as Word 2007 and later",
		expected: "docx",
		make: convert("resume.html", "docx", "docx:MS Word 2007 XML"),
	},
	{
		...libreOffice,
		file: "libreoffice-2013.docx",
		made: "saved as Office Open XML",
		expected: "docx",
		make: convert("resume.html", "docx", "docx:Office Open XML Text"),
	},
	{
		...libreOffice,
		file: "libreoffice.doc",
		made: "saved as Word 97 to 2003",
		expected: "doc",
		make: convert("resume.html", "doc", "doc:MS Word 97"),
	},
	{
		...libreOffice,
		file: "libreoffice-odt-called-doc.doc",
		made: "an ODT with another ending",
		expected: "other",
		why: "is told to be an OpenDocument file",
		make: convert("resume.html", "odt", "odt:writer8"),
	},
	{
		...libreOffice,
		file: "libreoffice-rtf-called-doc.doc",
		made: "an RTF document with another ending",
		expected: "other",
		why: "is told to be an RTF document",
		make: convert("resume.html", "rtf", "rtf:Rich Text Format"),
	},
	{
		producer: "pandoc",
		version: { command: "pandoc", args: ["--version"] },
		file: "pandoc.docx",
		made: "made from Markdown",
		expected: "docx",
		make: (folder, file) => void run("pandoc", ["resume.md", "-o", file], folder),
	},
	{
		...libreOffice,
		file: "libreoffice-from-docx.doc",
		made: "a DOCX saved as Word 97 to 2003",
		expected: "doc",
		make: (folder, file) => {
			copyFileSync(join(fixtures, "pandoc.docx"), join(folder, "pandoc.docx"));
			convert("pandoc.docx", "doc", "doc:MS Word 97")(folder, file);
		},
	},
	{
		producer: "AbiWord",
		version: { command: "abiword", args: ["--version"] },
		file: "abiword.docx",
		made: "exported from a web page",
		expected: "docx",
		make: (folder, file) => void run("abiword", ["--to=docx", "-o", file, "resume.html"], folder),
	},
	{
		producer: "docx",
		version: { package: "docx" },
		file: "docx-package.docx",
		made: "a paragraph",
		expected: "docx",
		make: runNode(`import { Document, Packer, Paragraph } from "docx";
writeFileSync(out, await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(asha)] }] })));`),
	},
	{
		producer: "html-to-docx",
		version: { package: "html-to-docx" },
		file: "html-to-docx.docx",
		made: "made from a web page",
		expected: "docx",
		make: runNode(
			`import toDocx from "html-to-docx"; writeFileSync(out, Buffer.from(await toDocx(readFileSync("resume.html", "utf8"))));`,
		),
	},
	{
		...jszip,
		file: "like-word-for-the-web.docx",
		made: "LibreOffice's, with the main part called word/document2.xml",
		expected: "docx",
		why: "the relationships name the main part",
		make: rewriteDocx(
			"libreoffice.docx",
			`rename("word/document.xml", "word/document2.xml");
rename("word/_rels/document.xml.rels", "word/_rels/document2.xml.rels");
change("[Content_Types].xml", "/word/document.xml", "/word/document2.xml");
change("_rels/.rels", "word/document.xml", "/word/document2.xml");`,
		),
	},
	{
		...jszip,
		file: "like-google-docs.docx",
		made: "LibreOffice's without properties, sizes behind the entries",
		expected: "docx",
		make: rewriteDocx(
			"libreoffice.docx",
			`for (const name of [...files.keys()]) if (name.startsWith("docProps/")) files.delete(name);`,
			"{ streamFiles: true }",
		),
	},
	{
		...jszip,
		file: "strict.docx",
		made: "pandoc's, with the addresses of the strict kind",
		expected: "docx",
		make: rewriteDocx(
			"pandoc.docx",
			`change("_rels/.rels", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument", "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument");`,
		),
	},
	{
		...jszip,
		file: "own-template.docx",
		made: "LibreOffice's, with a template on the writer's disk",
		expected: "docx",
		why: "Word names the template that a document was begun with",
		make: rewriteDocx("libreoffice.docx", attachTemplate("file:///C:\\\\Users\\\\Asha\\\\Templates\\\\Resume.dotx")),
	},
	{
		...jszip,
		file: "remote-template.docx",
		made: "LibreOffice's, with a template on a server",
		expected: "remote",
		why: "Word loads it when the document is opened, with its macros",
		make: rewriteDocx("libreoffice.docx", attachTemplate("https://templates.example/resume.dotm")),
	},
	{
		...jszip,
		file: "macros-called-docx.docx",
		made: "LibreOffice's, with a part of macros",
		expected: "macros",
		make: rewriteDocx(
			"libreoffice.docx",
			`files.set("word/vbaProject.bin", Buffer.from("macros"));
change("[Content_Types].xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", "application/vnd.ms-word.document.macroEnabled.main+xml");`,
		),
	},
	{
		producer: "officecrypto-tool",
		version: { package: "officecrypto-tool" },
		file: "open-password.docx",
		made: "LibreOffice's, with a password to open it",
		expected: "protected",
		make: runNode(`import crypto from "officecrypto-tool";
writeFileSync(out, await crypto.encrypt(readFileSync(${JSON.stringify(join(fixtures, "libreoffice.docx"))}), { password: "open" }));`),
	},
];

function attachTemplate(target: string): string {
	return `files.set("word/_rels/settings.xml.rels", Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="External"/></Relationships>'));`;
}

const folder = mkdtempSync(join(tmpdir(), "resume-corpus-"));
try {
	mkdirSync(fixtures, { recursive: true });
	for (const [name, content] of Object.entries({
		"resume.html": html,
		"resume.tex": latex,
		"resume.ms": roff,
		"resume.md": markdown,
		"resume.svg": svg,
	}))
		writeFileSync(join(folder, name), content);
	writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
	run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], folder);

	const manifestPath = join(fixtures, "manifest.json");
	const known = readKnown(manifestPath);
	const samples: ResumeSample[] = [];
	for (const { producer, version, file, made, expected = "pdf", why = "", make } of recipes) {
		const before = known.find((sample) => sample.file === file);
		if (!file.includes(options.only)) {
			if (before) samples.push(before);
			continue;
		}
		try {
			make(folder, file);
			copyFileSync(join(folder, file), join(fixtures, file));
			samples.push({ producer, file, made, expected, why, version: readVersion(version) });
		} catch (error) {
			console.error(`${file} could not be made: ${String(error).split("\n")[0] ?? ""}`);
			process.exitCode = 1;
			if (before) samples.push(before);
		}
	}
	writeFileSync(manifestPath, `${JSON.stringify(samples, undefined, "\t")}\n`);
	writeTable(samples);
	run(process.execPath, ["node_modules/oxfmt/bin/oxfmt", manifestPath, document], join(import.meta.dirname, ".."));
	console.log(`${samples.length} of ${recipes.length} samples in ${basename(fixtures)}`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function readKnown(path: string): ResumeSample[] {
	try {
		return JSON.parse(readFileSync(path, "utf8")) as ResumeSample[];
	} catch {
		return [];
	}
}

function readVersion(version: Recipe["version"]): string {
	if ("package" in version) return packages[version.package];
	return /\d+(?:\.\d+)+/.exec(run(version.command, version.args, folder))?.[0] ?? "";
}

/** Writes the table of the corpus between its marks. */
function writeTable(samples: readonly ResumeSample[]): void {
	const verdicts: Record<Expected, string> = {
		pdf: "PDF",
		doc: "DOC",
		docx: "DOCX",
		protected: "refused: password",
		macros: "refused: macros",
		remote: "refused: loads from elsewhere",
		other: "refused: something else",
	};
	const rows = samples.map(
		({ file, producer, version, made, expected, why }) =>
			`| ${producer} ${version} | ${made} | ${verdicts[expected]} | ${why} | \`${file}\` |`,
	);
	const table = ["| producer | how | verdict | why | file |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
	const text = readFileSync(document, "utf8");
	const [start, end] = ["<!-- corpus -->", "<!-- end of corpus -->"];
	const [before, rest = ""] = text.split(start);
	const [, after = ""] = rest.split(end);
	writeFileSync(document, `${before ?? ""}${start}\n\n${table}\n\n${end}${after}`);
}
