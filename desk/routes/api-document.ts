import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/api-document.ts";

/** The OpenAPI document of the API, as a file. */
export function loader({ context }: Route.LoaderArgs): Response {
	const document = beginWork(context).deps.describeApi();
	return Response.json(document, { headers: { "content-disposition": 'attachment; filename="openapi.json"' } });
}
