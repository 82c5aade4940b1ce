import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { secondCompanyDirectory } from "../../tests/support/second-company.ts";
import { drawCaseStudy } from "./case-study-pdf.server.ts";
import type { Project } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import { loadContent } from "./load-content.server.ts";

let content: Content;
let project: Project;
beforeAll(async () => {
	content = await loadContent(secondCompanyDirectory);
	project = content.projects[0] as Project;
});

const readPicture = (src: string) => readFile(join(secondCompanyDirectory, "pictures", src));
const draw = (changes: Partial<Project> = {}, logo?: Buffer) =>
	drawCaseStudy({ ...project, ...changes }, content, { logo, readPicture });

/** Returns the text of each page on one line, as other programs extract it. */
async function readPages(pdf: Buffer): Promise<string[]> {
	const library = await PDFiumLibrary.init();
	const document = await library.loadDocument(pdf);
	const pages = [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, " "));
	document.destroy();
	library.destroy();
	return pages;
}

test("a case study has all texts of its page, and the captions of its screens", async () => {
	const text = (await readPages(await draw())).join(" ");
	const { caseStudy, client, technologies, description } = project;
	for (const part of [
		project.title,
		description,
		client,
		technologies.join(", "),
		caseStudy.challenge,
		...caseStudy.painPoints,
		...caseStudy.approach.flatMap((step) => [step.title, step.description]),
		...caseStudy.solutions,
		...caseStudy.projectScreens.slice(1).map(({ alt }) => alt),
		caseStudy.testimonial?.quote ?? "",
		content.company.email,
	])
		expect(text).toContain(part.replaceAll(/\s+/g, " ").trim());
});

test("the same content gives the same bytes, and other content others", { tags: "all" }, async () => {
	const first = await draw();
	expect(first.equals(await draw())).toBe(true);
	const changed = await draw({ title: "Another title" });
	expect((await readPages(changed))[0]).toContain("Revamping Another title");
});

test("it is tagged, has a title and a language, and embeds every font", async () => {
	const pdf = (await draw()).toString("latin1");
	expect(pdf).toMatch(/\/Marked true/);
	expect(pdf).toMatch(/\/StructTreeRoot \d+ 0 R/);
	expect(pdf).toContain(`/Lang (${content.company.locale})`);
	expect(pdf).toContain("<pdfuaid:part>1</pdfuaid:part>");
	for (const type of ["H1", "H2", "H3", "L", "LI", "LBody", "Figure"]) expect(pdf).toContain(`/S /${type}\n`);
	const fonts = pdf.match(/\/Type \/FontDescriptor/g)?.length ?? 0;
	expect(fonts).toBeGreaterThanOrEqual(3);
	expect(pdf.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(fonts);
	expect(pdf).not.toContain("/Subtype /Type1\n");
});

test(
	"a long case study goes on on further pages, and no heading stands at the foot of one",
	{ tags: "all" },
	async () => {
		const long = "A sentence about the goods at the gate. ".repeat(120);
		for (const count of [3, 9, 23, 24, 25, 26, 27, 40]) {
			const painPoints = Array.from({ length: count }, (_, index) => `Point ${index + 1}. ${long.slice(0, 180)}`);
			const pages = await readPages(
				await draw({ description: long, caseStudy: { ...project.caseStudy, challenge: long, painPoints } }),
			);
			expect(pages.length).toBeGreaterThan(4);
			for (const page of pages)
				expect(page).not.toMatch(
					/(?:Challenge|Pain points|Our approach|Solutions we provided|Final product|Note from the client) [^.]{0,80}\d+ \/ \d+ ?$/,
				);
			expect(pages.join(" ")).toContain(`Point ${count}.`);
		}
	},
);

test("scripts of other languages, unknown characters and words without end fit", async () => {
	const title = `₹5 lakh, Łódź, नमस्ते 🚀 東京 ${"wide".repeat(60)}`;
	const [first = ""] = await readPages(await draw({ title }));
	expect(first).toContain("₹5 lakh, Łódź,");
	expect(first).not.toContain("東京");
});

test("it has the company's logo", async () => {
	const logo = await sharp({ create: { width: 320, height: 80, channels: 4, background: "#a01f6b" } })
		.png()
		.toBuffer();
	expect((await draw({}, logo)).equals(await draw())).toBe(false);
});
