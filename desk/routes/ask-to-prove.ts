import { redirect } from "react-router";
import { deskRequestContext } from "../guard/context.server.ts";
import { findLinkingPage, readReturnPath } from "../return-path.ts";
import type { Route } from "./+types/ask-to-prove.ts";

/** Replaces what needs a fresh proof with a redirect to its form, which returns there, or for a file to the page that links to it. */
export function loader({ request }: Route.LoaderArgs) {
	throw leadToProof(request);
}

/** Replaces an action in the same way. */
export function action({ request, context }: Route.ActionArgs) {
	context.get(deskRequestContext).notices.leave("Not done yet. Confirm it’s you, then try again.");
	throw leadToProof(request);
}

function leadToProof(request: Request): Response {
	const to = readReturnPath(new URL(request.url).searchParams.get("to"));
	return redirect(`/prove?${new URLSearchParams({ to: findLinkingPage(to) }).toString()}`, 303);
}
