import { redirect } from "react-router";
import { visitContext } from "../guard/context.server.ts";
import { readReturnPath } from "../return-path.ts";
import type { Route } from "./+types/ask-to-sign-in.ts";

/** What is answered in place of any page while nobody is signed in: the way to the form that leads back to it. */
export function loader({ request }: Route.LoaderArgs) {
	const to = readReturnPath(new URL(request.url).searchParams.get("to"));
	throw redirect(to === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ to }).toString()}`, 303);
}

/** Likewise in place of what a form would do. */
export function action({ context }: Route.ActionArgs) {
	context.get(visitContext).notices.leave("Your session has expired. Sign in and try again.");
	throw redirect("/sign-in", 303);
}
