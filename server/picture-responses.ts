import type { FastifyInstance } from "fastify";
import type { PictureResponses } from "../features/publishing/pictures/picture-responses.server.ts";
import type { ReadyPages } from "../platform/http/error-page.ts";
import { HttpProblem } from "../platform/http/problem.ts";
import { pickVariant, writeStoredResponse } from "../platform/pages/stored-response.ts";

/** Serves cached pictures of the studio before the framework. */
export function addPictureResponses(pages: ReadyPages, pictures: PictureResponses): ReadyPages {
	return {
		...pages,
		serve(request, response) {
			const isRead = request.method === "GET" || request.method === "HEAD";
			const answer = isRead ? pictures.findNow(request.url ?? "") : undefined;
			if (!answer) return pages.serve(request, response);
			writeStoredResponse(answer, request, response);
			return true;
		},
		findReady(path, acceptEncoding) {
			const answer = pictures.findNow(path);
			return answer ? pickVariant(answer, acceptEncoding).ready : pages.findReady(path, acceptEncoding);
		},
	};
}

/** Serves pictures that are not cached yet. */
export function addPictureRoute(app: FastifyInstance, pictures: PictureResponses): void {
	app.get("/pictures/:address/:name", async (request, reply) => {
		const answer = await pictures.find(request.raw.url ?? "");
		if (!answer) throw new HttpProblem(404, "There is no such picture.");
		const { headers, ready } = pickVariant(answer, "");
		return reply.headers(headers).send(ready.body);
	});
}
