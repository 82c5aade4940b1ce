import type { FastifyInstance } from "fastify";
import { drawCard, listCards } from "../features/publishing/cards.server.ts";
import { iconPaths } from "../features/publishing/icon-paths.ts";
import { icons } from "../features/publishing/icons.server.ts";
import { cardPathOf } from "../features/publishing/site-paths.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { HttpProblem } from "../platform/http/problem.ts";

/** Where pictures are that are drawn of the content: icons, and a card for each page. */
export function listDrawnPaths(content: Content): string[] {
	return [...iconPaths, ...[...listCards(content).keys()].map(cardPathOf)];
}

/** Draws them as the content says now. The publisher keeps what was drawn, so each is drawn once an edition, when somebody asks. */
export function addDrawnPictures(app: FastifyInstance, getContent: () => Content): void {
	for (const path of iconPaths)
		app.get(path, async (_request, reply) =>
			reply.type(icons[path].type).send(await icons[path].draw(getContent().company.accentColour)),
		);
	app.get<{ Params: { "*": string } }>("/cards/*", async (request, reply) => {
		const wanted = `/cards/${request.params["*"]}`;
		const card = [...listCards(getContent())].find(([path]) => cardPathOf(path) === wanted)?.[1];
		if (!card) throw new HttpProblem(404, "There is no picture at this address.");
		return reply.type("image/png").send(await drawCard(card));
	});
}
