import type { FastifyPluginAsync } from "fastify";
import type { ReadinessProbe } from "./readiness-probe.ts";

export type HealthRoutesOptions = { probeReadiness: ReadinessProbe; stopping: AbortSignal };

/**
 * /healthz says that the process lives, /readyz whether it can do its work: 200 or 503, and nothing more, for anybody may ask. What is
 * wrong stands in the log and in the desk.
 */
export const healthRoutes: FastifyPluginAsync<HealthRoutesOptions> = async (app, { probeReadiness, stopping }) => {
	app.addHook("onRequest", async (_request, reply) => {
		reply.header("cache-control", "no-store");
	});
	app.get("/healthz", () => ({ status: "alive" }));
	app.get("/readyz", async (_request, reply) => {
		const readiness = await probeReadiness();
		const ready = !stopping.aborted && readiness.database === "ok" && readiness.disk === "ok";
		return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
	});
};
