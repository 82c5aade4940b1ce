import type { FastifyInstance } from "fastify";
import { drawCard, listCards, type Card } from "../features/publishing/cards.server.ts";
import { drawCaseStudy } from "../features/publishing/case-study-pdf.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { iconPaths } from "../features/publishing/icon-paths.ts";
import { icons } from "../features/publishing/icons.server.ts";
import { logoPath } from "../features/publishing/logo-path.ts";
import { drawLogo, readBrand } from "../features/publishing/logo.server.ts";
import { caseStudyPdfEnding, cardPathOf, listCaseStudyPdfs } from "../features/publishing/site-paths.ts";
import { HttpProblem } from "../platform/http/problem.ts";
import { sharedPictureHeaders } from "../platform/http/security-headers.ts";

const cardsOf = new WeakMap<Content, ReadonlyMap<string, Card>>();

/** Cards by path, listed once for a content. */
function getCards(content: Content): ReadonlyMap<string, Card> {
	const known = cardsOf.get(content);
	if (known) return known;
	const cards = new Map([...listCards(content)].map(([path, card]) => [cardPathOf(path), card]));
	cardsOf.set(content, cards);
	return cards;
}

/** Lists the paths of files drawn from the content: icons, the logo, a card for each page, and a PDF file for each case study. */
export function listDrawnPaths(content: Content): string[] {
	return [
		...iconPaths,
		...(content.company.logo ? [logoPath] : []),
		...getCards(content).keys(),
		...listCaseStudyPdfs(content),
	];
}

export type DrawnFilesOptions = {
	/** Returns the public content. */
	getContent(): Content;
	/** Reads a picture of the content by path below pictures/. */
	readPicture(content: Content, src: string): Promise<Buffer | undefined>;
};

/** Serves files drawn from the public content. The page cache keeps them, so each is drawn once for each release that changes it. */
export function addDrawnFiles(app: FastifyInstance, { getContent, readPicture }: DrawnFilesOptions): void {
	const read = (content: Content) => readBrand(content, (src) => readPicture(content, src));
	for (const path of iconPaths)
		app.get(path, async (_request, reply) =>
			reply
				.headers(sharedPictureHeaders)
				.type(icons[path].type)
				.send(await icons[path].draw(await read(getContent()))),
		);
	app.get(logoPath, async (_request, reply) => {
		const { logo } = await read(getContent());
		if (!logo) throw new HttpProblem(404, "There is no picture at this address.");
		return reply
			.headers(sharedPictureHeaders)
			.type("image/png")
			.send(await drawLogo(logo));
	});
	app.get<{ Params: { "*": string } }>("/cards/*", async (request, reply) => {
		const content = getContent();
		const card = getCards(content).get(`/cards/${request.params["*"]}`);
		if (!card) throw new HttpProblem(404, "There is no picture at this address.");
		const { logo } = await read(content);
		return reply
			.headers(sharedPictureHeaders)
			.type("image/png")
			.send(await drawCard(card, logo));
	});
	app.get<{ Params: { slug: string } }>(`/portfolio/:slug${caseStudyPdfEnding}`, async (request, reply) => {
		const content = getContent();
		const project = content.projects.find(({ slug }) => slug === request.params.slug);
		if (!project) throw new HttpProblem(404, "There is no case study at this address.");
		const { logo } = await read(content);
		return reply
			.type("application/pdf")
			.send(await drawCaseStudy(project, content, { logo, readPicture: (src) => readPicture(content, src) }));
	});
}
