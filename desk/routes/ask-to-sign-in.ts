import { redirect } from "react-router";
import { deskRequestContext } from "../guard/context.server.ts";
import { readReturnPath, writeReturnPath } from "../return-path.ts";
import type { Route } from "./+types/ask-to-sign-in.ts";

/** Replaces any page for people who are not signed in with a redirect to the form, which returns there. */
export function loader({ request }: Route.LoaderArgs) {
	const to = readReturnPath(new URL(request.url).searchParams.get("to"));
	throw redirect(writeReturnPath("/sign-in", to), 303);
}

/** Replaces an action in the same way. */
export function action({ context }: Route.ActionArgs) {
	context.get(deskRequestContext).notices.leave("Your session has expired. Sign in and try again.");
	throw redirect("/sign-in", 303);
}
