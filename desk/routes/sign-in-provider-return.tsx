import { data, redirect } from "react-router";
import { confirmed } from "../accounts/confirmed.ts";
import { deskContext, deskRequestContext } from "../guard/context.server.ts";
import { Page } from "../layout/page.tsx";
import { readReturnPath, writeReturnPath } from "../return-path.ts";
import type { Route } from "./+types/sign-in-provider-return.ts";

/** The redirect from the company's provider. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { provider } = context.get(deskContext).accounts;
	const { browser, signedIn, setCookies, notices } = context.get(deskRequestContext);
	if (!provider) throw data(null, { status: 404 });
	const outcome = await provider.finish(browser, new URL(request.url).search, signedIn);
	if ("cookies" in outcome) setCookies(outcome.cookies);
	const to = readReturnPath(outcome.to ?? null);
	if (outcome.kind === "refused")
		return {
			title: signedIn ? "Not confirmed" : "Not signed in",
			message: outcome.message,
			again: writeReturnPath(signedIn ? "/prove" : "/sign-in", to),
		};
	if (outcome.kind === "proven") notices.leave(confirmed);
	throw redirect(to, 303);
}

export default function ProviderReturnPage({ loaderData }: Route.ComponentProps) {
	const { title, message, again } = loaderData;
	return (
		<Page title={title}>
			<p>{message}</p>
			<p>
				<a className="button" href={again}>
					Try again
				</a>
			</p>
		</Page>
	);
}
