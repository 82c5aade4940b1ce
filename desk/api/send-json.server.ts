import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import { HttpProblem } from "../../platform/http/problem.ts";

/** Sends a body as JSON with its ETag, or 304 to a program that has it. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, body: object, version?: number): FastifyReply {
	const json = JSON.stringify(body);
	const digest = hash("sha256", json, "base64url").slice(0, 22);
	const etag = `"${version === undefined ? "" : `${version}.`}${digest}"`;
	reply.header("etag", etag);
	if (request.method !== "POST" && request.method !== "PATCH" && fresh(request.headers, { etag }))
		return reply.code(304).send();
	return reply.type("application/json; charset=utf-8").send(json);
}

/** A proxy that compresses makes an ETag weak; what is compared is the version in it. */
const etagForm = /^(?:W\/)?"(\d{1,15})\.[\w-]+"$/;

/**
 * Reads the version of a record or a call from If-Match; "any" for "*", which whatever exists matches (RFC 9110, 13.1.1).
 * @throws HttpProblem 428 without the header, 412 for a text that no response had as its ETag
 */
export function readVersion(ifMatch: string | undefined): number | "any" {
	if (ifMatch === undefined)
		throw new HttpProblem(428, "Send the ETag of the version you read as If-Match, so that nobody's change is lost.");
	if (ifMatch === "*") return "any";
	const [, version] = etagForm.exec(ifMatch) ?? [];
	if (version === undefined) throw new HttpProblem(412, "The If-Match is not an ETag of this API.");
	return Number(version);
}
