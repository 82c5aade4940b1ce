const lineHeight = 16;
const top = 780;
const left = 56;
const linesOnPage = 45;

/** Writes a page of text as a PDF; lines that begin with "# " are headings. Characters outside Latin-1 become question marks. */
export function writePdf(lines: readonly string[]): Buffer {
	const content = lines
		.slice(0, linesOnPage)
		.map((line, index) => {
			const heading = line.startsWith("# ");
			const text = (heading ? line.slice(2) : line)
				.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "?")
				.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
			return `BT /${heading ? "Bold" : "Plain"} ${heading ? 14 : 10.5} Tf ${left} ${top - index * lineHeight} Td (${text}) Tj ET`;
		})
		.join("\n");
	const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /Plain 5 0 R /Bold 6 0 R >> >> >>",
		`<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
		font("Helvetica"),
		font("Helvetica-Bold"),
	];
	let text = "%PDF-1.4\n";
	const offsets = objects.map((object, index) => {
		const offset = text.length;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const tableOffset = text.length;
	text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
	text += offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`;
	return Buffer.from(text, "latin1");
}
