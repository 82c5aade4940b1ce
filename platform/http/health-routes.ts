import type { FastifyPluginAsync } from "fastify";
import type { ReadinessProbe } from "./readiness-probe.ts";

export type HealthRoutesOptions = { probeReadiness: ReadinessProbe; stopping: AbortSignal };

/**
 * /healthz says that the process is alive, /readyz whether it can work: 200 or 503 and nothing more, because anybody may ask. The log and
 * the desk say what is wrong.
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
