import { redirect } from "react-router";
import { deskContext, deskRequestContext } from "../guard/context.server.ts";
import { readReturnPath, writeReturnPath } from "../return-path.ts";
import type { Route } from "./+types/sign-in-provider.ts";

/** Redirects to the company's provider, also for a new proof. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { provider } = context.get(deskContext).accounts;
	const { signedIn, setCookies, notices } = context.get(deskRequestContext);
	const to = readReturnPath(new URL(request.url).searchParams.get("to"));
	const begun = await provider?.begin({ proofOf: signedIn, to });
	if (begun?.kind === "redirect") {
		setCookies(begun.cookies);
		throw redirect(begun.url, 303);
	}
	notices.leave("Your company’s sign-in is not responding. Try again in a minute, or sign in another way.");
	throw redirect(writeReturnPath(signedIn ? "/prove" : "/sign-in", to), 303);
}
