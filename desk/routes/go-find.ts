import { findPlaces } from "../palette/find-places.server.ts";
import { readForm } from "../read-form.server.ts";
import type { Route } from "./+types/go-find.ts";

/** Answers the command palette while somebody types. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
	const typed = ((await readForm(request)).get("search") ?? "").trim().slice(0, 200);
	return Response.json(await findPlaces(context, typed));
}
