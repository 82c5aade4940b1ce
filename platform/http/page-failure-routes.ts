import type { FastifyPluginAsync, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { HttpProblem } from "./problem.ts";

export type PageFailureRoutesOptions = {
	metrics: Pick<Metrics, "countFailure">;
	log: Logger;
	limitFormPosts: onRequestAsyncHookHandler;
};

const reportSchema = z.object({ route: z.string().max(100), error: z.string().max(100) });

/** POST /failures: a browser tells that a page failed in it (site/report-failure.ts), which is logged and counted as our own failures are. */
export const pageFailureRoutes: FastifyPluginAsync<PageFailureRoutesOptions> = async (
	app,
	{ metrics, log, limitFormPosts },
) => {
	app.post("/failures", { onRequest: limitFormPosts }, (request, reply) => {
		const report = reportSchema.safeParse(request.body);
		if (!report.success) throw new HttpProblem(422, "A report names the route and the error.");
		metrics.countFailure();
		log.error({ page: report.data.route, error: report.data.error }, "a page failed in a browser");
		return reply.code(204).send();
	});
};
