import { deriveAccent } from "../../shared/accent.ts";
import { palette } from "../../shared/palette.ts";
import type { Project } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import { loadSharp } from "./drawing-libraries.server.ts";
import { fitLogo } from "./logo.server.ts";
import { drawMark } from "./mark.ts";
import { createPdfPages, pdfPage, type PdfPages, type PdfPicture } from "./pdf-pages.server.ts";
import type { PdfStyle } from "./pdf-text.server.ts";

/** Pixels of a picture across the page: 150 an inch. */
const pictureWidth = 1_000;
/** All other measures are points. */
const coverPictureHeight = { least: 150, most: 300 };
const factsHeight = 195;
const signHeight = 26;
const widestLogo = 180;
const sectionSpace = 30;
const indent = 30;
const factLabelWidth = 72;
const quoteIndent = 18;

const body: PdfStyle = { face: "text", size: 10.5, leading: 16, colour: palette.body };
const strong: PdfStyle = { ...body, face: "strong", colour: palette.ink };
const lead: PdfStyle = { ...body, size: 12.5, leading: 19, colour: palette.ink };
const label: PdfStyle = { ...body, colour: palette.muted };
const coverTitle: PdfStyle = { face: "heading", size: 32, leading: 37, colour: palette.white };
const coverText: PdfStyle = { ...lead, colour: palette.white };
const heading: PdfStyle = { face: "heading", size: 21, leading: 26, colour: palette.ink };
const stepTitle: PdfStyle = { ...heading, size: 12.5, leading: 17 };
const quoted: PdfStyle = { ...heading, size: 17, leading: 23 };

export type CaseStudyDeps = {
	/** Bytes of the company's logo; without one, the mark is drawn. */
	logo?: Buffer | undefined;
	/** Reads a picture of the content by path below pictures/. */
	readPicture(src: string): Promise<Buffer | undefined>;
};

/**
 * Draws a case study as a tagged PDF file of A4 pages, with the texts and pictures of its page. The same content gives the same bytes.
 */
export async function drawCaseStudy(
	project: Project,
	{ company }: Pick<Content, "company">,
	{ logo, readPicture }: CaseStudyDeps,
): Promise<Buffer> {
	const { description, year, caseStudy } = project;
	const pages = await createPdfPages({
		title: nameOf(project),
		author: company.name,
		subject: description,
		language: company.locale,
		date: new Date(Date.UTC(year, 0, 1)),
		footer: [company.name, company.email, company.phone.display].join(" · "),
	});
	const accent = deriveAccent(company.accentColour);
	// One after the other, so that only one is in memory as pixels.
	const screens: PdfPicture[] = [];
	for (const { src, alt } of caseStudy.projectScreens) {
		const bytes = await readPicture(src);
		if (bytes) screens.push(await preparePicture(bytes, alt));
	}

	await drawSign(pages, { logo, company, mark: drawMark(accent.fill) });
	const isScreenOnCover = drawCover(pages, project, screens[0]);
	drawFacts(pages, project);

	addHeading(pages, "Challenge");
	pages.addText("P", caseStudy.challenge, lead);

	addHeading(pages, "Pain points");
	pages.addList(caseStudy.painPoints, {
		indent,
		measureStart: (point) => pages.measureStart(point, body),
		drawMarker: ({ x, y }) => pages.strokePath("M0 8H14", { x, y }, accent.ui),
		drawItem: (point) => pages.addText("P", point, body),
	});

	addHeading(pages, "Our approach");
	pages.addList(caseStudy.approach, {
		indent,
		measureStart: ({ title: text }) => pages.measureStart(text, stepTitle) + 2 * body.leading,
		label: (_step, index) => ({ text: String(index + 1), style: { ...stepTitle, colour: accent.text } }),
		drawItem(step) {
			pages.addText("H3", step.title, stepTitle, { keep: 2 * body.leading });
			pages.addText("P", step.description, body);
		},
	});

	addHeading(pages, "Solutions we provided");
	pages.addList(caseStudy.solutions, {
		indent,
		measureStart: (solution) => pages.measureStart(solution, body),
		drawMarker: ({ x, y }) => pages.strokePath("M1 8.5 5 12.5 13 4", { x, y }, accent.ui),
		drawItem: (solution) => pages.addText("P", solution, body),
	});

	const furtherScreens = isScreenOnCover ? screens.slice(1) : screens;
	for (const [index, screen] of furtherScreens.entries()) {
		if (index === 0) addHeading(pages, "Final product", pages.measureFigure(screen));
		pages.addFigure(screen);
	}

	if (caseStudy.testimonial) {
		const { quote, author } = caseStudy.testimonial;
		addHeading(pages, "Note from the client", 3 * quoted.leading);
		pages.addQuote(quote, quoted, { indent: quoteIndent, colour: accent.ui });
		pages.addSpace(8);
		pages.indent(quoteIndent, () => pages.addText("P", author, body));
	}
	return pages.finish();
}

/** The title of the page. */
function nameOf({ title }: Pick<Project, "title">): string {
	return `Revamping ${title}`;
}

/** Draws the company's logo or its mark, with its name unless the logo holds it. */
async function drawSign(
	pages: PdfPages,
	{ logo, company, mark }: { logo: Buffer | undefined; company: Content["company"]; mark: string },
): Promise<void> {
	const { name } = company;
	const y = pages.y - 20;
	const box = { width: 4 * widestLogo, height: 4 * signHeight };
	const { png, ...size } = await fitLogo(logo ?? Buffer.from(mark), box);
	const [width, height] = [size.width / 4, size.height / 4];
	pages.placePicture(
		{ bytes: png, alt: name },
		{ x: pdfPage.left, y: y + (signHeight - height) / 2, width, height },
		{ isFramed: false },
	);
	if (!logo || !company.logo?.holdsName)
		pages.placeLine(name, { ...strong, size: 13 }, { x: pdfPage.left + width + 9, y: y + 5 });
	pages.placeLine("Case study", label, { x: pdfPage.right, y: y + 5 }, true);
	pages.moveTo(y + signHeight + 18);
}

/**
 * Draws title and description on the project's colour, and over its lower edge a screen. A description longer than the page stands below.
 * @returns whether there was room for the screen
 */
function drawCover(pages: PdfPages, project: Project, screen: PdfPicture | undefined): boolean {
	const { description, background } = project;
	const { y: top } = pages;
	const titleHeight = 34 + pages.measureText(nameOf(project), coverTitle) + 30;
	const wholeHeight = titleHeight + 14 + pages.measureText(description, coverText);
	const isWhole = top + wholeHeight <= pdfPage.bottom;
	const textHeight = isWhole ? wholeHeight : titleHeight;
	const room = Math.min(pdfPage.bottom - top - wholeHeight - factsHeight, coverPictureHeight.most);
	const hasScreen = screen !== undefined && room >= coverPictureHeight.least;
	const width = hasScreen ? Math.min(pdfPage.right - pdfPage.left, room * screen.ratio) : 0;
	const height = hasScreen ? width / screen.ratio : 0;
	pages.fillBox({ x: 0, y: top, width: pdfPage.width, height: textHeight + height / 2 }, background);
	pages.moveTo(top + 34);
	pages.addText("H1", nameOf(project), coverTitle);
	pages.addSpace(isWhole ? 14 : 30 + 24);
	pages.addText("P", description, isWhole ? coverText : lead);
	if (isWhole) pages.moveTo(top + textHeight);
	if (hasScreen) {
		const x = (pdfPage.width - width) / 2;
		pages.placePicture(screen, { x, y: pages.y, width, height }, { isFramed: true });
	}
	pages.addSpace(height + 24);
	return hasScreen;
}

function drawFacts(pages: PdfPages, { client, sector, year, duration, technologies }: Project): void {
	const facts = [
		["Client", client],
		["Sector", sector],
		["Year", String(year)],
		["Duration", duration],
		["Built with", technologies.join(", ")],
	] as const;
	pages.addList(facts, {
		indent: factLabelWidth,
		measureStart: ([, value]) => pages.measureStart(value, strong),
		isRuled: true,
		label: ([text]) => ({ text, style: label }),
		drawItem: ([, value]) => pages.addText("P", value, strong),
	});
}

/** @param keep height of what has to follow it on the same page */
function addHeading(pages: PdfPages, text: string, keep = 4 * lead.leading): void {
	const space = 10;
	pages.addSpace(sectionSpace);
	pages.addText("H2", text, heading, { keep: keep + space });
	pages.addSpace(space);
}

/** Makes a picture of the content a picture that a PDF file can hold. */
async function preparePicture(bytes: Buffer, alt: string): Promise<PdfPicture> {
	const sharp = await loadSharp();
	const { data, info } = await sharp(bytes)
		.resize({ width: pictureWidth, withoutEnlargement: true })
		.flatten({ background: palette.white })
		.jpeg({ quality: 72, chromaSubsampling: "4:4:4" })
		.toBuffer({ resolveWithObject: true });
	return { bytes: data, ratio: info.width / info.height, alt };
}
