import { redirect } from "react-router";
import { deskContext, deskRequestContext } from "../guard/context.server.ts";
import type { Route } from "./+types/sign-in-provider.ts";

/** Redirects to the company's provider, also for a new proof. */
export async function loader({ context }: Route.LoaderArgs) {
	const { provider } = context.get(deskContext).accounts;
	const { signedIn, setCookies, notices } = context.get(deskRequestContext);
	const request = await provider?.begin(signedIn && { proofOf: signedIn });
	if (request?.kind === "redirect") {
		setCookies(request.cookies);
		throw redirect(request.url, 303);
	}
	notices.leave("Your company’s sign-in is not responding. Try again in a minute, or sign in another way.");
	throw redirect(signedIn ? "/prove" : "/sign-in", 303);
}
