import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { deflateRawSync, deflateSync } from "node:zlib";
import { imageSize } from "image-size";
import { describe, expect, test } from "vitest";
import { createZip } from "../../../tests/support/documents.ts";
import { createResumeViewer } from "./resume-viewer.server.ts";

const readCorpus = (name: string) => readFileSync(new URL(`../../../tests/fixtures/resumes/${name}`, import.meta.url));

/** Shows one stored file. */
function view(content: Buffer | string, { kind = "pdf", timeoutMs = 15_000 } = {}) {
	const viewResume = createResumeViewer({ files: { read: async () => Readable.from([content]) }, timeoutMs });
	return viewResume({ storedAs: `APP-00000001.${kind}` }, new AbortController().signal);
}

async function viewPages(content: Buffer) {
	const shown = await view(content);
	if (shown.shows !== "pages") throw new Error(JSON.stringify(shown));
	return shown;
}

async function viewText(content: Buffer) {
	const shown = await view(content, { kind: "docx" });
	if (shown.shows !== "text") throw new Error(JSON.stringify(shown));
	return shown.html;
}

/** A PDF of these objects, the first of which is its catalog, with a page that says Asha Rao unless `page` is given. */
function createPdf({
	catalog = "",
	page = "",
	kids = "3 0 R",
	count = 1,
	content = Buffer.from("BT /F1 24 Tf 60 700 Td (Asha Rao) Tj ET"),
	more = [],
}: {
	catalog?: string;
	page?: string;
	kids?: string;
	count?: number;
	content?: Buffer;
	more?: (string | Buffer)[];
}): Buffer {
	const bodies: (string | Buffer)[] = [
		`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
		`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> ${page} >>`,
		toStream("", content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		...more,
	];
	const objects = bodies.map((body, index) =>
		Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from("\nendobj\n")]),
	);
	return Buffer.concat([
		Buffer.from("%PDF-1.7\n"),
		...objects,
		Buffer.from(`trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF\n`),
	]);
}

function toStream(dictionary: string, content: Buffer): Buffer {
	return Buffer.concat([
		Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
		content,
		Buffer.from("\nendstream"),
	]);
}

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationshipsOf = (...entries: string[]) =>
	`<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join("")}</Relationships>`;

function listDocxParts(body: string, ...relationships: string[]) {
	return {
		"[Content_Types].xml": types,
		"_rels/.rels": relationshipsOf(
			`<Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/>`,
		),
		"word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
		"word/_rels/document.xml.rels": relationshipsOf(...relationships),
	};
}

const createDocx = (body: string, ...relationships: string[]) => createZip(listDocxParts(body, ...relationships));

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe("a PDF is shown as pictures of its pages, with their text", () => {
	test.each(["chromium.pdf", "latex.pdf", "qpdf-owner-password-aes-256.pdf", "attached-xml.pdf"])(
		"%s",
		async (name) => {
			const { pages, pageCount } = await viewPages(readCorpus(name));
			expect(pages).toHaveLength(pageCount);
			expect(pages[0]?.text).toContain("Asha Rao");
			expect(imageSize(pages[0]?.picture ?? new Uint8Array())).toMatchObject({ type: "png", width: pages[0]?.widthPx });
		},
	);

	test("and without its scripts, links, embedded files and automatic actions", async () => {
		const script = "(app.alert\\('ran'\\); this.submitForm\\('http://127.0.0.1:9/'\\))";
		const { pages } = await viewPages(
			createPdf({
				catalog: `/OpenAction << /S /JavaScript /JS ${script} >> /AA << /WC << /S /Launch /F (calc.exe) >> >> /Names << /EmbeddedFiles << /Names [(run.exe) 7 0 R] >> /JavaScript << /Names [(a) << /S /JavaScript /JS ${script} >>] >> >>`,
				page: `/AA << /O << /S /URI /URI (http://127.0.0.1:9/opened) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (http://127.0.0.1:9/followed) >> >>]`,
				more: [
					"<< >>",
					"<< /Type /Filespec /F (run.exe) /EF << /F 8 0 R >> >>",
					toStream("/Type /EmbeddedFile", Buffer.from("MZ program")),
				],
			}),
		);
		expect(pages).toHaveLength(1);
		expect(pages[0]?.text.trim()).toBe("Asha Rao");
		expect(Buffer.from(pages[0]?.picture ?? []).toString("latin1")).not.toMatch(/127\.0\.0\.1|MZ program|app\.alert/);
	});

	test("with a page of any size, in bounds", async () => {
		for (const box of ["0 0 14400 14400", "0 0 1000000000 3", "0 0 3 1000000000", "0 0 0 0", "5 5 -5 -5"]) {
			const { pages } = await viewPages(createPdf({ page: `/MediaBox [${box}]` }));
			const { widthPx = 0, heightPx = 0 } = pages[0] ?? {};
			expect.soft(widthPx, box).toBeGreaterThan(0);
			expect.soft(widthPx, box).toBeLessThanOrEqual(1_240);
			expect.soft(heightPx, box).toBeGreaterThan(0);
			expect.soft(heightPx, box).toBeLessThanOrEqual(4_000);
		}
	});

	const listed = "/AcroForm << /Fields [6 0 R] /DA (/F1 40 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >>";
	const unlisted = "/AcroForm << /Fields [] /DA (/F1 40 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >>";
	const field = (kind: string, { type = "/FT /Tx /T (name)", font = "/DA (/F1 40 Tf 0 g)" } = {}) =>
		`<< /Type /Annot /Subtype /Widget ${type} ${font} /Rect [60 300 560 400] /F 4 ${kind} >>`;
	const value = "/V (Asha Rao of Gwalior)";
	const drawing = (content: string) =>
		toStream("/Type /XObject /Subtype /Form /BBox [0 0 500 100]", Buffer.from(content));
	const choice = { type: "/FT /Ch /T (name)" };
	const drawEmpty = "/Tx BMC q BT /F1 12 Tf () Tj ET Q EMC";
	test.each<[string, { catalog?: string; widget: string; more?: Buffer | string }]>([
		["no appearance", { catalog: unlisted, widget: field(value) }],
		["an empty dictionary", { widget: field(`${value} /AP << >>`) }],
		["an empty dictionary that other fields share", { widget: field(`${value} /AP 7 0 R`), more: "<< >>" }],
		["an empty dictionary and no form", { catalog: "", widget: field(`${value} /AP << >>`) }],
		["an empty dictionary, unlisted", { catalog: unlisted, widget: field(`${value} /AP << >>`) }],
		["an appearance that is missing", { widget: field(`${value} /AP << /N 99 0 R >>`) }],
		["no appearance of states", { widget: field(`${value} /AP << /N << >> >>`) }],
		["an appearance for a pressed key alone", { widget: field(`${value} /AP << /D 7 0 R >>`), more: drawing("") }],
		["an appearance without a text", { widget: field(`${value} /AP << /N 7 0 R >>`), more: drawing("/Tx BMC EMC") }],
		["an appearance of an empty text", { widget: field(`${value} /AP << /N 7 0 R >>`), more: drawing(drawEmpty) }],
		["a size that fits", { widget: field(`${value} /AP << >>`, { font: "/DA (/F1 0 Tf 0 g)" }) }],
		["the font of the form", { widget: field(`${value} /AP << >>`, { font: "" }) }],
		["several lines", { widget: field(`${value} /Ff 4096 /AP << >>`) }],
		[
			"a value of its parent",
			{
				widget: field("/AP << >>", { type: "/Parent 7 0 R" }),
				more: `<< /FT /Tx /T (name) ${value} /Kids [6 0 R] >>`,
			},
		],
		["a choice", { widget: field(`${value} /Ff 131072 /Opt [(Asha Rao of Gwalior)] /AP << >>`, choice) }],
		["a list", { widget: field(`${value} /Opt [(Asha Rao of Gwalior)] /AP << >>`, choice) }],
		["a tick", { widget: field("/V /Yes /AS /Yes /AP << >>", { type: "/FT /Btn /T (name)" }) }],
	])("with the value of a form's field that has %s", async (_, { catalog = listed, widget, more = "<< >>" }) => {
		const show = async (text: string) =>
			(await viewPages(createPdf({ catalog, page: "/Annots [6 0 R]", more: [text, more] }))).pages[0]?.picture.length ??
			0;
		const empty = await show(widget.replaceAll(/\/(?:V|AS) (?:\([^)]*\)|\/Yes)/g, "").replace("/Parent 7 0 R", ""));
		expect(await show(widget)).toBeGreaterThan(empty + 1_000);
	});

	test("and with the appearance of a form's field that shows a text", async () => {
		const show = async (text: string) =>
			(
				await viewPages(
					createPdf({
						catalog: listed,
						page: "/Annots [6 0 R]",
						more: [
							field(`${text} /AP << /N 7 0 R >>`),
							drawing("BT /F1 20 Tf 10 10 Td (As its program drew it) Tj ET"),
						],
					}),
				)
			).pages[0]?.picture;
		expect(await show(value)).toEqual(await show(""));
	});

	test("at most twenty of them, with the total", async () => {
		const kids = Array.from({ length: 5_000 }, () => "3 0 R").join(" ");
		const { pages, pageCount } = await viewPages(createPdf({ kids, count: 5_000, page: "/MediaBox [0 0 1000 20]" }));
		expect([pages.length, pageCount]).toEqual([20, 5_000]);
	});
});

describe("a file that takes too much is not shown, and stays within its limits", () => {
	test("a stream that unpacks to gigabytes", async () => {
		// Compressed twice: a GB of spaces is about 2 KB.
		const part = deflateSync(Buffer.alloc(2 ** 28, " "));
		const before = process.memoryUsage().rss;
		const more = [toStream("/Filter [/FlateDecode /FlateDecode]", deflateSync(part, { level: 9 }))];
		await view(createPdf({ page: "/Contents [6 0 R 6 0 R 6 0 R 6 0 R]", more }));
		expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
	});

	test("a page that takes for ever to be painted", async () => {
		const content = Buffer.from("0 0 m 595 842 l 595 0 l 0 842 l f ".repeat(100_000));
		const shown = await view(createPdf({ content }), { timeoutMs: 1_000 });
		expect(shown).toEqual({ shows: "nothing", why: "unreadable" });
	});

	test.each(["pdf", "docx"])("what is no %s", async (kind) => {
		expect(await view(Buffer.from("MZ nothing of the kind"), { kind })).toEqual({
			shows: "nothing",
			why: "unreadable",
		});
	});

	test("a DOCX that claims to be small and unpacks to gigabytes, or says that it is large", async () => {
		const parts = listDocxParts(paragraph("Asha Rao") + " ".repeat(20 * 1024 * 1024));
		expect(await view(createZip(parts), { kind: "docx" })).toEqual({ shows: "nothing", why: "unreadable" });
		const packed = deflateRawSync(parts["word/document.xml"]);
		const lying = createZip({ ...parts, "word/document.xml": { packed, claimedBytes: 1_000 } });
		expect(await view(lying, { kind: "docx" })).toEqual({ shows: "nothing", why: "unreadable" });
	});

	test("and the next one is shown all the same", async () => {
		const files = [Buffer.from("no PDF"), readCorpus("latex.pdf")];
		const viewResume = createResumeViewer({ files: { read: async () => Readable.from([files.shift() as Buffer]) } });
		const [first, second] = await Promise.all(
			["APP-1.pdf", "APP-2.pdf"].map((storedAs) => viewResume({ storedAs }, new AbortController().signal)),
		);
		expect([first?.shows, second?.shows]).toEqual(["nothing", "pages"]);
	});
});

describe("a DOCX is shown as its text", () => {
	test.each(["libreoffice.docx", "like-google-docs.docx", "like-word-for-the-web.docx", "strict.docx"])(
		"%s",
		async (name) => {
			expect(await viewText(readCorpus(name))).toMatch(/Asha Rao.*Kaveri Mills/s);
		},
	);

	test("with links as text, no picture from elsewhere, and nothing that a browser would run", async () => {
		const link = (id: string, target: string) =>
			`<Relationship Id="${id}" Type="${office}/hyperlink" Target="${target}" TargetMode="External"/>`;
		const html = await viewText(
			createDocx(
				[
					paragraph("Asha &lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"),
					`<w:p><w:hyperlink r:id="l1"><w:r><w:t>My site</w:t></w:r></w:hyperlink></w:p>`,
					`<w:p><w:hyperlink r:id="l2"><w:r><w:t>Run</w:t></w:r></w:hyperlink></w:p>`,
					`<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="p1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
				].join(""),
				link("l1", "https://asha.example/work"),
				link("l2", "javascript:alert(1)"),
				`<Relationship Id="p1" Type="${office}/image" Target="http://127.0.0.1:9/pixel.png" TargetMode="External"/>`,
			),
		);
		expect(html).toContain("My site (https://asha.example/work)");
		expect(html).toContain("Run");
		expect(html).not.toMatch(/<(?:script|img|a)\b|href|src=(?!x)|javascript:|127\.0\.0\.1/i);
	});

	test("with its headers before and its footers after it, each once", async () => {
		const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
		const link = `<Relationship Id="l1" Type="${office}/hyperlink" Target="https://asha.example/work" TargetMode="External"/>`;
		const html = await viewText(
			createZip({
				...listDocxParts(paragraph("Kaveri Mills")),
				"word/header1.xml": `<?xml version="1.0"?><w:hdr ${w} xmlns:r="${office}">${paragraph("asha@visitor.example")}<w:p><w:hyperlink r:id="l1"><w:r><w:t>My site</w:t></w:r></w:hyperlink></w:p></w:hdr>`,
				"word/_rels/header1.xml.rels": relationshipsOf(link),
				"word/header2.xml": `<w:hdr ${w}>${paragraph("+91 98100 00000")}</w:hdr>`,
				"word/header3.xml": `<w:hdr ${w}>${paragraph("+91 98100 00000")}</w:hdr>`,
				"word/header4.xml": `<w:hdr ${w}/>`,
				"word/footer1.xml": `<ftr xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><p><r><t>Gwalior</t></r></p></ftr>`,
			}),
		);
		expect(html).toBe(
			"<p>asha@visitor.example</p><p>My site (https://asha.example/work)</p><p>+91 98100 00000</p><p>Kaveri Mills</p><p>Gwalior</p>",
		);
	});

	test("its pictures left out, and its tables kept", async () => {
		const html = await viewText(
			createDocx(
				`<w:tbl><w:tr><w:tc>${paragraph("2019")}</w:tc><w:tc>${paragraph("Kaveri Mills")}</w:tc></w:tr></w:tbl>`,
			),
		);
		expect(html).toMatch(/<table><tbody>.*2019.*Kaveri Mills.*<\/table>/s);
	});
});

test("a DOC, or a missing file, cannot be shown", async () => {
	expect(await view(readCorpus("libreoffice.doc"), { kind: "doc" })).toEqual({ shows: "nothing", why: "other-kind" });
	const viewResume = createResumeViewer({ files: { read: async () => undefined } });
	expect(await viewResume({ storedAs: "APP-1.pdf" }, new AbortController().signal)).toEqual({
		shows: "nothing",
		why: "gone",
	});
});

test("resumes that take long hold up no other, within a limit", async () => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	const reads: string[] = [];
	const viewResume = createResumeViewer({
		files: {
			async read(storedAs) {
				reads.push(storedAs);
				if (storedAs.startsWith("slow")) await released;
				return undefined;
			},
		},
	});
	const open = (storedAs: string) => viewResume({ storedAs }, new AbortController().signal);
	const slow = [open("slow-1.pdf"), open("slow-2.pdf")];
	expect(await open("APP-1.pdf")).toEqual({ shows: "nothing", why: "gone" });
	const third = open("slow-3.pdf");
	const fourth = open("APP-2.pdf");
	expect(reads).not.toContain("APP-2.pdf");
	release();
	await Promise.all([...slow, third, fourth]);
	expect(reads).toContain("APP-2.pdf");
});

test("an aborted request causes no work", async () => {
	const viewResume = createResumeViewer({ files: { read: () => Promise.reject(new Error("read")) } });
	await expect(viewResume({ storedAs: "APP-1.pdf" }, AbortSignal.abort())).rejects.toThrow("aborted");
});
