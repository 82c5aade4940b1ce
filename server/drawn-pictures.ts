import type { FastifyInstance } from "fastify";
import { drawCard, listCards, type Card } from "../features/publishing/cards.server.ts";
import { iconPaths } from "../features/publishing/icon-paths.ts";
import { icons } from "../features/publishing/icons.server.ts";
import { logoPath } from "../features/publishing/logo-path.ts";
import { drawLogo, readBrand } from "../features/publishing/logo.server.ts";
import { cardPathOf } from "../features/publishing/site-paths.ts";
import type { Content } from "../features/publishing/documents/content.ts";
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

/** Lists the paths of pictures drawn from the content: icons, the logo, and a card for each page. */
export function listDrawnPaths(content: Content): string[] {
	return [...iconPaths, ...(content.company.logo ? [logoPath] : []), ...getCards(content).keys()];
}

export type DrawnPicturesOptions = {
	/** Returns the public content. */
	getContent(): Content;
	/** Reads a picture of the content by path below pictures/. */
	readPicture(content: Content, src: string): Promise<Buffer | undefined>;
};

/** Serves pictures drawn from the public content. The page cache keeps them, so each is drawn once for each release, on request. */
export function addDrawnPictures(app: FastifyInstance, { getContent, readPicture }: DrawnPicturesOptions): void {
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
}
