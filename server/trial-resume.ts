/** Writes the resume of an invented applicant: a PDF of one empty page. */
export function writeTrialResume(): string {
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
	];
	let text = "%PDF-1.7\n";
	const places = objects.map((object, index) => {
		const place = `${String(text.length).padStart(10, "0")} 00000 n \n`;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return place;
	});
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
	const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
	return text + table + trailer;
}
