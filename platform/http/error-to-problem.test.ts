import fastify from "fastify";
import { expect, test } from "vitest";
import { StorageUnavailableError } from "../database/storage-errors.ts";
import { errorToProblem } from "./error-to-problem.ts";

test("only data that was certainly not stored is reported as not received", async () => {
	expect(errorToProblem(new StorageUnavailableError(new Error("full"))).message).toContain("has not been received");
	const app = fastify({ handlerTimeout: 20 });
	app.setErrorHandler((error, _request, reply) => {
		const { statusCode, headers, message } = errorToProblem(error);
		return reply.code(statusCode).headers(headers).send(message);
	});
	app.post("/slow", () => new Promise(() => {}));
	const { statusCode, headers, body } = await app.inject({ method: "POST", url: "/slow" });
	expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
	expect(body).toContain("may have been received");
});
