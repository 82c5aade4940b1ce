import { redirect } from "react-router";
import { visitContext } from "../guard/context.server.ts";
import { findLinkingPage, readReturnPath } from "../return-path.ts";
import type { Route } from "./+types/ask-to-prove.ts";

/** What is answered in place of what needs a fresh proof: the way to the form that leads back to it, or for a file to the page of its link. */
export function loader({ request }: Route.LoaderArgs) {
	throw leadToProof(request);
}

/** Likewise in place of what a form would do. */
export function action({ request, context }: Route.ActionArgs) {
	context.get(visitContext).notices.leave("Not done yet. Confirm it’s you, then try again.");
	throw leadToProof(request);
}

function leadToProof(request: Request): Response {
	const to = readReturnPath(new URL(request.url).searchParams.get("to"));
	return redirect(`/prove?${new URLSearchParams({ to: findLinkingPage(to) }).toString()}`, 303);
}
