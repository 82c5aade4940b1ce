import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { optionalFiles } from "../../features/publishing/documents/document-kinds.ts";
import type { DocumentEntry } from "../../features/publishing/releases/studio.server.ts";
import { describeResponse, problem } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { getCaller, type ApiCaller } from "./api-caller.server.ts";
import { apiPath, openTo, responsesOfApiReads } from "./describe-api.server.ts";
import { sendJson } from "./send-json.server.ts";

const documentSchema = z.object({
	path: z.string().meta({ examples: ["blog/erp-in-ninety-days.md"] }),
	kind: z.string(),
	slug: z.string().describe("Empty for a kind with one document."),
});

const wholeDocumentSchema = z.object({
	...documentSchema.shape,
	text: z.string().describe("Markdown with YAML front matter, or YAML."),
});

/** The documents of the site as they are published; drafts are not shown. */
export const contentRoutes: FastifyPluginAsyncZod = async (app) => {
	const { config, security } = openTo("content:read");
	const common = { tags: ["Site content"], security };

	app.get(
		`${apiPath}/documents`,
		{
			config,
			schema: {
				...common,
				operationId: "listDocuments",
				summary: "List the published documents of the site",
				response: {
					...responsesOfApiReads,
					200: describeResponse("All of them.", z.object({ data: z.array(documentSchema) })),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const entries = (await caller.deps.site?.studio.listDocuments()) ?? [];
			const published = [];
			for (const entry of entries)
				if (await isPublished(caller, entry)) published.push({ path: entry.path, kind: entry.kind, slug: entry.slug });
			return sendJson(request, reply, { data: published });
		},
	);

	app.get(
		`${apiPath}/documents/:path`,
		{
			config,
			schema: {
				...common,
				operationId: "getDocument",
				summary: "Get the text of a published document",
				params: z.object({
					path: z.string().max(300, "must be the path of a document").describe("With %2F for each slash."),
				}),
				response: {
					...responsesOfApiReads,
					200: describeResponse("The document.", z.object({ data: wholeDocumentSchema })),
					404: problem("There is no such document, or it is not published."),
				},
			},
		},
		async (request, reply) => {
			const found = await getCaller(request).deps.site?.studio.getDocument(request.params.path);
			if (found?.current === undefined) throw new HttpProblem(404, "There is no published document with this path.");
			const { path, kind, slug, current } = found;
			return sendJson(request, reply, { data: { path, kind, slug, text: current } });
		},
	);
};

/** The list also has what was deleted or only drafted, and optional documents without a text. */
async function isPublished({ deps }: ApiCaller, { path, state }: DocumentEntry): Promise<boolean> {
	if (state === "deleted") return false;
	if (!optionalFiles.includes(path)) return true;
	return (await deps.site?.studio.getDocument(path))?.current !== undefined;
}
